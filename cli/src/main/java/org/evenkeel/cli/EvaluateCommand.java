package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.lab.run.KeptPolicy;
import org.evenkeel.lab.run.RunDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel evaluate`: plays episodes with the policy of one run, or of several runs in turn.
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Plays episodes with a run's latest policy and reports how well it does. Ctrl-C stops early and"
          + " reports the episodes played so far."
    },
    footer = {
      "",
      "${ROOT-COMMAND-NAME} evaluate runs/cartpole-averaged-5-seed1 --episodes 20",
      "${ROOT-COMMAND-NAME} evaluate runs/cartpole-* --threads 2 --json results.json"
    })
final class EvaluateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders of runs, or folders that directly contain several runs.")
  private List<Path> folders = List.of();

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of episodes (default: ${DEFAULT-VALUE}).")
  private int episodes;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "Probability of a random action (default: as in the run's evaluations).")
  private @Nullable Double epsilon;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed for all randomness (default: the run's).")
  private @Nullable Long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of threads (default: ${DEFAULT-VALUE}). Does not change the result.")
  private int threads;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write each run's results to FILE, as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description =
          "Jars and folders with the environment's class, if they are no longer where they were during training.")
  private String jars = "";

  private volatile boolean stopped;

  EvaluateCommand() {}

  @Override
  public Integer call() throws Exception {
    CommandLine command = spec.commandLine();
    requireNumbers();
    List<Path> runs = Failures.asked(command, this::runs);
    List<String> classpath = Failures.asked(command, () -> EnvironmentChoice.classpath(jars));
    List<Evaluated> evaluated = new ArrayList<>();
    boolean failed = false;
    boolean pressed;
    try (CtrlC ctrlC = new CtrlC(() -> stopped = true)) {
      for (Path run : runs) {
        if (stopped) {
          break;
        }
        try {
          KeptPolicy kept = Failures.asked(command, () -> KeptPolicy.of(run, classpath));
          play(run, kept).ifPresent(evaluated::add);
        } catch (IOException | ParameterException e) {
          if (runs.size() == 1) {
            throw e;
          }
          String sentence = "'" + run + "' was skipped: " + Failures.sentence(e);
          command.getErr().println("warning: " + Outside.sentence(sentence));
          failed = true;
        }
      }
      tell(runs.size(), evaluated);
      pressed = ctrlC.pressed();
    }
    return pressed ? CtrlC.EXIT : failed ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private List<Path> runs() throws IOException {
    List<Path> runs = new ArrayList<>();
    for (Path folder : folders) {
      runs.addAll(RunDirectory.runsIn(folder));
    }
    return runs;
  }

  private void requireNumbers() {
    Double chosen = epsilon;
    if (episodes < 1) {
      throw usage("--episodes must be >= 1, was " + episodes);
    }
    if (chosen != null && !(chosen >= 0 && chosen <= 1)) {
      throw usage("--epsilon must be in [0, 1], was " + chosen);
    }
    if (threads < 1 || threads > 256) {
      throw usage("--threads must be 1 to 256, was " + threads);
    }
  }

  private Optional<Evaluated> play(Path run, KeptPolicy kept) {
    kept.notes().forEach(note -> spec.commandLine().getOut().println(Outside.sentence(note)));
    Double chosen = epsilon;
    Long root = seed;
    double random = chosen == null ? kept.config().training().evaluation().epsilon() : chosen;
    long from = root == null ? kept.config().seed() : root;
    try (EvaluationProgress progress =
        EvaluationProgress.on(spec.commandLine().getErr(), Outside.path(run))) {
      return kept.evaluate(
              from,
              episodes,
              random,
              new Evaluation.Following(threads, () -> stopped, progress::share))
          .map(result -> new Evaluated(run, kept, random, from, result));
    }
  }

  private void tell(int runs, List<Evaluated> evaluated) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (evaluated.isEmpty()) {
      out.println(stopped ? "stopped before the first episode ended" : "no run was evaluated");
    } else if (runs == 1) {
      tellOne(out, evaluated.getFirst());
    } else {
      Evaluated.table(out, evaluated);
    }
    if (stopped && !evaluated.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "%nstopped after %,d of %,d runs, the last with %,d of %,d episodes%n",
          evaluated.size(),
          runs,
          evaluated.getLast().result().episodes(),
          episodes);
    }
    Path file = json;
    if (file != null && !evaluated.isEmpty()) {
      Evaluated.write(file, evaluated);
      out.println("wrote " + Outside.path(file));
    }
    out.flush();
  }

  private static void tellOne(PrintWriter out, Evaluated e) {
    print(out, e.kept().step(), e.result(), e.epsilon());
    int limit = EnvironmentCalls.ask(e.kept().environments(), env -> env.spec().maxEpisodeSteps());
    double discount = e.kept().config().training().discount();
    double needed = Math.ceil(Math.log(0.01) / Math.log(discount));
    if (limit > 0 && limit < needed) {
      out.printf(
          Locale.ROOT,
          "%nThese episodes are cut off after %,d steps, too early to know the discounted return at %s"
              + " (%,.0f steps needed):%nvalues are compared only in episodes that terminate.%n",
          limit,
          discount,
          needed);
    }
  }

  private static void print(PrintWriter out, long step, EvaluationResult r, double epsilon) {
    out.printf(
        Locale.ROOT,
        "Policy at step %,d, %s%s%n%n",
        step,
        Counted.of(r.episodes(), epsilon == 0 ? "greedy episode" : "episode"),
        epsilon == 0 ? "" : ", a random action with probability " + epsilon);
    line(out, "return", r.meanReturn(), "mean sum of rewards per episode");
    line(out, "  deviation", r.standardDeviation(), "standard deviation over the episodes");
    line(out, "  lowest", r.minReturn(), "return of the worst episode");
    line(out, "  highest", r.maxReturn(), "return of the best episode");
    line(out, "length", r.meanLength(), "mean steps per episode");
    line(
        out,
        "value estimate",
        r.valueEstimate(),
        "the agent's estimate, mean over the states visited");
    line(out, "obtained", r.discountedReturn(), "the discounted return obtained from those states");
    line(
        out,
        "overestimation",
        r.overestimation(),
        "estimate minus obtained; 0 means accurate estimates");
  }

  private static void line(PrintWriter out, String name, double value, String meaning) {
    String number = Double.isNaN(value) ? "none" : String.format(Locale.ROOT, "%.3f", value);
    out.printf(Locale.ROOT, "%-15s %12s   %s%n", name, number, meaning);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
