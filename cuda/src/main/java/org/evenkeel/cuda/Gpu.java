package org.evenkeel.cuda;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.core.train.AcceleratedRun;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.RunOutline;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;

/// An NVIDIA GPU that trains many runs at once, bit for bit as the processor does.
///
/// ```
/// try (Gpu gpu = Gpu.open()) {
///   Execution execution = Execution.alone().accelerator(gpu);
///   // train each run in a thread of its own: those that are trained at the same time are computed together
/// }
/// ```
///
/// So far it trains the MinAtar games with their network; [#refusal] says what else is not supported.
public final class Gpu implements Accelerator, AutoCloseable {
  private final Fleet fleet;
  private final Conductor conductor;

  private Gpu(CudaContext context) {
    fleet = new Fleet(context);
    conductor = new Conductor(this::work);
  }

  /// Opens the first GPU that can be used.
  ///
  /// @throws IllegalStateException if there is none; the message says why
  public static Gpu open() {
    CudaContext context = null;
    try {
      CudaDriver driver = CudaDriver.load();
      context = new CudaContext(driver, usable(driver.devices()));
      return new Gpu(context);
    } catch (CudaException e) {
      if (context != null) {
        close(context, e);
      }
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static CudaDevice usable(List<CudaDevice> devices) {
    if (devices.isEmpty()) {
      throw new CudaException(Gpus.NONE);
    }
    for (CudaDevice device : devices) {
      if (device.refusal().isEmpty()) {
        return device;
      }
    }
    throw new CudaException(devices.getFirst().refusal());
  }

  private static void close(CudaContext context, CudaException failure) {
    try {
      context.close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  Fleet fleet() {
    return fleet;
  }

  @Override
  public String name() {
    return fleet.context().device().name();
  }

  @Override
  public String refusal(RunOutline run) {
    return RunSettings.refusal(run);
  }

  @Override
  public int fits(RunOutline run) {
    int most = Fleet.mostRuns(run.training().algorithm().learners());
    long each = bytes(run);
    synchronized (fleet) {
      long free = fleet.context().freeMemory();
      // A little is left for the driver's own needs.
      return Math.clamp((free - (256L << 20)) / each, 0, most);
    }
  }

  /// The memory that a run needs on the GPU.
  static long bytes(RunOutline run) {
    return new RunMemory(new RunSettings(run, 0), tilesAtMost(run.training())).bytes();
  }

  @Override
  public Seat join(AcceleratedRun run) {
    return new GpuSeat(run);
  }

  /// Tiles of held-out states and successors, of which there are at most as many.
  private static int tilesAtMost(Training training) {
    int states = training.evaluation().heldOutStates();
    return 2 * Math.ceilDiv(states, RunSettings.ROWS);
  }

  /// Carries out what several runs ask for.
  private long work(
      Conductor.Kind kind, List<Conductor.Request> requests, Consumer<Conductor.Request> complete) {
    synchronized (fleet) {
      return switch (kind) {
        case ADVANCE -> advance(requests, complete);
        case MEASURE -> {
          requests.forEach(r -> ((GpuSeat) r.subject).prepareMeasurement());
          fleet.measure();
          requests.forEach(r -> ((GpuSeat) r.subject).readMeasurement());
          requests.forEach(complete);
          yield 0;
        }
        case EVALUATE -> {
          requests.forEach(r -> RunField.EVALUATING.set(((GpuSeat) r.subject).state(), 1));
          fleet.evaluate(RunMemory.RECORDS);
          requests.forEach(r -> ((GpuSeat) r.subject).readRecords());
          requests.forEach(complete);
          yield 0;
        }
      };
    }
  }

  /// Takes as many steps in every run as the one with the fewest asks for.
  private long advance(List<Conductor.Request> requests, Consumer<Conductor.Request> complete) {
    long steps = Long.MAX_VALUE;
    for (Conductor.Request request : requests) {
      steps = Math.min(steps, ((GpuSeat) request.subject).stepsLeft());
    }
    List<Fleet.Member> moving = new ArrayList<>();
    for (Conductor.Request request : requests) {
      MemorySegment run = ((GpuSeat) request.subject).state();
      RunField.TARGET.set(run, RunField.STEP.get(run) + steps);
      moving.add(((GpuSeat) request.subject).member());
    }
    fleet.advance(moving);
    for (Conductor.Request request : requests) {
      GpuSeat seat = (GpuSeat) request.subject;
      if (seat.stepsLeft() == 0 || RunField.FAULT.get(seat.state()) != 0) {
        complete.accept(request);
      }
    }
    return steps;
  }

  /// Waits for the work, and releases the GPU. Runs that still use it fail.
  @Override
  public void close() {
    conductor.close();
    synchronized (fleet) {
      try (CudaContext _ = fleet.context()) {
        fleet.close();
      } catch (CudaException e) {
        // A GPU that failed has been reported to its runs.
      }
    }
  }

  /// The place of one run on this GPU.
  private final class GpuSeat implements Seat {
    private final AcceleratedRun run;
    private final RunSettings settings;
    private final RunTransfer transfer;
    private final RunTables tables;
    private final Conductor.Player player;
    private Fleet.@Nullable Member member;
    private long until;
    private boolean successors;
    private float[] largest = {};
    private float[] records = {};

    GpuSeat(AcceleratedRun run) {
      this.run = run;
      this.settings = new RunSettings(run.outline(), run.seed());
      this.transfer = new RunTransfer(run, settings, fleet.context());
      this.tables = new RunTables(settings, fleet.context());
      this.player = conductor.join();
    }

    Fleet.Member member() {
      Fleet.Member now = member;
      if (now == null) {
        throw new IllegalStateException("the run is not on the GPU yet");
      }
      return now;
    }

    MemorySegment state() {
      return member().state();
    }

    long stepsLeft() {
      return until - RunField.STEP.get(state());
    }

    @Override
    public void working(boolean working) {
      conductor.working(player, working);
    }

    @Override
    public void load() {
      synchronized (fleet) {
        try {
          member = fleet.add(settings, new RunMemory(settings, tilesAtMost(run.training())));
          transfer.load(state());
        } catch (CudaException e) {
          throw failure(e);
        }
      }
    }

    @Override
    public Reached advance(long untilStep, long measuredStep) {
      until = untilStep;
      long step;
      synchronized (fleet) {
        step = RunField.STEP.get(state());
        // Not further than the tables reach; the trainer asks again.
        until = Math.min(until, step + RunMemory.TABLE / settings.updatesPerStep());
        tables.cover(state(), step + 1, until);
      }
      ask(Conductor.Kind.ADVANCE, measuredStep - step);
      synchronized (fleet) {
        MemorySegment now = state();
        return new Reached(RunField.STEP.get(now), notFinite(now));
      }
    }

    private @Nullable String notFinite(MemorySegment now) {
      double value = RunField.FAULT_VALUE.getDouble(now);
      return switch ((int) RunField.FAULT.get(now)) {
        case 0 -> null;
        case 1 -> "a target is " + (float) value;
        case 2 -> "the loss is " + value;
        case 3 -> "the gradient norm is " + value;
        default -> "a parameter is not finite";
      };
    }

    private void ask(Conductor.Kind kind, long steps) {
      try {
        conductor.ask(player, new Conductor.Request(kind, this, steps));
      } catch (CudaException e) {
        throw failure(e);
      }
    }

    @Override
    public Measurement measure(boolean withSuccessors) {
      successors = withSuccessors;
      ask(Conductor.Kind.MEASURE, 0);
      synchronized (fleet) {
        MemorySegment now = state();
        byte[] meter = RunTransfer.meter(now);
        RunTransfer.resetMeter(now);
        int own = (int) RunField.HELD_OUT.get(now);
        int next = withSuccessors ? (int) RunField.HELD_OUT_NEXT.get(now) : 0;
        int at = Math.ceilDiv(own, RunSettings.ROWS) * RunSettings.ROWS;
        float[] values = new float[own];
        float[] after = new float[next];
        System.arraycopy(largest, 0, values, 0, own);
        System.arraycopy(largest, at, after, 0, next);
        return new Measurement(meter, RunField.UPDATES.get(now), values, after);
      }
    }

    private void prepareMeasurement() {
      RunField.MEASURING.set(state(), successors ? 2 : 1);
    }

    private void readMeasurement() {
      MemorySegment now = state();
      RunField.MEASURING.set(now, 0);
      largest = new float[Fleet.tiles(now) * RunSettings.ROWS];
      fleet.context().download(RunField.HELD_OUT_LARGEST.get(now), MemorySegment.ofArray(largest));
    }

    @Override
    public boolean startEvaluation(byte[] streamState, int longest) {
      EvaluationPlan plan = settings.training().evaluation();
      synchronized (fleet) {
        MemorySegment now = state();
        try {
          RunTransfer.readStream(
              new DataInputStream(new ByteArrayInputStream(streamState)),
              RunField.EVALUATION_SEEDS,
              now);
        } catch (IOException e) {
          throw new UncheckedIOException(e); // memory does not fail
        }
        RunField.EVALUATION_EPSILON.setDouble(now, plan.epsilon());
        RunField.EVALUATION_EPISODES.set(now, plan.steps() > 0 ? 0 : plan.episodes());
        RunField.EVALUATION_STEPS.set(now, plan.steps());
        RunField.EVALUATION_LIMIT.set(now, longest);
        RunField.EVALUATION_BEGUN.set(now, 0);
        RunField.EVALUATION_IN_EPISODE.set(now, 0);
        RunField.EVALUATION_LENGTH.set(now, 0);
        RunField.EVALUATION_STEPS_TAKEN.set(now, 0);
        RunField.EVALUATION_LAST_ACTION.set(now, 0);
        RunField.EVALUATING.set(now, 1);
        try {
          fleet.checkParameters();
        } catch (CudaException e) {
          throw failure(e);
        }
        RunField.EVALUATING.set(state(), 0);
        boolean finite = RunField.FAULT.get(state()) == 0;
        RunField.FAULT.set(state(), 0);
        return finite;
      }
    }

    @Override
    public float[] play() {
      ask(Conductor.Kind.EVALUATE, 0);
      return records;
    }

    private void readRecords() {
      MemorySegment now = state();
      RunField.EVALUATING.set(now, 0);
      records = new float[3 * (int) RunField.EVALUATION_RECORDS.get(now)];
      fleet.context().download(RunField.RECORDS.get(now), MemorySegment.ofArray(records));
    }

    @Override
    public void store() {
      synchronized (fleet) {
        try {
          transfer.store(state());
        } catch (CudaException e) {
          throw failure(e);
        }
      }
    }

    /// Returns a failure of the GPU as a run reports it.
    private IllegalStateException failure(CudaException e) {
      String advice =
          e.outOfMemory()
              ? "; train fewer runs at once (--jobs), or use --device cpu"
              : "; the GPU may have been reset or removed: continue, with --device cpu if it fails again";
      return new IllegalStateException(e.getMessage() + advice, e);
    }

    @Override
    public void close() {
      conductor.leave(player);
      Fleet.Member left = member;
      if (left != null) {
        member = null;
        synchronized (fleet) {
          try {
            fleet.remove(left);
          } catch (CudaException e) {
            // Nothing can be freed on a GPU that failed; closing it frees everything.
          }
        }
      }
    }
  }
}
