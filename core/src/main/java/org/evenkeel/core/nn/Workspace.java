package org.evenkeel.core.nn;

import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// Computes a gradient from a batch of observations in three steps: [#forward], [#loss] and [#backward].
///
/// All buffers are allocated at construction, nothing afterwards. A workspace is used by one thread
/// (which may have [Workers]).
public final class Workspace {
  private final Network network;
  private final Workers workers;
  private final List<Stage> stages;
  private final ForwardPass pass;
  private final float[][] one = new float[1][];
  private final float[] tdErrors;

  /// The arrays of each stage's input gradient; the last one contains the output gradient.
  private final Stage.Backward[] backward;

  private final Workers.Task[] transpose;
  private final Workers.Task[] inputGradient;
  private final Workers.Task weightGradients = this::weightGradients;
  private final int weightBlocks;
  private final double operations;
  private float[] theta = {};
  private float[] gradient = {};

  /// Creates a workspace for batches of up to `maxBatch` rows.
  public Workspace(Network network, int maxBatch, Workers workers) {
    this.network = network;
    this.workers = workers;
    this.stages = network.stages();
    this.pass = new ForwardPass(network, maxBatch, 1, workers);
    this.tdErrors = new float[maxBatch];
    backward = new Stage.Backward[stages.size()];
    transpose = new Workers.Task[stages.size()];
    inputGradient = new Workers.Task[stages.size()];
    float[] before = {};
    int blocks = 0;
    double all = 0;
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      float[] gy = new float[maxBatch * stage.outputs()];
      backward[i] = new Stage.Backward(gy, new float[stage.transposedSize(maxBatch)], before);
      before = gy;
      int index = i;
      transpose[i] = (block, worker) -> transpose(index, block);
      inputGradient[i] = (block, worker) -> inputGradient(index, block, worker);
      blocks += stage.weightBlocks();
      all += stage.operations();
    }
    weightBlocks = blocks;
    operations = all;
  }

  /// Computes the values of every action, `[row][action]`, in the workspace's own array, valid until the next call.
  /// Rows beyond the size of the batch are undefined.
  public float[] forward(float[] theta, Batch batch) {
    one[0] = theta;
    pass.run(one, 1, batch, null, null);
    this.theta = theta;
    return pass.outputs(0);
  }

  /// Computes the loss of the last forward pass and, for [#backward], its gradient with respect to the values.
  ///
  /// @param actionsTaken the action of each sample; only its value has a gradient
  /// @param y the target of each sample
  /// @param weights the weight of each sample; null if all are 1
  public double loss(Loss loss, int[] actionsTaken, float[] y, float @Nullable [] weights) {
    requireForward();
    return loss.apply(
        pass.outputs(0),
        pass.size(),
        network.outputs(),
        actionsTaken,
        y,
        weights,
        tdErrors,
        outputGradient());
  }

  /// Returns the TD errors `q[action] - y` of each sample, computed by the last [#loss].
  public float[] tdErrors() {
    return tdErrors;
  }

  /// Returns the gradient with respect to the values, `[row][action]`. [#loss] writes it; a caller with a custom loss
  /// writes it here instead.
  public float[] outputGradient() {
    return backward[stages.size() - 1].gy();
  }

  /// Propagates the output gradient back and writes the gradient with respect to all parameters.
  ///
  /// @param theta the parameters of the last forward pass
  /// @param gradient the array for the gradient, in the order of the parameters
  public void backward(float[] theta, float[] gradient) {
    requireForward();
    if (theta != this.theta) {
      throw new IllegalArgumentException(
          "backward requires the parameter array of the last forward pass, was given another one");
    }
    Checks.length("gradient", network.parameterCount(), gradient.length);
    this.gradient = gradient;
    int n = pass.size();
    passOutputRelu(n);
    for (int i = stages.size() - 1; i > 0; i--) {
      Stage stage = stages.get(i);
      workers.run(stage.transposeBlocks(), 4.0 * stage.transposedSize(n), transpose[i]);
      workers.run(stage.inputBlocks(n), stage.operations() * n, inputGradient[i]);
    }
    workers.run(weightBlocks, operations * n, weightGradients);
  }

  private void requireForward() {
    if (pass.size() == 0) {
      throw new IllegalStateException("there was no forward pass yet");
    }
  }

  /// Applies a ReLU at the end of the network; every other ReLU is handled by the stage after it.
  private void passOutputRelu(int n) {
    if (network.rectifiedOutput()) {
      pass.scratch(0)
          .kernels
          .keepPositive(pass.outputs(0), 0, outputGradient(), 0, n * network.outputs());
    }
  }

  private Signal inputOf(int index) {
    return index == 0 ? pass.decoded() : pass.activation(index - 1, 0);
  }

  private void transpose(int index, int block) {
    Stage.Backward to = backward[index];
    stages.get(index).transpose(block, pass.size(), theta, to.gy(), to.transposed());
  }

  private void inputGradient(int index, int block, int worker) {
    stages
        .get(index)
        .inputGradient(
            block, pass.size(), inputOf(index), theta, backward[index], pass.scratch(worker));
  }

  /// Runs blocks of all stages in one phase; the first stage comes first because its blocks may be the longest.
  private void weightGradients(int task, int worker) {
    int block = task;
    int index = 0;
    while (block >= stages.get(index).weightBlocks()) {
      block -= stages.get(index).weightBlocks();
      index++;
    }
    stages
        .get(index)
        .weightGradient(
            block,
            pass.size(),
            inputOf(index),
            backward[index].gy(),
            gradient,
            pass.scratch(worker));
  }
}
