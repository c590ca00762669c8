package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptimizerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nature_rmsprop",
        "nature_rmsprop_fast",
        "nature_rmsprop_small_eps",
        "tf1_adam",
        "tf1_adam_large_eps",
        "torch_adam",
        "torch_adam_betas",
        "torch_adam_large_eps",
        "torch_rmsprop",
        "torch_rmsprop_centered",
        "torch_rmsprop_centered_fast",
        "torch_rmsprop_momentum",
        "torch_sgd",
        "torch_sgd_momentum",
        "torch_sgd_nesterov"
      })
  void twentyStepsFollowTheOriginal(String name) {
    Oracle oracle = new Oracle("optim/" + name);
    Optimizer optimizer = optimizer(name, oracle);
    int parameters = oracle.integer("params");
    float[] theta = oracle.floats("start");
    float[] gradients = oracle.floats("gradient");
    double[] wanted = oracle.doubles("params");
    double[] tolerance = oracle.doubles("params.tol");
    OptimizerState state = optimizer.start(parameters);
    try (Workers workers = Workers.of(1)) {
      for (int step = 0; step < oracle.integer("steps"); step++) {
        float[] g = Arrays.copyOfRange(gradients, step * parameters, (step + 1) * parameters);
        state.step(theta, g, workers);
        for (int i = 0; i < parameters; i++) {
          assertEquals(
              wanted[step * parameters + i], theta[i], tolerance[i], name + " step " + step);
        }
      }
    }
    assertEquals(oracle.integer("steps"), state.steps());
  }

  private static Optimizer optimizer(String name, Oracle o) {
    double rate = o.number("lr");
    if (name.startsWith("nature")) {
      return new Optimizer.NatureRmsProp(rate, o.number("rho"), o.number("eps"));
    }
    if (name.startsWith("tf1")) {
      return new Optimizer.TensorFlowAdam(
          rate, o.number("beta1"), o.number("beta2"), o.number("eps"));
    }
    if (name.startsWith("torch_adam")) {
      return new Optimizer.Adam(rate, o.number("beta1"), o.number("beta2"), o.number("eps"));
    }
    if (name.startsWith("torch_rmsprop")) {
      return new Optimizer.PyTorchRmsProp(
          rate,
          o.number("alpha"),
          o.number("eps"),
          o.number("momentum"),
          Boolean.parseBoolean(o.text("centered")));
    }
    return new Optimizer.Sgd(rate, o.number("momentum"), Boolean.parseBoolean(o.text("nesterov")));
  }

  @Test
  void aConstantGradientNeverMakesCentredRmsPropNaN() {
    OptimizerState state = new Optimizer.PyTorchRmsProp(0.00025, 0.95, 0.01, 0, true).start(4_000);
    float[] theta = new float[4_000];
    float[] gradient = new float[4_000];
    Random random = new Random(5);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = random.nextFloat();
    }
    try (Workers workers = Workers.of(1)) {
      for (int i = 0; i < 500; i++) {
        state.step(theta, gradient, workers);
      }
    }
    for (float w : theta) {
      assertFalse(Float.isNaN(w));
    }
  }

  @Test
  void aLargeConstantGradientNeverMakesNaturesRmsPropNaN() {
    OptimizerState state = Optimizer.NatureRmsProp.paper().start(4_000);
    float[] theta = new float[4_000];
    float[] gradient = new float[4_000];
    Random random = new Random(6);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = 1e4f * random.nextFloat();
    }
    try (Workers workers = Workers.of(1)) {
      for (int i = 0; i < 500; i++) {
        state.step(theta, gradient, workers);
      }
    }
    for (float w : theta) {
      assertFalse(Float.isNaN(w));
    }
  }

  @Test
  void twoThreadsStepAsOne() {
    int parameters = 100_003;
    for (Optimizer optimizer :
        new Optimizer[] {
          new Optimizer.Adam(1e-3),
          new Optimizer.TensorFlowAdam(1e-3),
          Optimizer.NatureRmsProp.paper(),
          new Optimizer.PyTorchRmsProp(1e-3, 0.9, 1e-5, 0.9, true),
          new Optimizer.Sgd(1e-2, 0.9, true)
        }) {
      float[][] results = new float[2][];
      for (int threads = 1; threads <= 2; threads++) {
        try (Workers workers = Workers.of(threads)) {
          Random random = new Random(7);
          OptimizerState state = optimizer.start(parameters);
          float[] theta = new float[parameters];
          float[] gradient = new float[parameters];
          for (int step = 0; step < 3; step++) {
            for (int i = 0; i < parameters; i++) {
              gradient[i] = random.nextFloat() - 0.5f;
            }
            state.step(theta, gradient, workers);
          }
          results[threads - 1] = theta;
        }
      }
      assertArrayEquals(results[0], results[1], optimizer.toString());
    }
  }

  @Test
  void aStateResumedFromItsSlotsGoesOnBitForBit() {
    Optimizer optimizer = new Optimizer.Adam(1e-3);
    float[] gradient = {0.5f, -0.25f, 1};
    float[] theta = {1, 2, 3};
    try (Workers workers = Workers.of(1)) {
      OptimizerState state = optimizer.start(3);
      state.step(theta, gradient, workers);
      OptimizerState copy = optimizer.start(3);
      for (int s = 0; s < optimizer.slots(); s++) {
        System.arraycopy(state.slots()[s], 0, copy.slots()[s], 0, 3);
      }
      copy.resumeAt(state.steps());
      float[] other = theta.clone();
      state.step(theta, gradient, workers);
      copy.step(other, gradient, workers);
      assertArrayEquals(theta, other);
    }
  }

  @Test
  void clippingIsPyTorchs() {
    Oracle oracle = new Oracle("optim/clip_gradient_norm");
    float[] a = oracle.floats("a");
    float[] b = oracle.floats("b");
    float[] clippedA = new float[a.length];
    float[] clippedB = new float[b.length];
    float[] norms = new float[6];
    for (int i = 0; i < 6; i++) {
      float[] both = new float[8];
      System.arraycopy(a, i * 5, both, 0, 5);
      System.arraycopy(b, i * 3, both, 5, 3);
      norms[i] = (float) Gradients.clipNorm(both, oracle.number("max_norm"));
      System.arraycopy(both, 0, clippedA, i * 5, 5);
      System.arraycopy(both, 5, clippedB, i * 3, 3);
    }
    oracle.check("norm", norms);
    oracle.check("clipped_a", clippedA);
    oracle.check("clipped_b", clippedB);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0.9 | learningRate must be a finite number > 0, was 0.0",
        "-1 | 0.9 | learningRate must be a finite number > 0, was -1.0",
        "NaN | 0.9 | learningRate must be a finite number > 0, was NaN",
        "Infinity | 0.9 | learningRate must be a finite number > 0, was Infinity",
        "0.1 | 1 | beta1 must be in [0, 1), was 1.0",
        "0.1 | NaN | beta1 must be in [0, 1), was NaN"
      })
  void badConstantsAreRefused(double rate, double beta1, String message) {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> new Optimizer.Adam(rate, beta1, 0.999, 1e-8));
    assertEquals(message, e.getMessage());
  }

  @Test
  void arraysOfAnotherLengthAreRefusedAndNothingChanges() {
    OptimizerState state = new Optimizer.Sgd(0.1).start(3);
    float[] theta = {1, 2, 3};
    try (Workers workers = Workers.of(1)) {
      var e =
          assertThrows(
              IllegalArgumentException.class, () -> state.step(theta, new float[2], workers));
      assertEquals("gradient must have length 3, was 2", e.getMessage());
    }
    assertArrayEquals(new float[] {1, 2, 3}, theta);
    assertEquals(0, state.steps());
  }
}
