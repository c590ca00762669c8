package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.lab.run.KeptPolicy;
import org.evenkeel.lab.run.Tasks;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel evaluate`: lets the policy of a run play.
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = "Lets the policy of a run's last checkpoint play, and says how well it does.")
final class EvaluateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "The folder of the run.")
  private Path folder = Path.of("");

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many episodes (default: ${DEFAULT-VALUE}).")
  private int episodes;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "The probability of a random action (default: that of the run's evaluations).")
  private @Nullable Double epsilon;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "The root of all randomness (default: that of the run).")
  private @Nullable Long seed;

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description = "Where the class of the environment is now, if it has moved.")
  private String jars = "";

  EvaluateCommand() {}

  @Override
  public Integer call() throws IOException {
    Double chosen = epsilon;
    if (episodes < 1) {
      throw usage("--episodes must be >= 1, was " + episodes);
    }
    if (chosen != null && !(chosen >= 0 && chosen <= 1)) {
      throw usage("--epsilon must be in [0, 1], was " + chosen);
    }
    KeptPolicy kept;
    try {
      kept = KeptPolicy.of(folder, Tasks.classpath(jars));
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
    Long root = seed;
    double random = chosen == null ? kept.config().training().evaluation().epsilon() : chosen;
    PrintWriter out = spec.commandLine().getOut();
    kept.notes().forEach(out::println);
    print(
        out,
        kept.step(),
        kept.evaluate(root == null ? kept.config().seed() : root, episodes, random),
        random);
    int limit = EnvironmentCalls.ask(kept.environments(), e -> e.spec().maxEpisodeSteps());
    if (limit > 0) {
      explainMissing(out, limit, kept.config().training().discount());
    }
    out.flush();
    return ExitCode.OK;
  }

  /// An episode that is cut short tells the return of those states only whose rewards have nearly all come.
  private static void explainMissing(PrintWriter out, int limit, double discount) {
    double needed = Math.ceil(Math.log(0.01) / Math.log(discount));
    if (limit < needed) {
      out.printf(
          Locale.ROOT,
          "%nValues count only where the return is known. An episode that is cut after %,d steps, as these"
              + " are, does not%ntell it for discount %s: that takes %,.0f steps. Only episodes that"
              + " terminate count.%n",
          limit,
          discount,
          needed);
    }
  }

  private static void print(PrintWriter out, long step, EvaluationResult r, double epsilon) {
    out.printf(
        Locale.ROOT,
        "the policy at step %,d, %d episodes, a random action with probability %s%n%n",
        step,
        r.episodes(),
        epsilon);
    line(out, "return", r.meanReturn(), "mean sum of rewards of an episode");
    line(out, "  deviation", r.standardDeviation(), "standard deviation over the episodes");
    line(out, "  smallest", r.minReturn(), "of the worst episode");
    line(out, "  largest", r.maxReturn(), "of the best episode");
    line(out, "length", r.meanLength(), "mean steps of an episode");
    line(out, "value estimate", r.valueEstimate(), "what the agent expects, mean over the states");
    line(out, "obtained", r.discountedReturn(), "the discounted return that followed those states");
    line(
        out, "overestimation", r.overestimation(), "expected minus obtained: 0 is a true estimate");
  }

  private static void line(PrintWriter out, String name, double value, String meaning) {
    String number = Double.isNaN(value) ? "none" : String.format(Locale.ROOT, "%.3f", value);
    out.printf(Locale.ROOT, "%-15s %12s   %s%n", name, number, meaning);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
