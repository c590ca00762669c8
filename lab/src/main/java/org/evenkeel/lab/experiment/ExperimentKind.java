package org.evenkeel.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A kind of experiment, found as a service: through `provides` in a `module-info`, or through a file
/// `META-INF/services/org.evenkeel.lab.experiment.ExperimentKind` on the class path. `evenkeel experiment` lists and
/// runs built-in kinds and those in a user's jar.
///
/// Name, description and options are read when the kind is found. A kind that throws then, or whose names are invalid
/// or already taken, is left out, and [ExperimentKinds#problems] explains why.
public interface ExperimentKind {
  /// Returns its name on the command line: lower case letters, digits, `-` and `_`.
  String name();

  /// Returns one line for a list of all kinds.
  String description();

  /// Returns its options in the order in which help shows them. In addition, every kind has `--seed`.
  List<ExperimentOption> options();

  /// Creates an experiment from options.
  ///
  /// @param given the options typed by the user or recorded in a folder; only options of this kind are among them
  /// @throws IllegalArgumentException if an option is invalid; the message explains why. Whether a trial can be
  ///     computed on this machine is checked later, by the trial
  Experiment of(GivenOptions given);

  /// Returns examples for help: options, each with a note on their effect or duration, such as `--steps 300000` and
  /// `about an hour`.
  default Map<String, String> examples() {
    return Map.of();
  }

  /// Returns title and introduction of the page. Kinds that return equal pages share one, without repeating either.
  default ExperimentPage page() {
    return new ExperimentPage("Experiment " + name(), ExperimentPage.sentence(description()));
  }

  /// Returns the folder of an experiment if the user does not choose one.
  default Path folder(Experiment experiment) {
    return Path.of("runs", name());
  }

  /// Returns the words of the command that runs it, before its options.
  default List<String> command() {
    return List.of("experiment", name());
  }

  /// Returns the words of a single command that runs all these experiments, each with its default options; none by
  /// default.
  ///
  /// @param names the names of the experiments in a folder, in order; the first is that of this kind
  default Optional<List<String>> commandOfAll(List<String> names) {
    return Optional.empty();
  }
}
