package org.evenkeel.core.nn;

/// The working memory of one worker: the parameter blocks of the kernels and a little scratch space.
final class Scratch {
  /// The start of sums without a bias; long enough for a panel.
  static final float[] ZEROS = new float[Panels.WIDTH];

  /// A row that is 1 everywhere (walked with step 0): a bias gradient is a product with it.
  static final float[] ONES = {1};

  static final int[] FIRST = {0};

  final Kernels kernels = KernelChoice.KERNELS;
  final Product product = new Product();
  final Kernels.SparseRows sparse = new Kernels.SparseRows();
  final Kernels.Edge edge = new Kernels.Edge();
  final float[] tile;
  final int[] rows;

  Scratch(int tileSize, int maxBatch) {
    tile = new float[tileSize];
    rows = new int[maxBatch];
  }

  static float floor(boolean relu) {
    return relu ? 0 : Float.NEGATIVE_INFINITY;
  }
}
