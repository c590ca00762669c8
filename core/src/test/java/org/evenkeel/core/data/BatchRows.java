package org.evenkeel.core.data;

import java.util.Arrays;

/// Lets tests of other packages look into a batch.
public final class BatchRows {
  private BatchRows() {}

  /// One observation, copied out of its array.
  public static Object row(Batch batch, int row) {
    return switch (batch.form()) {
      case Form.Vector v -> {
        float[] copy = new float[v.size()];
        System.arraycopy(batch.floats(), row * v.size(), copy, 0, v.size());
        yield copy;
      }
      case Form.OneHot _ -> new int[] {batch.indices()[row]};
      case Form.BitPlanes p ->
          Arrays.copyOfRange(batch.bits(), row * p.words(), (row + 1) * p.words());
      case Form.Bytes b -> Arrays.copyOfRange(batch.bytes(), row * b.size(), (row + 1) * b.size());
    };
  }

  /// Whether two rows hold the same bits.
  public static boolean same(Batch a, int rowOfA, Batch b, int rowOfB) {
    return Arrays.deepEquals(new Object[] {row(a, rowOfA)}, new Object[] {row(b, rowOfB)});
  }
}
