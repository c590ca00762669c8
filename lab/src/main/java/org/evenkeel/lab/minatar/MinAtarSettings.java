package org.evenkeel.lab.minatar;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.study.Scale;

/// How large the study of the games is.
///
/// @param games which, in the order of [Game]
/// @param ks the numbers of averaged networks, growing; 1 is DQN
/// @param seeds trials of each algorithm in each game
/// @param steps of each trial, a multiple of its [MinAtarTrial#EVALUATIONS]
/// @param others algorithms beside those, in the order of [#OTHERS]
public record MinAtarSettings(
    List<Game> games, List<Integer> ks, int seeds, long steps, List<String> others) {
  /// What there is beside DQN and Averaged-DQN.
  public static final List<String> OTHERS = List.of("double", "ensemble");

  /// The word for none of them.
  private static final String NONE = "none";

  private static final int LARGEST_K = 100;
  private static final int MOST_SEEDS = 100;
  private static final long FEWEST_STEPS = 200;
  private static final long MOST_STEPS = 1_000_000_000;

  /// Checks every part, and puts games and numbers in order.
  public MinAtarSettings {
    if (games.isEmpty()) {
      throw new IllegalArgumentException("there must be a game: there are " + words());
    }
    if (games.stream().distinct().count() < games.size()) {
      throw new IllegalArgumentException("each game must be there once, were " + words(games));
    }
    if (ks.isEmpty()) {
      throw new IllegalArgumentException("there must be a K, 1 for DQN");
    }
    for (int k : ks) {
      if (k < 1 || k > LARGEST_K) {
        throw new IllegalArgumentException("k must be 1 to %d, was %d".formatted(LARGEST_K, k));
      }
    }
    if (ks.stream().distinct().count() < ks.size()) {
      throw new IllegalArgumentException(
          "each k must be there once, were "
              + String.join(",", ks.stream().map(String::valueOf).toList()));
    }
    if (seeds < 1 || seeds > MOST_SEEDS) {
      throw new IllegalArgumentException(
          "seeds must be 1 to %d, was %d".formatted(MOST_SEEDS, seeds));
    }
    if (steps < FEWEST_STEPS || steps > MOST_STEPS || steps % MinAtarTrial.EVALUATIONS != 0) {
      throw new IllegalArgumentException(
          "steps must be %d to %d and a multiple of %d, was %d"
              .formatted(FEWEST_STEPS, MOST_STEPS, MinAtarTrial.EVALUATIONS, steps));
    }
    for (String other : others) {
      if (!OTHERS.contains(other)) {
        throw new IllegalArgumentException(
            "others must be double, ensemble, both or none, was '" + other + "'");
      }
    }
    games = games.stream().sorted().toList();
    ks = ks.stream().sorted().toList();
    others = OTHERS.stream().filter(others::contains).toList();
  }

  /// With all other algorithms.
  public MinAtarSettings(List<Game> games, List<Integer> ks, int seeds, long steps) {
    this(games, ks, seeds, steps, OTHERS);
  }

  /// The scale's own numbers. The paper has 7 trials of 120 million frames of Atari games; MinAtar's authors run
  /// 30 of 5 million.
  public static MinAtarSettings of(Scale scale) {
    return switch (scale) {
      case QUICK -> new MinAtarSettings(List.of(Game.BREAKOUT), List.of(1, 5, 10), 3, 40_000);
      case PAPER ->
          new MinAtarSettings(List.of(Game.values()), List.of(1, 5, 10, 15), 30, 5_000_000);
    };
  }

  /// A game by its word.
  public static Game game(String word) {
    return Arrays.stream(Game.values())
        .filter(game -> game.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> known = Arrays.stream(Game.values()).map(Game::word).toList();
              String question = Nearest.question(word, known);
              return new IllegalArgumentException(
                  "unknown game '%s'%s"
                      .formatted(word, question.isEmpty() ? ": there are " + words() : question));
            });
  }

  private static String words() {
    return String.join(", ", Arrays.stream(Game.values()).map(Game::word).toList());
  }

  private static String words(List<Game> games) {
    return String.join(",", games.stream().map(Game::word).toList());
  }

  /// With other games.
  public MinAtarSettings games(List<Game> wanted) {
    return new MinAtarSettings(wanted, ks, seeds, steps, others);
  }

  /// With other numbers of averaged networks.
  public MinAtarSettings ks(List<Integer> wanted) {
    return new MinAtarSettings(games, wanted, seeds, steps, others);
  }

  /// With another number of trials.
  public MinAtarSettings seeds(int wanted) {
    return new MinAtarSettings(games, ks, wanted, steps, others);
  }

  /// With trials of another length.
  public MinAtarSettings steps(long wanted) {
    return new MinAtarSettings(games, ks, seeds, wanted, others);
  }

  /// With these other algorithms, `none` for none.
  public MinAtarSettings others(List<String> wanted) {
    return new MinAtarSettings(
        games, ks, seeds, steps, wanted.equals(List.of(NONE)) ? List.of() : wanted);
  }

  /// What to type after the scale to have these settings.
  public String flags(Scale scale) {
    MinAtarSettings usual = of(scale);
    return (games.equals(usual.games) ? "" : " --games " + words(games))
        + (ks.equals(usual.ks)
            ? ""
            : " --k " + String.join(",", ks.stream().map(String::valueOf).toList()))
        + (seeds == usual.seeds ? "" : " --seeds " + seeds)
        + (steps == usual.steps ? "" : " --steps " + steps)
        + (others.equals(usual.others)
            ? ""
            : " --others " + (others.isEmpty() ? NONE : String.join(",", others)));
  }

  /// All that either has; both must have trials of the same length.
  public MinAtarSettings and(MinAtarSettings other) {
    return new MinAtarSettings(
        Stream.concat(games.stream(), other.games.stream()).distinct().toList(),
        List.copyOf(new TreeSet<>(Stream.concat(ks.stream(), other.ks.stream()).toList())),
        Math.max(seeds, other.seeds),
        steps,
        Stream.concat(others.stream(), other.others.stream()).distinct().toList());
  }
}
