package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.stream.Stream;
import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every layer, input and loss against central differences.
class GradientTest {
  static Stream<Network> networks() {
    return Stream.of(
        Network.dense(new Form.Vector(5), 7, 3),
        Network.dense(new Form.Vector(3), 33, 40, 2),
        Network.dense(new Form.OneHot(9), 6, 4),
        Network.of(
            new Form.BitPlanes(5, 6, 3),
            Layer.conv(4, 3, 1),
            Layer.relu(),
            Layer.flatten(),
            Layer.dense(5),
            Layer.relu(),
            Layer.dueling(3)),
        Network.of(
            new Form.BitPlanes(4, 4, 2),
            Layer.conv(3, 3, 1).padded(1),
            Layer.relu(),
            Layer.flatten(),
            Layer.dense(2)),
        Network.of(
            new Form.BitPlanes(3, 5, 9),
            Layer.flatten(),
            Layer.dense(6),
            Layer.relu(),
            Layer.dense(2)),
        Network.of(
            new Form.Bytes(11, 10, 2),
            Layer.conv(4, 4, 2),
            Layer.relu(),
            new Layer.Conv2d(3, 2, 3, 1, 1, "second"),
            Layer.relu(),
            Layer.conv(35, 2, 2),
            Layer.relu(),
            Layer.flatten(),
            Layer.dense(4)),
        Network.of(
            new Form.Bytes(6, 6, 1),
            Layer.conv(2, 3, 1),
            Layer.flatten(),
            Layer.relu(),
            Layer.dense(3)),
        Network.of(new Form.Vector(4), Layer.dense(5), Layer.relu(), Layer.dense(3), Layer.relu()),
        Network.of(new Form.Vector(4), Layer.dense(3), Layer.relu(), Layer.flatten()),
        Network.dense(new Form.BitPlanes(3, 3, 2), 4, 2),
        Network.dense(new Form.Bytes(3, 4, 2), 4, 2),
        Network.of(new Form.Vector(4), Layer.dense(5), Layer.dueling(3)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theGradientIsTheSlopeOfTheValues(Network network) {
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(1));
    FiniteDifferences.check(network, theta, FiniteDifferences.randomBatch(network, 3, 2), 3);
  }

  @ParameterizedTest
  @EnumSource(Loss.Kind.class)
  void theGradientOfALossIsItsSlope(Loss.Kind kind) {
    int n = 6;
    float[] q = {0.5f, -1, 2, 0.25f, 3, -2, 0.1f, 0, 0.75f, 1, 1.5f, -0.5f};
    int[] actions = {0, 1, 0, 1, 1, 0};
    float[] y = {0.4f, 1, 0.5f, 0, -1, 0.3f};
    float[] weights = {1, 0.5f, 2, 0.25f, 0, 1.5f};
    for (Loss.Reduction reduction : Loss.Reduction.values()) {
      Loss loss = new Loss(kind, reduction);
      float[] gradient = new float[q.length];
      float[] ignored = new float[q.length];
      loss.apply(q, n, 2, actions, y, weights, new float[n], gradient);
      for (int i = 0; i < q.length; i++) {
        float old = q[i];
        q[i] = old + 1e-3f;
        double above = loss.apply(q, n, 2, actions, y, weights, new float[n], ignored);
        q[i] = old - 1e-3f;
        double below = loss.apply(q, n, 2, actions, y, weights, new float[n], ignored);
        q[i] = old;
        assertEquals((above - below) / 2e-3, gradient[i], 2e-3, kind + " " + reduction + " " + i);
      }
    }
  }

  @Test
  void lossesArePyTorchs() {
    Oracle oracle = new Oracle("nn/losses");
    int n = oracle.integer("batch");
    int actions = oracle.integer("actions");
    float[] q = oracle.floats("q");
    for (Loss.Kind kind : Loss.Kind.values()) {
      for (Loss.Reduction reduction : Loss.Reduction.values()) {
        for (boolean weighted : new boolean[] {false, true}) {
          String name =
              (weighted ? "weighted_" : "")
                  + (kind + "_" + reduction).toLowerCase(java.util.Locale.ROOT);
          float[] gradient = new float[n * actions];
          float[] tdErrors = new float[n];
          double value =
              new Loss(kind, reduction)
                  .apply(
                      q,
                      n,
                      actions,
                      oracle.integers("action"),
                      oracle.floats("y"),
                      weighted ? oracle.floats("weight") : null,
                      tdErrors,
                      gradient);
          oracle.check(name, new float[] {(float) value});
          oracle.check(name + ".gq", gradient);
          double[] wanted = oracle.doubles("td_error");
          for (int i = 0; i < n; i++) {
            assertEquals(wanted[i], tdErrors[i], 1e-6);
          }
        }
      }
    }
  }
}
