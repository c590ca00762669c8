package org.evenkeel.core.nn;

import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;

/// The forward product of one layer on a batch of 32, on one thread. Gives benchmarks access to the package-private
/// kernels.
@SuppressWarnings("ImmutableEnumChecker") // records of numbers
public enum LayerProduct {
  /// Nature, 8x8/4 on 84x84x4: 12800 x 32 x 256.
  NATURE_CONV1(new ImageShape(84, 84, 4), Layer.conv(32, 8, 4)),
  /// Nature, 4x4/2 on 20x20x32: 2592 x 64 x 512.
  NATURE_CONV2(new ImageShape(20, 20, 32), Layer.conv(64, 4, 2)),
  /// Nature, 3x3/1 on 9x9x64: 1568 x 64 x 576.
  NATURE_CONV3(new ImageShape(9, 9, 64), Layer.conv(64, 3, 1)),
  /// Nature, dense: 32 x 512 x 3136.
  NATURE_FC(ImageShape.vector(3136), Layer.dense(512)),
  /// MinAtar, 3x3/1 on 10x10x4 as a dense product: 2048 x 16 x 36.
  MINATAR_CONV(new ImageShape(10, 10, 4), Layer.conv(16, 3, 1)),
  /// MinAtar, 3x3/1 on 10x10x4 as computed on bit planes, with a tenth of the bits set. Its operations are counted as
  /// if it were dense, so its share of the ceiling may exceed 1.
  MINATAR_CONV_SPARSE(new ImageShape(10, 10, 4), Layer.conv(16, 3, 1)),
  /// MinAtar, dense: 32 x 128 x 1024.
  MINATAR_FC(ImageShape.vector(1024), Layer.dense(128));

  private static final int BATCH = 32;

  private final ImageShape in;
  private final Layer layer;

  LayerProduct(ImageShape in, Layer layer) {
    this.in = in;
    this.layer = layer;
  }

  private Stage stage() {
    return switch (layer) {
      case Layer.Conv2d conv -> new ConvStage(in, conv, true, false, 0);
      case Layer.Dense dense -> new DenseStage(in.size(), dense.outputs(), true, false, 0);
      case Layer.Relu r -> throw new IllegalStateException("no product");
      case Layer.Flatten f -> throw new IllegalStateException("no product");
      case Layer.Dueling d -> throw new IllegalStateException("no product");
    };
  }

  /// Returns the number of floating-point operations in the product.
  public double operations() {
    return stage().operations() * BATCH;
  }

  /// Returns the product with its data, ready to run repeatedly.
  public Runnable ready() {
    return this == MINATAR_CONV_SPARSE ? sparse() : run(stage(), dense());
  }

  private Signal dense() {
    return new Signal(floats(BATCH * in.size(), new Random(1)));
  }

  private static Runnable sparse() {
    Network network =
        Network.of(
            new Form.BitPlanes(10, 10, 4),
            Layer.conv(16, 3, 1),
            Layer.relu(),
            Layer.flatten(),
            Layer.dense(6));
    Random random = new Random(1);
    Form.BitPlanes planes = (Form.BitPlanes) network.input();
    Batch batch = new Batch(planes, BATCH).resize(BATCH);
    Decoder decoder = new Decoder(network, BATCH);
    for (int row = 0; row < BATCH; row++) {
      long[] words = new long[planes.words()];
      for (int i = 0; i < planes.size(); i++) {
        words[i / 64] |= (random.nextInt(10) == 0 ? 1L : 0L) << i;
      }
      batch.setBits(row, words, 0);
      decoder.decode(batch, row);
    }
    return run(network.stages().getFirst(), decoder.signal);
  }

  private static Runnable run(Stage stage, Signal x) {
    float[] theta = floats(stage.parameters(), new Random(2));
    float[] y = new float[BATCH * stage.outputs()];
    Scratch scratch = new Scratch(stage.scratchSize(), BATCH);
    int blocks = stage.forwardBlocks(BATCH);
    return () -> {
      for (int block = 0; block < blocks; block++) {
        stage.forward(block, BATCH, x, null, theta, y, scratch);
      }
    };
  }

  private static float[] floats(int n, Random random) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }
}
