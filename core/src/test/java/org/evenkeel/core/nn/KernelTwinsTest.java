package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The vector twin against the scalar twin, bit for bit, over awkward sizes. The build runs it at 128, 256
/// and 512 bits.
@Tag("kernels")
class KernelTwinsTest {
  private static final int[] ROWS = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 25};
  private static final int[] WIDTHS = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 25, 31, 32};
  private static final int[] LENGTHS = {0, 1, 2, 3, 7, 8, 21, 64};

  private final Random random = new Random(11);
  private final Kernels scalar = new ScalarKernels();
  private final Kernels vector = new VectorKernels();

  @BeforeAll
  static void needsTheVectorModule() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "without jdk.incubator.vector there is no vector twin");
  }

  private float[] floats(int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      // Sizes that differ by powers of ten, so that any other order of additions shows.
      values[i] = (random.nextFloat() - 0.5f) * (float) Math.pow(10, random.nextInt(5));
    }
    return values;
  }

  private static void assertSameBits(float[] wanted, float[] given, String what) {
    int[] a = new int[wanted.length];
    int[] b = new int[given.length];
    Arrays.setAll(a, i -> Float.floatToRawIntBits(wanted[i]));
    Arrays.setAll(b, i -> Float.floatToRawIntBits(given[i]));
    assertArrayEquals(a, b, what);
  }

  @Test
  void productsHaveTheSameBits() {
    for (int rows : ROWS) {
      for (int width : WIDTHS) {
        for (int length : LENGTHS) {
          int runs = 1 + random.nextInt(3);
          int step = 1 + random.nextInt(3);
          int bStep = width + random.nextInt(5);
          int cStep = width + random.nextInt(4);
          boolean accumulate = random.nextBoolean();
          int[] offsets = new int[rows + 2];
          for (int i = 0; i < offsets.length; i++) {
            offsets[i] = random.nextInt(50);
          }
          int[] runAt = new int[runs];
          for (int i = 0; i < runs; i++) {
            runAt[i] = random.nextInt(20);
          }
          float[] a = floats(80 + length * step);
          float[] b = floats(3 + runs * length * bStep + width);
          float[] start = floats(5 + width);
          float[] c = floats(2 + rows * cStep);
          float floor = random.nextBoolean() ? 0 : Float.NEGATIVE_INFINITY;
          float[] other = c.clone();
          for (Kernels kernels : new Kernels[] {scalar, vector}) {
            float[] result = kernels == scalar ? c : other;
            Product p =
                new Product()
                    .rows(a, 1, offsets, 2, rows)
                    .walk(runAt, runs, length, step)
                    .times(b, 3, bStep, width);
            if (accumulate) {
              p.from(result, 2, cStep);
            } else {
              p.from(start, 5, 0);
            }
            p.floor(floor).into(result, 2, cStep, kernels);
          }
          assertSameBits(c, other, rows + " rows, width " + width + ", length " + length);
        }
      }
    }
  }

  private Kernels.SparseRows sparse(int rows, int weights) {
    Kernels.SparseRows sparse = new Kernels.SparseRows();
    sparse.from = 2;
    sparse.count = rows;
    sparse.step = 1 + random.nextInt(2);
    sparse.starts = new int[3 + rows * sparse.step];
    sparse.indices = new int[rows * (weights + 1)];
    int at = 0;
    for (int r = 0; r < rows; r++) {
      at += sparse.step - 1; // the lists of samples may lie apart
      sparse.starts[2 + r * sparse.step] = at;
      for (int w = 0; w < weights; w++) {
        if (random.nextInt(4) == 0) {
          sparse.indices[at++] = w;
        }
      }
      sparse.starts[3 + r * sparse.step] = at;
    }
    return sparse;
  }

  @Test
  void sparseSumsAndTheirGradientsHaveTheSameBits() {
    for (int rows : ROWS) {
      for (int width : WIDTHS) {
        int weights = 1 + random.nextInt(40);
        Kernels.SparseRows sparse = sparse(rows, weights);
        Kernels.Edge edge = new Kernels.Edge();
        edge.bias = floats(3 + width);
        edge.biasAt = 3;
        edge.yStep = width + random.nextInt(3);
        edge.floor = random.nextBoolean() ? 0 : Float.NEGATIVE_INFINITY;
        float[] w = floats(1 + weights * width);
        float[] y = new float[4 + rows * edge.yStep];
        float[] other = y.clone();
        scalar.sumRows(sparse, w, 1, width, edge, y, 4);
        vector.sumRows(sparse, w, 1, width, edge, other, 4);
        assertSameBits(y, other, rows + " rows, width " + width);
        float[] again = w.clone();
        scalar.addToRows(sparse, y, 4, edge.yStep, width, w, 1);
        vector.addToRows(sparse, y, 4, edge.yStep, width, again, 1);
        assertSameBits(w, again, "gradient of " + rows + " rows, width " + width);
      }
    }
  }

  @Test
  void overlappingPatchesSumUpInTheSameOrder() {
    for (int rows : ROWS) {
      for (int width : WIDTHS) {
        int[] offsets = new int[rows];
        for (int r = 0; r < rows; r++) {
          offsets[r] = r * (1 + width / 3);
        }
        float[] g = floats(rows * 32);
        float[] c = floats(7 + rows * (1 + width / 3) + width);
        float[] other = c.clone();
        scalar.scatterRows(g, 32, width, offsets, rows, c, 7);
        vector.scatterRows(g, 32, width, offsets, rows, other, 7);
        assertSameBits(c, other, rows + " rows, width " + width);
      }
    }
  }

  @Test
  void reluGradientsHaveTheSameBits() {
    for (int n = 0; n < 70; n++) {
      float[] x = floats(3 + n);
      if (n > 3) {
        x[3] = 0;
        x[4] = -0f;
        x[5] = Float.NaN;
      }
      float[] g = floats(2 + n);
      float[] other = g.clone();
      scalar.keepPositive(x, 3, g, 2, n);
      vector.keepPositive(x, 3, other, 2, n);
      assertSameBits(g, other, "n " + n);
    }
  }

  private static final float[] AWKWARD = {
    0,
    -0f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    4 * Float.MIN_VALUE,
    -5 * Float.MIN_VALUE,
    500 * Float.MIN_VALUE,
    1e-41f,
    -1e-39f,
    Math.nextDown(Float.MIN_NORMAL),
    -Float.MIN_NORMAL,
    1.05f * Float.MIN_NORMAL,
    1e-30f,
    0x1p-40f,
    -1e-6f,
    1,
    1e20f,
    Float.POSITIVE_INFINITY,
    Float.NaN
  };

  private float[] awkward(int n) {
    float[] values = floats(n);
    for (int i = 0; i < n; i++) {
      if (random.nextInt(3) > 0) {
        values[i] = AWKWARD[random.nextInt(AWKWARD.length)];
      }
    }
    return values;
  }

  @Test
  void adamHasTheSameBitsOnEveryKindOfNumber() {
    double[][] constants = {
      {0.9, 0.999, 1e-8},
      {0.9, 0.999, 1e-3},
      {0.5, 0.5, 1e-8},
      {0.1, 0.0, 1e-8},
      {0.0, 0.3, 1e-8},
      {0.9, 0.999, 0},
      {0.999999, 0.9999999, 1e-38}
    };
    double[] steps = {1e-3, 1, 1e-9, 1e6, 1e-40, 0.71e-45, 1e-60, 0};
    for (double[] c : constants) {
      for (double step : steps) {
        for (int n : new int[] {0, 1, 7, 16, 61, 800}) {
          Kernels.AdamStep s = new Kernels.AdamStep(c[0], c[1], c[2]);
          s.prepare(step, random.nextBoolean() ? 1 : 31.6);
          float[][] arrays = {awkward(n + 5), awkward(n + 5), awkward(n + 5), awkward(n + 5)};
          float[][] others = new float[4][];
          Arrays.setAll(others, i -> arrays[i].clone());
          scalar.adam(s, arrays[0], arrays[1], arrays[2], arrays[3], 3, 3 + n);
          vector.adam(s, others[0], others[1], others[2], others[3], 3, 3 + n);
          for (int i = 0; i < 4; i++) {
            String what = "array %d of %d, step %s, %s".formatted(i, n, step, Arrays.toString(c));
            assertSameNumbers(arrays[i], others[i], what);
          }
        }
      }
    }
  }

  /// The same bits, but for which NaN it is.
  private static void assertSameNumbers(float[] wanted, float[] given, String what) {
    int[] a = new int[wanted.length];
    int[] b = new int[given.length];
    Arrays.setAll(a, i -> Float.floatToIntBits(wanted[i]));
    Arrays.setAll(b, i -> Float.floatToIntBits(given[i]));
    assertArrayEquals(a, b, what);
  }

  /// As for the weights of a unit that stops firing: the means are stuck after some 900 steps, the squares 0 after some 150.
  @Test
  void adamHasTheSameBitsWhileMeansAndSquaresShrinkToNothing() {
    int n = 500;
    Kernels.AdamStep s = new Kernels.AdamStep(0.9, 0.5, 1e-8);
    float[][] arrays = {floats(n), floats(n), new float[n], new float[n]};
    float[][] others = new float[4][];
    Arrays.setAll(others, i -> arrays[i].clone());
    for (int t = 1; t <= 1_200; t++) {
      s.prepare(1e-3, 1);
      scalar.adam(s, arrays[0], arrays[1], arrays[2], arrays[3], 0, n);
      vector.adam(s, others[0], others[1], others[2], others[3], 0, n);
      for (int i = 0; i < 4; i++) {
        assertSameBits(arrays[i], others[i], "array " + i + " after step " + t);
      }
      for (int i = 0; i < n; i++) {
        arrays[1][i] = random.nextInt(2_000) == 0 ? random.nextFloat() - 0.5f : 0;
        others[1][i] = arrays[1][i];
      }
    }
    int stuck = 0;
    for (float mean : arrays[2]) {
      stuck += Math.abs(mean) == 4 * Float.MIN_VALUE ? 1 : 0;
    }
    assertTrue(stuck > 100, stuck + " stuck means");
  }

  @Test
  void aMeanIsStuckWhereBetaLosesItLessThanHalfAUnit() {
    assertEquals(4, new Kernels.AdamStep(0.9, 0.999, 1e-8).stuckMean);
    assertEquals(0, new Kernels.AdamStep(0.5, 0.999, 1e-8).stuckMean);
    assertEquals(0, new Kernels.AdamStep(0, 0.999, 1e-8).stuckMean);
    for (double beta : new double[] {0.51, 0.75, 0.9, 0.99, 0.999, 0.99999}) {
      int stuck = new Kernels.AdamStep(beta, 0.999, 1e-8).stuckMean;
      for (int units = 0; units <= stuck + 1; units++) {
        float number = Float.intBitsToFloat(units);
        assertEquals(units <= stuck, number * (float) beta == number, beta + ", " + units);
      }
    }
  }
}
