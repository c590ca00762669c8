package org.evenkeel.core.agent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Gradients;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.OptimizerState;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;

/// Holds the networks being trained and their snapshots. [#update] is the paper's Algorithms 1, 2 and 3.
///
/// A learner is used by one thread (which may have [Workers]). An update allocates nothing.
public final class Learner {
  /// The number of updates per measurement of the gradient norm without clipping: a measurement costs a pass over all
  /// parameters.
  private static final int NORM_PERIOD = 8;

  /// The source of minibatches, which also receives their TD errors.
  public interface Source {
    /// Fills a minibatch: the observations, actions, rewards and discounts of every row ([Minibatch]).
    void draw(Minibatch into);

    /// Receives the absolute TD error of each row after an update.
    default void learned(Minibatch batch, float[] tdErrors) {}
  }

  /// The estimate whose state values are reported.
  public enum Reported {
    /// The evaluated estimate ([Roles.Evaluated]).
    EVALUATED,
    /// The online network (for an ensemble: its online networks, combined).
    ONLINE,
    /// The newest snapshot (for an ensemble: the newest of each learner, combined; for averaged parameters: the
    /// averaged network).
    NEWEST_SNAPSHOT
  }

  private final LearnerSettings settings;
  private final Algorithm algorithm;
  private final Network network;
  private final Workers workers;
  private final float[][] thetas;
  private final OptimizerState[] optimizers;
  private final float[] gradient;
  private final Gradients norms = new Gradients();
  private final Workspace workspace;
  private final TargetNetworks targets;
  private final Minibatch minibatch;
  private final Targets.Outcomes outcomes;
  private final float[] combined;
  private final Targets.NextStates[] nextStates;
  private final float[] y;
  private final Turns turns;
  private final UpdateStatistics statistics = new UpdateStatistics();
  private final CombinedValues acting;
  private final CombinedValues reported;
  private final Batch observed;
  private final float[][] actor = new float[1][];
  private long updates;
  private double lastNorm = Double.NaN;

  /// Creates a learner with these initial parameters: one array for each network that is trained and, only for
  /// [SnapshotWindow.Start#INDEPENDENT], one more for each snapshot. They are copied.
  public Learner(LearnerSettings settings, float[][] initial, Workers workers) {
    this.settings = settings;
    this.algorithm = settings.algorithm();
    this.network = settings.network();
    this.workers = workers;
    Checks.length("initial", initialSets(algorithm, settings.window()), initial.length);
    for (float[] theta : initial) {
      Checks.length("parameters", network.parameterCount(), theta.length);
    }
    int learners = algorithm.learners();
    int batchSize = settings.batchSize();
    thetas = new float[learners][];
    optimizers = new OptimizerState[learners];
    for (int l = 0; l < learners; l++) {
      thetas[l] = initial[l].clone();
      optimizers[l] = settings.optimizer().start(thetas[l].length);
    }
    gradient = new float[network.parameterCount()];
    workspace = new Workspace(network, batchSize, workers);
    targets = new TargetNetworks(settings, workers);
    targets.start(firstWindow(initial));
    minibatch = new Minibatch(network.input(), batchSize);
    outcomes =
        new Targets.Outcomes(minibatch.rewards(), minibatch.discounts(), minibatch.nextActions());
    combined = new float[batchSize * network.outputs()];
    nextStates = new Targets.NextStates[algorithm.k() + 1];
    for (int k = 1; k <= algorithm.k(); k++) {
      nextStates[k] =
          new Targets.NextStates(targets.estimates(), k, null, network.outputs(), combined);
    }
    y = new float[batchSize];
    turns = new Turns(learners, settings.ensemble(), batchSize);
    acting = new CombinedValues(network, algorithm.combine(), 1, algorithm.k(), workers);
    reported = new CombinedValues(network, algorithm.combine(), batchSize, algorithm.k(), workers);
    observed = new Batch(network.input(), 1).resize(1);
  }

  /// Creates a learner whose initial parameters are drawn from a random stream.
  public static Learner of(
      LearnerSettings settings, Initializer initializer, RandomGenerator random, Workers workers) {
    float[][] initial = new float[initialSets(settings.algorithm(), settings.window())][];
    for (int i = 0; i < initial.length; i++) {
      initial[i] = settings.network().newParameters(initializer, random);
    }
    return new Learner(settings, initial, workers);
  }

  /// Returns the number of initial parameter arrays that a learner needs.
  public static int initialSets(Algorithm algorithm, SnapshotWindow window) {
    boolean independent =
        window.start() == SnapshotWindow.Start.INDEPENDENT && algorithm.learners() == 1;
    return independent ? 1 + algorithm.estimates().snapshots() : algorithm.learners();
  }

  /// Returns the window before the first snapshot is taken: copies of the initial parameters, as in the authors' code.
  private float[][] firstWindow(float[][] initial) {
    float[][] window = new float[algorithm.estimates().snapshots()][];
    boolean ensemble = algorithm.learners() > 1;
    boolean independent = !ensemble && initial.length > 1;
    for (int k = 0; k < window.length; k++) {
      window[k] = ensemble ? initial[k] : independent ? initial[1 + k] : initial[0];
    }
    return window;
  }

  /// Performs one update for each network that is trained: draws a minibatch, computes its targets
  /// and takes a gradient step.
  ///
  /// The line numbers refer to the paper's Algorithms 1 (DQN), 2 (Averaged-DQN) and 3 (Ensemble-DQN). The [Algorithm]
  /// alone determines which of them this is: whose snapshots `targets` holds, and how [Targets] combines them. The
  /// minimization in one iteration of the paper consists of as many updates as fit in a target period.
  ///
  /// @throws NotFiniteException if a target, the loss or a gradient is not finite. The parameters are then unchanged,
  ///     or not finite either; in the latter case neither a snapshot nor a policy can be taken from them
  public void update(Source source, RandomGenerator random) {
    turns.begin(random);
    statistics.begin();
    for (int l = turns.first(); l <= turns.last(); l++) { // 3: line 7
      if (turns.draws(l)) {
        source.draw(minibatch); // (s, a, r, s') from the replay buffer
        targets.values(minibatch); // Q(s', .) of every snapshot
      }
      Targets.of(algorithm, next(), online(l), outcomes, y); // 1: line 5; 2 and 3: lines 5 and 6
      descend(l); // 1: line 6; 2: line 7; 3: line 8
      turns.learned(l, workspace.tdErrors(), minibatch, source);
    }
    lastNorm = statistics.end(turns.count(), minibatch.size());
    updates++;
  }

  private Targets.NextStates next() {
    return nextStates[targets.active()];
  }

  /// Returns the values of the next states under the network being updated, for Double-DQN.
  private float[] online(int learner) {
    return algorithm.bootstrap().needsOnline()
        ? workspace.forward(thetas[learner], minibatch.nextObservations())
        : combined;
  }

  /// Takes a gradient step of one network towards the targets.
  private void descend(int learner) {
    requireFiniteTargets();
    float[] theta = thetas[learner];
    workspace.forward(theta, minibatch.observations());
    double loss = workspace.loss(settings.loss(), minibatch.actions(), y, minibatch.weights());
    if (!Double.isFinite(loss)) {
      throw new NotFiniteException("the loss is " + loss);
    }
    workspace.backward(theta, gradient);
    if (settings.maxGradientNorm() > 0) {
      lastNorm = norms.clipNorm(gradient, settings.maxGradientNorm());
    } else if (updates % NORM_PERIOD == 0) {
      lastNorm = norms.norm(gradient);
    }
    if (!Double.isFinite(lastNorm)) {
      throw new NotFiniteException("the gradient norm is " + lastNorm);
    }
    optimizers[learner].step(theta, gradient, rateFactor(), workers);
    statistics.learned(loss, lastNorm, workspace.tdErrors(), minibatch.size());
  }

  private double rateFactor() {
    double factor = settings.learningRate().factorAt(updates + 1);
    if (!(factor >= 0) || Double.isInfinite(factor)) {
      throw new IllegalStateException(
          "%s must return a finite factor >= 0 for update %d, returned %s"
              .formatted(settings.learningRate().getClass().getName(), updates + 1, factor));
    }
    return factor;
  }

  private void requireFiniteTargets() {
    for (float target : y) {
      if (!Float.isFinite(target)) {
        throw new NotFiniteException("a target is " + target + culprit());
      }
    }
  }

  /// Names the custom rules that may be the cause, for a message.
  private String culprit() {
    String names = "";
    if (!(algorithm.combine() instanceof Combine.Named)) {
      names += ", combined by " + algorithm.combine().getClass().getName();
    }
    if (!(algorithm.bootstrap() instanceof Bootstrap.Named)) {
      names += ", bootstrapped by " + algorithm.bootstrap().getClass().getName();
    }
    return names;
  }

  /// Takes a snapshot: the online parameters become the newest estimate, or part of the averaged network.
  ///
  /// @throws NotFiniteException if one of them is not finite
  public void snapshot() {
    requireFinite();
    targets.push(thetas);
  }

  private void requireFinite() {
    if (!finite()) {
      throw new NotFiniteException("a parameter is not finite");
    }
  }

  /// Returns the values of one observation that the training policy follows, action by action, in this object's own
  /// array, valid until the next call.
  ///
  /// @param learner the network to follow with [Roles.Actor#ONE_LEARNER]
  public float[] actingValues(Observation observation, int learner) {
    observed.set(0, observation);
    return switch (settings.roles().actor()) {
      case ONLINE -> acting.of(thetas, thetas.length, observed);
      case COMBINED -> acting.of(targets.newestFirst(), targets.active(), observed);
      case ONE_LEARNER -> {
        actor[0] = thetas[learner];
        yield acting.of(actor, 1, observed);
      }
    };
  }

  /// Returns the evaluated policy at this moment: a copy that does not change with the learner.
  ///
  /// @throws NotFiniteException if a parameter is not finite
  public Policy policy() {
    requireFinite();
    boolean snapshots = evaluatesSnapshots();
    float[][] evaluated = snapshots ? targets.newestFirst() : thetas;
    float[][] copies = new float[snapshots ? targets.active() : thetas.length][];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = evaluated[i].clone();
    }
    return new Policy(network, algorithm.combine(), copies);
  }

  private boolean evaluatesSnapshots() {
    return settings.roles().evaluated() == Roles.Evaluated.COMBINED;
  }

  /// Returns the sum over a batch (at most as large as a minibatch) of the largest value of each state.
  public double sumOfLargest(Reported whose, Batch batch) {
    boolean online =
        whose == Reported.ONLINE || (whose == Reported.EVALUATED && !evaluatesSnapshots());
    float[] q;
    if (online) {
      q = reported.of(thetas, thetas.length, batch);
    } else {
      int count = whose == Reported.EVALUATED ? targets.active() : algorithm.learners();
      q = reported.of(targets.newestFirst(), count, batch);
    }
    int actions = network.outputs();
    double sum = 0;
    for (int row = 0; row < batch.size(); row++) {
      sum += q[row * actions + Targets.argmax(q, row * actions, actions)];
    }
    return sum;
  }

  /// Whether every parameter is finite.
  public boolean finite() {
    for (float[] theta : thetas) {
      if (Checks.firstNonFinite(theta, 0, theta.length) >= 0) {
        return false;
      }
    }
    return true;
  }

  /// Returns the online parameters of each network that is trained, in the learner's own arrays.
  float[][] parameters() {
    return thetas;
  }

  /// Returns the parameters of the networks that targets use, newest first, in the learner's own arrays.
  float[][] snapshots() {
    return targets.newestFirst();
  }

  /// Returns the targets of the last minibatch, in the learner's own array.
  float[] lastTargets() {
    return y;
  }

  /// Returns the settings of this learner.
  public LearnerSettings settings() {
    return settings;
  }

  /// Returns the number of updates made.
  public long updates() {
    return updates;
  }

  /// Returns the mean loss of the networks at the last update.
  public double loss() {
    return statistics.loss();
  }

  /// Returns the mean absolute TD error of the last update.
  public double tdError() {
    return statistics.tdError();
  }

  /// Returns the gradient norm at the last update that measured it, before clipping; the mean over the networks.
  public double gradientNorm() {
    return lastNorm;
  }

  /// Returns the number of forward passes for targets since this object was created. One pass evaluates one network on
  /// one state.
  public long targetPasses() {
    return targets.passes();
  }

  /// Returns the number of forward passes for targets that cached values made unnecessary.
  public long targetPassesSaved() {
    return targets.passesSaved();
  }

  /// Writes everything that an exact continuation needs.
  public void save(DataOutput out) throws IOException {
    out.writeLong(updates);
    out.writeDouble(lastNorm);
    for (int l = 0; l < thetas.length; l++) {
      Bulk.write(out, thetas[l]);
      out.writeLong(optimizers[l].steps());
      for (float[] moments : optimizers[l].moments()) {
        Bulk.write(out, moments);
      }
    }
    targets.save(out);
  }

  /// Continues from the state that [#save] wrote, in a new learner with the same settings.
  public void restore(DataInput in) throws IOException {
    updates = in.readLong();
    if (updates < 0) {
      throw new IOException("the number of updates must be >= 0, was " + updates);
    }
    lastNorm = in.readDouble();
    for (int l = 0; l < thetas.length; l++) {
      Bulk.read(in, thetas[l]);
      optimizers[l].resumeAt(in.readLong());
      for (float[] moments : optimizers[l].moments()) {
        Bulk.read(in, moments);
      }
    }
    targets.restore(in);
  }
}
