package org.evenkeel.core.nn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A convolution, computed as a matrix product without copying its input.
///
/// Activations are NHWC, so the patch under a filter consists of `kernelHeight` runs of `kernelWidth * channels`
/// adjacent floats: exactly what [Product] reads. Rows are output pixels, lanes are filters. The weight gradient is the
/// same product with the roles exchanged: rows are weights, and the sum runs over the pixels of each sample. The input
/// gradient multiplies by the transposed weights and adds each pixel's patch back to its origin: one row of the kernel
/// after another, at most 32 inputs at a time, pixel after pixel.
final class ConvStage implements Stage {
  private static final int WEIGHTS_PER_BLOCK = 32;
  private static final int PIXELS_PER_WALK = 500;

  /// The smallest piece of a sample worth passing to another thread, in floating-point operations. It is rounded up to
  /// complete tiles of the kernels.
  private static final double OPERATIONS_PER_PIECE = 1_000_000;

  private static final int PIXELS_PER_TILE = 8;

  private final ImageShape in;
  private final int kernelHeight;
  private final int stride;
  private final int filters;
  private final boolean relu;
  private final boolean rectifiedInput;
  private final int offset;

  private final int outHeight;
  private final int outWidth;
  private final int pixels;
  private final int weights;
  private final int run;
  private final int runStride;
  private final int panels;

  /// The number of pieces of a sample. A large one is divided, because when an agent acts, all
  /// threads share one sample.
  private final int pieces;

  private final int pixelsPerPiece;

  /// The start of each output pixel's patch in a sample.
  private final int[] pixelAt;

  /// The start of each output pixel's gradient in a sample.
  private final int[] gradientAt;

  /// The start of each kernel row in a patch.
  private final int[] kernelRowAt;

  /// The start of the first patch of each output row, over a few samples.
  private final int[] outputRowAt;

  /// The position of each weight's input, relative to the start of a patch.
  private final int[] weightAt;

  ConvStage(ImageShape in, Layer.Conv2d layer, boolean relu, boolean rectifiedInput, int offset) {
    this.in = in;
    this.kernelHeight = layer.kernelHeight();
    this.stride = layer.stride();
    this.filters = layer.filters();
    this.relu = relu;
    this.rectifiedInput = rectifiedInput;
    this.offset = offset;
    ImageShape out = in.after(layer);
    outHeight = out.height();
    outWidth = out.width();
    pixels = outHeight * outWidth;
    run = layer.kernelWidth() * in.channels();
    runStride = in.width() * in.channels();
    weights = kernelHeight * run;
    panels = Panels.count(filters);
    int worth = (int) Math.ceil(OPERATIONS_PER_PIECE / (2.0 * filters * weights));
    pixelsPerPiece = Stage.ceilDiv(worth, PIXELS_PER_TILE) * PIXELS_PER_TILE;
    pieces = Math.max(1, pixels / pixelsPerPiece);
    pixelAt = new int[pixels];
    gradientAt = new int[pixels];
    for (int p = 0; p < pixels; p++) {
      pixelAt[p] = p / outWidth * stride * runStride + p % outWidth * stride * in.channels();
      gradientAt[p] = p * filters;
    }
    kernelRowAt = new int[kernelHeight];
    for (int row = 0; row < kernelHeight; row++) {
      kernelRowAt[row] = row * runStride;
    }
    outputRowAt = new int[Math.max(1, PIXELS_PER_WALK / pixels) * outHeight];
    for (int row = 0; row < outputRowAt.length; row++) {
      outputRowAt[row] = row / outHeight * in.size() + row % outHeight * stride * runStride;
    }
    weightAt = new int[weights];
    for (int k = 0; k < weights; k++) {
      weightAt[k] = k / run * runStride + k % run;
    }
  }

  @Override
  public int inputs() {
    return in.size();
  }

  @Override
  public int outputs() {
    return pixels * filters;
  }

  @Override
  public int parameters() {
    return (weights + 1) * filters;
  }

  @Override
  public double operations() {
    return 2.0 * pixels * filters * weights;
  }

  @Override
  public int forwardBlocks(int n) {
    return pieces > 1 ? n * pieces : sampleBlocks(n);
  }

  private int sampleBlocks(int n) {
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
    int firstSample = pieces > 1 ? block / pieces : block * perBlock;
    int endSample = pieces > 1 ? firstSample + 1 : Math.min(n, (block + 1) * perBlock);
    int piece = pieces > 1 ? block % pieces : 0;
    int first = piece * pixelsPerPiece;
    int count = piece == pieces - 1 ? pixels - first : pixelsPerPiece; // the last takes the rest
    for (int j = firstSample; j < endSample; j++) {
      int sample = pick == null ? j : pick[j];
      for (int panel = 0; panel < panels; panel++) {
        int width = Panels.width(filters, panel);
        int to = j * outputs() + first * filters + panel * Panels.WIDTH;
        scratch
            .product
            .rows(x.floats, sample * inputs(), pixelAt, first, count)
            .walk(kernelRowAt, kernelHeight, run, 1)
            .times(theta, offset + Panels.start(weights, panel), width, width)
            .from(theta, biasAt(panel), 0)
            .floor(Scratch.floor(relu))
            .into(y, to, filters, scratch.kernels);
      }
    }
  }

  private int biasAt(int panel) {
    return offset + weights * filters + panel * Panels.WIDTH;
  }

  @Override
  public int weightBlocks() {
    return panels * Stage.ceilDiv(weights, WEIGHTS_PER_BLOCK);
  }

  @Override
  public void weightGradient(
      int block, int n, Signal x, float[] gy, float[] gradient, Scratch scratch) {
    int panel = block % panels;
    int first = block / panels * WEIGHTS_PER_BLOCK;
    int count = Math.min(WEIGHTS_PER_BLOCK, weights - first);
    int width = Panels.width(filters, panel);
    int at = offset + Panels.start(weights, panel) + first * width;
    // A few samples together, so that the sums stay in registers. Not all of them, so that their
    // inputs and gradients stay in the cache while one tile of weights after another reads them.
    int together = outputRowAt.length / outHeight;
    for (int sample = 0; sample < n; sample += together) {
      Product product =
          scratch
              .product
              .rows(x.floats, sample * inputs(), weightAt, first, count)
              .walk(
                  outputRowAt,
                  Math.min(together, n - sample) * outHeight,
                  outWidth,
                  stride * in.channels())
              .times(gy, sample * outputs() + panel * Panels.WIDTH, filters, width);
      if (sample == 0) {
        product.from(Scratch.ZEROS, 0, 0);
      } else {
        product.from(gradient, at, width);
      }
      product.into(gradient, at, width, scratch.kernels);
    }
    if (first == 0) {
      scratch
          .product
          .rows(Scratch.ONES, 0, Scratch.FIRST, 0, 1)
          .walk(n * pixels, 0)
          .times(gy, panel * Panels.WIDTH, filters, width)
          .from(Scratch.ZEROS, 0, 0)
          .into(gradient, biasAt(panel), width, scratch.kernels);
    }
  }

  @Override
  public int transposedSize(int maxBatch) {
    return weights * filters;
  }

  @Override
  public int transposeBlocks() {
    return kernelHeight;
  }

  /// Writes row `block` of the kernel, divided into lanes of at most a panel: `[lanes][filter][lane]`.
  @Override
  public void transpose(int block, int n, float[] theta, float[] gy, float[] transposed) {
    for (int lanes = 0; lanes < run; lanes += Panels.WIDTH) {
      int width = Math.min(Panels.WIDTH, run - lanes);
      int to = (block * run + lanes) * filters;
      for (int lane = 0; lane < width; lane++) {
        int weight = block * run + lanes + lane;
        for (int panel = 0; panel < panels; panel++) {
          int columns = Panels.width(filters, panel);
          int from = offset + Panels.start(weights, panel) + weight * columns;
          int filter = panel * Panels.WIDTH;
          for (int c = 0; c < columns; c++) {
            transposed[to + (filter + c) * width + lane] = theta[from + c];
          }
        }
      }
    }
  }

  @Override
  public int inputBlocks(int n) {
    return sampleBlocks(n);
  }

  @Override
  public void inputGradient(
      int block, int n, Signal x, float[] theta, Backward to, Scratch scratch) {
    float[] gx = to.gx();
    int perBlock = Stage.samplesPerBlock(operations());
    for (int sample = block * perBlock; sample < Math.min(n, (block + 1) * perBlock); sample++) {
      int at = sample * inputs();
      Arrays.fill(gx, at, at + inputs(), 0);
      for (int row = 0; row < kernelHeight; row++) {
        for (int lanes = 0; lanes < run; lanes += Panels.WIDTH) {
          int width = Math.min(Panels.WIDTH, run - lanes);
          scratch
              .product
              .rows(to.gy(), sample * outputs(), gradientAt, 0, pixels)
              .walk(filters, 1)
              .times(to.transposed(), (row * run + lanes) * filters, width, width)
              .from(Scratch.ZEROS, 0, 0)
              .into(scratch.tile, 0, Panels.WIDTH, scratch.kernels);
          scratch.kernels.scatterRows(
              scratch.tile, Panels.WIDTH, width, pixelAt, pixels, gx, at + row * runStride + lanes);
        }
      }
      if (rectifiedInput) {
        scratch.kernels.keepPositive(x.floats, at, gx, at, inputs());
      }
    }
  }

  @Override
  public int scratchSize() {
    return pixels * Panels.WIDTH;
  }
}
