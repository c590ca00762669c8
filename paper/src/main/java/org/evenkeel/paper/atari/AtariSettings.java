package org.evenkeel.paper.atari;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.Choices;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.Plan;

/// How large the study of the Atari games is.
///
/// @param games their words, in the order of the alphabet
/// @param ks the numbers of averaged networks, growing; 1 is DQN
/// @param seeds trials of each algorithm in each game
/// @param frames of each trial
/// @param others algorithms beside those, in the order of [Choices#OTHERS]
/// @param gaps whether what the paper left out is left out: K = 15 in Breakout, and Double-DQN in all games but
///     Asterix
public record AtariSettings(
    List<String> games,
    List<Integer> ks,
    int seeds,
    long frames,
    List<String> others,
    boolean gaps) {
  /// The frames of the paper's trials.
  public static final long PAPER_FRAMES = 120_000_000;

  private static final int PAPER_SEEDS = 7;

  /// Some half an hour of two cores for two algorithms.
  private static final long QUICK_FRAMES = 360_000;

  /// Each step and each evaluation of a shorter run is a whole one.
  private static final long SHORT_MULTIPLE = 80;

  private static final long LONG_MULTIPLE = 2_000_000;
  private static final long FEWEST_FRAMES = 4_800;
  private static final long MOST_FRAMES = 2_000_000_000;
  private static final String FAMILY = "atari";
  private static final String BREAKOUT = "breakout";
  private static final String ASTERIX = "asterix";
  private static final int NOT_IN_BREAKOUT = 15;
  private static final Pattern WORD = Pattern.compile("[a-z0-9_]+");

  /// Checks every part, and puts games and numbers in order.
  public AtariSettings {
    if (games.isEmpty()) {
      throw new IllegalArgumentException("there must be a game, for example breakout");
    }
    for (String game : games) {
      if (!WORD.matcher(game).matches()) {
        throw new IllegalArgumentException(
            "a game must be a word like space_invaders, was '" + game + "'");
      }
    }
    Choices.once(games);
    ks = Choices.ks(ks);
    Choices.seeds(seeds);
    long multiple = frames <= AtariTrial.WHOLE_FRAMES ? SHORT_MULTIPLE : LONG_MULTIPLE;
    if (frames < FEWEST_FRAMES || frames > MOST_FRAMES || frames % multiple != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "frames must be %,d to %,d and a multiple of %,d (of %,d above %,d), was %,d",
              FEWEST_FRAMES,
              MOST_FRAMES,
              SHORT_MULTIPLE,
              LONG_MULTIPLE,
              AtariTrial.WHOLE_FRAMES,
              frames));
    }
    games = games.stream().sorted().toList();
    others = Choices.others(others);
  }

  /// The scale's own numbers: the paper's, or one short run of DQN and of Averaged-DQN in Breakout.
  public static AtariSettings of(Scale scale) {
    return switch (scale) {
      case QUICK ->
          new AtariSettings(List.of(BREAKOUT), List.of(1, 10), 1, QUICK_FRAMES, List.of(), true);
      case PAPER ->
          new AtariSettings(
              List.of(ASTERIX, BREAKOUT, "seaquest"),
              List.of(1, 5, 10, NOT_IN_BREAKOUT),
              PAPER_SEEDS,
              PAPER_FRAMES,
              List.of("double"),
              true);
    };
  }

  /// Checks that a word is one of the games that the emulator can play.
  ///
  /// @return the word
  public static String game(String word) {
    Optional<EnvironmentFamily> family =
        Environments.families().stream().filter(f -> f.id().equals(FAMILY)).findFirst();
    if (family.isEmpty()) {
      throw new IllegalArgumentException(
          "there are no Atari games in this program: it was put together without the module"
              + " org.evenkeel.atari");
    }
    List<String> known = family.get().games();
    if (!known.contains(word)) {
      String question = Nearest.question(word, known);
      throw new IllegalArgumentException(
          "unknown game '%s'%s"
              .formatted(
                  word,
                  question.isEmpty()
                      ? ": there are %d, and '%s' lists them"
                          .formatted(known.size(), Shell.command("roms", "list"))
                      : question));
    }
    return word;
  }

  /// With other games.
  public AtariSettings games(List<String> wanted) {
    return new AtariSettings(wanted, ks, seeds, frames, others, gaps);
  }

  /// With other numbers of averaged networks, in every game.
  public AtariSettings ks(List<Integer> wanted) {
    return new AtariSettings(games, wanted, seeds, frames, others, false);
  }

  /// With another number of trials.
  public AtariSettings seeds(int wanted) {
    return new AtariSettings(games, ks, wanted, frames, others, gaps);
  }

  /// With trials of another length.
  public AtariSettings frames(long wanted) {
    return new AtariSettings(games, ks, seeds, wanted, others, gaps);
  }

  /// With these other algorithms in every game, `none` for none.
  public AtariSettings others(List<String> wanted) {
    return new AtariSettings(games, ks, seeds, frames, Choices.othersNamed(wanted), false);
  }

  /// What to type after the scale to have these settings.
  public String flags(Scale scale) {
    AtariSettings usual = of(scale);
    return (games.equals(usual.games) ? "" : " --games " + Choices.joined(games))
        + (ks.equals(usual.ks) && gaps == usual.gaps ? "" : " --k " + Choices.joined(ks))
        + (seeds == usual.seeds ? "" : " --seeds " + seeds)
        + (frames == usual.frames ? "" : " --frames " + frames)
        + (others.equals(usual.others) ? "" : " --others " + Choices.othersTyped(others));
  }

  /// All that either has; both must have trials of the same length.
  public AtariSettings and(AtariSettings other) {
    return new AtariSettings(
        Choices.both(games, other.games),
        Choices.bothGrowing(ks, other.ks),
        Math.max(seeds, other.seeds),
        frames,
        Choices.both(others, other.others),
        gaps && other.gaps);
  }

  /// Whether the schedule of a trial is shrunk with it.
  public boolean shrunk() {
    return frames < AtariTrial.WHOLE_FRAMES;
  }

  /// What is trained on what.
  Plan plan() {
    return new AtariPlan(this);
  }

  private record AtariPlan(AtariSettings settings) implements Plan {
    @Override
    public List<String> games() {
      return settings.games;
    }

    @Override
    public List<Contender> contenders(String game) {
      return Contender.all(settings.ks, settings.others).stream()
          .filter(contender -> !settings.gaps || inPaper(game, contender))
          .toList();
    }

    private static boolean inPaper(String game, Contender contender) {
      return contender.isDouble()
          ? game.equals(ASTERIX)
          : !game.equals(BREAKOUT) || contender.k() != NOT_IN_BREAKOUT;
    }

    @Override
    public int seeds() {
      return settings.seeds;
    }

    /// The paper measures at the end of training.
    @Override
    public int last() {
      return 1;
    }

    /// Millions of frames.
    @Override
    public double perStep() {
      return AtariProtocol.FRAMES_PER_STEP / 1e6;
    }

    @Override
    public Trial trial(String game, Contender contender, long seed) {
      return AtariTrial.of(game, contender.algorithm(), settings.frames, seed);
    }
  }
}
