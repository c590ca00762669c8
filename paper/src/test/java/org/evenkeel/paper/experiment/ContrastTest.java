package org.evenkeel.paper.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;
import org.junit.jupiter.api.Test;

/// The two rules that verdicts follow from.
class ContrastTest {
  private static final double[] LOW = {1.0, 1.1, 0.9, 1.05};
  private static final double[] MIDDLE = {1.3, 1.2, 1.25, 1.1, 1.4};
  private static final double[] HIGH = {2.0, 2.2, 1.9};

  private static Contrast contrast(double[] larger, double[] smaller) {
    return new Contrast("a minus b", larger, smaller);
  }

  private static Verdict verdict(Contrast... contrasts) {
    return Contrast.ofDifferences(Contrast.differences(List.of(contrasts)));
  }

  @Test
  void differencesAreWelchsWithHolmsCorrection() {
    List<Contrast> contrasts =
        List.of(
            new Contrast("first", MIDDLE, LOW),
            new Contrast("second", HIGH, LOW),
            new Contrast("third", MIDDLE, HIGH));
    List<Effect> effects = Contrast.differences(contrasts);
    double[] p = new double[3];
    for (int i = 0; i < 3; i++) {
      Contrast c = contrasts.get(i);
      p[i] = WelchTest.of(Sample.of(c.larger()), Sample.of(c.smaller())).pTwoSided();
    }
    double[] corrected = MultipleComparisons.holm(p);
    int[] trials = {4, 3, 3};
    for (int i = 0; i < 3; i++) {
      Contrast c = contrasts.get(i);
      Effect e = effects.get(i);
      Estimate d = WelchTest.of(Sample.of(c.larger()), Sample.of(c.smaller())).difference(0.95);
      assertEquals(c.name(), e.name());
      assertEquals(d.value(), e.value());
      assertEquals(d.low(), e.lower());
      assertEquals(d.high(), e.upper());
      assertEquals(corrected[i], e.p());
      assertEquals(trials[i], e.trials());
      assertEquals("Welch, Holm", e.test());
    }
    assertEquals(
        Arrays.stream(p).max().orElseThrow(), Arrays.stream(corrected).max().orElseThrow());
    assertEquals(
        3 * Arrays.stream(p).min().orElseThrow(), Arrays.stream(corrected).min().orElseThrow());
  }

  /// What cannot be tested does not make the others' correction stricter.
  @Test
  void theCorrectionCountsOnlyWhatIsTested() {
    double alone = Contrast.differences(List.of(contrast(MIDDLE, LOW))).getFirst().p();
    List<Effect> beside =
        Contrast.differences(
            List.of(contrast(new double[0], LOW), contrast(MIDDLE, LOW), contrast(HIGH, HIGH)));
    assertEquals(2 * alone, beside.get(1).p(), 1e-15);
    assertTrue(Double.isNaN(beside.get(0).p()));
    assertEquals(1, beside.get(2).p());
  }

  @Test
  void allAboveHoldsOneBelowDoesNotElseItIsOpen() {
    assertEquals(Verdict.HOLDS, verdict(contrast(HIGH, MIDDLE), contrast(MIDDLE, LOW)));
    assertEquals(Verdict.DOES_NOT_HOLD, verdict(contrast(HIGH, MIDDLE), contrast(LOW, MIDDLE)));
    assertEquals(Verdict.DOES_NOT_HOLD, verdict(contrast(LOW, MIDDLE), contrast(HIGH, HIGH)));
    double[] wide = {0, 3};
    assertEquals(Verdict.UNDECIDED, verdict(contrast(HIGH, LOW), contrast(wide, LOW)));
    assertEquals(Verdict.UNDECIDED, verdict(contrast(HIGH, LOW), contrast(LOW, wide)));
  }

  /// The level is for the corrected p value: 0.04 counts, 0.05 does not.
  @Test
  void theLevelIsFivePercent() {
    assertEquals(Verdict.HOLDS, Contrast.ofDifferences(List.of(tested(1, 0.049))));
    assertEquals(Verdict.UNDECIDED, Contrast.ofDifferences(List.of(tested(1, 0.05))));
    assertEquals(Verdict.DOES_NOT_HOLD, Contrast.ofDifferences(List.of(tested(-1, 0.049))));
    assertEquals(Verdict.UNDECIDED, Contrast.ofDifferences(List.of(tested(-1, 0.05))));
  }

  private static Effect tested(double value, double p) {
    return new Effect("", value, value - 1, value + 1, 3, "Welch, Holm", p);
  }

  @Test
  void whatCannotBeTestedIsOpen() {
    double[] one = {5};
    double[] constant = {7, 7, 7};
    for (Contrast c :
        List.of(
            contrast(constant, constant),
            contrast(constant, new double[] {1, 1}),
            contrast(one, LOW),
            contrast(LOW, one),
            contrast(one, one),
            contrast(new double[0], LOW),
            contrast(LOW, new double[0]),
            contrast(new double[0], new double[0]))) {
      Effect effect = Contrast.differences(List.of(c)).getFirst();
      assertTrue(Double.isNaN(effect.p()) && Double.isNaN(effect.lower()));
      assertEquals(Math.min(c.larger().length, c.smaller().length), effect.trials());
      assertEquals("", effect.test());
      assertEquals(Verdict.UNDECIDED, verdict(c));
      assertEquals(Verdict.UNDECIDED, verdict(contrast(HIGH, LOW), c));
      assertEquals(Verdict.DOES_NOT_HOLD, verdict(contrast(LOW, HIGH), c));
    }
    assertEquals(
        6,
        Contrast.differences(List.of(contrast(constant, new double[] {1, 1}))).getFirst().value());
    assertEquals(
        4, Contrast.differences(List.of(contrast(one, new double[] {1}))).getFirst().value());
    assertTrue(
        Double.isNaN(
            Contrast.differences(List.of(contrast(new double[0], LOW))).getFirst().value()));
    assertEquals(List.of(), Contrast.differences(List.of()));
    assertEquals(Verdict.UNDECIDED, verdict());
  }

  /// One constant side is enough for Welch's test.
  @Test
  void oneConstantSideIsTested() {
    assertEquals(Verdict.HOLDS, verdict(contrast(new double[] {7, 7, 7}, LOW)));
  }

  @Test
  void ratiosBelowOneHoldAboveDoNot() {
    Effect below = between(0.5, 0.9);
    Effect above = between(1.1, 2);
    Effect around = between(0.8, 1.2);
    assertEquals(Verdict.HOLDS, Contrast.ofRatios(List.of(below, below)));
    assertEquals(Verdict.DOES_NOT_HOLD, Contrast.ofRatios(List.of(below, above)));
    assertEquals(Verdict.DOES_NOT_HOLD, Contrast.ofRatios(List.of(around, above)));
    assertEquals(Verdict.UNDECIDED, Contrast.ofRatios(List.of(below, around)));
    assertEquals(Verdict.UNDECIDED, Contrast.ofRatios(List.of(between(1, 2))));
    assertEquals(Verdict.UNDECIDED, Contrast.ofRatios(List.of(between(0.5, 1))));
    assertEquals(Verdict.UNDECIDED, Contrast.ofRatios(List.of()));
  }

  private static Effect between(double low, double high) {
    return Effect.sampled("", (low + high) / 2, low, high, 4);
  }
}
