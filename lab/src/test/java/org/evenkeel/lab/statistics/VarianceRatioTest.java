package org.evenkeel.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.data.RandomStream;
import org.junit.jupiter.api.Test;

class VarianceRatioTest {
  private static Sample normal(RandomStream random, int size, double scale) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = 3 + scale * random.nextGaussian();
    }
    return Sample.of(values);
  }

  @Test
  void theRatioIsTheGeometricMeanOverTheTasks() {
    Sample narrow = Sample.of(0, 1, 2); // variance 1
    Sample wide = Sample.of(0, 4, 8); // variance 16
    Estimate one = VarianceRatio.of(List.of(wide), List.of(narrow), 0.95);
    assertEquals(16, one.value(), 1e-12);
    assertEquals(one.value() / one.low(), one.high() / one.value(), 1e-9);
    Estimate two = VarianceRatio.of(List.of(wide, narrow), List.of(narrow, narrow), 0.95);
    assertEquals(4, two.value(), 1e-12);
    assertTrue(two.high() / two.low() < one.high() / one.low());
  }

  /// With 2 degrees of freedom on both sides the logarithm of F is logistic: the end of the 95 % interval is log 39.
  @Test
  void ofThreeValuesEachTheIntervalIsNearlyFishers() {
    Sample sample = Sample.of(0, 1, 2);
    Estimate ratio = VarianceRatio.of(List.of(sample), List.of(sample), 0.95);
    assertEquals(Math.log(39), Math.log(ratio.high()), 0.02 * Math.log(39));
    // SciPy: f.ppf(0.975, 9, 9) = 4.02599...
    Sample ten = Sample.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    Estimate many = VarianceRatio.of(List.of(ten), List.of(ten), 0.95);
    assertEquals(Math.log(4.025994), Math.log(many.high()), 0.01);
  }

  /// Trigamma(1) is pi^2 / 6 and pentagamma(1) is pi^4 / 15, on each side: Student's t has 4 + 5 = 9 degrees of freedom,
  /// its 97.5 % quantile is 2.2621571627 and its scale the root of pi^2 / 3 * 7 / 9.
  @Test
  void ofThreeValuesEachTheIntervalByHand() {
    Sample sample = Sample.of(0, 1, 2);
    Estimate ratio = VarianceRatio.of(List.of(sample), List.of(sample), 0.95);
    double reach = 2.2621571627409915 * Math.sqrt(Math.PI * Math.PI / 3 * 7 / 9);
    assertEquals(reach, Math.log(ratio.high()), 1e-9);
    assertEquals(-reach, Math.log(ratio.low()), 1e-9);
  }

  @Test
  void theFourthDerivativeIsThatOfTheZetaFunction() {
    assertEquals(Math.pow(Math.PI, 4) / 15, VarianceRatio.pentagamma(1), 1e-12);
    assertEquals(Math.pow(Math.PI, 4), VarianceRatio.pentagamma(0.5), 1e-12);
    assertEquals(Math.pow(Math.PI, 4) / 15 - 6, VarianceRatio.pentagamma(2), 1e-12);
  }

  /// Also where the numbers of values differ, which shifts the logarithms. 400 repetitions: 380 with a standard
  /// deviation of 4.4.
  @Test
  void theIntervalHoldsTheTruthAsOftenAsItSays() {
    int[][] sizes = {{3, 3, 1}, {3, 3, 5}, {2, 5, 5}, {5, 4, 3}};
    for (int[] s : sizes) {
      RandomStream random = new RandomStream(s[0] * 100L + s[1] * 10L + s[2]);
      int held = 0;
      for (int r = 0; r < 400; r++) {
        List<Sample> a = new ArrayList<>();
        List<Sample> b = new ArrayList<>();
        for (int task = 0; task < s[2]; task++) {
          a.add(normal(random, s[0], 6.0 * (task + 1)));
          b.add(normal(random, s[1], 3.0 * (task + 1)));
        }
        Estimate ratio = VarianceRatio.of(a, b, 0.95);
        held += ratio.low() <= 4 && ratio.high() >= 4 ? 1 : 0;
      }
      assertTrue(held >= 366 && held <= 394, s[0] + " and " + s[1] + " values: " + held);
    }
  }

  @Test
  void whatHasNoVarianceIsRefused() {
    Sample good = Sample.of(0, 1);
    for (Sample bad : List.of(Sample.of(1), Sample.of(2, 2, 2))) {
      assertEquals(
          "a variance requires at least two different values",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> VarianceRatio.of(List.of(good, good), List.of(good, bad), 0.95))
              .getMessage());
    }
    assertEquals(
        "both must have the same tasks, at least one, had 1 and 0",
        assertThrows(
                IllegalArgumentException.class,
                () -> VarianceRatio.of(List.of(good), List.of(), 0.95))
            .getMessage());
  }
}
