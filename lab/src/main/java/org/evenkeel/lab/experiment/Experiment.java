package org.evenkeel.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrainingTrial;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;

/// An experiment as somebody asked for it: a value that says which trials there are, what to read out of their results,
/// and which options make the same experiment again.
public interface Experiment {
  /// The name of its [ExperimentKind].
  String name();

  /// The seed of the first trial.
  long seed();

  /// All that decides it besides the seed, in the order of a command line: the names of [ExperimentKind#options] without
  /// hyphens, each with the text that a user would type. The kind makes an equal experiment of them. Defaults are
  /// written too, so that a folder means the same after a default has changed; only what has no text is left out.
  Map<String, String> options();

  /// What was asked for, a sentence or two for the page. Several experiments may have the same one, which is shown once.
  String sentence();

  /// This experiment and one that its folder holds already, together: what either of them asks for. By default both must
  /// have the same options.
  ///
  /// @param there an experiment of the same kind with the same seed
  /// @throws IllegalArgumentException if they do not fit together. Its message continues a sentence about the folder:
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
                        .formatted(
                            option, old, wanted.getOrDefault(option, name() + " without it")));
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

  /// All its trials. Their names begin with the name of the experiment and a slash, as those of other experiments may be in
  /// the same folder.
  List<Trial> trials();

  /// What the results say. Trials may be missing, if the experiment was stopped, and some may have failed: a
  /// [org.evenkeel.lab.report.Finding] knows how many its number should rest on.
  ///
  /// @param results the trials that have ended; the columns of the finished ones by name are [StudyResults#finished]
  List<Section> report(StudyResults results);

  /// Something to tell before the trials are computed, as how long they will take here; nothing by default. Trials of
  /// other experiments may be among them.
  ///
  /// @param batches how the trials that are missing will be computed
  default Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return Optional.empty();
  }

  /// Whether a trial may take hours: it is then continued after a stop, and a session that finished none of them still
  /// computed something. By default training runs are such trials.
  default boolean hasLongTrials() {
    return trials().stream().anyMatch(TrainingTrial.class::isInstance);
  }
}
