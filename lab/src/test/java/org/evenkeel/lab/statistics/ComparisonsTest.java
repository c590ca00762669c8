package org.evenkeel.lab.statistics;

import static org.evenkeel.lab.statistics.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.evenkeel.lab.statistics.MannWhitney.Method;
import org.junit.jupiter.api.Test;

/// Numbers without another source in the comment are SciPy 1.17.1's.
final class ComparisonsTest {
  private static final double[] NINE = {7.5, 28.5, 63.5, 11.5, 74.5, 50.5, 40.5, 44.5, 200.5};

  /// (37 i) mod 101 for i = 1, 2, ...: all different.
  private static Sample spread(int size) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = (i + 1) * 37 % 101;
    }
    return Sample.of(values);
  }

  @Test
  void aSmallSampleWithoutTiesIsTestedExactly() {
    MannWhitney test = MannWhitney.of(Sample.of(Arrays.copyOf(NINE, 8)), spread(30));
    assertEquals(Method.EXACT, test.method());
    assertEquals(94, test.u());
    assertEquals(94 / 240.0, test.shareOfPairs());
    assertEquals(0.36836150678156077, test.p(), 1e-13);
    assertEquals(0.36121810476051897, test.p(Method.NORMAL_CONTINUITY), 1e-13);
    MannWhitney other = MannWhitney.of(spread(30), Sample.of(Arrays.copyOf(NINE, 8)));
    assertEquals(146, other.u());
    assertEquals(test.p(), other.p());
  }

  @Test
  void fromNineValuesOnTheNormalDistributionIsTaken() {
    MannWhitney test = MannWhitney.of(Sample.of(NINE), spread(9));
    assertEquals(Method.NORMAL_CONTINUITY, test.method());
    assertEquals(0.859819205054158, test.p(), 1e-13);
    assertEquals(0.8633072809543397, test.p(Method.EXACT), 1e-13);
    MannWhitney uneven = MannWhitney.of(Sample.of(NINE), spread(30));
    assertEquals(0.7263386976487618, uneven.p(), 1e-13);
    assertEquals(0.7308972631553277, uneven.p(Method.EXACT), 1e-13);
  }

  @Test
  void tiesAreNotTestedExactly() {
    MannWhitney test = MannWhitney.of(Tables.sample("ties", "a"), Tables.sample("ties", "b"));
    assertEquals(Method.NORMAL_CONTINUITY, test.method());
    assertEquals(0.24213941789274607, test.p(), 1e-13);
    refused(
        "the exact p-value requires samples without ties, but some values are equal",
        () -> test.p(Method.EXACT));
  }

  @Test
  void equalSamplesAreNoSurprise() {
    Sample ones = Sample.of(1, 1, 1);
    MannWhitney test = MannWhitney.of(ones, ones);
    assertEquals(4.5, test.u());
    assertEquals(1, test.p());
    assertEquals(1, test.p(Method.NORMAL));
    assertEquals(1, MannWhitney.of(Sample.of(1), Sample.of(2)).p());
  }

  @Test
  void theDistributionOfUCountsTheOrders() {
    // Of 10 orders of 2 and 3 values: U = 0, 1, ..., 6 comes 1, 1, 2, 2, 2, 1, 1 times.
    double[] expected = {0.1, 0.1, 0.2, 0.2, 0.2, 0.1, 0.1};
    assertArrayEquals(expected, MannWhitney.distribution(2, 3), 1e-16);
    double[] large = MannWhitney.distribution(8, 60);
    assertEquals(1, Arrays.stream(large).sum(), 1e-12);
    for (int i = 0; i < large.length; i++) {
      assertEquals(large[i], large[large.length - 1 - i], 1e-15);
    }
  }

  @Test
  void aWelchTestByHand() {
    // Means 2.5 and 2, variances 5/3 and 0.
    WelchTest test = WelchTest.of(Sample.of(1, 2, 3, 4), Sample.of(2, 2, 2));
    assertEquals(0.5 / Math.sqrt(5.0 / 12), test.t(), 1e-15);
    assertEquals(3, test.degreesOfFreedom(), 1e-15);
    assertEquals(0.4950253460597111, test.pTwoSided(), 1e-13);
    assertEquals(0.5 / Math.sqrt(5.0 / 6), test.effectSize(), 1e-15);
    Estimate difference = test.difference(0.95);
    assertEquals(0.5, difference.value());
    assertEquals(difference.high() - 0.5, 0.5 - difference.low(), 1e-15);
    WelchTest swapped = WelchTest.of(Sample.of(2, 2, 2), Sample.of(1, 2, 3, 4));
    assertEquals(-test.effectSize(), swapped.effectSize());
    assertEquals(1, test.pGreater() + swapped.pGreater(), 1e-15);
    assertTrue(test.pGreater() < 0.5);
  }

  @Test
  void aTinyPValueKeepsItsDigits() {
    double[] low = new double[10];
    double[] high = new double[10];
    for (int i = 0; i < 10; i++) {
      low[i] = i * 1e-3;
      high[i] = 50 + i * 1e-3;
    }
    double p = WelchTest.of(Sample.of(low), Sample.of(high)).pTwoSided();
    assertEquals(2.2565261169538645e-72, p, 1e-80);
  }

  @Test
  void quantilesOfStudentsDistribution() {
    assertEquals(12.706204736174694, Sample.quantile(1, 0.95), 1e-11);
    assertEquals(7.163728138948783, Sample.quantile(2.5, 0.99), 1e-12);
    assertEquals(130.15458955229283, Sample.quantile(3, 0.999999), 1e-7);
  }

  @Test
  void samplesThatDoNotVaryAreRefusedWhateverTheirRounding() {
    for (int size = 2; size < 40; size++) {
      double[] same = new double[size];
      Arrays.fill(same, 0.1 * size);
      Sample sample = Sample.of(same);
      assertEquals(0, sample.variance());
      refused(
          "one of two samples must vary, but their values were always %s and 0.1"
              .formatted(same[0]),
          () -> WelchTest.of(sample, Sample.of(0.1, 0.1, 0.1)));
    }
  }

  @Test
  void holmByHand() {
    // Sorted .005 .01 .03 .04 .5 .9 times 6 5 4 3 2 1, none below the one before.
    double[] p = {0.01, 0.04, 0.03, 0.005, 0.5, 0.9};
    double[] expected = {0.05, 0.12, 0.12, 0.03, 1, 1};
    assertArrayEquals(expected, MultipleComparisons.holm(p), 1e-15);
    assertArrayEquals(
        new double[] {0.01, 0.04, 0.03, 0.005, 0.5, 0.9}, p, "the p-values given stay");
    assertArrayEquals(new double[] {0.2}, MultipleComparisons.holm(0.2));
  }

  @Test
  void benjaminiAndHochbergAsBySciPy() {
    double[] expected = {0.03, 0.06, 0.06, 0.03, 0.6, 0.9};
    assertArrayEquals(
        expected, MultipleComparisons.benjaminiHochberg(0.01, 0.04, 0.03, 0.005, 0.5, 0.9), 1e-15);
    // .03 times 4/2 would be above .04 times 4/3.
    assertArrayEquals(
        new double[] {0.16 / 3, 0.16 / 3, 0.004, 0.9},
        MultipleComparisons.benjaminiHochberg(0.04, 0.03, 0.001, 0.9),
        1e-15);
    assertArrayEquals(new double[] {1, 1}, MultipleComparisons.benjaminiHochberg(1, 1));
  }

  @Test
  void badInputIsRefused() {
    refused("values must have length >= 1, was 0", Sample::of);
    refused("values[1] must be a finite number, was NaN", () -> Sample.of(1, Double.NaN));
    Sample one = Sample.of(1);
    Sample two = Sample.of(1, 2);
    refused("the size of a sample with a variance must be >= 2, was 1", one::variance);
    refused("the size of a sample with a variance must be >= 2, was 1", one::standardError);
    refused("the size of sample a must be >= 2, was 1", () -> WelchTest.of(one, two));
    refused("the size of sample b must be >= 2, was 1", () -> WelchTest.of(two, one));
    refused("level must be in (0, 1), was 1.0", () -> two.meanWithTInterval(1));
    refused("level must be in (0, 1), was 0.0", () -> WelchTest.of(two, two).difference(0));
    refused("p must have length >= 1, was 0", MultipleComparisons::holm);
    refused("p[1] must be in [0, 1], was 1.5", () -> MultipleComparisons.holm(0, 1.5));
    refused(
        "p[0] must be in [0, 1], was NaN", () -> MultipleComparisons.benjaminiHochberg(Double.NaN));
  }
}
