package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The same bits everywhere: any position in a batch, any number of parameter sets or threads, and, since
/// the build runs this at every vector width and with the scalar kernels, any kernels.
@Tag("slow")
@Tag("kernels")
class SameBitsTest {
  private static final int ACTIONS = 3;

  private static Network network(String name) {
    return switch (name) {
      case "vector" -> Network.dense(new Form.Vector(7), 65, 34, ACTIONS);
      case "onehot" -> Network.dense(new Form.OneHot(50), 80, ACTIONS);
      case "bits" -> Networks.minatar(6, ACTIONS);
      case "bytes" ->
          Network.of(
              new Form.Bytes(28, 25, 4),
              Layer.conv(32, 8, 4),
              Layer.relu(),
              Layer.conv(37, 3, 1),
              Layer.relu(),
              Layer.flatten(),
              Layer.dense(70),
              Layer.relu(),
              Layer.dueling(ACTIONS));
      // One observation is so much work that its convolutions are cut into pieces.
      case "large" ->
          Network.of(
              new Form.Bytes(44, 40, 4),
              Layer.conv(32, 8, 2),
              Layer.relu(),
              Layer.conv(37, 3, 1),
              Layer.relu(),
              Layer.flatten(),
              Layer.dense(ACTIONS));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /// The checksums were written down once; a change of any bit, on any machine, at any width and with
  /// any number of threads, is a failure. Sizes are above the limit from which work is shared.
  @ParameterizedTest
  @CsvSource({
    "vector, 1",
    "onehot, 1",
    "bits, 1",
    "bytes, 1",
    "vector, 2",
    "onehot, 2",
    "bits, 2",
    "bytes, 2",
    "bytes, 3",
    "large, 1",
    "large, 2",
    "large, 3"
  })
  void updatesGiveTheBitsWrittenDown(String name, int threads) {
    Network network = network(name);
    int n = 37;
    float[] theta = network.newParameters(Initializer.NORMAL_002, new Random(1));
    float[] gradient = new float[theta.length];
    Batch batch = FiniteDifferences.randomBatch(network, n, 2);
    int[] actions = new int[n];
    float[] y = new float[n];
    Random random = new Random(3);
    for (int i = 0; i < n; i++) {
      actions[i] = random.nextInt(ACTIONS);
      y[i] = random.nextFloat();
    }
    try (Workers workers = Workers.of(threads)) {
      Workspace workspace = new Workspace(network, 40, workers);
      OptimizerState state = new Optimizer.Adam(1e-3).start(theta.length);
      for (int step = 0; step < 4; step++) {
        workspace.forward(theta, batch);
        workspace.loss(new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN), actions, y, null);
        workspace.backward(theta, gradient);
        state.step(theta, gradient, workers);
      }
    }
    String wanted =
        switch (name) {
          case "vector" -> "ef9d4d7e";
          case "onehot" -> "8a7c9890";
          case "bits" -> "8c74be49";
          case "large" -> "47362194";
          default -> "3b38c1fa";
        };
    assertEquals(wanted, crc(theta));
  }

  private static String crc(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4);
    for (float v : values) {
      bytes.putFloat(v);
    }
    CRC32 crc = new CRC32();
    crc.update(bytes.array());
    return Long.toHexString(crc.getValue());
  }

  @ParameterizedTest
  @CsvSource({"vector", "onehot", "bits", "bytes", "large"})
  void valuesDoNotDependOnThePlaceInTheBatch(String name) {
    Network network = network(name);
    int n = 21;
    Batch batch = FiniteDifferences.randomBatch(network, n, 4);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(5));
    Workspace workspace = new Workspace(network, n, Workers.of(1));
    float[] all = workspace.forward(theta, batch).clone();
    Evaluator evaluator = new Evaluator(network, n, 1, Workers.of(1));
    for (int size = 1; size <= n; size++) {
      int[] rows = new int[n];
      for (int j = 0; j < size; j++) {
        rows[j] = (j * 5 + size) % n;
      }
      evaluator.evaluate(new float[][] {theta}, 1, batch, new int[][] {rows}, new int[] {size});
      for (int j = 0; j < size; j++) {
        assertArrayEquals(
            Arrays.copyOfRange(all, rows[j] * ACTIONS, (rows[j] + 1) * ACTIONS),
            Arrays.copyOfRange(evaluator.values(0), j * ACTIONS, (j + 1) * ACTIONS));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"vector, 1", "onehot, 1", "bits, 2", "bytes, 2", "large, 1", "large, 2"})
  void manyParameterSetsInOneCallGiveWhatEachGivesAlone(String name, int threads) {
    Network network = network(name);
    int n = name.equals("large") ? 5 : 33; // large: each observation is cut into pieces
    int sets = name.equals("large") ? 5 : 10;
    Batch batch = FiniteDifferences.randomBatch(network, n, 6);
    float[][] thetas = new float[sets][];
    Random random = new Random(7);
    for (int s = 0; s < sets; s++) {
      thetas[s] = network.newParameters(Initializer.PYTORCH, random);
    }
    try (Workers workers = Workers.of(threads)) {
      Evaluator evaluator = new Evaluator(network, n, sets, workers);
      evaluator.evaluate(thetas, sets, batch);
      Workspace workspace = new Workspace(network, n, Workers.of(1));
      for (int s = 0; s < sets; s++) {
        assertArrayEquals(workspace.forward(thetas[s], batch), evaluator.values(s), "set " + s);
      }
      assertEquals((long) n * sets, evaluator.passes());
      int[][] rows = new int[sets][n];
      int[] counts = new int[sets];
      for (int s = 0; s < sets; s++) {
        counts[s] = s == 3 ? 0 : random.nextInt(n + 1);
        for (int j = 0; j < counts[s]; j++) {
          rows[s][j] = random.nextInt(n);
        }
      }
      evaluator.evaluate(thetas, sets, batch, rows, counts);
      for (int s = 0; s < sets; s++) {
        float[] q = workspace.forward(thetas[s], batch);
        for (int j = 0; j < counts[s]; j++) {
          for (int a = 0; a < ACTIONS; a++) {
            assertEquals(q[rows[s][j] * ACTIONS + a], evaluator.values(s)[j * ACTIONS + a]);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"vector", "onehot", "bits", "bytes"})
  void manyThreadsMayShareANetworkAndItsParameters(String name) throws Exception {
    Network network = network(name);
    int n = 16;
    Batch batch = FiniteDifferences.randomBatch(network, n, 8);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(9));
    float[] all = new Workspace(network, n, Workers.of(1)).forward(theta, batch).clone();
    Thread[] threads = new Thread[4];
    boolean[] equal = new boolean[threads.length];
    for (int t = 0; t < threads.length; t++) {
      int id = t;
      threads[t] =
          new Thread(
              () -> {
                Workspace workspace = new Workspace(network, 1, Workers.of(1));
                Batch one = new Batch(network.input(), 1).resize(1);
                boolean same = true;
                for (int i = 0; i < 200; i++) {
                  int row = (i + id) % n;
                  copyRow(batch, row, one);
                  float[] q = workspace.forward(theta, one);
                  same &=
                      Arrays.equals(q, Arrays.copyOfRange(all, row * ACTIONS, (row + 1) * ACTIONS));
                }
                equal[id] = same;
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertArrayEquals(new boolean[] {true, true, true, true}, equal);
  }

  private static void copyRow(Batch from, int row, Batch one) {
    int size = from.form().size();
    switch (from.form()) {
      case Form.Vector _ -> one.setVector(0, from.floats(), row * size);
      case Form.OneHot _ -> one.setIndex(0, from.indices()[row]);
      case Form.BitPlanes b -> one.setBits(0, from.bits(), row * b.words());
      case Form.Bytes _ -> one.setBytes(0, from.bytes(), row * size);
    }
  }

  @ParameterizedTest
  @CsvSource({"vector", "onehot", "bits", "bytes"})
  void aBatchMayBeFilledAgainBeforeTheBackwardPass(String name) {
    Network network = network(name);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(5));
    float[][] gradients = new float[2][theta.length];
    for (int refill = 0; refill < 2; refill++) {
      Batch batch = FiniteDifferences.randomBatch(network, 9, 4);
      Batch other = FiniteDifferences.randomBatch(network, 9, 5);
      Workspace workspace = new Workspace(network, 9, Workers.of(1));
      workspace.forward(theta, batch);
      if (refill == 1) {
        System.arraycopy(other.floats(), 0, batch.floats(), 0, batch.floats().length);
        System.arraycopy(other.indices(), 0, batch.indices(), 0, batch.indices().length);
        System.arraycopy(other.bits(), 0, batch.bits(), 0, batch.bits().length);
        System.arraycopy(other.bytes(), 0, batch.bytes(), 0, batch.bytes().length);
      }
      Loss loss = new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN);
      workspace.loss(loss, new int[9], new float[9], null);
      workspace.backward(theta, gradients[refill]);
    }
    assertArrayEquals(gradients[0], gradients[1]);
  }
}
