package org.evenkeel.lab.experiment;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.core.internal.Shell;

/// The commands that reproduce experiments: one for each, or a single one for all if there is one.
///
/// @param experiments the experiments, in order
/// @param kinds the kinds that created them
record ExperimentCommand(List<Experiment> experiments, ExperimentKinds kinds) {
  /// Returns the command with its folder.
  String in(Path folder) {
    ExperimentKind first = kinds.named(experiments.getFirst().name());
    Optional<List<String>> together =
        first.commandOfAll(experiments.stream().map(Experiment::name).toList());
    Map<String, String> shared = new LinkedHashMap<>();
    boolean plain = true;
    List<String> commands = new ArrayList<>();
    for (Experiment experiment : experiments) {
      ExperimentKind kind = kinds.named(experiment.name());
      Map<String, String> options = shortest(experiment, kind);
      for (ExperimentOption option : kind.options()) {
        String value = options.get(option.name());
        plain &= value == null || option.shared();
        if (value != null && option.shared()) {
          shared.put(option.name(), value);
        }
      }
      commands.add(typed(kind.command(), options, experiment, folder));
    }
    return plain && together.isPresent()
        ? typed(together.get(), shared, experiments.getFirst(), folder)
        : String.join(" && ", commands);
  }

  private String typed(
      List<String> command, Map<String, String> options, Experiment experiment, Path folder) {
    List<Object> words = new ArrayList<>(command);
    options.forEach((name, value) -> words.addAll(List.of("--" + name, value)));
    words.addAll(List.of("--seed", experiment.seed(), "--out", folder));
    if (!kinds.isInstalled(kinds.named(experiment.name()))) {
      words.addAll(List.of("--classpath", String.join(File.pathSeparator, kinds.classpath())));
    }
    return Shell.command(words.toArray());
  }

  /// Returns the options without those that can be omitted without changing the experiment. Options shared by all
  /// experiments of a folder are always included.
  private Map<String, String> shortest(Experiment experiment, ExperimentKind kind) {
    Map<String, String> left = new LinkedHashMap<>(experiment.options());
    for (ExperimentOption option : kind.options()) {
      Map<String, String> fewer = new LinkedHashMap<>(left);
      if (!option.shared() && fewer.remove(option.name()) != null && isSame(experiment, fewer)) {
        left = fewer;
      }
    }
    return left;
  }

  private boolean isSame(Experiment experiment, Map<String, String> options) {
    try {
      return kinds
          .make(experiment.name(), options, experiment.seed())
          .options()
          .equals(experiment.options());
    } catch (IllegalArgumentException e) {
      return false; // it cannot be omitted
    }
  }
}
