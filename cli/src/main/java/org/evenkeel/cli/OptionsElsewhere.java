package org.evenkeel.cli;

import java.util.List;
import java.util.Optional;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.experiment.ExperimentKind;

/// A command that explains options and names that belong to its sibling commands.
interface OptionsElsewhere {
  /// Explains a word that this command does not know but a sibling does.
  Optional<String> explain(String word);

  /// Returns the explanation for a command that runs one or several kinds of experiments.
  ///
  /// @param command the command before the name of a kind
  /// @param kinds the kinds of the sibling commands
  static Optional<String> explain(
      String word, String command, List<? extends ExperimentKind> kinds) {
    String name = word.replaceFirst("=.*", "");
    List<String> owners =
        kinds.stream()
            .filter(kind -> kind.options().stream().anyMatch(o -> ("--" + o.name()).equals(name)))
            .map(ExperimentKind::name)
            .toList();
    if (!owners.isEmpty()) {
      return Optional.of(
          "%s is for %s: '%s %s ...'"
              .formatted(
                  name,
                  String.join(" and ", owners),
                  Shell.command(command, owners.getFirst()),
                  name));
    }
    return kinds.stream().anyMatch(kind -> kind.name().equals(word))
        ? Optional.of(
            "give one experiment at a time: run '%s' separately; with the same --out both share a page"
                .formatted(Shell.command(command, word)))
        : Optional.empty();
  }

  /// Explains a word that should be the name of an experiment; empty for an option.
  ///
  /// @param names the available experiments
  static Optional<String> unknown(String word, List<String> names) {
    if (word.startsWith("-")) {
      return Optional.empty();
    }
    String question = Nearest.question(word, names);
    return Optional.of(
        "unknown experiment '%s'%s"
            .formatted(
                word,
                question.isEmpty() ? ": choose one of " + String.join(", ", names) : question));
  }
}
