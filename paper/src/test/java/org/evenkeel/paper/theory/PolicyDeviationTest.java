package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertMeasured;
import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PolicyDeviationTest {
  private static final double SQRT_3 = Math.sqrt(3);

  /// Errors uniform from -1 to 1, one network: p = (2 - gap)^2 / 8 for gaps up to 2.
  @Test
  void oneUniformNetworkByHand() {
    for (double gap : new double[] {0, 0.5, 1, 1.75}) {
      double p = (2 - gap) * (2 - gap) / 8;
      PolicyDeviation one = new PolicyDeviation(gap, 1 / SQRT_3, 1, ErrorLaw.UNIFORM);
      assertEquals(p, one.probability(), 1e-14);
      assertEquals(p * gap, one.meanDrop(), 1e-14);
      assertEquals(p * (1 - p) * gap * gap, one.scoreVariance(), 1e-14);
    }
    assertEquals(0, new PolicyDeviation(2.1, 1 / SQRT_3, 1, ErrorLaw.UNIFORM).probability());
  }

  /// Two networks, gap 1: four uniform numbers sum to less than 2 (1 - 1/2) = 1 with probability 1/4!.
  @Test
  void twoUniformNetworksByHand() {
    PolicyDeviation two = new PolicyDeviation(1, 1 / SQRT_3, 2, ErrorLaw.UNIFORM);
    assertEquals(1 / 24.0, two.probability(), 1e-14);
  }

  /// From a table of the normal law: above 1 and above 2. The difference of two errors has deviation sqrt(2).
  @Test
  void normalNetworksFromTheTable() {
    double gap = Math.sqrt(2);
    assertEquals(
        0.15865525393145705, new PolicyDeviation(gap, 1, 1, ErrorLaw.NORMAL).probability(), 1e-14);
    assertEquals(
        0.02275013194817921, new PolicyDeviation(gap, 1, 4, ErrorLaw.NORMAL).probability(), 1e-14);
  }

  /// Many uniform errors add up to a normal one; 80 terms that cancel are the hardest for the exact sum.
  @Test
  void manyUniformNetworksAreNearlyNormal() {
    double gap = 0.2;
    double uniform = new PolicyDeviation(gap, 1, 40, ErrorLaw.UNIFORM).probability();
    double normal = new PolicyDeviation(gap, 1, 40, ErrorLaw.NORMAL).probability();
    assertEquals(normal, uniform, 2e-3 * normal);
  }

  @Test
  void withoutAGapTheActionIsACoin() {
    for (ErrorLaw law : ErrorLaw.values()) {
      assertEquals(0.5, new PolicyDeviation(0, 1, 3, law).probability(), 1e-14);
      assertEquals(0, new PolicyDeviation(0, 1, 3, law).scoreVariance());
    }
  }

  /// The appendix's claim: what differs between trials at one time is what happens within each trial over time.
  @Test
  void theVarianceBetweenTrialsIsThatWithinATrial() {
    for (ErrorLaw law : ErrorLaw.values()) {
      for (int k : new int[] {1, 5}) {
        PolicyDeviation model = new PolicyDeviation(0.5, 1, k, law);
        PolicyDeviation.Spread spread = model.measured(1_000, 1_000, 8);
        String what = law + ", K " + k;
        assertMeasured(model.probability(), spread.deviated(), what);
        assertMeasured(model.scoreVariance(), spread.betweenTrials(), what + ", between");
        assertMeasured(model.scoreVariance(), spread.withinTrial(), what + ", within");
      }
    }
  }

  @Test
  void averagingMakesDropsRarer() {
    double last = 1;
    for (int k : new int[] {1, 2, 5, 10, 20}) {
      double p = new PolicyDeviation(1, 1, k, ErrorLaw.UNIFORM).probability();
      assertTrue(p < last, "K " + k);
      last = p;
    }
    assertTrue(last < 0.001);
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    PolicyDeviation good = new PolicyDeviation(1, 1, 1, ErrorLaw.NORMAL);
    assertRefused(
        "gap must be a finite number >= 0, was -1.0",
        () -> new PolicyDeviation(-1, 1, 1, ErrorLaw.NORMAL));
    assertRefused(
        "sigma must be a finite number > 0, was 0.0",
        () -> new PolicyDeviation(1, 0, 1, ErrorLaw.NORMAL));
    assertRefused("k must be >= 1, was 0", () -> new PolicyDeviation(1, 1, 0, ErrorLaw.NORMAL));
    assertRefused("trials must be >= 2, was 1", () -> good.measured(1, 5, 1));
    assertRefused("evaluations must be >= 2, was 0", () -> good.measured(5, 0, 1));
  }
}
