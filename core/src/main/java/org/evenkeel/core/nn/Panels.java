package org.evenkeel.core.nn;

/// The order of weights in memory: panels of a matrix with `rows` inputs and `columns` outputs.
///
/// Columns are divided into panels of 32; the last panel has the remaining columns. Within a panel, rows follow each
/// other, so the product kernel reads a panel from its first float to its last. Weights are kept, trained and saved in
/// checkpoints in this order, so that no packing is needed before a product. The order does not depend on the machine.
/// Policy files use PyTorch's order ([TensorLayout]).
final class Panels {
  /// Columns in a full panel: two 512-bit vectors, four of 256 bits or eight of 128 bits.
  static final int WIDTH = 32;

  private Panels() {}

  static int count(int columns) {
    return (columns + WIDTH - 1) / WIDTH;
  }

  static int width(int columns, int panel) {
    return Math.min(WIDTH, columns - panel * WIDTH);
  }

  /// Returns the start of a panel. Only the last one is narrow, so all before it are full.
  static int start(int rows, int panel) {
    return panel * rows * WIDTH;
  }

  static int index(int rows, int columns, int row, int column) {
    int panel = column / WIDTH;
    return start(rows, panel) + row * width(columns, panel) + column % WIDTH;
  }
}
