package org.evenkeel.bench;

import java.util.Random;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.SnapshotMemory;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.OptimizerState;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.jspecify.annotations.Nullable;

/// One update of Averaged-DQN(K), from two batches of observations to new parameters: K target passes on
/// the next states, the mean over the K and the largest over the actions, the targets, the online pass,
/// the loss of the actions taken, the backward pass and the optimizer.
///
/// With `remember`, target values are cached as in training. Minibatches are drawn from a replay buffer of a tenth of
/// the real size (Gridworld: the real size), with a tenth of the target period, so that a stored state is drawn as often
/// per period. The cache starts in its state after K periods.
public final class UpdateWork implements AutoCloseable {
  private static final float GAMMA = 0.99f;

  private final Task task;
  private final int k;
  private final Network network;
  private final Workers workers;
  private final Workspace workspace;
  private final Evaluator evaluator;
  private final OptimizerState optimizer;
  private final Loss loss;
  private final Batch states;
  private final Batch nextStates;
  private final float[] theta;
  private final float[] gradient;
  private final float[][] snapshots;
  private final int[] actions;
  private final float[] rewards;
  private final float[] y;
  private final @Nullable SnapshotMemory memory;
  private final long[] slots;
  private final Random random = new Random(7);
  private int updates;
  private long lastPasses;

  /// The measured networks, with their schedules.
  public enum Task {
    /// The Nature network: 1M transitions, a snapshot every 2,500 updates.
    NATURE(32, 100_000, 250),
    /// The MinAtar network on 4 channels: 100k transitions, a snapshot every 1,000 updates.
    MINATAR(32, 10_000, 100),
    /// The paper's Gridworld network: 1,600 transitions, a snapshot every 100 updates.
    GRIDWORLD(32, 1_600, 100),
    /// A CartPole network, 4-120-84-2: 100k transitions, a snapshot every 500 updates.
    CARTPOLE(64, 10_000, 50);

    private final int batch;
    private final int slots;
    private final int period;

    Task(int batch, int slots, int period) {
      this.batch = batch;
      this.slots = slots;
      this.period = period;
    }

    Network network() {
      return switch (this) {
        case NATURE -> new Architecture.Nature(false).build(new Form.Bytes(84, 84, 4), 6);
        case MINATAR -> new Architecture.MinAtar(false).build(new Form.BitPlanes(10, 10, 4), 6);
        case GRIDWORLD -> Network.dense(new Form.OneHot(400), 80, 4);
        case CARTPOLE -> Network.dense(new Form.Vector(4), 120, 84, 2);
      };
    }

    /// Returns the number of samples in a minibatch.
    int batch() {
      return batch;
    }

    /// Returns the share of nonzero inputs of the first layer.
    double density() {
      return switch (this) {
        case NATURE, CARTPOLE -> 1;
        case MINATAR -> 0.1;
        case GRIDWORLD -> 1.0 / 400;
      };
    }

    Optimizer optimizer() {
      return switch (this) {
        case NATURE, MINATAR -> Optimizer.NatureRmsProp.paper();
        case GRIDWORLD, CARTPOLE -> new Optimizer.Adam(1e-3);
      };
    }

    Loss loss() {
      return switch (this) {
        case NATURE -> new Loss(Loss.Kind.HUBER, Loss.Reduction.SUM);
        case MINATAR, CARTPOLE -> new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN);
        case GRIDWORLD -> new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN);
      };
    }

    /// Returns the number of floating-point operations of one update without the optimizer. Zeros of a sparse input are
    /// never multiplied and do not count.
    double operations(double targetPasses) {
      Network network = network();
      double first = network.firstLayerOperations() * density();
      double rest = network.forwardOperations() - network.firstLayerOperations();
      double forward = first + rest;
      double backward = forward + rest; // no gradient with respect to the observation
      return batch * ((targetPasses + 1) * forward + backward);
    }
  }

  /// Prepares the work; all randomness has a fixed seed.
  public UpdateWork(Task task, int k, int threads, boolean remember) {
    this.task = task;
    this.k = k;
    network = task.network();
    workers = Workers.of(threads);
    workspace = new Workspace(network, task.batch, workers);
    evaluator = new Evaluator(network, task.batch, k, workers);
    optimizer = task.optimizer().start(network.parameterCount());
    loss = task.loss();
    Random setup = new Random(1);
    theta = network.newParameters(Initializer.PYTORCH, setup);
    gradient = new float[theta.length];
    snapshots = new float[k][];
    for (int i = 0; i < k; i++) {
      snapshots[i] = network.newParameters(Initializer.PYTORCH, setup);
    }
    states = randomBatch(setup);
    nextStates = randomBatch(setup);
    actions = new int[task.batch];
    rewards = new float[task.batch];
    for (int i = 0; i < task.batch; i++) {
      actions[i] = setup.nextInt(network.outputs());
      rewards[i] = setup.nextFloat();
    }
    y = new float[task.batch];
    slots = new long[task.batch];
    memory = remember ? new SnapshotMemory(task.slots, k, network.outputs(), task.batch) : null;
    if (memory != null) {
      age(memory);
    }
  }

  /// Fills the cache as K periods of sampling would. A cheap network replaces the real one: it does not matter which
  /// values are cached.
  private void age(SnapshotMemory memory) {
    Network cheap = Network.dense(new Form.OneHot(1), network.outputs());
    Evaluator quick = new Evaluator(cheap, task.batch, k, workers);
    float[][] zeros = new float[k][cheap.parameterCount()];
    Batch batch = new Batch(cheap.input(), task.batch).resize(task.batch);
    for (int period = 0; period < k; period++) {
      memory.forgetSnapshot(period);
      for (int i = 0; i < task.period; i++) {
        drawSlots();
        memory.complete(quick, zeros, batch, slots);
      }
    }
  }

  private void drawSlots() {
    for (int i = 0; i < slots.length; i++) {
      slots[i] = random.nextInt(task.slots);
    }
  }

  private Batch randomBatch(Random random) {
    Batch batch = new Batch(network.input(), task.batch).resize(task.batch);
    for (int row = 0; row < task.batch; row++) {
      switch (network.input()) {
        case Form.Vector v -> {
          float[] x = new float[v.size()];
          for (int i = 0; i < x.length; i++) {
            x[i] = random.nextFloat() - 0.5f;
          }
          batch.setVector(row, x, 0);
        }
        case Form.OneHot o -> batch.setIndex(row, random.nextInt(o.size()));
        case Form.BitPlanes p -> {
          long[] words = new long[p.words()];
          for (int i = 0; i < p.size(); i++) {
            words[i / 64] |= (random.nextDouble() < task.density() ? 1L : 0L) << i;
          }
          batch.setBits(row, words, 0);
        }
        case Form.Bytes b -> {
          byte[] x = new byte[b.size()];
          random.nextBytes(x);
          batch.setBytes(row, x, 0);
        }
      }
    }
    return batch;
  }

  /// Performs one update and returns its loss.
  public double update() {
    long passesBefore = evaluator.passes();
    if (memory == null) {
      evaluator.evaluate(snapshots, k, nextStates);
    } else {
      if (updates % task.period == 0) {
        memory.forgetSnapshot(updates / task.period % k);
      }
      updates++;
      drawSlots();
      memory.complete(evaluator, snapshots, nextStates, slots);
    }
    lastPasses = evaluator.passes() - passesBefore;
    targets();
    workspace.forward(theta, states);
    double cost = workspace.loss(loss, actions, y, null);
    workspace.backward(theta, gradient);
    optimizer.step(theta, gradient, workers);
    return cost;
  }

  /// Computes the targets y = r + gamma max over a of the mean over k of Q(s', a; theta_k).
  private void targets() {
    int width = network.outputs();
    for (int i = 0; i < y.length; i++) {
      float best = Float.NEGATIVE_INFINITY;
      for (int a = 0; a < width; a++) {
        float sum = 0;
        for (int set = 0; set < k; set++) {
          sum +=
              memory == null
                  ? evaluator.values(set)[i * width + a]
                  : memory.value(slots[i], set, a);
        }
        best = Math.max(best, sum / k);
      }
      y[i] = rewards[i] + GAMMA * best;
    }
  }

  /// Returns the current parameters.
  public float[] parameters() {
    return theta;
  }

  /// Returns the number of target passes in the last update, counted per observation: K per sample, or fewer if values
  /// were cached.
  public long targetPasses() {
    return lastPasses;
  }

  @Override
  public void close() {
    workers.close();
  }
}
