package org.evenkeel.core.nn;

import org.jspecify.annotations.Nullable;

/// A dense layer. Rows of the product are samples, lanes are outputs, blocks are panels of outputs.
///
/// The weight gradient has inputs as rows and sums over the samples. The input gradient also has inputs as rows, but
/// samples as lanes: it then broadcasts the weights in place, so that only the small output gradient has to be
/// transposed, instead of 1.6 million weights (Nature).
///
/// A layer with few outputs (the values of the actions) would leave most lanes empty. Therefore both of its gradients
/// have inputs as lanes: the weights are transposed, and so is the result of the weight gradient. Every sum is the same
/// chain either way.
final class DenseStage implements Stage {
  private static final int INPUTS_PER_STRETCH = 512;
  private static final int INPUTS_PER_WEIGHT_BLOCK = 256;
  private static final int INPUTS_PER_GRADIENT_BLOCK = 64;

  private final int inputs;
  private final int outputs;
  private final boolean relu;
  private final boolean rectifiedInput;
  private final int offset;
  private final int panels;
  private final int fullPanels;
  private final int lastWidth;
  private final boolean narrow;

  /// The position of each input in a sample, and of each output of a narrow layer: 0, 1, 2, ...
  private final int[] inputAt;

  /// The start of each full panel.
  private final int[] panelAt;

  /// The start of each input's weights in a full panel and in the narrow last one.
  private final int[] rowInFullPanel;

  private final int[] rowInLastPanel;

  DenseStage(int inputs, int outputs, boolean relu, boolean rectifiedInput, int offset) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.relu = relu;
    this.rectifiedInput = rectifiedInput;
    this.offset = offset;
    panels = Panels.count(outputs);
    fullPanels = outputs / Panels.WIDTH;
    lastWidth = outputs % Panels.WIDTH;
    narrow = fullPanels == 0;
    panelAt = new int[fullPanels];
    for (int panel = 0; panel < fullPanels; panel++) {
      panelAt[panel] = Panels.start(inputs, panel);
    }
    inputAt = new int[Math.max(inputs, Panels.WIDTH)];
    rowInFullPanel = new int[inputs];
    rowInLastPanel = new int[inputs];
    for (int i = 0; i < inputAt.length; i++) {
      inputAt[i] = i;
    }
    for (int i = 0; i < inputs; i++) {
      rowInFullPanel[i] = i * Panels.WIDTH;
      rowInLastPanel[i] = i * lastWidth;
    }
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return outputs;
  }

  @Override
  public int parameters() {
    return (inputs + 1) * outputs;
  }

  @Override
  public double operations() {
    return 2.0 * inputs * outputs;
  }

  @Override
  public int forwardBlocks(int n) {
    return panels;
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
    for (int j = 0; j < n; j++) {
      scratch.rows[j] = (pick == null ? j : pick[j]) * inputs;
    }
    int width = Panels.width(outputs, block);
    int weights = offset + Panels.start(inputs, block);
    int at = block * Panels.WIDTH;
    // All samples read one stretch of the panel before the next stretch. Otherwise the first sample
    // would wait for memory: 6.4 MB of weights (Nature) do not fit in the caches.
    int stretch = n > 8 ? INPUTS_PER_STRETCH : inputs;
    for (int first = 0; first < inputs; first += stretch) {
      int count = Math.min(stretch, inputs - first);
      Product product =
          scratch
              .product
              .rows(x.floats, first, scratch.rows, 0, n)
              .walk(count, 1)
              .times(theta, weights + first * width, width, width);
      if (first == 0) {
        product.from(theta, biasAt(block), 0);
      } else {
        product.from(y, at, outputs);
      }
      product
          .floor(Scratch.floor(relu && first + count == inputs))
          .into(y, at, outputs, scratch.kernels);
    }
  }

  private int biasAt(int panel) {
    return offset + inputs * outputs + panel * Panels.WIDTH;
  }

  @Override
  public int weightBlocks() {
    return panels * Stage.ceilDiv(inputs, INPUTS_PER_WEIGHT_BLOCK);
  }

  @Override
  public void weightGradient(
      int block, int n, Signal x, float[] gy, float[] gradient, Scratch scratch) {
    int chunks = Stage.ceilDiv(inputs, INPUTS_PER_WEIGHT_BLOCK);
    int panel = block / chunks;
    int first = block % chunks * INPUTS_PER_WEIGHT_BLOCK;
    int width = Panels.width(outputs, panel);
    if (narrow) {
      narrowWeightGradient(first, n, x, gy, gradient, scratch);
      return;
    }
    scratch
        .product
        .rows(x.floats, 0, inputAt, first, Math.min(INPUTS_PER_WEIGHT_BLOCK, inputs - first))
        .walk(n, inputs)
        .times(gy, panel * Panels.WIDTH, outputs, width)
        .from(Scratch.ZEROS, 0, 0)
        .into(
            gradient, offset + Panels.start(inputs, panel) + first * width, width, scratch.kernels);
    if (first == 0) {
      scratch
          .product
          .rows(Scratch.ONES, 0, Scratch.FIRST, 0, 1)
          .walk(n, 0)
          .times(gy, panel * Panels.WIDTH, outputs, width)
          .from(Scratch.ZEROS, 0, 0)
          .into(gradient, biasAt(panel), width, scratch.kernels);
    }
  }

  private void narrowWeightGradient(
      int first, int n, Signal x, float[] gy, float[] gradient, Scratch scratch) {
    float[] tile = scratch.tile;
    int last = Math.min(inputs, first + INPUTS_PER_WEIGHT_BLOCK);
    for (int i = first; i < last; i += Panels.WIDTH) {
      int width = Math.min(Panels.WIDTH, last - i);
      scratch
          .product
          .rows(gy, 0, inputAt, 0, outputs)
          .walk(n, outputs)
          .times(x.floats, i, inputs, width)
          .from(Scratch.ZEROS, 0, 0)
          .into(tile, 0, width, scratch.kernels);
      for (int o = 0; o < outputs; o++) {
        int to = offset + i * outputs + o;
        for (int lane = 0; lane < width; lane++) {
          gradient[to + lane * outputs] = tile[o * width + lane];
        }
      }
    }
    for (int o = 0; first == 0 && o < outputs; o++) {
      float sum = 0;
      for (int j = 0; j < n; j++) {
        sum += gy[j * outputs + o];
      }
      gradient[biasAt(0) + o] = sum;
    }
  }

  @Override
  public int transposedSize(int maxBatch) {
    return outputs * (narrow ? inputs : maxBatch);
  }

  @Override
  public int transposeBlocks() {
    return panels;
  }

  /// Writes the gradient of a panel of outputs as `[samples, in panels][output][sample]`, or the weights of a narrow
  /// layer as `[output][input]`.
  @Override
  public void transpose(int block, int n, float[] theta, float[] gy, float[] transposed) {
    if (narrow) {
      for (int o = 0; o < outputs; o++) {
        for (int i = 0; i < inputs; i++) {
          transposed[o * inputs + i] = theta[offset + i * outputs + o];
        }
      }
      return;
    }
    int first = block * Panels.WIDTH;
    int last = first + Panels.width(outputs, block);
    for (int samples = 0; samples < n; samples += Panels.WIDTH) {
      int width = Math.min(Panels.WIDTH, n - samples);
      for (int s = 0; s < width; s++) {
        int from = (samples + s) * outputs;
        for (int o = first; o < last; o++) {
          transposed[samples * outputs + o * width + s] = gy[from + o];
        }
      }
    }
  }

  @Override
  public int inputBlocks(int n) {
    return Stage.ceilDiv(inputs, INPUTS_PER_GRADIENT_BLOCK);
  }

  @Override
  public void inputGradient(
      int block, int n, Signal x, float[] theta, Backward to, Scratch scratch) {
    float[] gx = to.gx();
    int first = block * INPUTS_PER_GRADIENT_BLOCK;
    int count = Math.min(INPUTS_PER_GRADIENT_BLOCK, inputs - first);
    if (narrow) {
      narrowInputGradient(first, count, n, x, to, scratch);
      return;
    }
    float[] tile = scratch.tile;
    for (int samples = 0; samples < n; samples += Panels.WIDTH) {
      int width = Math.min(Panels.WIDTH, n - samples);
      int at = samples * outputs;
      scratch
          .product
          .rows(theta, offset, rowInFullPanel, first, count)
          .walk(panelAt, fullPanels, Panels.WIDTH, 1)
          .times(to.transposed(), at, width, width)
          .from(Scratch.ZEROS, 0, 0)
          .into(tile, 0, width, scratch.kernels);
      if (lastWidth > 0) {
        scratch
            .product
            .rows(theta, offset + Panels.start(inputs, fullPanels), rowInLastPanel, first, count)
            .walk(lastWidth, 1)
            .times(to.transposed(), at + fullPanels * Panels.WIDTH * width, width, width)
            .from(tile, 0, width)
            .into(tile, 0, width, scratch.kernels);
      }
      for (int s = 0; s < width; s++) {
        int row = (samples + s) * inputs + first;
        for (int i = 0; i < count; i++) {
          gx[row + i] = tile[i * width + s];
        }
        if (rectifiedInput) {
          scratch.kernels.keepPositive(x.floats, row, gx, row, count);
        }
      }
    }
  }

  private void narrowInputGradient(
      int first, int count, int n, Signal x, Backward to, Scratch scratch) {
    for (int j = 0; j < n; j++) {
      scratch.rows[j] = j * outputs;
    }
    for (int i = first; i < first + count; i += Panels.WIDTH) {
      scratch
          .product
          .rows(to.gy(), 0, scratch.rows, 0, n)
          .walk(outputs, 1)
          .times(to.transposed(), i, inputs, Math.min(Panels.WIDTH, first + count - i))
          .from(Scratch.ZEROS, 0, 0)
          .into(to.gx(), i, inputs, scratch.kernels);
    }
    for (int j = 0; rectifiedInput && j < n; j++) {
      int row = j * inputs + first;
      scratch.kernels.keepPositive(x.floats, row, to.gx(), row, count);
    }
  }

  @Override
  public int scratchSize() {
    return INPUTS_PER_GRADIENT_BLOCK * Panels.WIDTH;
  }
}
