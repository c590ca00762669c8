package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Optimizers as a user writes them.
class CustomOptimizerTest {

  /// Loshchilov and Hutter 2019: the example in [Optimizer].
  record AdamW(Optimizer.Adam adam, double decay) implements Optimizer {
    @Override
    public double learningRate() {
      return adam.learningRate();
    }

    @Override
    public int moments() {
      return adam.moments();
    }

    @Override
    public void prepare(OptimizerStep step) {
      adam.prepare(step);
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      float keep = (float) (1 - step.learningRate() * decay);
      for (int i = from; i < to; i++) {
        theta[i] *= keep;
      }
      adam.step(step, theta, gradient, from, to);
    }
  }

  /// Chen et al. 2023: the sign of a mean between the momentum and the gradient.
  record Lion(double learningRate, double beta1, double beta2) implements Optimizer {
    @Override
    public int moments() {
      return 1;
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      float[] m = step.moments(0);
      for (int i = from; i < to; i++) {
        float c = (float) (beta1 * m[i] + (1 - beta1) * gradient[i]);
        theta[i] -= (float) step.learningRate() * Math.signum(c);
        m[i] = (float) (beta2 * m[i] + (1 - beta2) * gradient[i]);
      }
    }
  }

  private interface Update {
    void of(OptimizerStep step, float[] theta, int from, int to);
  }

  /// Does as it is told, with some moments.
  private record Told(int moments, Update update) implements Optimizer {
    @Override
    public double learningRate() {
      return 0.5;
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      update.of(step, theta, from, to);
    }
  }

  private static float[] train(Optimizer optimizer, int parameters, int threads) {
    float[] theta = new float[parameters];
    float[] gradient = new float[parameters];
    Random random = new Random(1);
    OptimizerState state = optimizer.start(parameters);
    try (Workers workers = Workers.of(threads)) {
      for (int step = 0; step < 5; step++) {
        for (int i = 0; i < parameters; i++) {
          gradient[i] = random.nextFloat() - 0.5f;
        }
        state.step(theta, gradient, workers);
      }
    }
    return theta;
  }

  @Test
  void lionTakesTheStepsOfAHandComputedTable() {
    OptimizerState state = new Lion(0.25, 0.5, 0.5).start(3);
    float[] theta = {1, 1, 1};
    float[][] gradients = {{1, -1, 0}, {-2, -1, 4}, {-0.5f, 1.5f, -1}};
    // m:            0.5 -0.5 0   |  -0.75 -0.75 2  |  c of step 3: -0.625 0.375 0.5
    float[][] wanted = {{0.75f, 1.25f, 1}, {1, 1.5f, 0.75f}, {1.25f, 1.25f, 0.5f}};
    for (int step = 0; step < 3; step++) {
      state.step(theta, gradients[step], Workers.of(1));
      assertArrayEquals(wanted[step], theta, "step " + (step + 1));
    }
    assertArrayEquals(new float[] {-0.625f, 0.375f, 0.5f}, state.moments()[0]);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aCustomOptimizerIsTheSameBitsForAnyNumberOfThreads(int threads) {
    Optimizer lion = new Lion(1e-3, 0.9, 0.99);
    assertArrayEquals(train(lion, 100_003, 1), train(lion, 100_003, threads));
    Optimizer adamW = new AdamW(new Optimizer.Adam(1e-3), 0.1);
    assertArrayEquals(train(adamW, 100_003, 1), train(adamW, 100_003, threads));
  }

  @Test
  void adamWithoutDecayIsAdamBitForBit() {
    Optimizer.Adam adam = new Optimizer.Adam(1e-3);
    assertArrayEquals(train(adam, 40_003, 2), train(new AdamW(adam, 0), 40_003, 2));
  }

  /// Two forms of Adam on two halves, with constants that change at every step.
  private record Halves(Optimizer first, Optimizer second, boolean afresh) implements Optimizer {
    @Override
    public double learningRate() {
      return 1e-3;
    }

    @Override
    public int moments() {
      return 2;
    }

    @Override
    public void prepare(OptimizerStep step) {
      first.prepare(step);
      second.prepare(step);
      if (afresh) {
        new Optimizer.Adam(1, 0.9, 1 - 1.0 / (10 + step.number()), 1e-8).prepare(step);
      }
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      int middle = Math.clamp(theta.length / 2, from, to);
      first.step(step, theta, gradient, from, middle);
      second.step(step, theta, gradient, middle, to);
    }
  }

  @Test
  void severalFormsOfAdamDoNotDisturbEachOther() {
    Optimizer a = new Optimizer.Adam(1e-3);
    Optimizer b = new Optimizer.TensorFlowAdam(1e-3);
    int n = 1_000;
    float[] ofA = train(a, n, 1);
    float[] ofB = train(b, n, 1);
    System.arraycopy(ofB, n / 2, ofA, n / 2, n / 2);
    assertArrayEquals(ofA, train(new Halves(a, b, false), n, 1));
    assertArrayEquals(ofA, train(new Halves(a, b, true), n, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anAdamThatWasNotPreparedForItsStepIsRefused(int failing) {
    Optimizer.Adam adam = new Optimizer.Adam(1e-3);
    Optimizer told =
        new Told(
            2,
            (step, theta, from, to) -> {
              if (step.number() < failing) {
                adam.prepare(step);
              }
              adam.step(step, theta, theta.clone(), from, to);
            });
    OptimizerState state = told.start(1);
    for (int step = 1; step < failing; step++) {
      state.step(new float[1], new float[1], Workers.of(1));
    }
    var e =
        assertThrows(
            IllegalStateException.class,
            () -> state.step(new float[1], new float[1], Workers.of(1)));
    assertEquals(
        "Adam was not prepared for step %d: call its prepare before its step".formatted(failing),
        e.getCause().getMessage());
  }

  @Test
  void aStepKnowsItsNumberAndTheLearningRateOfTheSchedule() {
    StringBuilder tape = new StringBuilder();
    Optimizer told =
        new Told(
            0,
            (step, theta, from, to) ->
                tape.append(step.number()).append(' ').append(step.learningRate()).append("; "));
    OptimizerState state = told.start(1);
    float[] theta = {1};
    state.step(theta, new float[1], Workers.of(1));
    state.step(theta, new float[1], 0.5, Workers.of(1));
    state.resumeAt(7);
    state.step(theta, new float[1], 0, Workers.of(1));
    assertEquals("1 0.5; 2 0.25; 8 0.0; ", tape.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aParameterThatIsNotFiniteIsReportedWithTheClass(int threads) {
    int n = 50_000;
    Optimizer told =
        new Told(
            0,
            (step, theta, from, to) -> {
              if (step.number() == 3 && from <= 17 && 17 < to) {
                theta[17] = Float.NaN;
              }
              if (step.number() == 3 && to == n) {
                theta[n - 1] = Float.POSITIVE_INFINITY;
              }
            });
    OptimizerState state = told.start(n);
    try (Workers workers = Workers.of(threads)) {
      state.step(new float[n], new float[n], workers);
      state.step(new float[n], new float[n], workers);
      var e =
          assertThrows(
              IllegalStateException.class, () -> state.step(new float[n], new float[n], workers));
      assertEquals(
          "optimizer org.evenkeel.core.nn.CustomOptimizerTest$Told made parameter 17 NaN at step 3",
          e.getMessage());
    }
    assertEquals(2, state.steps());
  }

  @Test
  void aGradientThatIsNotFiniteIsNotTheOptimizersFault() {
    float[] gradient = {0, Float.NEGATIVE_INFINITY};
    OptimizerState state = new AdamW(new Optimizer.Adam(1e-3), 0).start(2);
    var e =
        assertThrows(
            IllegalStateException.class, () -> state.step(new float[2], gradient, Workers.of(1)));
    assertEquals(
        "optimizer org.evenkeel.core.nn.CustomOptimizerTest$AdamW was given the gradient -Infinity of"
            + " parameter 1 at step 1",
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAnOptimizerThrowsIsReportedWithTheClass(int threads) {
    int n = 100_000;
    ArithmeticException cause = new ArithmeticException("no");
    Optimizer told =
        new Told(
            0,
            (step, theta, from, to) -> {
              throw cause;
            });
    OptimizerState state = told.start(n);
    try (Workers workers = Workers.of(threads)) {
      var e =
          assertThrows(
              IllegalStateException.class, () -> state.step(new float[n], new float[n], workers));
      assertEquals(
          "optimizer org.evenkeel.core.nn.CustomOptimizerTest$Told failed at step 1:"
              + " java.lang.ArithmeticException: no",
          e.getMessage());
      assertSame(cause, e.getCause());
    }
    assertEquals(0, state.steps());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 9})
  void moreMomentsThanEightOrLessThanNoneAreRefused(int moments) {
    Optimizer told = new Told(moments, (step, theta, from, to) -> {});
    var e = assertThrows(IllegalArgumentException.class, () -> told.start(3));
    assertEquals(
        "optimizer org.evenkeel.core.nn.CustomOptimizerTest$Told must have 0 to 8 moments, has "
            + moments,
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aLearningRateThatIsNoneIsRefused(double rate) {
    var e = assertThrows(IllegalArgumentException.class, () -> new Lion(rate, 0.9, 0.9).start(3));
    assertEquals(
        "optimizer org.evenkeel.core.nn.CustomOptimizerTest$Lion must have a finite learning rate > 0,"
            + " has "
            + rate,
        e.getMessage());
  }

  @Test
  void momentsThatWereNotAskedForAreRefused() {
    String[] wanted = {
      "this optimizer has no moments, but number 0 was requested", "moments must be 0 to 1, was 2"
    };
    for (int moments : new int[] {0, 2}) {
      Optimizer told = new Told(moments, (step, theta, from, to) -> step.moments(moments));
      var e =
          assertThrows(
              IllegalStateException.class,
              () -> told.start(1).step(new float[1], new float[1], Workers.of(1)));
      assertEquals(wanted[moments / 2], e.getCause().getMessage());
    }
  }

  @Test
  void theIdentityOfARecordTellsItsConstants() {
    assertEquals(
        "org.evenkeel.core.nn.CustomOptimizerTest$Lion[learningRate=0.001, beta1=0.9, beta2=0.99]",
        new Lion(1e-3, 0.9, 0.99).identity());
  }
}
