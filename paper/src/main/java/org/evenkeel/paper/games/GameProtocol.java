package org.evenkeel.paper.games;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.Preset;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.experiment.Scale;

/// The rules by which a collection of games is trained and measured: everything that a [GameStudy] needs to know about
/// its games. The sentences of the report are in [GamePage].
///
/// Studies are compared as values, so two protocols of the same kind must be equal. Preferably, a protocol is a record.
public interface GameProtocol {
  /// Returns its word on the command line, which also starts the names of trials and the ids of the report.
  String name();

  /// Returns its name for display.
  String title();

  /// Returns whether the paper itself trains on these games. If not, every claim notes that it was made about other
  /// games.
  default boolean isFromThePaper() {
    return false;
  }

  /// Returns the texts of its report.
  GamePage page();

  /// Returns its unit of time.
  GameClock clock();

  /// Returns the default study at a scale.
  GameStudy usual(Scale scale);

  /// Checks that a word can be one of its games. The game need not be playable on this machine, because results may
  /// come from another one.
  ///
  /// @throws IllegalArgumentException if it cannot; the message suggests the nearest game
  void requireGame(String word);

  /// Checks that a word is a game that can be played on this machine.
  ///
  /// @throws IllegalArgumentException if it is not; the message suggests the nearest game
  default void requirePlayable(String word) {
    requireGame(word);
  }

  /// Checks that runs of a given length can be trained.
  ///
  /// @param length the length of a run, in units of the [#clock]
  /// @throws IllegalArgumentException if they cannot; the message gives the valid lengths
  void requireLength(long length);

  /// Returns whether the paper trains an algorithm on a game. Only studies with [GameStudy#gaps] use this.
  default boolean inPaper(String game, Contender contender) {
    return true;
  }

  /// Returns the preset of a game: its hyper-parameters and the options of its environment.
  default Preset preset(String game) {
    String environment = name() + "/" + game;
    return Preset.forEnvironment(environment)
        .orElseThrow(() -> new IllegalStateException("no preset for '" + environment + "'"));
  }

  /// Returns the environment of a game with its options.
  default String environment(String game) {
    return preset(game).environment(name() + "/" + game);
  }

  /// Returns the training settings of an algorithm on a game.
  ///
  /// @param length the length of a run, in units of the [#clock]
  Training training(String game, Algorithm algorithm, long length);

  /// Returns the work of a training run, in the units of [GameTrial#work].
  double work(Training training);

  /// Returns the largest number of threads that a training run can use.
  default int mostThreads() {
    return 1;
  }

  /// Returns the time between the checkpoints of a run, in seconds.
  double checkpointSeconds();

  /// Returns the columns that a trial keeps of its evaluations.
  default Map<String, double[]> columns(List<Evaluated> evaluations) {
    return TrainingRun.columns(evaluations);
  }

  /// Returns the number of final evaluations that count as the end of a run.
  int lastEvaluations();

  /// Returns the ways in which value estimates are measured. The first is the one in the paper's claim. The last
  /// averages over the states that an evaluation visits, and is compared with the returns obtained from them.
  List<ValueMeasure> values();

  /// Returns a message to print before the trials are computed, such as the expected time; empty by default.
  ///
  /// @param batches the missing trials, grouped by the way in which they will be computed
  default Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return Optional.empty();
  }

  /// Returns the words of the players that learn nothing.
  List<String> players();

  /// Returns the trial in which a player that learns nothing plays a game.
  BaselineTrial baseline(String game, String player);

  /// Returns the published scores by which the scores of a game are normalized; empty if there are none.
  Optional<Normalization> normalization(String game);
}
