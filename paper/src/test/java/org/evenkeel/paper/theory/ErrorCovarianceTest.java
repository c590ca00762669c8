package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ErrorCovarianceTest {
  private static final String NEGATIVE =
      "a covariance matrix must have no negative eigenvalue, but this one has";

  @Test
  void theRootGivesTheMatrixBack() {
    double[] matrix = {4, 2, -1, 2, 9, 0.5, -1, 0.5, 1e-3 + 1};
    ErrorCovariance covariance = ErrorCovariance.of(matrix);
    assertEquals(3, covariance.rank());
    for (int s = 0; s < 3; s++) {
      assertEquals(matrix[s * 4], covariance.variance(s));
      for (int t = 0; t < 3; t++) {
        assertEquals(matrix[s * 3 + t], product(covariance, s, t), 1e-14);
      }
    }
  }

  @Test
  void errorsThatAreAllTheSameHaveRankOne() {
    ErrorCovariance same = ErrorCovariance.equallyCorrelated(1, 4, 9, 1);
    assertEquals(1, same.rank());
    assertEquals(6, product(same, 0, 1), 1e-14);
    assertEquals(3, same.states());
  }

  /// A state whose errors are 10^20 times smaller is still there.
  @Test
  void smallVariancesBesideLargeOnesAreKept() {
    ErrorCovariance covariance = ErrorCovariance.of(new double[] {1, 1e-11, 1e-11, 1e-20});
    assertEquals(2, covariance.rank());
    assertEquals(1e-20, product(covariance, 1, 1), 1e-33);
    assertEquals(1e-11, product(covariance, 0, 1), 1e-24);
  }

  @Test
  void aStateWithoutErrorsIsAllowed() {
    ErrorCovariance covariance = ErrorCovariance.of(new double[] {1, 0, 0, 0});
    assertEquals(0, product(covariance, 1, 1));
    assertEquals(1, product(covariance, 0, 0));
  }

  /// Four samples of three states by hand: means 2, 0, 7; the last never changes.
  @Test
  void samplesAreTheirOwnRoot() {
    double[][] samples = {{1, 2, 7}, {3, -2, 7}, {0, 4, 7}, {4, -4, 7}};
    ErrorCovariance covariance = ErrorCovariance.ofSamples(samples);
    assertEquals(3, covariance.states());
    double[] matrix = {10 / 3.0, -20 / 3.0, 0, -20 / 3.0, 40 / 3.0, 0, 0, 0, 0};
    for (int s = 0; s < 3; s++) {
      assertEquals(matrix[s * 4], covariance.variance(s), 1e-14);
      for (int t = 0; t < 3; t++) {
        assertEquals(matrix[s * 3 + t], product(covariance, s, t), 1e-14);
      }
    }
  }

  /// Fewer samples than states: the matrix has no full rank, and the root is right all the same.
  @Test
  void moreStatesThanSamplesAreFine() {
    ErrorCovariance two = ErrorCovariance.ofSamples(new double[][] {{0, 1, 5, 2}, {2, 1, 1, 4}});
    double[] half = {1, 0, -2, 1};
    for (int s = 0; s < 4; s++) {
      for (int t = 0; t < 4; t++) {
        assertEquals(2 * half[s] * half[t], product(two, s, t), 1e-14);
      }
    }
  }

  @Test
  void samplesThatAreNoneAreRefused() {
    assertRefused(
        "samples must have length >= 2, was 1",
        () -> ErrorCovariance.ofSamples(new double[][] {{1}}));
    assertRefused(
        "a sample must have length >= 1, was 0",
        () -> ErrorCovariance.ofSamples(new double[][] {{}, {}}));
    assertRefused(
        "a sample must have length 2, was 1",
        () -> ErrorCovariance.ofSamples(new double[][] {{1, 2}, {1}}));
    assertRefused(
        "the error variance of state 0 must be a finite number >= 0, was NaN",
        () -> ErrorCovariance.ofSamples(new double[][] {{1}, {Double.NaN}}));
  }

  @Test
  void whatIsNoCovarianceIsRefusedInASentence() {
    assertRefused(NEGATIVE, () -> ErrorCovariance.of(new double[] {1, 2, 2, 1}));
    assertRefused(NEGATIVE, () -> ErrorCovariance.of(new double[] {1, 1, 1, 0}));
    assertRefused(NEGATIVE, () -> ErrorCovariance.equallyCorrelated(-0.6, 1, 1, 1));
    // Two states that are the same as a third, and not as each other: the second time the pivots
    // are all >= 0.
    assertRefused(NEGATIVE, () -> ErrorCovariance.of(new double[] {1, 1, 0, 1, 1, 1, 0, 1, 1}));
    assertRefused(NEGATIVE, () -> ErrorCovariance.of(new double[] {1, 1, 1, 1, 1, 0, 1, 0, 1}));
    assertRefused(
        "a covariance matrix must be finite and symmetric, was 0.2 at (1, 0) and 0.1 at (0, 1)",
        () -> ErrorCovariance.of(new double[] {1, 0.1, 0.2, 1}));
    assertRefused(
        "a covariance matrix must be finite and symmetric, was NaN at (1, 0) and NaN at (0, 1)",
        () -> ErrorCovariance.of(new double[] {1, Double.NaN, Double.NaN, 1}));
    assertRefused(
        "the error variance of state 1 must be a finite number >= 0, was NaN",
        () -> ErrorCovariance.independent(1, Double.NaN));
    assertRefused(
        "the error variance of state 0 must be a finite number >= 0, was -1.0",
        () -> ErrorCovariance.of(new double[] {-1}));
    assertRefused(
        "matrix must have a square number of entries, was 5",
        () -> ErrorCovariance.of(new double[5]));
    assertRefused("matrix must have length >= 1, was 0", () -> ErrorCovariance.of(new double[0]));
    assertRefused("sigma2 must have length >= 1, was 0", () -> ErrorCovariance.independent());
    assertRefused(
        "sigma2 must have length >= 1, was 0", () -> ErrorCovariance.equallyCorrelated(0.5));
    assertRefused(
        "correlation must be in [-1, 1], was 1.5", () -> ErrorCovariance.equallyCorrelated(1.5, 1));
  }

  private static double product(ErrorCovariance covariance, int s, int t) {
    double sum = 0;
    for (int c = 0; c < covariance.rank(); c++) {
      sum += covariance.root(s, c) * covariance.root(t, c);
    }
    return sum;
  }
}
