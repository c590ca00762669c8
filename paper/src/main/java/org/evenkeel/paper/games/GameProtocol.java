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

/// How a collection of games is trained and measured: everything that a [GameStudy] needs to know about its games.
/// [GamePage] has the sentences of the report.
///
/// Studies are compared as values, so a protocol is best a record: two of the same kind must be equal.
public interface GameProtocol {
  /// Its word on the command line, before the names of trials and the ids of the report.
  String name();

  /// Its name for a reader.
  String title();

  /// Whether the paper itself trains on these games. If not, every claim says that it was made about other games.
  default boolean isFromThePaper() {
    return false;
  }

  /// What its report says.
  GamePage page();

  /// How it counts time.
  GameClock clock();

  /// The study of a scale, where nothing else is asked for.
  GameStudy usual(Scale scale);

  /// Refuses a word that cannot be one of its games. Whether the game can be played on this machine does not matter:
  /// results may come from another.
  ///
  /// @throws IllegalArgumentException with the nearest game
  void requireGame(String word);

  /// Refuses a word that is none of the games that can be played on this machine.
  ///
  /// @throws IllegalArgumentException with the nearest game
  default void requirePlayable(String word) {
    requireGame(word);
  }

  /// Refuses lengths of runs that cannot be trained.
  ///
  /// @param length in units of the [#clock]
  /// @throws IllegalArgumentException with the lengths that can
  void requireLength(long length);

  /// Whether the paper trains an algorithm on a game. It matters only to a study with [GameStudy#gaps].
  default boolean inPaper(String game, Contender contender) {
    return true;
  }

  /// The preset of a game: its hyper-parameters, and the options of its environment.
  default Preset preset(String game) {
    String environment = name() + "/" + game;
    return Preset.forEnvironment(environment)
        .orElseThrow(() -> new IllegalStateException("no preset for '" + environment + "'"));
  }

  /// The environment of a game, with its options.
  default String environment(String game) {
    return preset(game).environment(name() + "/" + game);
  }

  /// How an algorithm is trained on a game.
  ///
  /// @param length in units of the [#clock]
  Training training(String game, Algorithm algorithm, long length);

  /// The work of a training run, in the units of [GameTrial#work].
  double work(Training training);

  /// The most threads that a training run can use.
  default int mostThreads() {
    return 1;
  }

  /// Time between the checkpoints of a run.
  double checkpointSeconds();

  /// What a trial keeps of its evaluations, by column.
  default Map<String, double[]> columns(List<Evaluated> evaluations) {
    return TrainingRun.columns(evaluations);
  }

  /// How many of the last evaluations are the end of a run.
  int lastEvaluations();

  /// The ways to measure value estimates. The first is the one that the paper's claim is about; the last averages over
  /// the states that an evaluation visits, and is compared with the returns obtained from them.
  List<ValueMeasure> values();

  /// Something to tell before the trials are computed, as how long they will take here; nothing by default.
  ///
  /// @param batches how the trials that are missing will be computed
  default Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return Optional.empty();
  }

  /// The words of the players that learn nothing.
  List<String> players();

  /// The trial in which such a player plays a game.
  BaselineTrial baseline(String game, String player);

  /// The published scores that make the scores of a game comparable with others; empty if there are none.
  Optional<Normalization> normalization(String game);
}
