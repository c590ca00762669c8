package org.evenkeel.paper.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Sample;
import org.junit.jupiter.api.Test;

/// The paper's Table 1 by our rules. The expected numbers are those of an independent reader's computation.
final class PublishedSectionTest {
  private static final List<Claim> CLAIMS = new PublishedSection().section().claims();

  private static Finding finding(int claim, String name) {
    return CLAIMS.get(claim).evidence().findings().stream()
        .filter(f -> f.effect().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theNumbersHaveThePublishedMeanAndDeviation() {
    Sample breakout = Sample.of(PublishedSection.trials("breakout", 1).orElseThrow());
    assertEquals(245.1, breakout.mean(), 1e-9);
    assertEquals(124.5, breakout.standardDeviation(), 1e-9);
    assertTrue(PublishedSection.trials("breakout", 15).isEmpty());
  }

  /// Asterix K 15 against 10: +357; Breakout K 10 against 5: +0.3; neither is beyond chance.
  @Test
  void notEveryStepToALargerKIsBeyondChance() {
    assertEquals(Verdict.IN_PART, CLAIMS.get(1).verdict());
    assertEquals(8, CLAIMS.get(1).evidence().findings().size());
    Effect breakout = finding(1, "score, Breakout, K=10 minus K=5").effect();
    assertEquals(0.3, breakout.value(), 1e-9);
    assertEquals(26, (breakout.upper() - breakout.lower()) / 2, 0.5);
    assertEquals(Finding.Answer.OPEN, finding(1, "score, Seaquest, K=15 minus K=10").answer());
    assertEquals(Finding.Answer.AGREES, finding(1, "score, Asterix, K=5 minus DQN").answer());
  }

  /// 0.90, 0.81 and 14.3 times DQN's variance; the relative deviation falls in all.
  @Test
  void theVarianceOfFifteenIsLargerThanDqns() {
    assertEquals(0.90, finding(2, "variance between trials / DQN's, K=5").effect().value(), 0.01);
    assertEquals(0.81, finding(2, "variance between trials / DQN's, K=10").effect().value(), 0.01);
    Finding fifteen = finding(2, "variance between trials / DQN's, K=15");
    assertEquals(14.3, fifteen.effect().value(), 0.1);
    assertEquals(Finding.Answer.CONTRADICTS, fifteen.answer());
    for (int k : new int[] {5, 10, 15}) {
      assertTrue(finding(2, "squared relative deviation / DQN's, K=" + k).effect().value() < 1);
    }
  }

  @Test
  void someAveragingBeatsNoneInTwoGames() {
    String agreeing =
        CLAIMS.getFirst().evidence().findings().stream()
            .filter(f -> f.answer() == Finding.Answer.AGREES)
            .map(f -> f.effect().name().split(", ", -1)[1])
            .distinct()
            .collect(Collectors.joining(" "));
    assertTrue(agreeing.contains("Asterix"), agreeing);
    assertTrue(agreeing.contains("Seaquest"), agreeing);
  }
}
