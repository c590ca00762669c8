package org.evenkeel.paper.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.FabricatedRuns;
import org.evenkeel.paper.games.GameExperiment;
import org.evenkeel.paper.games.GameStudy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AtariExperimentTest {
  @TempDir private Path folder;

  private void written(String name, FabricatedRuns runs) throws IOException {
    Path out = folder.resolve(name);
    ReportFolder.write(out, new Report("t", "l", "c", Map.of(), runs.report()));
    assertTrue(Files.size(out.resolve(ReportFolder.PAGE)) > 1000);
    List<String> ids = runs.ids();
    for (Section section : runs.report()) {
      section.claims().forEach(c -> assertTrue(ids.containsAll(c.shownIn()), c.id()));
    }
  }

  /// Nothing there, one run, no DQN, DQN alone, a game without runs, no random player: a page each.
  @Test
  void anyPartMayBeMissing() throws IOException {
    FabricatedRuns none = FabricatedRuns.of(FabricatedRuns.ATARI).without("atari");
    written("none", none);
    none.verdicts().forEach((id, verdict) -> assertEquals(Verdict.NOT_TESTED, verdict, id));
    assertEquals(FabricatedRuns.of(FabricatedRuns.ATARI).ids(), none.ids());
    GameStudy usual = FabricatedRuns.ATARI;
    written("quick", FabricatedRuns.of(new AtariProtocol().usual(Scale.QUICK)));
    written(
        "paper",
        FabricatedRuns.of(new AtariProtocol().usual(Scale.PAPER).seeds(2).length(240_000)));
    written("no-dqn", FabricatedRuns.of(usual.ks(List.of(10, 15))));
    written("dqn", FabricatedRuns.of(usual.ks(List.of(1)).others(List.of("none"))));
    written("unknown-game", FabricatedRuns.of(usual.games(List.of("tetris"))));
    written(
        "half",
        FabricatedRuns.of(FabricatedRuns.ATARI)
            .without("asterix/")
            .without("/random")
            .without("seed9"));
  }

  @Test
  void ofAlgorithmsAndGamesThatWereNotAskedForNothingIsSaid() {
    List<String> ids =
        FabricatedRuns.of(FabricatedRuns.ATARI.games(List.of("breakout")).others(List.of("none")))
            .ids();
    assertFalse(ids.contains("atari-double"), ids::toString);
    assertFalse(ids.contains("atari-ensemble-overestimates"), ids::toString);
    assertFalse(ids.contains("atari-divergence"), ids::toString);
    assertTrue(ids.contains("atari-overestimation"), ids::toString);
  }

  @Test
  void tableOneStandsBesideThePapers() {
    FabricatedRuns runs =
        FabricatedRuns.of(
            FabricatedRuns.ATARI
                .games(List.of("breakout", "tetris"))
                .ks(List.of(1, 15))
                .seeds(2)
                .others(List.of("none")));
    runs.results()
        .forEach(
            (name, columns) -> {
              if (name.contains("/dqn")) {
                Arrays.fill(columns.get(TrainingRun.RETURN), name.endsWith("7") ? 31.8 : 33.8);
                Arrays.fill(columns.get(AtariProtocol.RETURN_WITHIN), 30);
              }
            });
    Table table = runs.report().getFirst().tables().getFirst();
    assertEquals("atari-table-1", table.id());
    assertEquals(
        List.of(
            "Breakout",
            "DQN",
            "2",
            "0.24",
            "32.80 (1.41)",
            "30.00 (0.00)",
            "103.3",
            "245.1 (124.5)",
            "808.6"),
        table.rows().get(0));
    assertEquals("Averaged-DQN, K=15", table.rows().get(1).get(1));
    assertEquals(List.of("-", ""), table.rows().get(1).subList(7, 9));
    assertEquals(
        List.of("Breakout", "random player", "-", "-", "0.55", "-", "", "1.7", ""),
        table.rows().get(2));
    assertEquals("31.8", table.rows().get(3).get(7));
    List<String> tetris = table.rows().get(4);
    assertEquals(List.of("", "-", ""), tetris.subList(6, 9), "nothing is published");
  }

  @Test
  void figuresCountFramesAndSingleRunsStandOverTheMean() {
    List<Section> sections = FabricatedRuns.of(FabricatedRuns.ATARI).report();
    Figure score = sections.get(0).figures().get(1);
    assertEquals("atari-score-breakout", score.id());
    assertEquals(6, score.series().size());
    assertEquals(0.004, score.series().getFirst().x()[0], 1e-12, "step 1000 is frame 4000");
    Figure single = sections.get(2).figures().get(1);
    assertEquals("atari-single-breakout", single.id());
    assertEquals(
        List.of(
            "DQN, seed 7", "DQN, mean", "Averaged-DQN, K=15, seed 7", "Averaged-DQN, K=15, mean"),
        single.series().stream().map(Series::name).toList());
    assertEquals(Series.Style.DASHED, single.series().get(1).style());
    assertEquals(20, single.series().get(1).lower().length);
  }

  @Test
  void curvesStartWhereAllRunsWereMeasured() {
    FabricatedRuns runs = FabricatedRuns.of(FabricatedRuns.ATARI);
    Arrays.fill(
        runs.trial("atari/breakout/dqn-240000/seed7").get(AtariProtocol.TARGET_VALUE),
        0,
        3,
        Double.NaN);
    Arrays.fill(
        runs.trial("atari/breakout/dqn-240000/seed8").get(AtariProtocol.TARGET_VALUE), Double.NaN);
    Figure figure = runs.report().get(1).figures().get(4);
    assertEquals("atari-target-value-breakout", figure.id());
    Series dqn = figure.series().getFirst();
    assertEquals(17, dqn.y().length);
    assertEquals(0.016, dqn.x()[0], 1e-12);
    assertEquals(20, figure.series().get(1).y().length);
  }

  /// The schedule of a short run is not the paper's, and the page says so.
  @Test
  void aShrunkScheduleIsLabelled() {
    String text =
        new GameExperiment(new AtariProtocol().usual(Scale.QUICK), 1)
            .report(StudyResults.of(Map.of()))
            .getFirst()
            .text();
    assertTrue(text.contains("This is not the paper's schedule"), text);
    assertTrue(text.contains("shortened to 1.8 %"), text);
    String paper =
        new GameExperiment(new AtariProtocol().usual(Scale.PAPER), 1)
            .report(StudyResults.of(Map.of()))
            .getFirst()
            .text();
    assertFalse(paper.contains("shortened"), paper);
  }
}
