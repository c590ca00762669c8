package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.evenkeel.core.internal.Gradients;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("kernels")
class OptimizerTest {

  /// Checksums of 20 steps, written down before the rules moved into their records.
  @ParameterizedTest
  @CsvSource({
    "0, cfb9ec65, 'Adam[learningRate=0.001, beta1=0.9, beta2=0.999, epsilon=1.0E-8]'",
    "1, c0b36c2a, 'TensorFlowAdam[learningRate=0.001, beta1=0.9, beta2=0.999, epsilon=1.0E-8]'",
    "2, a773c0a5, 'NatureRmsProp[learningRate=2.5E-4, decay=0.95, epsilon=0.01]'",
    "3, 6e6733ba, 'PyTorchRmsProp[learningRate=0.001, alpha=0.9, epsilon=1.0E-5, momentum=0.0, centered=false]'",
    "4, 92e3061c, 'PyTorchRmsProp[learningRate=0.001, alpha=0.9, epsilon=1.0E-5, momentum=0.9, centered=true]'",
    "5, da03605a, 'PyTorchRmsProp[learningRate=0.001, alpha=0.9, epsilon=1.0E-5, momentum=0.0, centered=true]'",
    "6, 1fea368b, 'Sgd[learningRate=0.01, momentum=0.0, nesterov=false]'",
    "7, 8fcb1f1e, 'Sgd[learningRate=0.01, momentum=0.9, nesterov=false]'",
    "8, ab2063, 'Sgd[learningRate=0.01, momentum=0.9, nesterov=true]'"
  })
  void eachRuleGivesTheBitsAndTheTextWrittenDown(int index, String checksum, String text) {
    Optimizer optimizer =
        List.of(
                new Optimizer.Adam(1e-3),
                new Optimizer.TensorFlowAdam(1e-3),
                Optimizer.NatureRmsProp.paper(),
                new Optimizer.PyTorchRmsProp(1e-3, 0.9, 1e-5, 0, false),
                new Optimizer.PyTorchRmsProp(1e-3, 0.9, 1e-5, 0.9, true),
                new Optimizer.PyTorchRmsProp(1e-3, 0.9, 1e-5, 0, true),
                new Optimizer.Sgd(1e-2),
                new Optimizer.Sgd(1e-2, 0.9, false),
                new Optimizer.Sgd(1e-2, 0.9, true))
            .get(index);
    assertEquals(text, optimizer.toString());
    assertEquals("org.evenkeel.core.nn.Optimizer$" + text, optimizer.identity());
    assertEquals(checksum, crc(twentySteps(optimizer, 1)));
  }

  private static float[] twentySteps(Optimizer optimizer, double rateFactor) {
    int parameters = 40_003;
    Random random = new Random(7);
    OptimizerState state = optimizer.start(parameters);
    float[] theta = new float[parameters];
    float[] gradient = new float[parameters];
    for (int i = 0; i < parameters; i++) {
      theta[i] = random.nextFloat() - 0.5f;
    }
    try (Workers workers = Workers.of(2)) {
      for (int step = 0; step < 20; step++) {
        for (int i = 0; i < parameters; i++) {
          gradient[i] = (random.nextFloat() - 0.5f) * (i % 3);
        }
        state.step(theta, gradient, rateFactor, workers);
      }
    }
    return theta;
  }

  private static String crc(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4);
    bytes.asFloatBuffer().put(values);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }

  /// Halves of 2^-10 are exact, so the bits must be the same.
  @Test
  void aFactorOfTheLearningRateIsAnotherLearningRate() {
    double rate = 0x1p-10;
    Optimizer[][] pairs = {
      {new Optimizer.Adam(rate), new Optimizer.Adam(rate / 4)},
      {new Optimizer.TensorFlowAdam(rate), new Optimizer.TensorFlowAdam(rate / 4)},
      {
        new Optimizer.NatureRmsProp(rate, 0.95, 0.01),
        new Optimizer.NatureRmsProp(rate / 4, 0.95, 0.01)
      },
      {
        new Optimizer.PyTorchRmsProp(rate, 0.9, 1e-5, 0.9, true),
        new Optimizer.PyTorchRmsProp(rate / 4, 0.9, 1e-5, 0.9, true)
      },
      {new Optimizer.Sgd(rate, 0.9, true), new Optimizer.Sgd(rate / 4, 0.9, true)}
    };
    for (Optimizer[] pair : pairs) {
      assertArrayEquals(twentySteps(pair[1], 1), twentySteps(pair[0], 0.25), pair[0].toString());
    }
  }

  @Test
  void aFactorOfZeroLearnsNothing() {
    for (Optimizer optimizer : List.of(new Optimizer.Adam(1e-3), new Optimizer.Sgd(0.1))) {
      OptimizerState state = optimizer.start(3);
      float[] theta = {1, 2, 3};
      state.step(theta, new float[] {1, -1, 5}, 0, Workers.of(1));
      assertArrayEquals(new float[] {1, 2, 3}, theta);
      assertEquals(1, state.steps());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void aFactorThatIsNoFactorIsRefused(double factor) {
    OptimizerState state = new Optimizer.Sgd(0.1).start(1);
    float[] theta = {1};
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> state.step(theta, new float[1], factor, Workers.of(1)));
    assertEquals("rateFactor must be a finite number >= 0, was " + factor, e.getMessage());
    assertEquals(0, state.steps());
  }

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
  void aStateResumedFromItsMomentsContinuesBitForBit() {
    Optimizer optimizer = new Optimizer.Adam(1e-3);
    float[] gradient = {0.5f, -0.25f, 1};
    float[] theta = {1, 2, 3};
    try (Workers workers = Workers.of(1)) {
      OptimizerState state = optimizer.start(3);
      state.step(theta, gradient, workers);
      OptimizerState copy = optimizer.start(3);
      for (int s = 0; s < optimizer.moments(); s++) {
        System.arraycopy(state.moments()[s], 0, copy.moments()[s], 0, 3);
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
      norms[i] = (float) new Gradients().clipNorm(both, oracle.number("max_norm"));
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

  /// Where the power of the bias correction is not computed any more, it is lost beside 1.
  @Test
  void theBiasCorrectionIsOneWhereItsPowerIsNotComputed() {
    for (double beta : new double[] {0, 0.1, 0.5, 0.7, 0.9, 0.99, 0.999, 0.9999}) {
      double t = beta == 0 ? 1 : Math.ceil(-40 / StrictMath.log(beta));
      assertEquals(1.0, 1 - StrictMath.pow(beta, t), "beta " + beta);
    }
  }
}
