package org.evenkeel.paper.minatar;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.Choices;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.Plan;

/// How large the study of the games is.
///
/// @param games which, in the order of [Game]
/// @param ks the numbers of averaged networks, growing; 1 is DQN
/// @param seeds trials of each algorithm in each game
/// @param steps of each trial, a multiple of its [MinAtarTrial#EVALUATIONS]
/// @param others algorithms beside those, in the order of [Choices#OTHERS]
public record MinAtarSettings(
    List<Game> games, List<Integer> ks, int seeds, long steps, List<String> others) {
  private static final long FEWEST_STEPS = 200;
  private static final long MOST_STEPS = 1_000_000_000;

  /// Checks every part, and puts games and numbers in order.
  public MinAtarSettings {
    if (games.isEmpty()) {
      throw new IllegalArgumentException("there must be a game: there are " + words());
    }
    Choices.once(games.stream().map(Game::id).toList());
    ks = Choices.ks(ks);
    Choices.seeds(seeds);
    if (steps < FEWEST_STEPS || steps > MOST_STEPS || steps % MinAtarTrial.EVALUATIONS != 0) {
      throw new IllegalArgumentException(
          "steps must be %d to %d and a multiple of %d, was %d"
              .formatted(FEWEST_STEPS, MOST_STEPS, MinAtarTrial.EVALUATIONS, steps));
    }
    games = games.stream().sorted().toList();
    others = Choices.others(others);
  }

  /// With all other algorithms.
  public MinAtarSettings(List<Game> games, List<Integer> ks, int seeds, long steps) {
    this(games, ks, seeds, steps, Choices.OTHERS);
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
        .filter(game -> game.id().equals(word))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> known = Arrays.stream(Game.values()).map(Game::id).toList();
              String question = Nearest.question(word, known);
              return new IllegalArgumentException(
                  "unknown game '%s'%s"
                      .formatted(word, question.isEmpty() ? ": there are " + words() : question));
            });
  }

  private static String words() {
    return String.join(", ", Arrays.stream(Game.values()).map(Game::id).toList());
  }

  private static String words(List<Game> games) {
    return String.join(",", games.stream().map(Game::id).toList());
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
    return new MinAtarSettings(games, ks, seeds, steps, Choices.othersNamed(wanted));
  }

  /// What to type after the scale to have these settings.
  public String flags(Scale scale) {
    MinAtarSettings usual = of(scale);
    return (games.equals(usual.games) ? "" : " --games " + words(games))
        + (ks.equals(usual.ks) ? "" : " --k " + Choices.joined(ks))
        + (seeds == usual.seeds ? "" : " --seeds " + seeds)
        + (steps == usual.steps ? "" : " --steps " + steps)
        + (others.equals(usual.others) ? "" : " --others " + Choices.othersTyped(others));
  }

  /// All that either has; both must have trials of the same length.
  public MinAtarSettings and(MinAtarSettings other) {
    return new MinAtarSettings(
        Choices.both(games, other.games),
        Choices.bothGrowing(ks, other.ks),
        Math.max(seeds, other.seeds),
        steps,
        Choices.both(others, other.others));
  }

  /// What is trained on what.
  Plan plan() {
    return new MinAtarPlan(this);
  }

  /// The games as words.
  private record MinAtarPlan(MinAtarSettings settings) implements Plan {
    @Override
    public List<String> games() {
      return settings.games.stream().map(Game::id).toList();
    }

    @Override
    public List<Contender> contenders(String game) {
      return Contender.all(settings.ks, settings.others);
    }

    @Override
    public int seeds() {
      return settings.seeds;
    }

    @Override
    public int last() {
      return Results.LAST;
    }

    @Override
    public Trial trial(String word, Contender contender, long seed) {
      Game game = game(word);
      return new MinAtarTrial(
          game, MinAtarTrial.training(game, contender.algorithm(), settings.steps), seed);
    }
  }
}
