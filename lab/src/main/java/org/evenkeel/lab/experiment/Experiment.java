package org.evenkeel.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrainingTrial;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;

/// An experiment with its options: a value that defines its trials, evaluates their results, and lists the options that
/// create an equal experiment.
public interface Experiment {
  /// Returns the name of its [ExperimentKind].
  String name();

  /// Returns the seed of the first trial.
  long seed();

  /// Returns all options that determine it besides the seed, in the order of a command line: the names of
  /// [ExperimentKind#options] without hyphens, each with the text that a user would type. The kind creates an equal
  /// experiment from them. Defaults are included, so that a folder keeps its meaning after a default has changed. Only
  /// options without a text are left out.
  Map<String, String> options();

  /// Describes the experiment in a sentence or two for the page. If several experiments have the same sentence, it is
  /// shown once.
  String sentence();

  /// Merges this experiment with one that its folder already contains, so that the result includes both. By default
  /// both must have the same options.
  ///
  /// @param there an experiment of the same kind with the same seed
  /// @throws IllegalArgumentException if they cannot be merged. The message continues a sentence about the folder:
  ///     `was started with 1000 steps; you asked for 40000`
  default Experiment and(Experiment there) {
    Map<String, String> wanted = options();
    there
        .options()
        .forEach(
            (option, old) -> {
              if (!old.equals(wanted.get(option))) {
                throw new IllegalArgumentException(
                    "was started with --%s %s; you asked for %s"
                        .formatted(option, old, wanted.getOrDefault(option, "no --" + option)));
              }
            });
    for (Map.Entry<String, String> option : wanted.entrySet()) {
      if (!there.options().containsKey(option.getKey())) {
        throw new IllegalArgumentException(
            "was started without --%s; you asked for %s"
                .formatted(option.getKey(), option.getValue()));
      }
    }
    return this;
  }

  /// Returns all its trials. Their names begin with the name of the experiment and a slash, since the folder may
  /// contain trials of other experiments.
  List<Trial> trials();

  /// Reports on the results. Trials may be missing if the experiment was stopped, and some may have failed; a
  /// [org.evenkeel.lab.report.Finding] records how many trials its number should be based on.
  ///
  /// @param results the trials that have ended; [StudyResults#finished] has the columns of the finished ones, by name
  List<Section> report(StudyResults results);

  /// Returns a message for the user before the trials are computed, such as how long they will take on this machine;
  /// none by default. Trials of other experiments may be among them.
  ///
  /// @param batches the missing trials, grouped by the way in which they will be computed
  default Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return Optional.empty();
  }

  /// Returns whether a trial may take hours. Such a trial is continued after a stop, so even a session that finished
  /// none of them has computed something. By default training runs are such trials.
  default boolean hasLongTrials() {
    return trials().stream().anyMatch(TrainingTrial.class::isInstance);
  }
}
