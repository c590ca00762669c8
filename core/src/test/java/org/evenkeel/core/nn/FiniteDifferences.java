package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;

/// Compares a gradient with central differences of the loss.
///
/// A network of ReLUs is piecewise linear in any one parameter, so away from a kink a difference of the
/// values is exact up to rounding; a parameter near a kink is recognized by a large and a small step
/// disagreeing and left out, and most must remain.
final class FiniteDifferences {
  private FiniteDifferences() {}

  static Batch randomBatch(Network network, int n, long seed) {
    Random random = new Random(seed);
    Batch batch = new Batch(network.input(), n).resize(n);
    for (int i = 0; i < n; i++) {
      switch (network.input()) {
        case Form.Vector v -> {
          float[] x = new float[v.size()];
          for (int j = 0; j < x.length; j++) {
            x[j] = 2 * random.nextFloat() - 1;
          }
          batch.setVector(i, x, 0);
        }
        case Form.OneHot o -> batch.setIndex(i, random.nextInt(o.size()));
        case Form.BitPlanes p -> {
          long[] words = new long[p.words()];
          for (int j = 0; j < p.size(); j++) {
            words[j / 64] |= (random.nextInt(4) == 0 ? 1L : 0L) << j;
          }
          batch.setBits(i, words, 0);
        }
        case Form.Bytes b -> {
          byte[] x = new byte[b.size()];
          random.nextBytes(x);
          batch.setBytes(i, x, 0);
        }
      }
    }
    return batch;
  }

  /// Checks the gradient of a random weighting of the outputs by every parameter.
  static void check(Network network, float[] theta, Batch batch, long seed) {
    int n = batch.size();
    Random random = new Random(seed);
    Workspace workspace = new Workspace(network, n, Workers.of(1));
    float[] direction = new float[n * network.outputs()];
    for (int i = 0; i < direction.length; i++) {
      direction[i] = 2 * random.nextFloat() - 1;
    }
    workspace.forward(theta, batch);
    System.arraycopy(direction, 0, workspace.outputGradient(), 0, direction.length);
    float[] gradient = new float[theta.length];
    workspace.backward(theta, gradient);
    int compared = 0;
    for (int i = 0; i < theta.length; i++) {
      double coarse = slope(workspace, theta, i, 1f / 64, batch, direction);
      double fine = slope(workspace, theta, i, 1f / 512, batch, direction);
      if (Math.abs(coarse - fine) < 3e-4) {
        assertEquals(fine, gradient[i], 6e-4, "parameter " + i);
        compared++;
      }
    }
    assertTrue(compared > theta.length * 0.6, "only " + compared + " of " + theta.length);
  }

  private static double slope(
      Workspace workspace, float[] theta, int i, float step, Batch batch, float[] direction) {
    float old = theta[i];
    theta[i] = old + step;
    double above = value(workspace, theta, batch, direction);
    theta[i] = old - step;
    double below = value(workspace, theta, batch, direction);
    theta[i] = old;
    return (above - below) / (2 * step);
  }

  private static double value(Workspace workspace, float[] theta, Batch batch, float[] direction) {
    float[] q = workspace.forward(theta, batch);
    double sum = 0;
    for (int i = 0; i < direction.length; i++) {
      sum += (double) direction[i] * q[i];
    }
    return sum;
  }
}
