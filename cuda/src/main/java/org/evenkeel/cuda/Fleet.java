package org.evenkeel.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The runs on one GPU, as the device sees them: an array of runs, an array of the networks that are trained, and the
/// kernels that advance all of them together. Used by one thread at a time.
///
/// The state of every run is mirrored here. Between two calls the mirror is up to date; it is written to the device
/// before kernels start, and read back after them.
final class Fleet implements AutoCloseable {
  /// The most runs on a device.
  static final int MOST_RUNS = 2_048;

  private static final int MOST_JOBS = 8_192;
  private static final int JOB_BYTES = 16;
  private static final int ITERATIONS_PER_GRAPH = 8;
  private static final int THREADS = 128;

  private final CudaContext context;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment mirror =
      arena.allocate((long) MOST_RUNS * RunField.BYTES, Long.BYTES);
  private final MemorySegment jobMirror = arena.allocate((long) MOST_JOBS * JOB_BYTES, Long.BYTES);
  private final long runs;
  private final long jobs;
  private final Kernel kernel;
  private final List<Member> members = new ArrayList<>();
  private int jobCount;
  private int mostEstimates;
  private @Nullable Graphs graphs;
  private @Nullable KernelTimes times;

  /// The kernels, by name.
  private record Kernel(
      long act,
      long listUnknown,
      long lookAhead,
      long passes,
      long learn,
      long hiddenBackward,
      long convBackward,
      long gradientNorm,
      long clippedStep,
      long finish,
      long takeSnapshots,
      long valueStates,
      long largestValues,
      long evaluate,
      long checkParameters) {
    static Kernel of(CudaContext context) {
      return new Kernel(
          context.function("act"),
          context.function("list_unknown"),
          context.function("look_ahead"),
          context.function("passes"),
          context.function("learn"),
          context.function("hidden_backward"),
          context.function("conv_backward"),
          context.function("gradient_norm"),
          context.function("clipped_step"),
          context.function("finish"),
          context.function("take_snapshots"),
          context.function("value_states"),
          context.function("largest_values"),
          context.function("evaluate"),
          context.function("check_parameters"));
    }
  }

  /// One iteration, and several, as single launches.
  private record Graphs(CudaContext.Graph one, CudaContext.Graph several) {
    void close() {
      one.close();
      several.close();
    }
  }

  /// A run of the fleet.
  final class Member {
    private final RunSettings settings;
    private final long memory;
    private int index;

    private Member(RunSettings settings, long memory, int index) {
      this.settings = settings;
      this.memory = memory;
      this.index = index;
    }

    /// Returns the state of this run in the mirror.
    MemorySegment state() {
      return mirror.asSlice((long) index * RunField.BYTES, RunField.BYTES);
    }

    RunSettings settings() {
      return settings;
    }
  }

  Fleet(CudaContext context) {
    this.context = context;
    context.load(ptx());
    kernel = Kernel.of(context);
    runs = context.allocate(mirror.byteSize());
    jobs = context.allocate(jobMirror.byteSize());
  }

  /// The kernels as text that the driver compiles.
  static byte[] ptx() {
    try (InputStream in = Fleet.class.getResourceAsStream("evenkeel.ptx")) {
      if (in == null) {
        throw new IllegalStateException(
            "evenkeel.ptx is missing from the module org.evenkeel.cuda");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Member> members() {
    return members;
  }

  CudaContext context() {
    return context;
  }

  /// The most runs on a device if each trains this many networks.
  static int mostRuns(int learners) {
    return Math.min(MOST_RUNS, MOST_JOBS / learners);
  }

  int size() {
    return members.size();
  }

  /// Adds a run: allocates its memory and writes its settings. Its state must follow.
  ///
  /// @throws CudaException if the device has too little memory
  Member add(RunSettings settings, RunMemory arrays) {
    int networks = settings.learners();
    if (members.size() == MOST_RUNS || jobCount + networks > MOST_JOBS) {
      throw new CudaException("a GPU computes at most %d runs at once".formatted(MOST_RUNS));
    }
    long memory = context.allocate(arrays.bytes());
    context.clear(memory, arrays.bytes());
    Member member = new Member(settings, memory, members.size());
    MemorySegment run = member.state();
    run.fill((byte) 0);
    settings.write(run);
    arrays.assign(run, memory);
    members.add(member);
    rebuild();
    return member;
  }

  /// Removes a run and frees its memory.
  void remove(Member member) {
    Member last = members.removeLast();
    if (last != member) {
      MemorySegment.copy(last.state(), 0, member.state(), 0, RunField.BYTES);
      last.index = member.index;
      members.set(last.index, last);
    }
    rebuild();
    context.synchronize();
    context.free(member.memory);
  }

  /// Writes the list of networks; grids change with it, so recorded kernels are dropped.
  private void rebuild() {
    jobCount = 0;
    mostEstimates = 1;
    for (Member member : members) {
      mostEstimates = Math.max(mostEstimates, member.settings.k());
      for (int learner = 0; learner < member.settings.learners(); learner++) {
        long at = (long) jobCount++ * JOB_BYTES;
        jobMirror.set(ValueLayout.JAVA_LONG, at, runs + (long) member.index * RunField.BYTES);
        jobMirror.set(ValueLayout.JAVA_LONG, at + Long.BYTES, learner);
      }
    }
    if (graphs != null) {
      graphs.close();
      graphs = null;
    }
    if (jobCount > 0) {
      context.upload(jobs, jobMirror.asSlice(0, (long) jobCount * JOB_BYTES));
    }
  }

  private void upload() {
    context.upload(runs, mirror.asSlice(0, (long) members.size() * RunField.BYTES));
  }

  private void download() {
    context.download(runs, mirror.asSlice(0, (long) members.size() * RunField.BYTES));
  }

  /// Takes steps until each of these runs has reached its [RunField#TARGET] or has failed. The others do nothing.
  void advance(List<Member> moving) {
    for (Member member : members) {
      if (!moving.contains(member)) {
        RunField.TARGET.set(member.state(), RunField.STEP.get(member.state()));
      }
    }
    upload();
    long iterations = iterationsLeft();
    while (iterations > 0) {
      launch(iterations);
      download();
      iterations = iterationsLeft();
    }
  }

  /// The iterations until every run has reached its target.
  private long iterationsLeft() {
    long most = 0;
    for (Member member : members) {
      MemorySegment run = member.state();
      if (RunField.FAULT.get(run) == 0) {
        long steps = RunField.TARGET.get(run) - RunField.STEP.get(run);
        long perStep = Math.max(1, RunField.UPDATES_PER_PERIOD.get(run));
        most = Math.max(most, steps * perStep + RunField.PENDING.get(run));
      }
    }
    return most;
  }

  private void launch(long iterations) {
    KernelTimes clock = times;
    if (clock != null) {
      for (long i = 0; i < iterations; i++) {
        launches().forEach((name, launch) -> clock.add(name, context.milliseconds(launch)));
        clock.iterations++;
      }
      return;
    }
    Graphs recorded = graphs;
    if (recorded == null) {
      recorded =
          new Graphs(
              context.record(this::iteration),
              context.record(
                  () -> {
                    for (int i = 0; i < ITERATIONS_PER_GRAPH; i++) {
                      iteration();
                    }
                  }));
      graphs = recorded;
    }
    long left = iterations;
    for (; left >= ITERATIONS_PER_GRAPH; left -= ITERATIONS_PER_GRAPH) {
      recorded.several().launch();
    }
    for (; left > 0; left--) {
      recorded.one().launch();
    }
  }

  /// Launches the kernels of one iteration; `evenkeel.cu` describes them.
  private void iteration() {
    for (Runnable launch : launches().values()) {
      launch.run();
    }
  }

  /// The kernels of one iteration, in order.
  private Map<String, Runnable> launches() {
    Map<String, Runnable> all = new LinkedHashMap<>();
    int size = members.size();
    all.put("act", () -> context.launch(kernel.act, size, 1, THREADS, 0, runs));
    all.put(
        "list_unknown",
        () -> context.launch(kernel.listUnknown, mostEstimates, size, RunMemory.FORESEEN, 0, runs));
    all.put(
        "look_ahead",
        () -> context.launch(kernel.lookAhead, 4 * mostEstimates, size, THREADS, 0, runs));
    all.put(
        "passes",
        () ->
            context.launch(
                kernel.passes, mostEstimates + 2, jobCount, THREADS, 0, jobs, mostEstimates));
    all.put("learn", () -> context.launch(kernel.learn, 1, jobCount, THREADS, 0, jobs));
    all.put(
        "hidden_backward",
        () ->
            context.launch(kernel.hiddenBackward, RunSettings.INPUTS / 32, jobCount, 256, 0, jobs));
    all.put("conv_backward", () -> context.launch(kernel.convBackward, 2, jobCount, 256, 0, jobs));
    all.put("gradient_norm", () -> context.launch(kernel.gradientNorm, 1, jobCount, 256, 0, jobs));
    if (members.stream().anyMatch(member -> member.settings.training().maxGradientNorm() > 0)) {
      all.put("clipped_step", () -> context.launch(kernel.clippedStep, 32, jobCount, 256, 0, jobs));
    }
    all.put(
        "finish",
        () -> context.launch(kernel.finish, Math.ceilDiv(size, 64), 1, 64, 0, runs, size));
    all.put(
        "take_snapshots", () -> context.launch(kernel.takeSnapshots, 8, jobCount, 256, 0, jobs));
    return all;
  }

  /// The time of each kernel, over some iterations.
  static final class KernelTimes {
    private final Map<String, Double> millis = new LinkedHashMap<>();
    private long iterations;

    private void add(String kernel, double time) {
      millis.merge(kernel, time, Double::sum);
    }

    /// Returns the mean time of each kernel in an iteration, in microseconds.
    Map<String, Double> micros() {
      Map<String, Double> means = new LinkedHashMap<>();
      millis.forEach((kernel, sum) -> means.put(kernel, 1e3 * sum / iterations));
      return means;
    }
  }

  /// Runs each kernel alone from now on, and adds up its time. Slower than the usual way, with the same result.
  ///
  /// @param to the sums; null for the usual way
  void time(@Nullable KernelTimes to) {
    times = to;
  }

  /// Values the held-out states of the runs whose [RunField#MEASURING] is set.
  void measure() {
    int tiles = 1;
    for (Member member : members) {
      MemorySegment run = member.state();
      if (RunField.MEASURING.get(run) > 0) {
        tiles = Math.max(tiles, tiles(run));
      }
    }
    upload();
    int all = members.size();
    context.launch(kernel.valueStates, all * mostEstimates, tiles, THREADS, 0, runs, mostEstimates);
    context.launch(kernel.largestValues, all, tiles, RunSettings.ROWS, 0, runs);
    context.synchronize();
  }

  static int tiles(MemorySegment run) {
    return (int)
        (Math.ceilDiv(RunField.HELD_OUT.get(run), RunSettings.ROWS)
            + Math.ceilDiv(RunField.HELD_OUT_NEXT.get(run), RunSettings.ROWS));
  }

  /// Looks for parameters that are not finite in the runs whose [RunField#EVALUATING] is set.
  void checkParameters() {
    upload();
    context.launch(kernel.checkParameters, 8, jobCount, 256, 0, jobs);
    download();
  }

  /// Plays up to this many steps of the evaluations of the runs whose [RunField#EVALUATING] is set.
  void evaluate(int steps) {
    upload();
    context.launch(kernel.evaluate, members.size(), 1, 512, 0, runs, steps);
    download();
  }

  @Override
  public void close() {
    if (graphs != null) {
      graphs.close();
    }
    arena.close();
  }
}
