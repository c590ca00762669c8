package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole networks against PyTorch: values, loss and the gradient of every parameter.
@Tag("kernels")
class NetworkOracleTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theNatureNetworkIsPyTorchs(int threads) {
    Oracle oracle = new Oracle("nn/nature");
    Network network = Networks.nature(oracle.integer("actions"));
    Batch batch = bytes(network, oracle);
    check(oracle, network, batch, threads);
  }

  @ParameterizedTest
  @CsvSource({"minatar_c4, false", "minatar_c10, false", "minatar_c6_dueling, true"})
  void theMinAtarNetworkIsPyTorchs(String file, boolean dueling) {
    Oracle oracle = new Oracle("nn/" + file);
    int actions = oracle.integer("actions");
    int channels = oracle.integer("channels");
    Network network =
        dueling ? duelingMinAtar(channels, actions) : Networks.minatar(channels, actions);
    check(oracle, network, bits(network, oracle, "x"), 2);
  }

  private static Network duelingMinAtar(int channels, int actions) {
    return Network.of(
        new Form.BitPlanes(10, 10, channels),
        Layer.conv(16, 3, 1, "conv"),
        Layer.relu(),
        Layer.flatten(),
        Layer.dense(128, "fc"),
        Layer.relu(),
        Layer.dueling(actions));
  }

  @Test
  void theSmallNatureNetworkIsPyTorchs() {
    Oracle oracle = new Oracle("nn/nature_reduced");
    int[] x = oracle.shape("x");
    int[] w1 = oracle.shape("conv1.w");
    int[] w2 = oracle.shape("conv2.w");
    int[] w3 = oracle.shape("conv3.w");
    Network network =
        Network.of(
            new Form.Bytes(x[2], x[3], x[1]),
            Layer.conv(w1[0], w1[2], 4, "conv1"),
            Layer.relu(),
            Layer.conv(w2[0], w2[2], 2, "conv2"),
            Layer.relu(),
            Layer.conv(w3[0], w3[2], 1, "conv3"),
            Layer.relu(),
            Layer.flatten(),
            Layer.dense(oracle.shape("fc.w")[0], "fc"),
            Layer.relu(),
            Layer.dense(oracle.integer("actions"), "out"));
    check(oracle, network, bytes(network, oracle), 1);
  }

  @Test
  void theGridworldNetworkIsPyTorchs() {
    Oracle oracle = new Oracle("nn/gridworld");
    Network network =
        Network.of(
            new Form.OneHot(400), Layer.dense(80, "fc"), Layer.relu(), Layer.dense(4, "out"));
    int[] states = oracle.integers("state");
    Batch batch = new Batch(network.input(), states.length).resize(states.length);
    for (int i = 0; i < states.length; i++) {
      batch.setIndex(i, states[i]);
    }
    check(oracle, network, batch, 1);
  }

  @Test
  void theOnnxExportersParametersGiveItsValues() {
    Oracle oracle = new Oracle("formats/minatar_onnx");
    Network network = Networks.minatar(4, 6);
    float[] theta = new float[network.parameterCount()];
    for (String name : network.tensorNames()) {
      network.setTensor(theta, name, oracle.floats(name));
    }
    Batch batch = bits(network, oracle, "state");
    Workspace workspace = new Workspace(network, batch.size(), Workers.of(1));
    oracle.check("q", Arrays.copyOf(workspace.forward(theta, batch), batch.size() * 6));
  }

  private static void check(Oracle oracle, Network network, Batch batch, int threads) {
    float[] theta = new float[network.parameterCount()];
    for (String name : network.tensorNames()) {
      network.setTensor(theta, name, oracle.floats(oracleName(name)));
    }
    int n = batch.size();
    try (Workers workers = Workers.of(threads)) {
      Workspace workspace = new Workspace(network, n + 3, workers);
      float[] q = workspace.forward(theta, batch);
      oracle.check("q", Arrays.copyOf(q, n * network.outputs()));
      Loss loss =
          new Loss(
              switch (oracle.text("loss")) {
                case "huber" -> Loss.Kind.HUBER;
                case "squared" -> Loss.Kind.SQUARED;
                default -> Loss.Kind.HALF_SQUARED;
              },
              oracle.text("reduction").equals("sum") ? Loss.Reduction.SUM : Loss.Reduction.MEAN);
      double value = workspace.loss(loss, oracle.integers("action"), oracle.floats("target"), null);
      oracle.check("loss", new float[] {(float) value});
      oracle.check("gq", Arrays.copyOf(workspace.outputGradient(), n * network.outputs()));
      float[] gradient = new float[network.parameterCount()];
      Arrays.fill(gradient, Float.NaN);
      workspace.backward(theta, gradient);
      for (String name : network.tensorNames()) {
        oracle.checkGradient("g" + oracleName(name), network.tensor(gradient, name));
      }
      if (oracle.has("gfc.w.columns_seen")) {
        checkColumns(oracle, network.tensor(gradient, "fc.weight"));
      }
      assertEquals(-1, Checks.firstNonFinite(gradient, 0, gradient.length));
    }
  }

  /// Of a one-hot layer only the columns of the states seen have a gradient.
  private static void checkColumns(Oracle oracle, float[] g) {
    int[] states = oracle.integers("states_seen");
    int[] shape = oracle.shape("fc.w");
    float[] columns = new float[shape[0] * states.length];
    float[] others = g.clone();
    for (int row = 0; row < shape[0]; row++) {
      for (int i = 0; i < states.length; i++) {
        columns[row * states.length + i] = g[row * shape[1] + states[i]];
        others[row * shape[1] + states[i]] = 0;
      }
    }
    oracle.check("gfc.w.columns_seen", columns);
    assertArrayEquals(new float[g.length], others);
  }

  private static String oracleName(String name) {
    return name.replace(".weight", ".w").replace(".bias", ".b");
  }

  /// NCHW grays as bytes.
  private static Batch bytes(Network network, Oracle oracle) {
    float[] x = oracle.floats("x");
    int n = oracle.integer("batch");
    byte[] bytes = new byte[x.length];
    for (int i = 0; i < x.length; i++) {
      bytes[i] = (byte) Math.round(x[i] * 255);
    }
    Batch batch = new Batch(network.input(), n).resize(n);
    for (int i = 0; i < n; i++) {
      batch.setBytes(i, bytes, i * network.input().size());
    }
    return batch;
  }

  /// NCHW zeros and ones as bit planes.
  static Batch bits(Network network, Oracle oracle, String name) {
    float[] x = oracle.floats(name);
    int[] shape = oracle.shape(name);
    Form.BitPlanes planes = (Form.BitPlanes) network.input();
    Batch batch = new Batch(planes, shape[0]).resize(shape[0]);
    int area = shape[2] * shape[3];
    for (int i = 0; i < shape[0]; i++) {
      long[] words = new long[planes.words()];
      for (int j = 0; j < planes.size(); j++) {
        int bit = j % area * shape[1] + j / area;
        if (x[i * planes.size() + j] != 0) {
          words[bit / 64] |= 1L << bit;
        }
      }
      batch.setBits(i, words, 0);
    }
    return batch;
  }
}
