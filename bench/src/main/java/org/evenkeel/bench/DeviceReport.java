package org.evenkeel.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Footprint;
import org.evenkeel.core.train.RunOutline;
import org.evenkeel.core.train.Training;
import org.evenkeel.cuda.Gpu;
import org.evenkeel.cuda.GpuMeter;
import org.evenkeel.lab.run.MachineMemory;
import org.jspecify.annotations.Nullable;

/// Measures complete training on a GPU, many runs at once, and on all cores of the same machine: the runs of
/// [TrainingSetting#MINATAR_1] with a number of target networks.
public final class DeviceReport {
  private static final int MOST_RUNS = 2_048;
  private static final int MOST_NETWORKS = 64;

  /// Updates during which kernels are measured alone, in the number of times that target values are computed ahead.
  private static final int PROFILED_LOOKS_AHEAD = 3;

  private final Settings settings;
  private final Gpu gpu;
  private final GpuMeter meter;
  private final PrintWriter out;
  private final List<DeviceRow> rows = new ArrayList<>();

  /// The selection of measurements.
  ///
  /// @param runs the numbers of runs at once on the GPU
  /// @param ks the numbers of target networks
  /// @param seconds the length of each round
  /// @param settlingSteps the learning steps before a measurement; null for K target periods, after which the cached
  ///     target values are those of a long run
  public record Settings(
      List<Integer> runs, List<Integer> ks, double seconds, @Nullable Integer settlingSteps) {
    /// Checks every field.
    public Settings {
      runs = List.copyOf(runs);
      ks = List.copyOf(ks);
      check("--runs", runs, MOST_RUNS);
      check("--k", ks, MOST_NETWORKS);
      BenchReport.Settings.checkSeconds(seconds);
      if (settlingSteps != null && settlingSteps < 0) {
        throw new IllegalArgumentException("--settling-steps must be >= 0, was " + settlingSteps);
      }
    }

    private static void check(String option, List<Integer> values, int most) {
      if (values.isEmpty() || values.stream().anyMatch(v -> v < 1 || v > most)) {
        throw new IllegalArgumentException(
            "%s must each be 1 to %d, were %s".formatted(option, most, values));
      }
    }

    private long settling(Training training) {
      Integer asked = settlingSteps;
      return asked != null
          ? asked
          : (long) training.algorithm().k() * training.schedule().targetPeriod();
    }
  }

  /// Creates a report that prints to `out`.
  ///
  /// @throws IllegalArgumentException if the runs do not fit into the memory of the GPU or of this machine
  public DeviceReport(Settings settings, Gpu gpu, PrintWriter out) {
    this.settings = settings;
    this.gpu = gpu;
    this.meter = new GpuMeter(gpu);
    this.out = out;
    for (int k : settings.ks()) {
      for (int runs : settings.runs()) {
        requireFits(runs, k);
      }
    }
  }

  private void requireFits(int runs, int k) {
    RunOutline run = outline(training(k));
    int there = gpu.fits(run);
    if (runs > there) {
      throw new IllegalArgumentException(
          "--runs must be at most %d with K = %d: no more fit into the free memory of %s, was %d"
              .formatted(there, k, gpu.name(), runs));
    }
    int here =
        MachineMemory.atOnce(
            Footprint.replayBytes(run.training(), run.spec()),
            Footprint.acceleratedHeapBytes(run.training(), run.spec()),
            runs);
    if (runs > here) {
      throw new IllegalArgumentException(
          "--runs must be at most %d with K = %d: no more fit into the memory of this machine and the heap of this JVM (EVENKEEL_JAVA_OPTS=-Xmx...), was %d"
              .formatted(here, k, runs));
    }
  }

  private static Training training(int k) {
    return TrainingSetting.minAtar(Algorithm.averaged(k));
  }

  private static RunOutline outline(Training training) {
    return EnvironmentCalls.ask(
        TrainingSetting.MINATAR_1::environment,
        environment ->
            new RunOutline(
                EnvironmentCalls.identity(environment),
                EnvironmentCalls.spec(environment),
                training));
  }

  /// Measures and prints everything; after every row, `progress` receives the results so far as JSON.
  ///
  /// @throws DeviceFailedException if the GPU fails
  public void run(Consumer<String> progress) throws DeviceFailedException {
    try {
      measure(progress);
    } catch (IllegalStateException e) {
      throw new DeviceFailedException(String.valueOf(e.getMessage()), e);
    }
  }

  private void measure(Consumer<String> progress) {
    Machine machine = Machine.here();
    out.println(machine.describe());
    GpuMeter.Peak peak = meter.peak();
    DeviceRow.Limits limits =
        new DeviceRow.Limits(meter.copyBytesPerSecond(), peak.operationsPerSecond());
    out.printf(
        Locale.ROOT,
        "%s: copies read and write %,.0f GB/s (measured); FP32 %.2f TFLOP/s (theoretical: %d multiprocessors x %d lanes x 2 x %.3f GHz)%n",
        gpu.name(),
        limits.copyBytesPerSecond() / 1e9,
        limits.operationsPerSecond() / 1e12,
        peak.multiprocessors(),
        peak.lanes(),
        peak.hertz() / 1e9);
    out.println(
        "complete training of MinAtar's Breakout, an update at every step; do not use the machine in the meantime");
    out.println();
    out.println(DeviceRow.HEADER);
    out.flush();
    for (int k : settings.ks()) {
      for (int runs : settings.runs()) {
        add(onGpu(runs, k, limits), machine, limits, progress);
      }
      add(onCpu(machine.cores(), k), machine, limits, progress);
    }
    printLimits();
    printKernels();
  }

  private void add(
      DeviceRow row, Machine machine, DeviceRow.Limits limits, Consumer<String> progress) {
    rows.add(row);
    out.println(row.format());
    out.flush();
    progress.accept(json(machine, limits));
  }

  private DeviceRow onGpu(int runs, int k, DeviceRow.Limits limits) {
    Training training = training(k);
    int ahead = GpuMeter.updatesAhead(training.schedule().batchSize());
    try (TrainingRounds rounds = started(training, runs, Execution.alone().accelerator(gpu))) {
      List<Double> micros = measured(rounds);
      Map<String, Double> kernels = new LinkedHashMap<>();
      meter
          .kernelMicros(() -> rounds.advance((long) PROFILED_LOOKS_AHEAD * ahead))
          .forEach((name, us) -> kernels.put(name, us / runs));
      DeviceRow.OnGpu own =
          new DeviceRow.OnGpu(
              GpuMeter.bytes(outline(training)), UpdateCost.of(training, ahead), limits, kernels);
      return new DeviceRow(gpu.name(), runs, k, micros, own);
    }
  }

  private DeviceRow onCpu(int cores, int k) {
    try (TrainingRounds rounds = started(training(k), cores, Execution.alone())) {
      String name = cores == 1 ? "CPU, 1 core" : "CPU, %d cores".formatted(cores);
      return new DeviceRow(name, cores, k, measured(rounds), null);
    }
  }

  private List<Double> measured(TrainingRounds rounds) {
    return DoubleStream.of(rounds.measure(settings.seconds())).boxed().toList();
  }

  /// Creates runs, fills their replay buffers and settles them. At least one step loads them onto the GPU.
  private TrainingRounds started(Training training, int runs, Execution execution) {
    BenchReport.sayOnTerminal(
        out, "measuring %d runs with K = %d".formatted(runs, training.algorithm().k()));
    TrainingRounds rounds = new TrainingRounds(training, runs, execution);
    try {
      rounds.advance(training.schedule().learningStartSteps());
      rounds.advance(1 + settings.settling(training));
      return rounds;
    } catch (RuntimeException e) {
      rounds.close();
      throw e;
    }
  }

  private void printLimits() {
    out.println();
    out.println(
        "work of one update, its time at the speed of copies and at the theoretical FP32 speed, and their shares of a step");
    out.println(DeviceRow.LIMITS_HEADER);
    for (DeviceRow row : rows) {
      DeviceRow.OnGpu own = row.onGpu();
      if (own != null) {
        out.println(row.formatLimits(own));
      }
    }
  }

  private void printKernels() {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    StringBuilder header = new StringBuilder(String.format("%-16s", "kernel"));
    for (DeviceRow row : rows) {
      DeviceRow.OnGpu own = row.onGpu();
      if (own != null) {
        header.append(String.format("%16s", row.runs() + " runs, K=" + row.k()));
        own.kernelMicros()
            .forEach((name, us) -> times.computeIfAbsent(name, _ -> new ArrayList<>()).add(us));
      }
    }
    out.println();
    out.println(
        "us of each kernel for one run; each is measured alone, so that their sum is larger than a step");
    out.println(header);
    times.forEach(
        (name, all) ->
            out.println(
                String.format("%-16s", name)
                    + all.stream()
                        .map(us -> String.format(Locale.ROOT, "%16.3f", us))
                        .collect(Collectors.joining())));
    out.flush();
  }

  private String json(Machine machine, DeviceRow.Limits limits) {
    return String.format(
        Locale.ROOT,
        "{%n  \"gpu\": \"%s\",%n  \"copyBytesPerSecond\": %.0f,%n  \"theoreticalFp32PerSecond\": %.0f,%n"
            + "  \"cpu\": \"%s\",%n  \"cores\": %d,%n  \"java\": \"%s\",%n  \"os\": \"%s\",%n  \"kernels\": \"%s\",%n"
            + "  \"rows\": [%n%s%n  ]%n}%n",
        BenchResult.escape(gpu.name()),
        limits.copyBytesPerSecond(),
        limits.operationsPerSecond(),
        BenchResult.escape(machine.cpu()),
        machine.cores(),
        BenchResult.escape(machine.java()),
        BenchResult.escape(machine.os()),
        BenchResult.escape(machine.kernels()),
        rows.stream()
            .map(row -> "    " + row.json())
            .collect(Collectors.joining("," + System.lineSeparator())));
  }
}
