package org.evenkeel.paper.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.study.TrainingRun;
import org.junit.jupiter.api.Test;

/// Scores of different games, made comparable by published players.
class OverGamesSectionTest {
  private static Section section(FabricatedRuns runs) {
    return runs.report().stream()
        .filter(section -> section.id().endsWith("-over-games"))
        .findFirst()
        .orElseThrow();
  }

  /// All runs of an algorithm in a game get one score.
  private static void score(FabricatedRuns runs, String game, String algorithm, double score) {
    runs.results()
        .forEach(
            (name, columns) -> {
              if (name.contains("/" + game + "/" + algorithm + "-2")) {
                Arrays.fill(columns.get(TrainingRun.RETURN), score);
              }
            });
  }

  /// Breakout: random 1.7, human 31.8. Asterix: random 210, human 8503.3. So 0.5 is 16.75 and 4356.65.
  @Test
  void atariScoresAreNormalizedByTheRandomAndTheHumanPlayer() {
    FabricatedRuns runs = FabricatedRuns.of(FabricatedRuns.ATARI.ks(List.of(1, 10)));
    score(runs, "breakout", "dqn", 1.7);
    score(runs, "asterix", "dqn", 210);
    score(runs, "breakout", "averaged-10", 16.75);
    score(runs, "asterix", "averaged-10", 4356.65);
    Section section = section(runs);
    assertEquals("Atari: all games together", section.title());
    assertTrue(section.text().contains("1 a human player"), section.text());
    assertTrue(section.text().endsWith("Games: Asterix, Breakout."), section.text());
    List<Series> iqm = section.figures().getFirst().series();
    assertEquals("atari-iqm", section.figures().getFirst().id());
    assertEquals(List.of("DQN", "Averaged-DQN, K=10"), names(iqm).subList(0, 2));
    assertEquals(0, iqm.get(0).y()[0], 1e-12);
    assertEquals(0.5, iqm.get(1).y()[0], 1e-12);
    Table table = section.tables().getFirst();
    assertEquals("atari-over-games-table", table.id());
    assertEquals(
        List.of("Averaged-DQN, K=10", "4", "0.5000 [0.5000, 0.5000]", "1.000 [1.000, 1.000]"),
        table.rows().get(1));
  }

  private static List<String> names(List<Series> series) {
    return series.stream().map(Series::name).toList();
  }

  @Test
  void aGameWithoutPublishedPlayersIsLeftOutAndNamed() {
    FabricatedRuns runs =
        FabricatedRuns.of(FabricatedRuns.ATARI.games(List.of("asterix", "breakout", "tetris")));
    String text = section(runs).text();
    assertTrue(
        text.endsWith(
            "Games: Asterix, Breakout. Left out, because no scores are published to normalize by: Tetris."),
        text);
    assertEquals(2, section(runs).figures().size());
  }

  /// What the paper did not train in every game cannot be compared over all.
  @Test
  void anAlgorithmThatIsNotTrainedInEveryGameIsLeftOutAndNamed() {
    GameStudy usual = FabricatedRuns.ATARI;
    GameStudy asPaper =
        new GameStudy(
            usual.protocol(),
            usual.games(),
            usual.ks(),
            usual.seeds(),
            usual.length(),
            List.of("double"),
            true);
    Section section = section(FabricatedRuns.of(asPaper));
    assertTrue(
        section
            .text()
            .endsWith(
                "Left out, because they do not have two runs in each game: Averaged-DQN, K=15; Double-DQN."),
        section.text());
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10"),
        names(section.figures().getFirst().series()));
  }

  @Test
  void whereNothingCanBeComparedASentenceSaysWhy() {
    Section unknown = section(FabricatedRuns.of(FabricatedRuns.ATARI.games(List.of("tetris"))));
    assertTrue(
        unknown
            .text()
            .endsWith("No game of this study has such scores, so the games are not aggregated."),
        unknown.text());
    assertEquals(List.of(), unknown.figures());
    Section one = section(FabricatedRuns.of(FabricatedRuns.MINATAR.seeds(1)));
    assertTrue(
        one.text()
            .endsWith(
                "With one run of each algorithm there are no intervals, so the games are not aggregated."),
        one.text());
    assertEquals(List.of(), one.figures());
    assertEquals(List.of(), one.tables());
  }

  /// The 97.5 % quantiles of Fisher's F with 2 and 2, and with 6 and 6 degrees of freedom.
  @Test
  void howFarARatioOfVariancesMayBeOffIsFishersQuantile() {
    assertEquals("39", StabilitySection.reach(3));
    assertEquals("5.8", StabilitySection.reach(7));
  }
}
