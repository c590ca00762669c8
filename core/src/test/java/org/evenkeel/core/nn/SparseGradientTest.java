package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A first layer that reads indices against the same layer that reads the indices as vectors of zeros and a
/// one: the same gradients and the same training, bit for bit, whatever stood in the gradient before.
@Tag("kernels")
class SparseGradientTest {
  private static final int STATES = 60;

  @ParameterizedTest
  @CsvSource({"80, 4", "33, 31", "5, 32", "16, 40"})
  void indicesTrainAsVectorsDo(int hidden, int actions) {
    Network sparse = Network.dense(new Form.OneHot(STATES), hidden, actions);
    Network dense = Network.dense(new Form.Vector(STATES), hidden, actions);
    float[] theta = sparse.newParameters(Initializer.NORMAL_002, new Random(1));
    float[] other = theta.clone();
    float[] gradient = new float[theta.length];
    float[] wanted = new float[theta.length];
    Loss loss = new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN);
    int max = 37;
    int[] taken = new int[max];
    float[] y = new float[max];
    Random random = new Random(2);
    try (Workers workers = Workers.of(1)) {
      Workspace[] workspaces = {
        new Workspace(sparse, max, workers), new Workspace(sparse, max, workers)
      };
      Workspace reference = new Workspace(dense, max, workers);
      OptimizerState state = new Optimizer.TensorFlowAdam(1e-2).start(theta.length);
      OptimizerState expected = new Optimizer.TensorFlowAdam(1e-2).start(theta.length);
      Batch indices = new Batch(sparse.input(), max);
      Batch vectors = new Batch(dense.input(), max);
      for (int step = 0; step < 60; step++) {
        int n = 1 + random.nextInt(max);
        indices.resize(n);
        vectors.resize(n);
        for (int j = 0; j < n; j++) {
          // A third of the states, so that many come more than once.
          int at = random.nextInt(STATES / 3) * 3;
          float[] x = new float[STATES];
          x[at] = 1;
          indices.setIndex(j, at);
          vectors.setVector(j, x, 0);
          taken[j] = random.nextInt(actions);
          y[j] = random.nextFloat();
        }
        if (step % 7 == 3) {
          Arrays.fill(gradient, Float.NaN);
        }
        Workspace workspace = workspaces[step % 3 == 0 ? 1 : 0];
        workspace.forward(theta, indices);
        workspace.loss(loss, taken, y, null);
        workspace.backward(theta, gradient);
        reference.forward(other, vectors);
        reference.loss(loss, taken, y, null);
        reference.backward(other, wanted);
        assertSameBits(wanted, gradient, "gradient of step " + step);
        if (step % 5 == 4) {
          gradient[1] = wanted[1] = 3; // by hand: the optimizer takes what it is given
        }
        state.step(theta, gradient, workers);
        expected.step(other, wanted, workers);
        assertSameBits(other, theta, "parameters after step " + step);
      }
    }
  }

  private static void assertSameBits(float[] wanted, float[] given, String what) {
    int[] a = new int[wanted.length];
    int[] b = new int[given.length];
    Arrays.setAll(a, i -> Float.floatToRawIntBits(wanted[i]));
    Arrays.setAll(b, i -> Float.floatToRawIntBits(given[i]));
    assertArrayEquals(a, b, what);
  }
}
