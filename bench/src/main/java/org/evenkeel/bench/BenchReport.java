package org.evenkeel.bench;

import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.nn.LayerProduct;
import org.evenkeel.envs.minatar.Game;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs the benchmarks one by one, each in its own JVM, and prints each row as soon as it is measured: the ceiling of a
/// core first, then everything else as a share of it.
public final class BenchReport {
  private static final int WARMUPS = 3;
  private static final int MEASUREMENTS = 5;

  private final PrintWriter out;
  private final Settings settings;
  private final List<Plan> plans = new ArrayList<>();
  private final List<BenchRow> rows = new ArrayList<>();
  private String leftOut = "";
  private double ceiling;

  /// The selection of measurements.
  ///
  /// @param only the pattern of the names of the rows to measure
  /// @param threads the numbers of threads for the updates
  /// @param seconds the length of each of the eight iterations of a row
  public record Settings(Pattern only, List<Integer> threads, double seconds) {
    /// Checks every field.
    public Settings {
      threads = List.copyOf(threads);
      if (threads.isEmpty() || threads.stream().anyMatch(t -> t < 1 || t > 256)) {
        throw new IllegalArgumentException("--threads must each be 1 to 256, were " + threads);
      }
      checkSeconds(seconds);
    }

    static void checkSeconds(double seconds) {
      if (!(seconds >= 0.05 && seconds <= 60)) {
        throw new IllegalArgumentException("--seconds must be 0.05 to 60, was " + seconds);
      }
    }
  }

  /// One row to measure: its name and its measurement.
  private record Plan(String name, int threads, int k, Measure measure) {}

  @FunctionalInterface
  private interface Measure {
    BenchRow run() throws RunnerException;
  }

  /// Creates a report that prints to `out`.
  public BenchReport(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
    for (LayerProduct layer : LayerProduct.values()) {
      String name = "product " + layer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      plans.add(new Plan(name, 1, 1, () -> product(name, layer)));
    }
    for (UpdateWork.Task task : UpdateWork.Task.values()) {
      String name = task.name().toLowerCase(Locale.ROOT);
      for (int k : new int[] {1, 10}) {
        for (int threads : settings.threads()) {
          plans.add(new Plan(name, threads, k, () -> update(name, task, k, threads, false)));
        }
      }
      for (int threads : settings.threads()) {
        String remembered = name + " remembered";
        plans.add(
            new Plan(remembered, threads, 10, () -> update(remembered, task, 10, threads, true)));
      }
    }
    for (int k : new int[] {1, 20}) {
      plans.add(new Plan(SweepBenchmark.NAME, 1, k, () -> sweep(k)));
    }
    for (Game game : Game.values()) {
      String name = GameBenchmark.title(game);
      plans.add(new Plan(name, 1, 1, () -> play(name, game)));
    }
    for (AtariBenchmark.View view : AtariBenchmark.View.values()) {
      plans.add(new Plan(view.title(), 1, 1, () -> play(view)));
    }
    plans.removeIf(plan -> !settings.only().matcher(plan.name()).find());
    if (plans.isEmpty()) {
      throw new IllegalArgumentException(
          "no row's name contains a match for '"
              + settings.only()
              + "'; names are product ..., "
              + "nature, minatar, gridworld, cartpole, each also with 'remembered', "
              + SweepBenchmark.NAME
              + ", and "
              + GameBenchmark.STEPS
              + " or "
              + AtariBenchmark.STEPS
              + " steps of ...");
    }
    withoutMissingRoms();
  }

  /// Removes Atari's rows if their ROM is missing, with a message, or refuses them if no other row is selected.
  private void withoutMissingRoms() {
    List<Plan> atari = plans.stream().filter(plan -> AtariBenchmark.has(plan.name())).toList();
    if (atari.isEmpty()) {
      return;
    }
    try {
      EnvironmentCalls.close(AtariBenchmark.View.AVERAGED.environment());
    } catch (IllegalArgumentException e) {
      if (atari.size() == plans.size()) {
        throw e;
      }
      plans.removeAll(atari);
      leftOut = "Atari is left out: " + e.getMessage();
    }
  }

  /// Measures all selected rows; after every row, `progress` receives the results so far.
  public void run(Consumer<BenchResult> progress) throws RunnerException {
    Machine machine = Machine.here();
    out.println(machine.describe());
    if (!leftOut.isEmpty()) {
      out.println(leftOut);
    }
    announce(plans.size() + 1);
    ceiling = ceiling();
    out.printf(
        Locale.ROOT,
        "ceiling: %.1f GFLOP/s per core (fused multiply-adds in registers)%n%n",
        ceiling);
    out.println(BenchRow.HEADER);
    out.flush();
    for (Plan plan : plans) {
      sayProgress(plan);
      rows.add(plan.measure().run());
      out.println(rows.getLast().format());
      out.flush();
      progress.accept(new BenchResult(machine, ceiling, rows));
    }
    long unsettled = rows.stream().filter(row -> !row.settled()).count();
    if (unsettled > 0) {
      out.printf(
          Locale.ROOT,
          "%nnot settled: in %d of %d rows the iterations differ by more than their median. Measure again on an idle"
              + " machine, or longer with --seconds.%n",
          unsettled,
          rows.size());
      out.flush();
    }
  }

  /// Shows the row being measured and the remaining time.
  private void sayProgress(Plan plan) {
    sayOnTerminal(
        out,
        String.format(
            Locale.ROOT,
            "measuring %s, row %d of %d, about %.0f seconds left",
            plan.name(),
            rows.size() + 1,
            plans.size(),
            seconds(plans.size() - rows.size())));
  }

  /// Shows a line on a terminal, until the next line replaces it.
  @SuppressWarnings("SystemConsoleNull") // it is null with -Djdk.console=java.base
  static void sayOnTerminal(PrintWriter out, String line) {
    Console console = System.console();
    if (console != null && console.isTerminal()) {
      out.print(line + "\r");
      out.flush();
    }
  }

  /// Returns the estimated time, including about a second to start each JVM.
  private double seconds(int benchmarks) {
    return benchmarks * ((WARMUPS + MEASUREMENTS) * settings.seconds() + 1.2);
  }

  private void announce(int benchmarks) {
    out.printf(
        Locale.ROOT,
        "%d measurements, about %.0f seconds; do not use the machine in the meantime%n",
        benchmarks,
        seconds(benchmarks));
    out.flush();
  }

  private double ceiling() throws RunnerException {
    RunResult result = measure(options(CeilingBenchmark.class));
    return CeilingBenchmark.operations() / millis(result) / 1e6;
  }

  private BenchRow product(String name, LayerProduct layer) throws RunnerException {
    RunResult result = measure(options(ProductBenchmark.class).param("layer", layer.name()));
    double gflops = layer.operations() / millis(result) / 1e6;
    return new BenchRow(
        name, 1, 1, millis(result), spread(result), gflops, gflops / ceiling, bytes(result), 0);
  }

  private BenchRow update(String name, UpdateWork.Task task, int k, int threads, boolean remember)
      throws RunnerException {
    RunResult result =
        measure(
            options(UpdateBenchmark.class)
                .param("task", task.name())
                .param("k", Integer.toString(k))
                .param("remember", Boolean.toString(remember))
                .param("threads", Integer.toString(threads)));
    double passes = count(result, "passes") / (count(result, "calls") * task.batch());
    double gflops = task.operations(passes) / millis(result) / 1e6;
    double share = gflops / (ceiling * threads);
    return new BenchRow(
        name, threads, k, millis(result), spread(result), gflops, share, bytes(result), passes);
  }

  /// Measures an update of a trial, which has one thread. Its only other passes are its share of the snapshots.
  private BenchRow sweep(int k) throws RunnerException {
    RunResult result = measure(options(SweepBenchmark.class).param("k", Integer.toString(k)));
    UpdateWork.Task task = UpdateWork.Task.GRIDWORLD;
    double passes = SweepBenchmark.SNAPSHOT_PASSES / task.batch();
    double gflops = task.operations(passes) / millis(result) / 1e6;
    return new BenchRow(
        SweepBenchmark.NAME,
        1,
        k,
        millis(result),
        spread(result),
        gflops,
        gflops / ceiling,
        bytes(result) / SweepBenchmark.UPDATES,
        passes);
  }

  private BenchRow play(String name, Game game) throws RunnerException {
    RunResult result = measure(options(GameBenchmark.class).param("game", game.name()));
    return new BenchRow(name, 1, 1, millis(result), spread(result), 0, 0, bytes(result), 0);
  }

  private BenchRow play(AtariBenchmark.View view) throws RunnerException {
    RunResult result = measure(options(AtariBenchmark.class).param("view", view.name()));
    return new BenchRow(view.title(), 1, 1, millis(result), spread(result), 0, 0, bytes(result), 0);
  }

  private ChainedOptionsBuilder options(Class<?> benchmark) {
    long nanos = Math.round(settings.seconds() * 1e9);
    return new OptionsBuilder()
        .include(Pattern.quote(benchmark.getName()) + "\\..*")
        .forks(1)
        .threads(1)
        .warmupIterations(WARMUPS)
        .warmupTime(TimeValue.nanoseconds(nanos))
        .measurementIterations(MEASUREMENTS)
        .measurementTime(TimeValue.nanoseconds(nanos))
        .shouldFailOnError(true)
        // JMH 1.37 gets a field offset from Unsafe, and the emulator is native code; without these
        // options Java 25 would print four lines of warnings about each.
        .jvmArgsAppend(
            "-Djmh.ignoreLock=true",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED")
        .verbosity(VerboseMode.SILENT);
  }

  private static RunResult measure(ChainedOptionsBuilder options) throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true");
    PrintStream systemOut = System.out;
    System.setOut(withoutIncubatorLine(systemOut));
    try {
      Collection<RunResult> results = new Runner(options.build()).run();
      return results.iterator().next();
    } finally {
      System.setOut(systemOut);
    }
  }

  /// Drops the incubator-module warning that each JVM prints and JMH repeats; everything else is passed on.
  private static PrintStream withoutIncubatorLine(PrintStream to) {
    return new PrintStream(
        new ByteArrayOutputStream() {
          @Override
          public synchronized void flush() {
            toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("WARNING: Using incubator modules"))
                .forEach(to::println);
            reset();
          }
        },
        true,
        StandardCharsets.UTF_8);
  }

  private static double millis(RunResult result) {
    return result.getPrimaryResult().getStatistics().getPercentile(50);
  }

  private static double spread(RunResult result) {
    var statistics = result.getPrimaryResult().getStatistics();
    return statistics.getMax() - statistics.getMin();
  }

  private static double bytes(RunResult result) {
    return count(result, "bytes") / Math.max(1, count(result, "counted"));
  }

  private static double count(RunResult result, String name) {
    Result<?> counter = result.getSecondaryResults().get(name);
    return counter == null ? 0 : counter.getScore();
  }
}
