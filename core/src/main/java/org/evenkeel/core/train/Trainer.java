package org.evenkeel.core.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.NotFiniteException;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.SlotStorage;
import org.jspecify.annotations.Nullable;

/// Runs a training run, measures it and reports its events. The work of a single step is in [Loop].
///
/// A trainer does not write files or draw pages. It reports [RunEvent]s to listeners ([#on]). After a step, if it is
/// due, an evaluation is played and a line of measurements is taken. A step allocates nothing; measurements and
/// evaluations allocate a little.
///
/// The same training, environment and seed give bit-identical results, for any [Execution] and whether or not the run
/// was interrupted ([Checkpoint]). A trainer is used by one thread; [#step] and [#stop] may be called from any thread.
///
/// ```
/// try (Trainer trainer = new Trainer(CartPole::new, training, 1)) {
///   trainer.on(RunEvent.Evaluated.class, e -> {
///     if (e.result().meanReturn() >= 475) {
///       trainer.stop();
///     }
///   });
///   trainer.run();
///   trainer.policy().save(Path.of("policy.safetensors"));
/// }
/// ```
public final class Trainer implements AutoCloseable {
  private final Training training;
  private final Schedule schedule;
  private final Execution execution;
  private final Seeds seeds;
  private final Parts parts;
  private final Loop loop;
  private final Listeners listeners = new Listeners();
  private final Measuring measurements;
  private final RandomStream drawing;
  private final @Nullable OnAccelerator elsewhere;
  private Loop.@Nullable Watcher tape;
  private volatile long step;
  private volatile boolean stopping;

  /// The number of the step being taken; 0 between steps.
  private long inStep;

  /// Whether the last step is complete but has not been measured yet.
  private boolean measuring;

  private boolean running;
  private boolean closed;
  private boolean halfRestored;
  private @Nullable Path home;

  /// Creates a trainer at step 0 that computes on the calling thread.
  ///
  /// @param environments the supplier, which creates a new environment on each call: one for training and some for each
  ///     evaluation
  public Trainer(Supplier<? extends Environment> environments, Training training, long seed) {
    this(environments, training, seed, Execution.alone());
  }

  /// Creates a trainer at step 0.
  ///
  /// @param environments the supplier, which creates a new environment on each call: one for training and some for each
  ///     evaluation
  /// @param execution the threads and the method of computation, which do not affect the result
  public Trainer(
      Supplier<? extends Environment> environments,
      Training training,
      long seed,
      Execution execution) {
    this.training = training;
    this.schedule = training.schedule();
    this.execution = execution;
    this.seeds = new Seeds(seed);
    this.drawing = seeds.stream(Seeds.Purpose.REPLAY, 0);
    this.parts = Parts.of(environments, training, seed, execution);
    this.loop = new Loop(training, parts, drawing, this::did);
    this.measurements = new Measuring(environments, training, parts, seeds);
    this.elsewhere = elsewhere(execution.accelerator());
  }

  private @Nullable OnAccelerator elsewhere(@Nullable Accelerator accelerator) {
    if (accelerator == null) {
      return null;
    }
    try {
      OnAccelerator there = new OnAccelerator(accelerator, new AcceleratedRun(this, measurements));
      measurements.on(there);
      return there;
    } catch (RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  /// Trains from start to finish on the calling thread.
  public static Run train(
      Supplier<? extends Environment> environments, Training training, long seed) {
    return train(environments, training, seed, Execution.alone(), event -> {});
  }

  /// Trains from start to finish. A warning is logged if the run is too short to learn anything.
  ///
  /// @param listener the receiver of every event
  public static Run train(
      Supplier<? extends Environment> environments,
      Training training,
      long seed,
      Execution execution,
      Consumer<? super RunEvent> listener) {
    Schedule schedule = training.schedule();
    if (schedule.learningStartSteps() >= schedule.steps()) {
      System.getLogger(Trainer.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "learning starts after step %d, but the run has %d steps: nothing will be learned (learningStartSteps)"
                  .formatted(schedule.learningStartSteps(), schedule.steps()));
    }
    List<RunEvent.Measured> measured = new ArrayList<>();
    try (Trainer trainer = new Trainer(environments, training, seed, execution)) {
      trainer.on(RunEvent.Measured.class, measured::add);
      trainer.on(RunEvent.class, listener);
      Outcome outcome = trainer.run();
      return new Run(trainer.policy(), outcome, measured);
    }
  }

  /// Registers a listener for all events of a type; use [RunEvent] itself for every event. Listeners are called between
  /// steps, on the trainer's thread, in the order in which they were added. If a listener throws, [#run] ends with its
  /// exception. The trainer stays usable, and the next [#run] first delivers the remaining events.
  public <E extends RunEvent> void on(Class<E> type, Consumer<? super E> listener) {
    listeners.add(type, listener);
  }

  /// Takes steps until the end of the run or until [#stop].
  ///
  /// @throws DivergedException if a number in learning is no longer finite
  public Outcome run() {
    return run(schedule.steps());
  }

  /// Takes steps up to number `untilStep`, to the end of the run, or until [#stop]. If the last step has not been
  /// measured yet, it is measured first.
  ///
  /// @throws DivergedException if a number in learning is no longer finite
  /// @throws PartFailedException if a user-written part fails; an environment's exception is reported in an
  ///     [IllegalStateException]
  public Outcome run(long untilStep) {
    Checks.atLeast("untilStep", 0, untilStep);
    requireWhole();
    if (running) {
      throw new IllegalStateException(
          "run was called by a listener of the same trainer: return from the listener instead");
    }
    running = true;
    working(true);
    try {
      return steps(Math.min(untilStep, schedule.steps()));
    } catch (Listeners.Failed e) {
      throw e.original();
    } catch (NotFiniteException e) {
      throw diverged(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      throw PartFailedException.of(inStep > 0 ? inStep : step, e);
    } finally {
      working(false);
      running = false;
    }
  }

  private void working(boolean working) {
    if (elsewhere != null) {
      elsewhere.working(working);
    }
  }

  private Outcome steps(long end) {
    listeners.deliver(); // left over from a listener that threw
    while ((step < end || measuring) && !stopping) {
      if (!measuring) {
        takeSteps(end);
      }
      listeners.deliver();
      if (measuring) {
        measure();
      }
    }
    if (stopping && !finished()) {
      listeners.tell(new RunEvent.Stopped(step));
      return Outcome.STOPPED;
    }
    return finished() ? Outcome.FINISHED : Outcome.REACHED;
  }

  /// Takes one step or, on an accelerator, those up to the next measurement.
  private void takeSteps(long end) {
    OnAccelerator there = elsewhere;
    if (there != null && measurements.heldOutChosen()) {
      long measured = measurements.nextMeasured(step);
      Accelerator.Reached reached = there.advance(Math.min(end, measured), measured);
      if (reached.notFinite() != null) {
        inStep = reached.step();
        step = inStep - 1;
        throw new NotFiniteException(reached.notFinite());
      }
      step = reached.step();
      measuring = measurements.measuresAt(step);
      return;
    }
    inStep = step + 1;
    loop.step(inStep);
    step = inStep;
    inStep = 0;
    measuring = measurements.measuresAt(step);
  }

  private RuntimeException diverged(String what) {
    long now = inStep > 0 ? inStep : step;
    DivergedException diverged = new DivergedException(now, what);
    try {
      listeners.tell(new RunEvent.Diverged(now, what));
    } catch (Listeners.Failed e) {
      e.original().addSuppressed(diverged);
      return e.original();
    }
    return diverged;
  }

  /// Rejects a trainer whose last step was aborted by an exception: a half-done step can be
  /// neither continued nor saved.
  void requireWhole() {
    if (closed) {
      throw new IllegalStateException(
          "this trainer is closed: create a new one, and resume it from the last checkpoint");
    }
    if (halfRestored) {
      throw new IllegalStateException(
          "this trainer could not be resumed: create a new one, or start from the beginning");
    }
    if (inStep > 0) {
      throw new IllegalStateException(
          "this trainer failed in the middle of step "
              + inStep
              + ": continue with a new one from the last checkpoint");
    }
  }

  /// Receives each action of the loop after it is done.
  private void did(long now, Loop.Act act) {
    switch (act) {
      case LEARN -> measurements.learning();
      case UPDATE -> {
        measurements.updated();
        if (learner().updates() == 1 && listeners.want(RunEvent.LearningStarted.class)) {
          listeners.later(new RunEvent.LearningStarted(now));
        }
      }
      case SNAPSHOT -> {
        if (listeners.want(RunEvent.SnapshotTaken.class)) {
          listeners.later(new RunEvent.SnapshotTaken(now, learner().updates()));
        }
      }
      case EPISODE_ENDED -> {
        measurements.episodeEnded();
        if (listeners.want(RunEvent.EpisodeEnded.class)) {
          EpisodeInPlay episode = parts.episode();
          listeners.later(
              new RunEvent.EpisodeEnded(
                  now, measurements.episodes(), episode.totalReward(), episode.length()));
        }
      }
      case RESET, ACT, STEP, ADD, EVALUATE, MEASURE -> {}
    }
    if (tape != null) {
      tape.did(now, act);
    }
  }

  /// Measures the last step. The measurement is left incomplete if [#stop] is called during an evaluation.
  private void measure() {
    @Nullable EvaluationResult evaluation = null;
    if (measurements.evaluatesAt(step)) {
      did(step, Loop.Act.EVALUATE);
      evaluation =
          measurements.evaluate(
              step,
              this::policy,
              () -> stopping,
              share -> listeners.tell(new RunEvent.Evaluating(step, share)));
      if (evaluation == null) {
        return;
      }
    }
    did(step, Loop.Act.MEASURE);
    Metrics metrics = measurements.read(step);
    measuring = false;
    // Measured comes first: then no line is missing from a checkpoint written at Evaluated.
    listeners.later(new RunEvent.Measured(metrics, evaluation));
    if (evaluation != null) {
      listeners.later(new RunEvent.Evaluated(step, evaluation));
    }
    if (finished()) {
      listeners.later(new RunEvent.Finished(step));
    }
    listeners.deliver();
  }

  /// Returns the number of steps taken. May be called from any thread.
  public long step() {
    return step;
  }

  /// Whether the last step has been taken and measured.
  public boolean finished() {
    return step >= schedule.steps() && !measuring;
  }

  /// Whether [#stop] was called.
  public boolean stopped() {
    return stopping;
  }

  /// Whether the last step remains to be measured, because [#stop] was called before or during its evaluation. If a
  /// trainer is resumed from here, [#run] measures it first.
  public boolean measurementPending() {
    return measuring;
  }

  /// Makes [#run] return after the current step (immediately during an evaluation). Permanent. May
  /// be called from any thread.
  public void stop() {
    stopping = true;
  }

  /// Returns a copy of the evaluated policy at this moment.
  public Policy policy() {
    store();
    return learner().policy().forTask(parts.episode().spec());
  }

  /// Returns the configuration of the run.
  public Training training() {
    return training;
  }

  /// Returns the root seed of all randomness.
  public long seed() {
    return seeds.root();
  }

  /// Describes the memory that this run uses, one line per purpose.
  public List<String> memoryReport() {
    return Footprint.report(training, parts.episode().spec(), execution);
  }

  /// Returns the number of forward passes for targets since this trainer was created. One pass evaluates one network on
  /// one state.
  public long targetPasses() {
    return learner().targetPasses();
  }

  /// Returns the number of forward passes for targets that cached values made unnecessary.
  public long targetPassesSaved() {
    return learner().targetPassesSaved();
  }

  /// Brings the state here up to date if an accelerator has it.
  void store() {
    if (elsewhere != null) {
      elsewhere.store();
    }
  }

  @Override
  public void close() {
    closed = true;
    try (OnAccelerator _ = elsewhere) {
      parts.close();
    }
  }

  /// Records the loop's actions from now on, for tests.
  void record(Loop.Watcher watcher) {
    tape = watcher;
  }

  RunIdentity identity() {
    return parts.identity();
  }

  /// Returns the folder of this run: the one it was resumed from, or first written to.
  @Nullable Path home() {
    return home;
  }

  void home(Path folder) {
    home = folder;
  }

  /// Reports that a checkpoint of this trainer has been written.
  void written(Path folder) {
    if (listeners.want(RunEvent.CheckpointWritten.class)) {
      try {
        listeners.tell(new RunEvent.CheckpointWritten(step, folder));
      } catch (Listeners.Failed e) {
        throw e.original();
      }
    }
  }

  Parts parts() {
    return parts;
  }

  /// Records whether a checkpoint is being read: called when reading starts, and when it is complete.
  void halfRestored(boolean half) {
    halfRestored = half;
  }

  Learner learner() {
    return parts.learner();
  }

  /// Visits the content of a checkpoint, except for the stored steps of the replay buffer, section by section.
  void sections(Sections visitor) throws IOException {
    visitor.section(
        "progress",
        out -> {
          out.writeLong(step);
          out.writeBoolean(measuring);
        },
        in -> {
          long taken = in.readLong();
          if (taken < 0 || taken > schedule.steps()) {
            throw new IOException("the step must be 0 to " + schedule.steps() + ", was " + taken);
          }
          step = taken;
          // If the run is now longer, its former end need not be measured.
          measuring = in.readBoolean() && measurements.measuresAt(step);
        });
    visitor.section("learner", learner()::save, learner()::restore);
    visitor.section("explorer", parts.explorer()::save, parts.explorer()::restore);
    visitor.section("drawing", drawing::save, drawing::restore);
    visitor.section("episode", parts.episode()::save, parts.episode()::restore);
    measurements.sections(visitor);
    if (parts.replay() instanceof SlotStorage slots) {
      visitor.section("replay", slots::saveRest, slots::restoreRest);
    } else {
      visitor.section("replay", parts.replay()::save, parts.replay()::restore);
    }
  }
}
