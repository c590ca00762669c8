package org.evenkeel.paper.minatar;

import static org.evenkeel.lab.study.TrainingRun.DISCOUNTED_RETURN;
import static org.evenkeel.lab.study.TrainingRun.RETURN;
import static org.evenkeel.lab.study.TrainingRun.VALUE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.paper.games.FabricatedRuns;
import org.evenkeel.paper.games.GameStudy;
import org.junit.jupiter.api.Test;

/// The verdicts on fabricated runs: those that obey every claim, and those that disobey one.
class MinAtarVerdictsTest {
  private static Map<String, Verdict> all(Verdict verdict, String... ids) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    Arrays.stream(ids).forEach(id -> verdicts.put("minatar-" + id, verdict));
    return verdicts;
  }

  @Test
  void runsThatObeyEveryClaimMakeEveryClaimHold() {
    Map<String, Verdict> verdicts = FabricatedRuns.of(FabricatedRuns.MINATAR).verdicts();
    assertEquals(12, verdicts.size(), verdicts.toString());
    verdicts.forEach((id, verdict) -> assertEquals(Verdict.SUPPORTED, verdict, id));
  }

  /// DQN has then the scores of K = 15: better and steadier than all others.
  @Test
  void scoresThatFallWithKRefuteWhatIsSaidOfThem() {
    assertEquals(
        all(Verdict.CONTRADICTED, "better", "better-with-k", "between-runs", "within-runs"),
        FabricatedRuns.of(FabricatedRuns.MINATAR)
            .exchange("dqn", "averaged-15", RETURN)
            .differences());
  }

  @Test
  void scoresThatAreTheSameLeaveItOpen() {
    assertEquals(
        all(Verdict.IN_PART, "better", "better-with-k", "between-runs", "within-runs"),
        FabricatedRuns.of(FabricatedRuns.MINATAR).copy("averaged-5", "dqn", RETURN).differences());
  }

  @Test
  void estimatesThatRiseWithKAreNoticed() {
    assertEquals(
        all(Verdict.CONTRADICTED, "lower-values", "overestimation", "overestimation-with-k"),
        FabricatedRuns.of(FabricatedRuns.MINATAR)
            .exchange("dqn", "averaged-15", VALUE, DISCOUNTED_RETURN)
            .differences());
  }

  /// The gap stays, the values change: only what is said of the values by themselves is touched.
  @Test
  void lowerValuesAreNotTakenForLessOverestimation() {
    FabricatedRuns runs = FabricatedRuns.of(FabricatedRuns.MINATAR);
    for (Map.Entry<String, Map<String, double[]>> entry : runs.results().entrySet()) {
      if (entry.getKey().contains("averaged-15")) {
        for (String column : List.of(VALUE, DISCOUNTED_RETURN)) {
          double[] raised = entry.getValue().get(column).clone();
          Arrays.setAll(raised, i -> raised[i] + 1000);
          entry.getValue().put(column, raised);
        }
      }
    }
    assertEquals(all(Verdict.IN_PART, "lower-values"), runs.differences());
  }

  @Test
  void theSidesOfTheBiasAreNoticed() {
    Map<String, Verdict> expected =
        all(Verdict.CONTRADICTED, "double", "dqn-overestimates", "overestimation");
    expected.putAll(all(Verdict.IN_PART, "overestimation-with-k", "lower-values"));
    assertEquals(
        expected,
        FabricatedRuns.of(FabricatedRuns.MINATAR)
            .exchange("dqn", "double", VALUE, DISCOUNTED_RETURN)
            .differences());
  }

  @Test
  void anEnsembleThatOverestimatesLessIsNoticed() {
    Map<String, Verdict> found =
        FabricatedRuns.of(FabricatedRuns.MINATAR)
            .exchange("ensemble-5", "averaged-10", VALUE, DISCOUNTED_RETURN)
            .differences();
    assertEquals(Verdict.CONTRADICTED, found.get("minatar-ensemble-overestimates"));
  }

  /// One run below the script is enough, and a level within its interval decides nothing.
  @Test
  void everyRunMustBeatThePlayers() {
    FabricatedRuns one = FabricatedRuns.of(FabricatedRuns.MINATAR);
    String name = "minatar/breakout/averaged-10-20000/seed9";
    one.trial(name).put(RETURN, one.trial(name).get(RETURN).clone());
    Arrays.fill(one.trial(name).get(RETURN), 1.9);
    assertEquals(Verdict.IN_PART, one.verdicts().get("minatar-learns-breakout"));
    assertEquals(Verdict.SUPPORTED, one.verdicts().get("minatar-learns-freeway"));
    Arrays.fill(one.trial(name).get(RETURN), 2.05);
    assertEquals(Verdict.IN_PART, one.verdicts().get("minatar-learns-breakout"));
    assertEquals(
        "Of 4 comparisons, 3 agree with it; 1 cannot be distinguished from chance"
            + " (“worst run of Averaged-DQN, K=10 minus the scripted player”). With these trials a difference of about 0.03432 would be"
            + " detected with a probability of 80 %.",
        one.claim("minatar-learns-breakout").evidence().sentence());
    // K = 5 is not asked about.
    FabricatedRuns other = FabricatedRuns.of(FabricatedRuns.MINATAR);
    Arrays.fill(other.trial("minatar/breakout/averaged-5-20000/seed9").get(RETURN), 0);
    assertEquals(Verdict.SUPPORTED, other.verdicts().get("minatar-learns-breakout"));
  }

  @Test
  void aMissingRunLeavesOpenAllThatRestsOnIt() {
    assertEquals(
        all(
            Verdict.NOT_DECIDABLE,
            "better",
            "better-with-k",
            "between-runs",
            "dqn-overestimates",
            "learns-freeway",
            "lower-values",
            "overestimation",
            "overestimation-with-k",
            "within-runs"),
        FabricatedRuns.of(FabricatedRuns.MINATAR).without("freeway/dqn-20000/seed8").differences());
  }

  /// With three runs of one game no p value can be below 0.05.
  @Test
  void oneGameAndThreeRunsDecideNoOrder() {
    GameStudy small = FabricatedRuns.MINATAR.games(List.of("breakout")).seeds(3);
    FabricatedRuns runs = FabricatedRuns.of(small);
    for (String id :
        List.of("better", "better-with-k", "overestimation", "lower-values", "within-runs")) {
      Claim claim = runs.claim("minatar-" + id);
      assertEquals(Verdict.NOT_DECIDABLE, claim.verdict(), id);
      assertTrue(claim.effects().getFirst().p() >= 0.1, id);
    }
  }

  /// The differences of single games stand beside what decides.
  @Test
  void eachGameStandsBesideTheVerdict() {
    List<Effect> effects =
        FabricatedRuns.of(FabricatedRuns.MINATAR).claim("minatar-overestimation").effects();
    assertEquals(3 + 2 * 3, effects.size());
    assertEquals(
        "overestimation: share of pairs with DQN above Averaged-DQN, K=5, 2 games",
        effects.get(0).name());
    assertEquals(1, effects.get(0).value());
    assertEquals(8, effects.get(0).trials());
    assertEquals("Breakout, overestimation: DQN minus Averaged-DQN, K=5", effects.get(3).name());
    assertEquals(0.2, effects.get(3).value(), 0.03);
    assertEquals("Welch, Holm", effects.get(3).test());
    assertFalse(Double.isNaN(effects.get(3).lower()));
  }
}
