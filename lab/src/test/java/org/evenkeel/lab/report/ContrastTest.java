package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;
import org.junit.jupiter.api.Test;

/// Differences that are tested together.
class ContrastTest {
  private static final double[] LOW = {1.0, 1.1, 0.9, 1.05};
  private static final double[] MIDDLE = {1.3, 1.2, 1.25, 1.1, 1.4};
  private static final double[] HIGH = {2.0, 2.2, 1.9};

  private static Contrast contrast(double[] larger, double[] smaller) {
    return new Contrast("a minus b", larger, smaller, 0);
  }

  private static Verdict verdict(Contrast... contrasts) {
    return Contrast.evidence(List.of(contrasts)).verdict();
  }

  @Test
  void differencesAreWelchsWithHolmsCorrection() {
    List<Contrast> contrasts =
        List.of(
            new Contrast("first", MIDDLE, LOW, 0),
            new Contrast("second", HIGH, LOW, 0),
            new Contrast("third", MIDDLE, HIGH, 0));
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
  void eachDifferenceAgreesOrContradictsOrIsOpen() {
    assertEquals(Verdict.SUPPORTED, verdict(contrast(HIGH, MIDDLE), contrast(MIDDLE, LOW)));
    assertEquals(Verdict.CONTRADICTED, verdict(contrast(HIGH, MIDDLE), contrast(LOW, MIDDLE)));
    assertEquals(Verdict.CONTRADICTED, verdict(contrast(LOW, MIDDLE), contrast(HIGH, HIGH)));
    double[] wide = {0, 3};
    assertEquals(Verdict.IN_PART, verdict(contrast(HIGH, LOW), contrast(wide, LOW)));
    assertEquals(Verdict.IN_PART, verdict(contrast(HIGH, LOW), contrast(LOW, wide)));
    assertEquals(Verdict.NOT_DECIDABLE, verdict(contrast(LOW, wide)));
  }

  @Test
  void trialsThatAreMissingLeaveItOpen() {
    Contrast early = new Contrast("a minus b", HIGH, LOW, HIGH.length + 1);
    assertEquals(Verdict.NOT_DECIDABLE, Contrast.evidence(List.of(early)).verdict());
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
      assertEquals(effect.trials() == 0 ? Verdict.NOT_TESTED : Verdict.NOT_DECIDABLE, verdict(c));
      assertEquals(Verdict.IN_PART, verdict(contrast(HIGH, LOW), c));
      assertEquals(Verdict.CONTRADICTED, verdict(contrast(LOW, HIGH), c));
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
    assertEquals(Verdict.NOT_TESTED, verdict());
  }

  /// One constant side is enough for Welch's test.
  @Test
  void oneConstantSideIsTested() {
    assertEquals(Verdict.SUPPORTED, verdict(contrast(new double[] {7, 7, 7}, LOW)));
  }

  /// What a card says is found four times of five: 400 draws of that difference, tested as the first of three. 320 are
  /// expected, with a standard deviation of 8; the standard deviation is estimated from the few trials, which costs some.
  @Test
  void theDetectableDifferenceIsFoundAboutAsOftenAsSaid() {
    RandomStream random = new RandomStream(11);
    int found = 0;
    for (int draw = 0; draw < 400; draw++) {
      double[] a = new double[20];
      double[] b = new double[20];
      Arrays.setAll(a, _ -> RandomStream.gaussian(random));
      Arrays.setAll(b, _ -> RandomStream.gaussian(random));
      Contrast none = new Contrast("", a, b, 20);
      String words =
          Contrast.evidence(List.of(none, none, none)).findings().getFirst().detectable();
      double shift = Double.parseDouble(words.substring(words.lastIndexOf(' ')));
      double[] c = new double[20];
      double[] d = new double[20];
      Arrays.setAll(c, _ -> shift + RandomStream.gaussian(random));
      Arrays.setAll(d, _ -> RandomStream.gaussian(random));
      found += WelchTest.of(Sample.of(c), Sample.of(d)).pTwoSided() < 0.05 / 3 ? 1 : 0;
    }
    assertTrue(found > 285 && found < 350, found + " of 400");
  }
}
