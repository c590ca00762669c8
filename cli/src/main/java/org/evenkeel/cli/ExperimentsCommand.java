package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel experiment`: built-in experiments and those in a user's jar.
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[EXPERIMENT]",
    preprocessor = ExperimentsCommand.Jars.class,
    description = {
      "Runs an experiment and writes a page that reports, for each claim, what was measured and whether the claim holds."
          + " Without EXPERIMENT, lists the available experiments."
    },
    footer = {
      "",
      "Your own experiment: ${ROOT-COMMAND-NAME} experiment NAME --classpath my.jar",
      "docs/experiment.md explains how to write one."
    })
final class ExperimentsCommand implements Callable<Integer>, OptionsElsewhere {
  static final String CLASSPATH = "--classpath";
  private static final String NAME = "experiment";

  private ExperimentKinds kinds = ExperimentKinds.installed();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = CLASSPATH,
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description = "Jars and folders with your own experiments.")
  private String jars = "";

  ExperimentsCommand() {}

  /// Adds the built-in experiments and those on a class path to the command.
  static void complete(CommandLine experiment, List<String> classpath) {
    ((ExperimentsCommand) experiment.getCommand()).add(experiment, ExperimentKinds.on(classpath));
  }

  private void add(CommandLine experiment, ExperimentKinds found) {
    kinds = found;
    for (ExperimentKind kind : found.all()) {
      if (!experiment.getSubcommands().containsKey(kind.name())) {
        CommandLine command = KindCommand.of(NAME, kind, found, found.all());
        command
            .getCommandSpec()
            .addOption(
                OptionSpec.builder(CLASSPATH)
                    .paramLabel("JAR[:JAR]")
                    .type(String.class)
                    .description("Jars and folders with your own experiments.")
                    .build());
        experiment.addSubcommand(kind.name(), command);
      }
    }
  }

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    kinds.problems().forEach(problem -> err.println("warning: " + Outside.sentence(problem)));
    err.flush();
    int width = kinds.all().stream().mapToInt(kind -> kind.name().length()).max().orElse(0);
    PrintWriter out = spec.commandLine().getOut();
    for (ExperimentKind kind : kinds.all()) {
      out.println(
          kind.name()
              + " ".repeat(width - kind.name().length())
              + "  "
              + Outside.sentence(kind.description()));
    }
    out.flush();
    return ExitCode.OK;
  }

  @Override
  public Optional<String> explain(String word) {
    return OptionsElsewhere.explain(word, NAME, kinds.all())
        .or(
            () ->
                OptionsElsewhere.unknown(
                        word, kinds.all().stream().map(ExperimentKind::name).toList())
                    .map(
                        sentence ->
                            sentence
                                + (jars.isEmpty()
                                    ? "; if it is your own, name its jar with " + CLASSPATH
                                    : "")));
  }

  /// Looks for experiments on the class path before the rest of the command line is parsed, since they are subcommands.
  static final class Jars implements IParameterPreprocessor {
    Jars() {}

    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec spec, ArgSpec argument, Map<String, Object> info) {
      CommandLine experiment = spec.commandLine();
      String jars = jars(args.reversed());
      if (!jars.isEmpty()) {
        try {
          ExperimentKinds found = ExperimentKinds.on(EnvironmentChoice.classpath(jars));
          ((ExperimentsCommand) spec.userObject()).add(experiment, found);
          Main.settle(experiment);
          // The subcommands just added do not have these yet.
          experiment
              .setOut(experiment.getOut())
              .setErr(experiment.getErr())
              .setColorScheme(experiment.getColorScheme());
        } catch (IllegalArgumentException e) {
          throw new ParameterException(experiment, String.valueOf(e.getMessage()), e);
        }
      }
      return false; // no argument was consumed
    }

    /// @param args the arguments after the command, in order
    private static String jars(List<String> args) {
      for (int i = 0; i < args.size(); i++) {
        if (args.get(i).startsWith(CLASSPATH + "=")) {
          return args.get(i).substring(CLASSPATH.length() + 1);
        }
        if (args.get(i).equals(CLASSPATH) && i + 1 < args.size()) {
          return args.get(i + 1);
        }
      }
      return "";
    }
  }
}
