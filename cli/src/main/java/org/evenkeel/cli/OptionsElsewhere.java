package org.evenkeel.cli;

import java.util.List;
import java.util.Optional;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.experiment.ExperimentKind;

/// A command whose neighbours have options and names that a user may give to it by mistake.
interface OptionsElsewhere {
  /// A sentence about a word that the command does not know, if a neighbour does.
  Optional<String> explain(String word);

  /// The sentence of a command of one kind of experiment, or of several.
  ///
  /// @param command the words before the name of a kind
  /// @param kinds those of the neighbours
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
            "one experiment at a time: give '%s' as a command of its own; with the same --out both are on one page"
                .formatted(Shell.command(command, word)))
        : Optional.empty();
  }

  /// The sentence about a word that should be the name of an experiment; nothing about an option.
  ///
  /// @param names those that there are
  static Optional<String> unknown(String word, List<String> names) {
    if (word.startsWith("-")) {
      return Optional.empty();
    }
    String question = Nearest.question(word, names);
    return Optional.of(
        "unknown experiment '%s'%s"
            .formatted(
                word, question.isEmpty() ? ": there are " + String.join(", ", names) : question));
  }
}
