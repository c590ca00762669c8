package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Finding.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From numbers to answers, and from answers to a verdict with its reason.
class EvidenceTest {
  private static Effect tested(double value, double p) {
    return new Effect("a minus b", value, value - 1, value + 1, 3, "Welch, Holm", p);
  }

  private static Effect between(double low, double high) {
    return Effect.sampled("a / b", Math.sqrt(low * high), low, high, 4);
  }

  private static Finding with(Answer answer) {
    return new Finding(Effect.exact("it", 2), "above 1", answer, 0, "");
  }

  private static Evidence of(int agree, int contradict, int open) {
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < agree; i++) {
      findings.add(with(Answer.AGREES));
    }
    for (int i = 0; i < contradict; i++) {
      findings.add(with(Answer.CONTRADICTS));
    }
    for (int i = 0; i < open; i++) {
      findings.add(with(Answer.OPEN));
    }
    return Evidence.of(findings);
  }

  /// The level is for the corrected p value: 0.049 counts, 0.05 does not.
  @Test
  void aTestedNumberIsJudgedByItsPAndItsSide() {
    assertEquals(Answer.AGREES, Finding.above(tested(1, 0.049), 0, 3).answer());
    assertEquals(Answer.OPEN, Finding.above(tested(1, 0.05), 0, 3).answer());
    assertEquals(Answer.CONTRADICTS, Finding.above(tested(-1, 0.049), 0, 3).answer());
    assertEquals(Answer.OPEN, Finding.above(tested(-1, 0.05), 0, 3).answer());
    assertEquals(Answer.CONTRADICTS, Finding.below(tested(1, 0.049), 0, 3).answer());
    assertEquals(Answer.AGREES, Finding.below(tested(-1, 0.049), 0, 3).answer());
  }

  @Test
  void aNumberWithoutATestIsJudgedByItsInterval() {
    assertEquals(Answer.AGREES, Finding.ratioBelowOne(between(0.5, 0.9), 4).answer());
    assertEquals(Answer.CONTRADICTS, Finding.ratioBelowOne(between(1.1, 2), 4).answer());
    assertEquals(Answer.OPEN, Finding.ratioBelowOne(between(0.8, 1.2), 4).answer());
    assertEquals(Answer.OPEN, Finding.ratioBelowOne(between(0.5, 1), 4).answer());
    assertEquals(Answer.AGREES, Finding.ratioAboveOne(between(1.1, 2), 4).answer());
    assertEquals(Answer.CONTRADICTS, Finding.ratioAboveOne(between(0.5, 0.9), 4).answer());
    Effect none = Effect.sampled("", 3, Double.NaN, Double.NaN, 4);
    assertEquals(Answer.OPEN, Finding.above(none, 0, 4).answer());
  }

  @Test
  void aNumberBetweenLimitsMustHaveItsIntervalThere() {
    assertEquals(Answer.AGREES, Finding.within(between(0.9, 1.1), 0.8, 1.2, 4).answer());
    assertEquals(Answer.OPEN, Finding.within(between(0.7, 1.1), 0.8, 1.2, 4).answer());
    assertEquals(Answer.CONTRADICTS, Finding.within(between(1.3, 1.5), 0.8, 1.2, 4).answer());
    assertEquals(Answer.CONTRADICTS, Finding.within(between(0.5, 0.7), 0.8, 1.2, 4).answer());
    Effect none = Effect.sampled("", 1, Double.NaN, Double.NaN, 2);
    assertEquals(Answer.OPEN, Finding.within(none, 0.8, 1.2, 2).answer());
    assertEquals(Answer.AGREES, Finding.within(Effect.exact("", 1), 0.8, 1.2, 0).answer());
  }

  @Test
  void anExactNumberIsJudgedByItself() {
    assertEquals(Answer.AGREES, Finding.above(Effect.exact("", 1), 0, 0).answer());
    assertEquals(Answer.CONTRADICTS, Finding.above(Effect.exact("", -1), 0, 0).answer());
  }

  /// The one rule on completeness: not even a number that contradicts says anything while trials are missing.
  @Test
  void withoutAllOfItsTrialsANumberSaysNothing() {
    Finding early = Finding.above(tested(-1, 1e-9), 0, 4);
    assertEquals(Answer.MISSING, early.answer());
    Evidence evidence = Evidence.of(List.of(early, Finding.above(tested(1, 1e-9), 0, 3)));
    assertEquals(Verdict.NOT_DECIDABLE, evidence.verdict());
    assertEquals(
        "Trials are missing, so the claim is not judged yet: “a minus b” is based on 3 of 4 trials.",
        evidence.sentence());
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0, 0, SUPPORTED",
    "2, 0, 1, IN_PART",
    "1, 0, 5, IN_PART",
    "2, 1, 0, IN_PART",
    "2, 1, 4, IN_PART",
    "1, 1, 0, CONTRADICTED",
    "1, 2, 0, CONTRADICTED",
    "0, 1, 4, CONTRADICTED",
    "0, 0, 1, NOT_DECIDABLE",
    "0, 0, 0, NOT_TESTED"
  })
  void aVerdictFollowsFromHowManyAgree(int agree, int contradict, int open, Verdict verdict) {
    assertEquals(verdict, of(agree, contradict, open).verdict());
  }

  @Test
  void whereNoTrialIsThereNothingWasTested() {
    Effect none = Effect.sampled("x", Double.NaN, Double.NaN, Double.NaN, 0);
    Evidence evidence = Evidence.of(Finding.above(none, 0, 4));
    assertEquals(Verdict.NOT_TESTED, evidence.verdict());
    Evidence failed = Evidence.of(Finding.above(none, 0, 0));
    assertEquals(Verdict.NOT_TESTED, failed.verdict(), "all trials failed");
    assertEquals("Nothing was measured that could test this claim.", evidence.sentence());
  }

  @Test
  void withoutItsPremiseAClaimIsNotDecidable() {
    Evidence supported = of(2, 0, 0);
    assertEquals(Verdict.SUPPORTED, supported.given(List.of(with(Answer.AGREES))).verdict());
    assertEquals(Verdict.NOT_DECIDABLE, supported.given(List.of(with(Answer.OPEN))).verdict());
    Evidence idle = supported.given(List.of(with(Answer.CONTRADICTS)));
    assertEquals(Verdict.NOT_DECIDABLE, idle.verdict());
    assertEquals("The claim applies only if “it” is above 1, but it is 2.", idle.sentence());
  }

  @Test
  void theReasonIsMadeOfTheNumbers() {
    assertEquals("Of 3 comparisons, all agree with it.", of(3, 0, 0).sentence());
    assertEquals(
        "Of 2 comparisons, none can be distinguished from chance.", of(0, 0, 2).sentence());
    assertEquals(
        "Of 4 comparisons, 2 agree with it; 1 contradicts it (“it”); 1 cannot be distinguished from chance (“it”).",
        of(2, 1, 1).sentence());
    assertEquals(
        "“a minus b” is 1, above 0 as claimed.",
        Evidence.of(Finding.above(tested(1, 0.01), 0, 3)).sentence());
    assertEquals(
        "“a minus b” is -1, but the claim requires it to be above 0.",
        Evidence.of(Finding.above(tested(-1, 0.01), 0, 3)).sentence());
  }

  /// Half the interval is 1: at 1.96 standard errors, and 2.80 of them are found in four of five cases.
  @Test
  void whatIsOpenSaysWhatCouldHaveBeenFound() {
    assertEquals(
        "“a minus b” is 1; the claim requires it to be above 0, and this cannot be distinguished from chance."
            + " With these trials a difference of about 1.429 would be detected with a probability of 80 %.",
        Evidence.of(Finding.above(tested(1, 0.2), 0, 3)).sentence());
    double reach = Math.pow(2, 2.801585 / 1.959964);
    assertEquals(
        "a ratio below about %.4f or above about %.3f".formatted(1 / reach, reach),
        Finding.ratioBelowOne(between(0.5, 2), 4).detectable());
  }
}
