package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.experiment.ExperimentPage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command that runs experiments of one kind, with that kind's options: `evenkeel experiment NAME`, or
/// `evenkeel reproduce NAME` for the paper's experiments.
@Command(mixinStandardHelpOptions = true)
final class KindCommand implements Callable<Integer>, OptionsElsewhere {
  private final String parent;
  private final ExperimentKind kind;
  private final ExperimentKinds kinds;
  private final List<? extends ExperimentKind> neighbours;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ExperimentChoice choice = new ExperimentChoice();

  private KindCommand(
      String parent,
      ExperimentKind kind,
      ExperimentKinds kinds,
      List<? extends ExperimentKind> neighbours) {
    this.parent = parent;
    this.kind = kind;
    this.kinds = kinds;
    this.neighbours = neighbours;
  }

  /// Creates the command for a kind.
  ///
  /// @param parent the name of the parent command
  /// @param kinds all available kinds, including this one
  /// @param neighbours the kinds that are commands of the same parent
  static CommandLine of(
      String parent,
      ExperimentKind kind,
      ExperimentKinds kinds,
      List<? extends ExperimentKind> neighbours) {
    CommandSpec spec =
        CommandSpec.forAnnotatedObject(new KindCommand(parent, kind, kinds, neighbours));
    spec.name(kind.name());
    spec.usageMessage()
        .description(ExperimentChoice.plain(ExperimentPage.sentence(kind.description())))
        .footer(footer(parent, kind));
    ExperimentChoice.add(kind.options(), spec);
    return new CommandLine(spec);
  }

  private static String[] footer(String parent, ExperimentKind kind) {
    List<String> lines = new ArrayList<>();
    kind.examples()
        .forEach(
            (options, what) -> {
              String command = parent + " " + kind.name() + " " + options;
              lines.add("${ROOT-COMMAND-NAME} " + command.strip());
              lines.add("    " + ExperimentChoice.plain(what));
            });
    if (!lines.isEmpty()) {
      lines.addFirst("");
    }
    return lines.toArray(String[]::new);
  }

  @Override
  public Integer call() throws Exception {
    ExperimentChoice.refuseOptionsBefore(spec);
    return new ExperimentRun(spec.commandLine(), choice, kinds).run(this::wanted);
  }

  /// Returns the experiment that the command line asks for.
  List<Experiment> wanted() {
    return List.of(
        kinds.make(kind.name(), ExperimentChoice.given(kind.options(), spec), choice.seed));
  }

  @Override
  public Optional<String> explain(String word) {
    return OptionsElsewhere.explain(word, parent, neighbours);
  }
}
