package org.evenkeel.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.paper.experiment.PaperKind;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `evenkeel reproduce`: the paper's experiments, with a verdict on each claim. [PaperKind] defines the experiments and
/// their options.
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[EXPERIMENT]",
    description = {
      "Computes the paper's formulas and repeats its experiments, and writes a page that reports, for each of its"
          + " claims, what was measured and whether the claim holds."
    })
final class ReproduceCommand implements Callable<Integer>, OptionsElsewhere {
  private static final String NAME = "reproduce";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ExperimentChoice choice = new ExperimentChoice();

  ReproduceCommand() {}

  /// Adds the paper's experiments to the command.
  static void complete(CommandLine reproduce) {
    reproduce.getCommandSpec().usageMessage().footer(footer());
    ExperimentChoice.add(shared(PaperKind.byDefault()), reproduce.getCommandSpec());
    for (PaperKind kind : PaperKind.all()) {
      reproduce.addSubcommand(
          kind.name(), KindCommand.of(NAME, kind, ExperimentKinds.installed(), PaperKind.all()));
    }
    CommandLine all = new CommandLine(new All());
    ExperimentChoice.add(shared(PaperKind.withAll()), all.getCommandSpec());
    reproduce.addSubcommand("all", all);
  }

  private static String[] footer() {
    return new String[] {
      "",
      "Finished trials are kept: the same command continues a study that was stopped or killed. With more"
          + " trials, seeds or games, it computes only the new ones. Training runs continue from their last checkpoint."
          + " A trial that diverges is recorded as failed and shown on the page; the others continue.",
      "",
      "${ROOT-COMMAND-NAME} reproduce",
      "    %s, in seconds".formatted(names(PaperKind.byDefault())),
      "${ROOT-COMMAND-NAME} reproduce --scale paper",
      "    the same at the paper's scale, in about 22 minutes on two cores",
      "${ROOT-COMMAND-NAME} reproduce all",
      "    %s, on one page, in minutes".formatted(names(PaperKind.withAll())),
      "${ROOT-COMMAND-NAME} reproduce EXPERIMENT --help",
      "    an experiment's options, and how long it takes"
    };
  }

  private static String names(List<PaperKind> kinds) {
    return kinds.stream().map(PaperKind::name).collect(Collectors.joining(", "));
  }

  /// Returns the options that all experiments share.
  private static List<ExperimentOption> shared(List<PaperKind> kinds) {
    return kinds.stream()
        .flatMap(kind -> kind.options().stream())
        .filter(ExperimentOption::shared)
        .distinct()
        .toList();
  }

  private static List<Experiment> made(
      List<PaperKind> kinds, CommandSpec spec, ExperimentChoice choice) {
    var given = ExperimentChoice.given(shared(kinds), spec);
    return kinds.stream()
        .map(kind -> ExperimentKinds.installed().make(kind.name(), given, choice.seed))
        .toList();
  }

  @Override
  public Integer call() throws Exception {
    return new ExperimentRun(spec.commandLine(), choice, ExperimentKinds.installed())
        .run(this::wanted);
  }

  /// Returns the experiments that the command line asks for.
  List<Experiment> wanted() {
    return made(PaperKind.byDefault(), spec, choice);
  }

  @Override
  public Optional<String> explain(String word) {
    return OptionsElsewhere.explain(word, NAME, PaperKind.all())
        .or(
            () ->
                OptionsElsewhere.unknown(
                    word, List.copyOf(spec.commandLine().getSubcommands().keySet())));
  }

  /// `evenkeel reproduce all`.
  @Command(
      name = "all",
      mixinStandardHelpOptions = true,
      description =
          "All experiments except those that take months at the paper's scale, on one page, each with its default options.")
  static final class All implements Callable<Integer>, OptionsElsewhere {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private ExperimentChoice choice = new ExperimentChoice();

    All() {}

    @Override
    public Integer call() throws Exception {
      ExperimentChoice.refuseOptionsBefore(spec);
      return new ExperimentRun(spec.commandLine(), choice, ExperimentKinds.installed())
          .run(this::wanted);
    }

    List<Experiment> wanted() {
      return made(PaperKind.withAll(), spec, choice);
    }

    @Override
    public Optional<String> explain(String word) {
      return OptionsElsewhere.explain(word, NAME, PaperKind.all());
    }
  }
}
