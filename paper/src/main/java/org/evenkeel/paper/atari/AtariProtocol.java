package org.evenkeel.paper.atari;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.BaselineTrial;
import org.evenkeel.paper.games.Choices;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GameClock;
import org.evenkeel.paper.games.GamePage;
import org.evenkeel.paper.games.GameProtocol;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.games.Normalization;
import org.evenkeel.paper.games.ValueMeasure;

/// The protocol for Atari games: the paper's training and measurements, by evaluations with 5 % random actions. The
/// schedule is in [AtariTraining].
public record AtariProtocol() implements GameProtocol {
  /// The column with the mean return of the episodes that ended within the steps of an evaluation, as in Nature.
  static final String RETURN_WITHIN = "return_within";

  /// The column with the online network's largest value, averaged over states freshly drawn from the replay buffer, as
  /// the authors measure it.
  static final String FRESH_VALUE = "fresh_value";

  /// The column with the target network's largest value, averaged over next states set aside when learning started, as
  /// Nature measures it.
  static final String TARGET_VALUE = "target_value";

  static final String BREAKOUT = "breakout";
  static final String ASTERIX = "asterix";

  /// The word of the only player that learns nothing.
  static final String RANDOM = "random";

  static final int RANDOM_EPISODES = 100;

  /// The work of an episode in microseconds: a few hundred steps of half a millisecond.
  private static final double EPISODE_WORK = 200_000.0;

  /// The number of frames in each of the paper's trials.
  static final long PAPER_FRAMES = 120_000_000;

  private static final int PAPER_SEEDS = 7;

  /// The number of frames in a run of the quick scale, which takes about half an hour on two cores for two algorithms.
  private static final long QUICK_FRAMES = 360_000;

  /// The number of which a shorter run's frames must be a multiple, so that its numbers of steps and evaluations are
  /// whole.
  private static final long SHORT_MULTIPLE = 80;

  private static final long LONG_MULTIPLE = 2_000_000;
  private static final long FEWEST_FRAMES = 4_800;
  private static final long MOST_FRAMES = 2_000_000_000;
  private static final int NOT_IN_BREAKOUT = 15;
  private static final Pattern WORD = Pattern.compile("[a-z0-9_]+");

  /// The time between checkpoints in seconds. A checkpoint writes the new part of the replay buffer, which is several
  /// hundred megabytes.
  private static final double CHECKPOINT_SECONDS = 300;

  /// The largest useful number of threads. With more, each has too little to do in an update.
  private static final int MOST_THREADS = 16;

  @Override
  public String name() {
    return "atari";
  }

  @Override
  public String title() {
    return "Atari";
  }

  @Override
  public boolean isFromThePaper() {
    return true;
  }

  @Override
  public GamePage page() {
    return new AtariPage();
  }

  @Override
  public GameClock clock() {
    return new GameClock("frame", AtariTraining.FRAMES_PER_STEP, "frames (millions)", 1e6);
  }

  /// Returns a study of the paper's size, or one short run each of DQN and Averaged-DQN in Breakout.
  @Override
  public GameStudy usual(Scale scale) {
    return switch (scale) {
      case QUICK ->
          new GameStudy(this, List.of(BREAKOUT), List.of(1, 10), 1, QUICK_FRAMES, List.of(), true);
      case PAPER ->
          new GameStudy(
              this,
              List.of(ASTERIX, BREAKOUT, "seaquest"),
              List.of(1, 5, 10, NOT_IN_BREAKOUT),
              PAPER_SEEDS,
              PAPER_FRAMES,
              List.of("double"),
              true);
    };
  }

  @Override
  public void requireGame(String word) {
    if (!WORD.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "a game must be a word like space_invaders, was '" + word + "'");
    }
  }

  @Override
  public void requirePlayable(String word) {
    Optional<EnvironmentFamily> family =
        Environments.families().stream().filter(f -> f.id().equals(name())).findFirst();
    if (family.isEmpty()) {
      return; // a program without the emulator can still read results
    }
    List<String> known = family.get().games();
    if (!known.contains(word)) {
      String listed =
          "the %d that '%s' shows".formatted(known.size(), Shell.command("roms", "list"));
      throw Choices.unknownGame(word, known, listed);
    }
  }

  @Override
  public void requireLength(long frames) {
    long multiple = frames <= AtariTraining.WHOLE_FRAMES ? SHORT_MULTIPLE : LONG_MULTIPLE;
    if (frames < FEWEST_FRAMES || frames > MOST_FRAMES || frames % multiple != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "frames must be %,d to %,d and a multiple of %,d (of %,d above %,d), was %,d",
              FEWEST_FRAMES,
              MOST_FRAMES,
              SHORT_MULTIPLE,
              LONG_MULTIPLE,
              AtariTraining.WHOLE_FRAMES,
              frames));
    }
  }

  /// Returns whether the paper trains an algorithm on a game. It has no K = 15 in Breakout, and Double-DQN only in
  /// Asterix.
  @Override
  public boolean inPaper(String game, Contender contender) {
    return contender.isDouble()
        ? game.equals(ASTERIX)
        : !game.equals(BREAKOUT) || contender.k() != NOT_IN_BREAKOUT;
  }

  @Override
  public Training training(String game, Algorithm algorithm, long frames) {
    return AtariTraining.of(preset(game), game, algorithm, frames);
  }

  @Override
  public double work(Training training) {
    return AtariTraining.work(training);
  }

  @Override
  public int mostThreads() {
    return MOST_THREADS;
  }

  @Override
  public double checkpointSeconds() {
    return CHECKPOINT_SECONDS;
  }

  @Override
  public Map<String, double[]> columns(List<Evaluated> evaluations) {
    Map<String, double[]> columns = TrainingRun.columns(evaluations);
    TrainingRun.put(columns, RETURN_WITHIN, evaluations, Evaluated::meanReturnWithin);
    TrainingRun.put(columns, FRESH_VALUE, evaluations, Evaluated::freshOnlineValue);
    TrainingRun.put(columns, TARGET_VALUE, evaluations, Evaluated::heldOutTargetValue);
    return columns;
  }

  /// Returns 1, because the paper measures at the end of training.
  @Override
  public int lastEvaluations() {
    return 1;
  }

  @Override
  public List<ValueMeasure> values() {
    return List.of(
        new ValueMeasure(
            FRESH_VALUE, "authors'", "value", "value estimates, as the authors measure them"),
        new ValueMeasure(
            TARGET_VALUE, "Nature's", "target-value", "value estimates, as Nature measures them"),
        ValueMeasure.inTable(TrainingRun.HELD_OUT_VALUE, "held out"),
        ValueMeasure.inTable(TrainingRun.VALUE, "visited"));
  }

  @Override
  public List<String> players() {
    return List.of(RANDOM);
  }

  @Override
  public BaselineTrial baseline(String game, String player) {
    String environment = environment(game);
    return new BaselineTrial(
        name() + "/" + game + "/" + player,
        "%s: each action with the same probability; %s episodes, seed %s"
            .formatted(environment, RANDOM_EPISODES, BaselineTrial.SEED),
        environment,
        RANDOM_EPISODES,
        RANDOM_EPISODES * EPISODE_WORK,
        BaselineTrial.RANDOM);
  }

  /// Returns the scores of the random player, as 0, and of the human player, as 1, in Mnih et al. (2015).
  @Override
  public Optional<Normalization> normalization(String game) {
    return Published.players(game);
  }

  /// Returns an estimate of the time that the runs will take on this machine, which is measured now.
  @Override
  public Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return AtariPace.sentence(batches);
  }
}
