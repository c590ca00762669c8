package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.RandomStream;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.replay.Minibatch;
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
  private final Meter meter = new Meter();
  private final RandomStream exploring;
  private final RandomStream drawing;
  private final Learner.Source source = new FromReplay();
  private final int actions;
  private int actingLearner;
  private @Nullable Tape tape;
  private volatile long step;
  private volatile boolean stopping;

  /// A trainer at step 0.
  ///
  /// @param environments makes the environments, one for training and one for each evaluation
  /// @param threads how many threads compute an update
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
    environmentName = environment.getClass().getName();
    episode = new EpisodeInPlay(environment, seeds);
    Spec spec = episode.spec();
    actions = spec.actions();
    Network network = training.network().build(spec.observation(), actions);
    workers = Workers.of(threads);
    Replay.Shape shape = replayShape(training, spec);
    replay = new Replay(shape, training.replay().sampling());
    learner =
        new Learner(
            learnerSettings(network, training, replay.slots()),
            initialParameters(network),
            workers);
    replay.onOverwrite(learner::forgetSlot);
    heldOut = new HeldOut(training, spec.observation());
    exploring = seeds.stream(Seeds.Purpose.EXPLORATION, 0);
    drawing = seeds.stream(Seeds.Purpose.REPLAY, 0);
  }

  private static Replay.Shape replayShape(Training training, Spec spec) {
    return new Replay.Shape(
        spec,
        training.replay().capacity(),
        training.nStep(),
        training.variants().lifeLoss() == Variants.LifeLoss.ENDS,
        training.algorithm().bootstrap() == Algorithm.Bootstrap.ACTION_TAKEN);
  }

  private static Learner.Settings learnerSettings(Network network, Training training, int slots) {
    Training.Schedule schedule = training.schedule();
    double updates =
        training.variants().targetClock() == Variants.TargetClock.UPDATES
            ? schedule.targetPeriod()
            : (double) schedule.targetPeriod()
                / schedule.updatePeriodSteps()
                * schedule.updatesPerPeriod();
    double minibatches =
        training.variants().minibatches() == Variants.Minibatches.OWN
            ? training.algorithm().learners()
            : 1;
    double filled = (double) Math.min(training.replay().capacity(), schedule.steps());
    return new Learner.Settings(
        network,
        training.algorithm(),
        training.optimizer(),
        training.loss(),
        training.maxGradientNorm(),
        training.variants(),
        schedule.batchSize(),
        slots,
        updates * minibatches * schedule.batchSize() / filled);
  }

  private float[][] initialParameters(Network network) {
    float[][] initial = new float[Learner.initialSets(training.algorithm(), training.variants())][];
    for (int i = 0; i < initial.length; i++) {
      initial[i] =
          network.newParameters(training.initializer(), seeds.stream(Seeds.Purpose.NETWORK, i));
    }
    return initial;
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

  /// Takes steps up to number `untilStep`, to the end of the run, or until [#stop].
  ///
  /// @throws DivergedException when a number of the learning is not finite any more
  public void run(long untilStep) {
    long end = Math.min(untilStep, schedule.steps());
    while (step < end && !stopping) {
      takeStep(step + 1);
      if (step == schedule.steps()) {
        listener.accept(new RunEvent.Finished(step));
      }
    }
  }

  private void takeStep(long now) {
    if (episode.over()) {
      startEpisode(now);
    }
    int action = explore(now);
    Step outcome = episode.step(action);
    hear(now, Tape.Event.STEP);
    replay.add(
        action,
        (float) training.variants().rewards().learned(outcome.reward()),
        outcome.terminated(),
        episode.truncated(outcome),
        outcome.lifeLost(),
        episode.frame());
    hear(now, Tape.Event.ADD);
    if (now > schedule.learningStartSteps()) {
      learn(now);
    }
    if (episode.over()) {
      meter.episodeEnded(episode.totalReward(), episode.length());
    }
    measure(now);
    step = now;
  }

  private void startEpisode(long now) {
    episode.start();
    replay.start(episode.frame());
    if (training.variants().actor() == Variants.Actor.ONE_LEARNER) {
      actingLearner = exploring.nextInt(training.algorithm().learners());
    }
    hear(now, Tape.Event.RESET);
  }

  /// Explore(.): epsilon-greedy.
  private int explore(long now) {
    hear(now, Tape.Event.ACT);
    if (exploring.nextDouble() < training.exploration().epsilonAt(now)) {
      return exploring.nextInt(actions);
    }
    float[] q = learner.actingValues(episode.observation(), actingLearner);
    int best = Targets.argmax(q, 0, actions);
    return training.variants().ties() == Variants.Ties.RANDOM ? oneOfTheBest(q, best) : best;
  }

  private int oneOfTheBest(float[] q, int first) {
    int ties = 0;
    for (int a = first; a < actions; a++) {
      ties += q[a] == q[first] ? 1 : 0;
    }
    int chosen = ties == 1 ? 0 : exploring.nextInt(ties);
    int action = first;
    while (chosen > 0) {
      action++;
      chosen -= q[action] == q[first] ? 1 : 0;
    }
    return action;
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

  private void measure(long now) {
    int period = training.evaluation().periodSteps();
    boolean last = now == schedule.steps();
    boolean evaluate = period > 0 && (last || now % period == 0);
    if (!evaluate && !last && now % schedule.metricsPeriodSteps() != 0) {
      return;
    }
    EvaluationResult evaluation = evaluate ? evaluate(now) : null;
    double epsilon = training.exploration().epsilonAt(now);
    Metrics metrics = meter.read(now, epsilon, heldOut.value(learner), learner);
    if (Double.isInfinite(metrics.heldOutValue())) {
      throw new DivergedException(now, "the values of the held-out states are not finite");
    }
    hear(now, Tape.Event.MEASURE);
    listener.accept(new RunEvent.Measured(metrics, evaluation));
  }

  private EvaluationResult evaluate(long now) {
    hear(now, Tape.Event.EVALUATE);
    return Evaluation.of(
        environments,
        policy(),
        training,
        seeds.stream(Seeds.Purpose.EVALUATION, now),
        training.evaluation().episodes(),
        training.evaluation().epsilon());
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

  /// Whether the last step was taken.
  public boolean finished() {
    return step >= schedule.steps();
  }

  /// Makes [#run] return after the step it is at; may be called from any thread.
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

  /// What the replay memory of a training on such an environment takes.
  public static long replayBytes(Training training, Spec spec) {
    return Replay.bytes(replayShape(training, spec), training.replay().sampling());
  }

  /// What the memory of this run goes to, one line each.
  public List<String> memoryReport() {
    Learner.Settings s = learner.settings();
    List<String> lines = new ArrayList<>();
    lines.add(
        "replay memory: %s for %,d steps"
            .formatted(
                megabytes(replayBytes(training, episode.spec())), training.replay().capacity()));
    lines.add(
        "network: %,d parameters, %d trained, %d in targets"
            .formatted(
                s.network().parameterCount(),
                training.algorithm().learners(),
                training.algorithm().k()));
    lines.add(
        switch (s.targetPasses()) {
          case REMEMBERED ->
              "target values: remembered in %s, about %.0f %% of the passes left"
                  .formatted(megabytes(s.rememberedBytes()), 100 * s.passesLeft());
          case TOGETHER -> "target values: computed together, nothing remembered";
          case SEPARATE -> "target values: computed one network after the other";
          case AUTO -> throw new IllegalStateException("undecided");
        });
    return lines;
  }

  private static String megabytes(long bytes) {
    return bytes < 10_000_000
        ? "%.1f MB".formatted(bytes / 1e6)
        : "%,.0f MB".formatted(bytes / 1e6);
  }

  @Override
  public void close() {
    workers.close();
    replay.close();
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
    List<String> lines = new ArrayList<>();
    lines.add("environment: " + environmentName + " " + episode.spec());
    lines.add("seed: " + seeds.root());
    lines.addAll(training.lines());
    return lines;
  }

  Replay replay() {
    return replay;
  }

  Learner learner() {
    return learner;
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(step);
    out.writeInt(actingLearner);
    exploring.save(out);
    drawing.save(out);
    episode.save(out);
    meter.save(out);
    heldOut.save(out);
    replay.save(out);
    learner.save(out);
  }

  void restore(DataInput in) throws IOException {
    long restored = in.readLong();
    actingLearner = in.readInt();
    exploring.restore(in);
    drawing.restore(in);
    episode.restore(in);
    meter.restore(in);
    heldOut.restore(in);
    replay.restore(
        in); // before the learner, which forgets what it knows of a place that is written to
    learner.restore(in);
    step = restored;
  }
}
