package org.evenkeel.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A kind of experiment, found as a service: by `provides` in a `module-info`, or by a file
/// `META-INF/services/org.evenkeel.lab.experiment.ExperimentKind` on the class path. `evenkeel experiment` lists and runs
/// those of the program and of a user's jar.
///
/// Name, description and options are asked when the kind is found. One that throws then, or whose names are wrong or taken,
/// is left out, and [ExperimentKinds#problems] says why.
public interface ExperimentKind {
  /// The word for it on the command line: lower case letters, digits, `-` and `_`.
  String name();

  /// One line for a list of all kinds.
  String description();

  /// Its options in the order in which a command shows them. Every kind has `--seed` besides.
  List<ExperimentOption> options();

  /// The experiment that these options ask for.
  ///
  /// @param given what was typed, or what a folder says; only options of this kind are among them
  /// @throws IllegalArgumentException with a sentence if it does not understand them. Whether a trial can be computed on
  ///     this machine is asked later, of the trial
  Experiment of(GivenOptions given);

  /// Options to try, each with what they run and how long it takes: `--steps 300000` and `about an hour`. For help.
  default Map<String, String> examples() {
    return Map.of();
  }

  /// Title and introduction of the page. Kinds that return equal pages share one, without repeating either.
  default ExperimentPage page() {
    return new ExperimentPage("Experiment " + name(), ExperimentPage.sentence(description()));
  }

  /// Where an experiment goes if the user does not say.
  default Path folder(Experiment experiment) {
    return Path.of("runs", name());
  }

  /// The words of the command that runs it, before its options.
  default List<String> command() {
    return List.of("experiment", name());
  }

  /// The words of one command that runs all these experiments, each with its default options; none by default.
  ///
  /// @param names of the experiments in a folder, in their order; this kind's is the first
  default Optional<List<String>> commandOfAll(List<String> names) {
    return Optional.empty();
  }
}
