package org.evenkeel.core.agent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Gradients;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.OptimizerState;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.jspecify.annotations.Nullable;

/// The networks being trained, the snapshots they learn from, and one update of them: lines 5 to 7 of the
/// paper's Algorithms 1 and 2, lines 5 to 9 of Algorithm 3.
///
/// One learner object serves one thread (which may have [Workers]); an update allocates nothing.
public final class Learner {
  /// The gradient's norm costs a pass over all parameters; without clipping every so many updates will do.
  private static final int NORM_PERIOD = 8;

  /// Where minibatches come from, and where their TD errors go.
  public interface Source {
    /// Fills a minibatch.
    void draw(Minibatch into);

    /// Takes the TD errors of a minibatch after an update.
    void learned(Minibatch batch, float[] tdErrors);
  }

  private final LearnerSettings settings;
  private final Network network;
  private final int actions;
  private final Workers workers;
  private final float[][] thetas;
  private final OptimizerState[] optimizers;
  private final float[] gradient;
  private final Workspace workspace;
  private final TargetNetworks targets;
  private final Minibatch minibatch;
  private final float[] combined;
  private final float[] y;
  private final float[] sharedErrors;
  private final CombinedValues acting;
  private final CombinedValues evaluated;
  private final Batch observed;
  private final float[][] actor = new float[1][];
  private long updates;
  private double loss;
  private double tdError;
  private double gradientNorm = Double.NaN;
  private @Nullable String problem;

  /// A learner with these initial parameters: one set for each network that is trained, then, only for
  /// [Variants.WindowStart#INDEPENDENT], one for each snapshot.
  public Learner(LearnerSettings settings, float[][] initial, Workers workers) {
    this.settings = settings;
    this.network = settings.network();
    this.actions = network.outputs();
    this.workers = workers;
    Algorithm algorithm = settings.algorithm();
    int learners = algorithm.learners();
    thetas = new float[learners][];
    optimizers = new OptimizerState[learners];
    for (int l = 0; l < learners; l++) {
      thetas[l] = initial[l].clone();
      optimizers[l] = settings.optimizer().start(thetas[l].length);
    }
    gradient = new float[network.parameterCount()];
    workspace = new Workspace(network, settings.batchSize(), workers);
    targets =
        new TargetNetworks(
            network,
            algorithm,
            settings.variants(),
            settings.targetPasses(),
            settings.batchSize(),
            settings.slots(),
            workers);
    targets.start(window(initial, algorithm));
    minibatch = new Minibatch(network.input(), settings.batchSize());
    combined = new float[settings.batchSize() * actions];
    y = new float[settings.batchSize()];
    sharedErrors = new float[settings.batchSize()];
    acting = new CombinedValues(network, algorithm.combine(), 1, algorithm.k(), workers);
    evaluated =
        new CombinedValues(
            network, algorithm.combine(), settings.batchSize(), algorithm.k(), workers);
    observed = new Batch(network.input(), 1).resize(1);
  }

  /// What the window of snapshots starts with: copies of the initial parameters, as the authors have it.
  private float[][] window(float[][] initial, Algorithm algorithm) {
    float[][] window = new float[algorithm.k()][];
    boolean independent =
        settings.variants().windowStart() == Variants.WindowStart.INDEPENDENT && initial.length > 1;
    for (int k = 0; k < window.length; k++) {
      window[k] = algorithm.learners() > 1 ? initial[k] : independent ? initial[1 + k] : initial[0];
    }
    return window;
  }

  /// How many sets of initial parameters a learner wants.
  public static int initialSets(Algorithm algorithm, Variants variants) {
    boolean independent =
        variants.windowStart() == Variants.WindowStart.INDEPENDENT && algorithm.learners() == 1;
    return independent ? 1 + algorithm.k() : algorithm.learners();
  }

  /// One update: a minibatch, its targets, a gradient step; for each network that is trained.
  ///
  /// Returns false, and changes no parameter more, when a number was not finite; [#problem] says which.
  public boolean update(Source source, RandomGenerator random) {
    Variants variants = settings.variants();
    int learners = thetas.length;
    boolean one = learners > 1 && variants.ensembleUpdate() == Variants.EnsembleUpdate.ONE;
    boolean shared = variants.minibatches() == Variants.Minibatches.SHARED;
    int first = one ? random.nextInt(learners) : 0;
    int last = one ? first : learners - 1;
    double losses = 0;
    double errors = 0;
    double norms = 0;
    Arrays.fill(sharedErrors, 0);
    for (int l = first; l <= last; l++) {
      if (l == first || !shared) {
        source.draw(minibatch);
        estimateNextStates();
      }
      if (!learn(l)) {
        return false;
      }
      losses += loss;
      norms += gradientNorm;
      for (int i = 0; i < minibatch.size(); i++) {
        float error = Math.abs(workspace.tdErrors()[i]);
        errors += error;
        sharedErrors[i] += error / (shared ? last - first + 1 : 1);
      }
      if (!shared || l == last) {
        source.learned(minibatch, sharedErrors);
        Arrays.fill(sharedErrors, 0);
      }
    }
    int made = last - first + 1;
    loss = losses / made;
    gradientNorm = norms / made;
    tdError = errors / made / minibatch.size();
    updates++;
    return true;
  }

  /// `combine(estimates(s'))` of the minibatch.
  private void estimateNextStates() {
    float[][] tables = targets.values(minibatch.nextObservations(), minibatch.nextSlots());
    Targets.combine(
        settings.algorithm().combine(),
        tables,
        targets.active(),
        minibatch.size() * actions,
        combined);
  }

  /// A gradient step of one network towards the targets.
  private boolean learn(int learner) {
    float[] theta = thetas[learner];
    Algorithm.Bootstrap bootstrap = settings.algorithm().bootstrap();
    float[] online =
        bootstrap == Algorithm.Bootstrap.DOUBLE
            ? workspace.forward(theta, minibatch.nextObservations())
            : combined;
    for (int i = 0; i < minibatch.size(); i++) {
      float value =
          Targets.bootstrap(bootstrap, combined, online, minibatch.nextActions(), i, actions);
      y[i] = Targets.target(minibatch.rewards()[i], minibatch.discounts()[i], value);
      if (!Float.isFinite(y[i])) {
        return fail("a target is " + y[i]);
      }
    }
    workspace.forward(theta, minibatch.observations());
    loss = workspace.loss(settings.loss(), minibatch.actions(), y, minibatch.weights());
    if (!Double.isFinite(loss)) {
      return fail("the loss is " + loss);
    }
    workspace.backward(theta, gradient);
    if (settings.maxGradientNorm() > 0) {
      gradientNorm = Gradients.clipNorm(gradient, settings.maxGradientNorm());
    } else if (updates % NORM_PERIOD == 0) {
      gradientNorm = Gradients.norm(gradient);
    }
    if (!Double.isFinite(gradientNorm)) {
      return fail("the gradient's norm is " + gradientNorm);
    }
    optimizers[learner].step(theta, gradient, workers);
    return true;
  }

  private boolean fail(String what) {
    problem = what;
    return false;
  }

  /// What was not finite in the update that failed.
  public @Nullable String problem() {
    return problem;
  }

  /// Takes a snapshot: the online parameters become the newest estimate.
  public void snapshot() {
    targets.push(thetas);
  }

  /// The values of one observation that the training policy follows, action by action: this object's own
  /// array, until the next call.
  ///
  /// @param learner the network to follow with [Variants.Actor#ONE_LEARNER]
  public float[] actingValues(Observation observation, int learner) {
    observed.set(0, observation);
    return switch (settings.variants().actor()) {
      case ONLINE -> acting.of(thetas, thetas.length, observed);
      case COMBINED -> acting.of(targets.newestFirst(), targets.active(), observed);
      case ONE_LEARNER -> {
        actor[0] = thetas[learner];
        yield acting.of(actor, 1, observed);
      }
    };
  }

  /// The evaluated policy as it is now: a copy that does not change with the learner.
  public Policy policy() {
    float[][] copies = new float[evaluatedCount()][];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = evaluatedSets()[i].clone();
    }
    return new Policy(network, settings.algorithm().combine(), copies);
  }

  private boolean evaluatesCombined() {
    return settings.variants().evaluated() == Variants.Evaluated.COMBINED;
  }

  private float[][] evaluatedSets() {
    return evaluatesCombined() ? targets.newestFirst() : thetas;
  }

  private int evaluatedCount() {
    return evaluatesCombined() ? targets.active() : thetas.length;
  }

  /// The sum over a batch (at most a minibatch) of the largest value of the evaluated estimate.
  public double sumOfLargestValues(Batch batch) {
    return sumOfLargest(evaluated.of(evaluatedSets(), evaluatedCount(), batch), batch.size());
  }

  /// The same of the online network (of an ensemble: its online networks, combined).
  public double sumOfLargestOnlineValues(Batch batch) {
    return sumOfLargest(evaluated.of(thetas, thetas.length, batch), batch.size());
  }

  /// The same of the newest snapshot (of an ensemble: the newest of each learner, combined).
  public double sumOfLargestNewestValues(Batch batch) {
    int newest = settings.algorithm().learners();
    return sumOfLargest(evaluated.of(targets.newestFirst(), newest, batch), batch.size());
  }

  private double sumOfLargest(float[] q, int rows) {
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += q[row * actions + Targets.argmax(q, row * actions, actions)];
    }
    return sum;
  }

  /// Another observation is stored in this place of the replay memory.
  public void forgetSlot(int slot) {
    targets.forgetSlot(slot);
  }

  /// Whether every parameter is finite.
  public boolean finite() {
    for (float[] theta : thetas) {
      for (float w : theta) {
        if (!Float.isFinite(w)) {
          return false;
        }
      }
    }
    return true;
  }

  /// The online parameters of each network that is trained: the learner's own arrays.
  public float[][] parameters() {
    return thetas;
  }

  /// The parameters of the estimates, the newest first: the learner's own arrays.
  public float[][] estimates() {
    return targets.newestFirst();
  }

  /// The targets of the last minibatch: the learner's own array.
  public float[] lastTargets() {
    return y;
  }

  /// What the learner was made of.
  public LearnerSettings settings() {
    return settings;
  }

  /// Updates made.
  public long updates() {
    return updates;
  }

  /// The mean loss of the networks at the last update.
  public double loss() {
    return loss;
  }

  /// The mean absolute TD error of the last update.
  public double tdError() {
    return tdError;
  }

  /// The gradient's norm at the last update that measured it, before clipping.
  public double gradientNorm() {
    return gradientNorm;
  }

  /// Forward passes made for targets so far, each of one network on one state.
  public long targetPasses() {
    return targets.passes();
  }

  /// Such passes that remembered values made unnecessary.
  public long targetPassesSaved() {
    return targets.passesSaved();
  }

  /// Writes everything an exact continuation needs.
  public void save(DataOutput out) throws IOException {
    out.writeLong(updates);
    out.writeDouble(gradientNorm);
    for (int l = 0; l < thetas.length; l++) {
      Bulk.write(out, thetas[l]);
      out.writeLong(optimizers[l].steps());
      for (float[] slot : optimizers[l].moments()) {
        Bulk.write(out, slot);
      }
    }
    targets.save(out);
  }

  /// Goes on from what [#save] wrote, in a fresh learner of the same settings.
  public void restore(DataInput in) throws IOException {
    updates = in.readLong();
    gradientNorm = in.readDouble();
    for (int l = 0; l < thetas.length; l++) {
      Bulk.read(in, thetas[l]);
      optimizers[l].resumeAt(in.readLong());
      for (float[] slot : optimizers[l].moments()) {
        Bulk.read(in, slot);
      }
    }
    targets.restore(in);
  }
}
