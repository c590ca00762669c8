package org.evenkeel.core.nn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A first layer on binary input: a dense layer on one-hot indices, or a convolution or dense layer on bit planes. It
/// reads lists of the inputs that are 1 ([Signal]) and adds up their weights; zeros cost nothing. It is always the
/// first stage, so it has no input gradient.
final class SparseStage implements Stage {
  private final int inputs;
  private final int weights;
  private final int pixels;
  private final int outputs;
  private final boolean relu;
  private final int offset;
  private final int panels;

  /// Creates a stage whose parameters start at `offset`.
  ///
  /// @param weights the number of inputs of one output
  /// @param pixels the number of times that the layer is applied to a sample
  SparseStage(int inputs, int weights, int pixels, int outputs, boolean relu, int offset) {
    this.inputs = inputs;
    this.weights = weights;
    this.pixels = pixels;
    this.outputs = outputs;
    this.relu = relu;
    this.offset = offset;
    panels = Panels.count(outputs);
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return pixels * outputs;
  }

  @Override
  public int parameters() {
    return (weights + 1) * outputs;
  }

  /// Returns an estimate that assumes that one input in eight is 1 and that a list costs about as much as four
  /// multiplications.
  @Override
  public double operations() {
    return 2.0 * pixels * outputs * Math.max(4, weights / 8);
  }

  @Override
  public int forwardBlocks(int n) {
    return Stage.ceilDiv(n, Stage.samplesPerBlock(operations()));
  }

  @Override
  public void forward(
      int block,
      int n,
      Signal x,
      int @Nullable [] pick,
      float[] theta,
      float[] y,
      Scratch scratch) {
    int perBlock = Stage.samplesPerBlock(operations());
    Kernels.Edge edge = scratch.edge;
    edge.bias = theta;
    edge.yStep = outputs;
    edge.floor = Scratch.floor(relu);
    int first = block * perBlock;
    int last = Math.min(n, first + perBlock);
    if (pixels == 1 && pick == null) {
      sum(x.samples(first, last - first, scratch.sparse), theta, y, first, scratch);
      return;
    }
    for (int j = first; j < last; j++) {
      sum(x.patches(pick == null ? j : pick[j], pixels, scratch.sparse), theta, y, j, scratch);
    }
  }

  private void sum(Kernels.SparseRows rows, float[] theta, float[] y, int sample, Scratch scratch) {
    Kernels.Edge edge = scratch.edge;
    for (int panel = 0; panel < panels; panel++) {
      edge.biasAt = offset + weights * outputs + panel * Panels.WIDTH;
      scratch.kernels.sumRows(
          rows,
          theta,
          offset + Panels.start(weights, panel),
          Panels.width(outputs, panel),
          edge,
          y,
          sample * outputs() + panel * Panels.WIDTH);
    }
  }

  @Override
  public int weightBlocks() {
    return panels;
  }

  @Override
  public void weightGradient(
      int block, int n, Signal x, float[] gy, float[] gradient, Scratch scratch) {
    int width = Panels.width(outputs, block);
    int at = offset + Panels.start(weights, block);
    Arrays.fill(gradient, at, at + weights * width, 0);
    int samplesAtOnce = pixels == 1 ? n : 1;
    for (int sample = 0; sample < n; sample += samplesAtOnce) {
      scratch.kernels.addToRows(
          pixels == 1 ? x.samples(0, n, scratch.sparse) : x.patches(sample, pixels, scratch.sparse),
          gy,
          sample * outputs() + block * Panels.WIDTH,
          outputs,
          width,
          gradient,
          at);
    }
    scratch
        .product
        .rows(Scratch.ONES, 0, Scratch.FIRST, 0, 1)
        .walk(n * pixels, 0)
        .times(gy, block * Panels.WIDTH, outputs, width)
        .from(Scratch.ZEROS, 0, 0)
        .into(gradient, offset + weights * outputs + block * Panels.WIDTH, width, scratch.kernels);
  }
}
