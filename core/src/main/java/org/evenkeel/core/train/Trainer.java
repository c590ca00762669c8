package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.replay.Replay;
import org.evenkeel.core.replay.Sampling;
import org.jspecify.annotations.Nullable;

/// The training loop: act, step, add, every so often update, every so often take a snapshot.
///
/// It knows no file and no page: what it measures it tells a listener as [RunEvent]s. Steps are numbered
/// from 1. After `learningStartSteps` steps, an update comes at each step that `updatePeriodSteps` divides,
/// then a snapshot at each step that `targetPeriod` divides, then, if due, an evaluation and a line of
/// measurements. Nothing is allocated by a step; lines and evaluations allocate a little.
///
/// The same training, environment and seed give the same bits, for any number of threads, and whether or
/// not the run was interrupted ([Checkpoint]). A trainer serves one thread; [#step] and [#stop] are for
/// all.
public final class Trainer implements AutoCloseable {
  private final Supplier<? extends Environment> environments;
  private final Training training;
  private final Training.Schedule schedule;
  private final Seeds seeds;
  private final Consumer<? super RunEvent> listener;
  private final Workers workers;
  private final EpisodeInPlay episode;
  private final String environmentName;
  private final Replay replay;
  private final Learner learner;
  private final HeldOut heldOut;
  private final FreshStates freshStates;
  private final Meter meter = new Meter();
  private final Explorer explorer;
  private final RandomStream drawing;
  private final Learner.Source source = new FromReplay();
  private @Nullable Tape tape;
  private volatile long step;
  private volatile boolean stopping;

  /// The step that is being done, or measured; 0 between steps.
  private long inStep;

  /// The step is done, but [#stop] came while it was being measured.
  private boolean measuring;

  private boolean restoring;
  private @Nullable Path home;

  /// A trainer at step 0.
  ///
  /// @param environments makes the environments, one for training and some for each evaluation
  /// @param threads how many threads compute an update, and play an evaluation
  /// @param listener hears what is measured, on the trainer's thread
  public Trainer(
      Supplier<? extends Environment> environments,
      Training training,
      long seed,
      int threads,
      Consumer<? super RunEvent> listener) {
    this.environments = environments;
    this.training = training;
    this.schedule = training.schedule();
    this.seeds = new Seeds(seed);
    this.listener = listener;
    Environment environment = environments.get();
    if (training.evaluation().periodSteps() > 0) {
      requireAnother(environment);
    }
    environmentName = environment.getClass().getName();
    boolean stacksAnew = training.variants().stacks() == Variants.Stacks.ANEW;
    episode = new EpisodeInPlay(environment, seeds, stacksAnew);
    Spec spec = episode.spec();
    int actions = spec.actions();
    Network network = training.network().build(spec.observation(), actions);
    heldOut = new HeldOut(training, spec.observation());
    freshStates = new FreshStates(training, spec.observation());
    drawing = seeds.stream(Seeds.Purpose.REPLAY, 0);
    workers = Workers.of(threads);
    Replay memory = null;
    try {
      memory = new Replay(Parts.replayShape(training, spec), training.replay().sampling());
      learner =
          new Learner(
              Parts.learnerSettings(network, training),
              Parts.initialParameters(network, training, seeds),
              workers);
    } catch (RuntimeException | Error e) {
      workers.close();
      episode.close();
      if (memory != null) {
        memory.close();
      }
      throw e;
    }
    explorer = new Explorer(training, actions, learner, seeds);
    replay = memory;
    replay.onOverwrite(this::forgetSlot);
  }

  /// Evaluations play in an environment of their own.
  private void requireAnother(Environment environment) {
    Environment second = environments.get();
    EpisodeInPlay.requireAnother(environment, second);
    EpisodeInPlay.close(second);
  }

  /// Trains from beginning to end on this thread alone.
  public static Run train(
      Supplier<? extends Environment> environments, Training training, long seed) {
    List<RunEvent.Measured> measured = new ArrayList<>();
    Consumer<RunEvent> keep =
        event -> {
          if (event instanceof RunEvent.Measured m) {
            measured.add(m);
          }
        };
    try (Trainer trainer = new Trainer(environments, training, seed, 1, keep)) {
      trainer.run(training.schedule().steps());
      return new Run(trainer.policy(), measured);
    }
  }

  /// Takes steps up to number `untilStep`, to the end of the run, or until [#stop]. Where the last step has not been
  /// measured, that comes first.
  ///
  /// @throws DivergedException when a number of the learning is not finite any more
  public void run(long untilStep) {
    long end = Math.min(untilStep, schedule.steps());
    requireWhole();
    while ((step < end || measuring) && !stopping) {
      inStep = measuring ? step : step + 1;
      if (!measuring) {
        takeStep(inStep);
      }
      measuring = !measure(inStep);
      step = inStep;
      inStep = 0;
      if (finished()) {
        listener.accept(new RunEvent.Finished(step));
      }
    }
  }

  /// A step that was left by an exception is half done: nothing can go on from there, or be kept.
  void requireWhole() {
    if (inStep > 0) {
      throw new IllegalStateException(
          "this trainer failed in the middle of step "
              + inStep
              + ": go on with a new one from the last checkpoint");
    }
  }

  private void takeStep(long now) {
    if (episode.over()) {
      startEpisode(now);
    }
    hear(now, Tape.Event.ACT);
    int action = explorer.act(now, episode.observation());
    Step outcome = episode.step(action);
    hear(now, Tape.Event.STEP);
    boolean truncated = episode.truncated(outcome);
    Variants variants = training.variants();
    replay.add(
        action,
        (float) variants.rewards().learned(outcome.reward()),
        outcome.terminated() || (truncated && variants.truncation() == Variants.Truncation.ENDS),
        truncated,
        outcome.lifeLost(),
        episode.frame());
    hear(now, Tape.Event.ADD);
    if (now > schedule.learningStartSteps()) {
      learn(now);
    }
    if (episode.over()) {
      meter.episodeEnded(episode.totalReward(), episode.length());
    }
  }

  private void startEpisode(long now) {
    episode.start();
    replay.start(episode.frame());
    explorer.startEpisode();
    hear(now, Tape.Event.RESET);
  }

  private void learn(long now) {
    heldOut.choose(replay, seeds);
    boolean countsUpdates = training.variants().targetClock() == Variants.TargetClock.UPDATES;
    if (now % schedule.updatePeriodSteps() == 0 && replay.sampleable() > 0) {
      for (int u = 0; u < schedule.updatesPerPeriod(); u++) {
        update(now);
        if (countsUpdates && learner.updates() % schedule.targetPeriod() == 0) {
          snapshot(now);
        }
      }
    }
    if (!countsUpdates && now % schedule.targetPeriod() == 0) {
      snapshot(now);
    }
  }

  private void update(long now) {
    if (!learner.update(source, drawing)) {
      throw new DivergedException(now, String.valueOf(learner.problem()));
    }
    meter.updated(learner);
    hear(now, Tape.Event.UPDATE);
  }

  private void snapshot(long now) {
    learner.snapshot();
    hear(now, Tape.Event.SNAPSHOT);
  }

  /// Measures what is due at a step; false if that was stopped on the way, and is still to be done.
  private boolean measure(long now) {
    int period = training.evaluation().periodSteps();
    boolean last = now == schedule.steps();
    boolean evaluate = period > 0 && (last || now % period == 0);
    if (!evaluate && !last && now % schedule.metricsPeriodSteps() != 0) {
      return true;
    }
    EvaluationResult evaluation = evaluate ? evaluate(now) : null;
    if (evaluate && evaluation == null) {
      return false;
    }
    double epsilon = training.exploration().epsilonAt(now);
    Metrics metrics = meter.read(now, epsilon, values(now, evaluate), learner);
    if (heldOut.chosen() && !Double.isFinite(metrics.heldOutValue())) {
      throw new DivergedException(now, "the values of the held-out states are not finite");
    }
    hear(now, Tape.Event.MEASURE);
    listener.accept(new RunEvent.Measured(metrics, evaluation));
    return true;
  }

  private Meter.Values values(long now, boolean evaluate) {
    double heldOutValue = heldOut.value(learner);
    if (!evaluate) {
      return new Meter.Values(heldOutValue, Double.NaN, Double.NaN);
    }
    RandomStream random = seeds.stream(Seeds.Purpose.FRESH_STATES, now);
    double fresh = freshStates.value(replay, learner, random);
    double target = heldOut.targetValue(learner);
    if (Double.isInfinite(fresh) || Double.isInfinite(target)) {
      throw new DivergedException(now, "the values of stored states are not finite");
    }
    return new Meter.Values(heldOutValue, fresh, target);
  }

  /// Null if it was stopped.
  private @Nullable EvaluationResult evaluate(long now) {
    hear(now, Tape.Event.EVALUATE);
    EvaluationPlay.Setting setting =
        new EvaluationPlay.Setting(environments, training, training.evaluation(), workers);
    RandomStream random = seeds.stream(Seeds.Purpose.EVALUATION, now);
    try (EvaluationPlay play = new EvaluationPlay(setting, policy(), random)) {
      return play.play(
          () -> stopping, share -> listener.accept(new RunEvent.Evaluating(now, share)));
    }
  }

  /// Minibatches from the memory.
  private final class FromReplay implements Learner.Source {
    @Override
    public void draw(Minibatch into) {
      double beta = 0;
      if (training.replay().sampling() instanceof Sampling.Prioritized p) {
        beta = p.beta() + (1 - p.beta()) * Math.min(1, (double) step / schedule.steps());
      }
      replay.sample(into, training.discount(), beta, drawing);
    }

    @Override
    public void learned(Minibatch batch, float[] tdErrors) {
      replay.prioritize(batch, tdErrors);
    }
  }

  /// Steps taken; may be asked from any thread.
  public long step() {
    return step;
  }

  /// Whether the last step was taken and measured.
  public boolean finished() {
    return step >= schedule.steps() && !measuring;
  }

  /// Whether the measurement of the last step is still to be made: [#stop] came in the middle of an evaluation. It
  /// is lost, and [#run] begins with it again.
  public boolean measurementPending() {
    return measuring;
  }

  /// Makes [#run] return after the step it is at, in an evaluation at once, for good; may be called from any thread.
  public void stop() {
    stopping = true;
  }

  /// The evaluated policy as it is now: a copy.
  public Policy policy() {
    return learner.policy();
  }

  /// What is being done.
  public Training training() {
    return training;
  }

  /// The root of all randomness.
  public long seed() {
    return seeds.root();
  }

  /// What the memory of this run goes to, one line each.
  public List<String> memoryReport() {
    return Footprint.report(training, episode.spec());
  }

  @Override
  public void close() {
    workers.close();
    replay.close();
    episode.close();
  }

  /// Records the order of things from here on.
  void record(Tape tape) {
    this.tape = tape;
  }

  private void hear(long now, Tape.Event event) {
    if (tape != null) {
      tape.heard(now, event);
    }
  }

  /// What makes a checkpoint this run's and no other's, one line each.
  List<String> identity() {
    return identity(environmentName, episode.spec(), seeds.root(), training);
  }

  static List<String> identity(String environment, Spec spec, long seed, Training training) {
    List<String> lines = new ArrayList<>();
    lines.add("environment: " + environment + " " + spec);
    lines.add("seed: " + seed);
    lines.addAll(training.lines());
    return lines;
  }

  /// The folder where this run is kept: where it was resumed from, or first written to.
  @Nullable Path home() {
    return home;
  }

  void home(Path folder) {
    home = folder;
  }

  private void forgetSlot(int slot) {
    if (!restoring) {
      learner.forgetSlot(slot);
    }
  }

  Replay replay() {
    return replay;
  }

  Learner learner() {
    return learner;
  }

  /// The step and the learner come first: who wants only the policy reads no further.
  void save(DataOutput out) throws IOException {
    out.writeLong(step);
    learner.save(out);
    explorer.save(out);
    drawing.save(out);
    episode.save(out);
    meter.save(out);
    heldOut.save(out);
    replay.save(out);
  }

  /// @param slots reads the stored steps of the replay memory
  void restore(DataInput in, SlotReader slots) throws IOException {
    restoring = true; // what the learner knows of the places written to now is what it knew
    long restored = in.readLong();
    learner.restore(in);
    explorer.restore(in);
    drawing.restore(in);
    episode.restore(in);
    meter.restore(in);
    heldOut.restore(in);
    slots.readInto(replay);
    replay.restore(in);
    restoring = false;
    step = restored;
  }

  /// What checkpoints hold since their second format, behind the rest.
  void saveLater(DataOutput out) throws IOException {
    heldOut.saveNext(out);
    out.writeBoolean(measuring);
  }

  void restoreLater(DataInput in) throws IOException {
    heldOut.restoreNext(in);
    measuring = in.readBoolean();
  }

  /// Where stored steps come from.
  @FunctionalInterface
  interface SlotReader {
    void readInto(Replay replay) throws IOException;
  }
}
