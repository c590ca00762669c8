package org.evenkeel.paper.atari;

import static org.evenkeel.lab.study.TrainingRun.DISCOUNTED_RETURN;
import static org.evenkeel.lab.study.TrainingRun.RETURN;
import static org.evenkeel.lab.study.TrainingRun.VALUE;
import static org.evenkeel.paper.atari.AtariProtocol.FRESH_VALUE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.paper.games.FabricatedRuns;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.games.Runs;
import org.junit.jupiter.api.Test;

/// The verdicts on fabricated runs: those that obey every claim, and those that disobey one.
class AtariVerdictsTest {
  private static Map<String, Verdict> all(Verdict verdict, String... ids) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    Arrays.stream(ids).forEach(id -> verdicts.put("atari-" + id, verdict));
    return verdicts;
  }

  @Test
  void runsThatObeyEveryClaimMakeEveryClaimHold() {
    Map<String, Verdict> verdicts = FabricatedRuns.of(FabricatedRuns.ATARI).verdicts();
    assertEquals(13, verdicts.size(), verdicts.toString());
    verdicts.forEach((id, verdict) -> assertEquals(Verdict.SUPPORTED, verdict, id));
  }

  @Test
  void scoresThatFallWithKRefuteWhatIsSaidOfThem() {
    Map<String, Verdict> expected =
        all(Verdict.CONTRADICTED, "better", "better-with-k", "between-runs", "within-runs");
    expected.putAll(all(Verdict.NOT_DECIDABLE, "divergence")); // DQN does not decline then
    assertEquals(
        expected,
        FabricatedRuns.of(FabricatedRuns.ATARI)
            .exchange("dqn", "averaged-15", RETURN)
            .differences());
  }

  @Test
  void estimatesThatRiseWithKAreNoticed() {
    assertEquals(
        all(Verdict.CONTRADICTED, "lower-values"),
        FabricatedRuns.of(FabricatedRuns.ATARI)
            .exchange("dqn", "averaged-15", FRESH_VALUE)
            .differences());
    assertEquals(
        all(Verdict.CONTRADICTED, "overestimation", "overestimation-with-k"),
        FabricatedRuns.of(FabricatedRuns.ATARI)
            .exchange("dqn", "averaged-15", VALUE, DISCOUNTED_RETURN)
            .differences());
  }

  /// What was not measured decides nothing.
  @Test
  void valuesThatWereNotMeasuredTestNothing() {
    FabricatedRuns runs = FabricatedRuns.of(FabricatedRuns.ATARI);
    runs.results()
        .values()
        .forEach(
            columns ->
                columns.computeIfPresent(
                    FRESH_VALUE,
                    (_, column) -> {
                      double[] nothing = new double[column.length];
                      Arrays.fill(nothing, Double.NaN);
                      return nothing;
                    }));
    assertEquals(all(Verdict.NOT_TESTED, "lower-values"), runs.differences());
  }

  /// From a sixth to a third of twelve evaluations are the third and the fourth.
  @Test
  void theDeclineIsThatFromTheFirstSuccessToTheEnd() {
    double[] scores = {0, 0, 30, 50, 99, 99, 99, 99, 99, 99, 10, 20};
    assertEquals(25, Divergence.decline(new Runs.Run(1, Map.of(RETURN, scores))), 1e-12);
    assertEquals(Double.NaN, Divergence.decline(new Runs.Run(1, Map.of(RETURN, new double[5]))));
  }

  /// DQN that rises has nothing to be prevented, and one that falls no more than Averaged-DQN is no case for it.
  @Test
  void withoutADivergenceThereIsNothingToPrevent() {
    FabricatedRuns rises = FabricatedRuns.of(FabricatedRuns.ATARI);
    rises.results().forEach((name, columns) -> tilt(name, "asterix/dqn", columns, 20));
    assertEquals(Verdict.NOT_DECIDABLE, rises.verdicts().get("atari-divergence"));
    FabricatedRuns alike = FabricatedRuns.of(FabricatedRuns.ATARI);
    alike.results().forEach((name, columns) -> tilt(name, "asterix/", columns, -6));
    alike.copy("dqn", "averaged-5", RETURN);
    assertEquals(Verdict.IN_PART, alike.verdicts().get("atari-divergence"));
  }

  private static void tilt(String name, String which, Map<String, double[]> columns, double slope) {
    if (name.contains(which) && columns.containsKey(VALUE)) {
      double[] tilted = columns.get(RETURN).clone();
      Arrays.setAll(tilted, i -> tilted[i] + slope * i);
      columns.put(RETURN, tilted);
    }
  }

  @Test
  void everyRunMustBeatTheRandomPlayer() {
    FabricatedRuns one = FabricatedRuns.of(FabricatedRuns.ATARI);
    Arrays.fill(one.trial("atari/breakout/averaged-10-240000/seed9").get(RETURN), 0.4);
    assertEquals(Verdict.CONTRADICTED, one.verdicts().get("atari-learns-breakout"));
    assertEquals(Verdict.SUPPORTED, one.verdicts().get("atari-learns-asterix"));
    assertEquals(
        Verdict.NOT_DECIDABLE,
        FabricatedRuns.of(FabricatedRuns.ATARI)
            .without("breakout/random")
            .verdicts()
            .get("atari-learns-breakout"));
  }

  /// One run of each, as at the quick scale, says nothing about an order.
  @Test
  void oneRunOfEachDecidesNoOrder() {
    Map<String, Verdict> verdicts =
        FabricatedRuns.of(FabricatedRuns.ATARI.games(List.of("breakout")).seeds(1)).verdicts();
    verdicts.remove("atari-learns-breakout");
    verdicts.forEach((id, verdict) -> assertEquals(Verdict.NOT_DECIDABLE, verdict, id));
  }

  /// The paper has no K = 15 in Breakout: there nothing is missing, and the other games decide.
  @Test
  void whatThePaperLeftOutIsNotMissing() {
    GameStudy paper = FabricatedRuns.ATARI;
    FabricatedRuns runs =
        FabricatedRuns.of(
            new GameStudy(
                paper.protocol(),
                List.of("asterix", "breakout", "seaquest"),
                paper.ks(),
                paper.seeds(),
                paper.length(),
                List.of("double"),
                true));
    List<Effect> effects = runs.claim("atari-better-with-k").effects();
    assertEquals(
        "score: share of pairs with Averaged-DQN, K=10 above Averaged-DQN, K=5, 3 games",
        effects.get(1).name());
    assertEquals(
        "score: share of pairs with Averaged-DQN, K=15 above Averaged-DQN, K=10, 2 games",
        effects.get(2).name());
    assertEquals(3 + 3 + 2 + 3, effects.size());
    runs.verdicts().forEach((id, verdict) -> assertEquals(Verdict.SUPPORTED, verdict, id));
  }
}
