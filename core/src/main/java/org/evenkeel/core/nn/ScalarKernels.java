package org.evenkeel.core.nn;

/// The scalar kernels: every kernel in its simplest form.
final class ScalarKernels implements Kernels {

  @Override
  public void product(Product p) {
    for (int r = 0; r < p.rowCount; r++) {
      int row = p.aAt + p.rows[p.firstRow + r];
      int c = p.cAt + r * p.cStep;
      for (int lane = 0; lane < p.width; lane++) {
        p.c[c + lane] = p.start[p.startAt + r * p.startStep + lane];
      }
      int b = p.bAt;
      for (int run = 0; run < p.runs; run++) {
        for (int j = 0; j < p.length; j++) {
          float x = p.a[row + p.runAt[run] + j * p.step];
          multiplyAdd(x, p.b, b, p.c, c, p.width);
          b += p.bStep;
        }
      }
      raise(p.c, c, p.width, p.floor);
    }
  }

  /// Adds `x` times a row of `b` to a row of `c`. Arrays are arguments instead of fields, so that
  /// the compiler can see that nothing else changes.
  private static void multiplyAdd(float x, float[] b, int bAt, float[] c, int cAt, int width) {
    for (int lane = 0; lane < width; lane++) {
      c[cAt + lane] = Math.fma(x, b[bAt + lane], c[cAt + lane]);
    }
  }

  private static void raise(float[] c, int at, int width, float floor) {
    for (int i = at; i < at + width; i++) {
      if (c[i] < floor) {
        c[i] = floor;
      }
    }
  }

  private static void add(float[] g, int gAt, float[] c, int cAt, int width) {
    for (int lane = 0; lane < width; lane++) {
      c[cAt + lane] += g[gAt + lane];
    }
  }

  @Override
  public void sumRows(
      SparseRows rows, float[] w, int wAt, int width, Edge edge, float[] y, int yAt) {
    for (int r = 0; r < rows.count; r++) {
      int at = yAt + r * edge.yStep;
      System.arraycopy(edge.bias, edge.biasAt, y, at, width);
      int list = rows.from + r * rows.step;
      for (int j = rows.starts[list]; j < rows.starts[list + 1]; j++) {
        add(w, wAt + rows.indices[j] * width, y, at, width);
      }
      raise(y, at, width, edge.floor);
    }
  }

  @Override
  public void addToRows(
      SparseRows rows, float[] g, int gAt, int gStep, int width, float[] w, int wAt) {
    for (int r = 0; r < rows.count; r++) {
      int list = rows.from + r * rows.step;
      for (int j = rows.starts[list]; j < rows.starts[list + 1]; j++) {
        add(g, gAt + r * gStep, w, wAt + rows.indices[j] * width, width);
      }
    }
  }

  @Override
  public void scatterRows(
      float[] g, int gStep, int width, int[] rows, int count, float[] c, int cAt) {
    for (int r = 0; r < count; r++) {
      add(g, r * gStep, c, cAt + rows[r], width);
    }
  }

  @Override
  public void keepPositive(float[] x, int xAt, float[] g, int gAt, int count) {
    for (int i = 0; i < count; i++) {
      if (!(x[xAt + i] > 0)) {
        g[gAt + i] = 0;
      }
    }
  }

  @Override
  public void adam(AdamStep s, float[] w, float[] g, float[] m, float[] v, int from, int to) {
    float beta1 = s.beta1;
    float rest1 = s.rest1;
    float beta2 = s.beta2;
    float rest2 = s.rest2;
    float step = s.step;
    float scale = s.scale;
    float epsilon = s.epsilon;
    for (int i = from; i < to; i++) {
      float gradient = g[i];
      float mean = beta1 * m[i] + rest1 * gradient;
      float square = beta2 * v[i] + rest2 * (gradient * gradient);
      m[i] = mean;
      v[i] = square;
      w[i] -= step * (mean / ((float) Math.sqrt(square) * scale + epsilon));
    }
  }

  @Override
  public String description() {
    return "scalar";
  }
}
