package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.Oracle;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole runs of 50 updates with everything given, against PyTorch: losses, targets, parameters.
class LearnerOracleTest {
  static Stream<String> runs() {
    return Stream.of("mlp", "conv")
        .flatMap(
            network ->
                Stream.of("dqn", "double", "averaged", "ensemble_shared", "ensemble_own")
                    .flatMap(
                        algorithm ->
                            Stream.of("nature_rmsprop", "adam")
                                .map(optimizer -> network + "_" + algorithm + "_" + optimizer)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void fiftyUpdatesAreThoseOfPyTorch(String name) {
    float[][] remembered = run(name, TargetPasses.REMEMBERED, 1);
    assertSame(remembered, run(name, TargetPasses.TOGETHER, 2));
    assertSame(remembered, run(name, TargetPasses.SEPARATE, 1));
  }

  private static void assertSame(float[][] a, float[][] b) {
    assertEquals(a.length, b.length);
    for (int i = 0; i < a.length; i++) {
      assertArrayEquals(a[i], b[i], 0f);
    }
  }

  /// Makes the run, checks it, and returns the last parameters.
  private static float[][] run(String name, TargetPasses passes, int threads) {
    Oracle oracle = new Oracle("learner/" + name);
    boolean conv = oracle.text("network").equals("conv");
    int learners = oracle.integer("learners");
    int batch = oracle.integer("batch");
    int pool = oracle.integer("pool");
    Network network = network(oracle, conv);
    Ensemble.Minibatches minibatches =
        name.contains("_own_") ? Ensemble.Minibatches.OWN : Ensemble.Minibatches.SHARED;
    LearnerSettings settings =
        LearnerSettings.of(network, algorithm(oracle))
            .optimizer(
                oracle.text("optimizer").equals("adam")
                    ? new Optimizer.Adam(oracle.number("lr"))
                    : new Optimizer.NatureRmsProp(
                        oracle.number("lr"), oracle.number("rho"), oracle.number("eps")))
            .loss(
                new Loss(
                    Loss.Kind.HUBER,
                    Loss.Reduction.valueOf(oracle.text("reduction").toUpperCase(Locale.ROOT))))
            .ensemble(Ensemble.paper().minibatches(minibatches))
            .batchSize(batch)
            .targetPasses(passes, pool, 1);
    float[][] start = new float[learners][network.parameterCount()];
    for (int l = 0; l < learners; l++) {
      for (String tensor : network.tensorNames()) {
        network.setTensor(start[l], tensor, oracle.floats("start." + key(tensor) + "." + l));
      }
    }
    FromPool source = new FromPool(oracle, conv, batch, learners);
    double[] losses = new double[oracle.integer("steps")];
    double[] targets = oracle.doubles("target");
    try (Workers workers = Workers.of(threads)) {
      Learner learner = new Learner(settings, start, workers);
      for (int t = 1; t <= losses.length; t++) {
        learner.update(source, new Random(0));
        for (int i = 0; i < batch; i++) {
          // The last learner's targets stand in the array.
          double expected = targets[((t - 1) * learners + learners - 1) * batch + i];
          assertEquals(expected, learner.lastTargets()[i], oracle.tolerance("target"));
        }
        double mean = 0;
        for (int l = 0; l < learners; l++) {
          mean += oracle.doubles("loss")[(t - 1) * learners + l] / learners;
        }
        assertEquals(mean, learner.loss(), oracle.tolerance("loss"));
        if (t % oracle.integer("snapshot_period") == 0) {
          learner.snapshot();
        }
        for (int l = 0; l < learners; l++) {
          for (String tensor : network.tensorNames()) {
            String stored = "after_" + t + "." + key(tensor) + "." + l;
            if (oracle.has(stored)) {
              oracle.check(stored, network.tensor(learner.parameters()[l], tensor));
            }
          }
        }
      }
      if (passes == TargetPasses.REMEMBERED) {
        assertTrue(learner.targetPassesSaved() > 0);
      }
      return Arrays.stream(learner.parameters()).map(float[]::clone).toArray(float[][]::new);
    }
  }

  private static String key(String tensor) {
    return tensor.replace(".weight", ".w").replace(".bias", ".b");
  }

  private static Algorithm algorithm(Oracle oracle) {
    return switch (oracle.text("algorithm")) {
      case "dqn" -> Algorithm.dqn();
      case "double" -> Algorithm.doubleDqn();
      case "averaged" -> Algorithm.averaged(oracle.integer("k"));
      default -> Algorithm.ensemble(oracle.integer("k"));
    };
  }

  private static Network network(Oracle oracle, boolean conv) {
    int actions = oracle.integer("actions");
    if (!conv) {
      return Network.of(
          new Form.Vector(oracle.shape("state")[1]),
          Layer.dense(oracle.shape("start.fc.b.0")[0], "fc"),
          Layer.relu(),
          Layer.dense(actions, "out"));
    }
    int[] state = oracle.shape("state");
    return Network.of(
        new Form.BitPlanes(state[2], state[3], state[1]),
        Layer.conv(oracle.shape("start.conv.b.0")[0], 3, 1, "conv"),
        Layer.relu(),
        Layer.flatten(),
        Layer.dense(oracle.shape("start.fc.b.0")[0], "fc"),
        Layer.relu(),
        Layer.dense(actions, "out"));
  }

  /// Minibatches as the oracle prescribes them.
  private static final class FromPool implements Learner.Source {
    private final Oracle oracle;
    private final boolean conv;
    private final int[] index;
    private final boolean own;
    private final int learners;
    private int drawn;

    FromPool(Oracle oracle, boolean conv, int batch, int learners) {
      this.oracle = oracle;
      this.conv = conv;
      this.index = oracle.integers("index");
      this.own = oracle.shape("index").length == 3;
      this.learners = learners;
      assertEquals(oracle.integer("steps") * batch * (own ? learners : 1), index.length);
    }

    @Override
    public void draw(Minibatch into) {
      int n = into.size();
      for (int i = 0; i < n; i++) {
        int row = index[drawn * n + i];
        set(into.observations(), i, "state", row);
        set(into.nextObservations(), i, "next_state", row);
        into.actions()[i] = oracle.integers("action")[row];
        into.rewards()[i] = oracle.floats("reward")[row];
        into.discounts()[i] = oracle.flags("terminated")[row] ? 0 : (float) oracle.number("gamma");
        into.weights()[i] = 1;
        into.nextSequences()[i] = row;
      }
      drawn++;
    }

    private void set(org.evenkeel.core.data.Batch batch, int i, String tensor, int row) {
      if (!conv) {
        int size = oracle.shape(tensor)[1];
        batch.setVector(i, oracle.floats(tensor), row * size);
        return;
      }
      int[] shape = oracle.shape(tensor);
      boolean[] all = oracle.flags(tensor);
      int channels = shape[1];
      int side = shape[2];
      long[] bits = new long[(channels * side * side + 63) / 64];
      for (int c = 0; c < channels; c++) {
        for (int p = 0; p < side * side; p++) {
          if (all[(row * channels + c) * side * side + p]) {
            int bit = p * channels + c;
            bits[bit >> 6] |= 1L << bit;
          }
        }
      }
      batch.setBits(i, bits, 0);
    }

    @Override
    public void learned(Minibatch batch, float[] tdErrors) {
      assertTrue(drawn <= oracle.integer("steps") * (own ? learners : 1));
    }
  }
}
