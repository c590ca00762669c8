package org.evenkeel.paper.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.FabricatedRuns;
import org.evenkeel.paper.games.GameExperiment;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.games.Runs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MinAtarExperimentTest {
  @TempDir private Path folder;

  private static List<String> names(GameStudy settings) {
    return new GameExperiment(settings, 1).trials().stream().map(Trial::name).toList();
  }

  @Test
  void theTrialsOfTheQuickScale() {
    assertEquals(
        List.of(
            "minatar/breakout/random",
            "minatar/breakout/scripted",
            "minatar/breakout/ensemble-5-40000/seed1",
            "minatar/breakout/averaged-10-40000/seed1",
            "minatar/breakout/averaged-5-40000/seed1",
            "minatar/breakout/dqn-40000/seed1",
            "minatar/breakout/double-40000/seed1",
            "minatar/breakout/ensemble-5-40000/seed2"),
        names(new MinAtarProtocol().usual(Scale.QUICK)).subList(0, 8));
    assertEquals(2 + 3 * 5, names(new MinAtarProtocol().usual(Scale.QUICK)).size());
  }

  @Test
  void thePapersScaleIsThatOfTheGamesAuthors() {
    GameStudy paper = new MinAtarProtocol().usual(Scale.PAPER);
    assertEquals(
        List.of("asterix", "breakout", "freeway", "seaquest", "space_invaders"), paper.games());
    assertEquals(5_000_000, paper.length());
    assertEquals(10 + 30 * 5 * 6, names(paper).size());
  }

  @Test
  void moreSeedsAreTheOldTrialsAndNewOnes() {
    List<String> few = names(FabricatedRuns.MINATAR.seeds(2));
    List<String> many = names(FabricatedRuns.MINATAR.seeds(3));
    assertEquals(few, many.subList(0, few.size()));
    assertEquals(few.size() + 2 * 6, many.size());
    assertEquals(many.size(), many.stream().distinct().count());
  }

  /// All that claims point to is there.
  private static void whole(FabricatedRuns runs) {
    List<String> ids = runs.ids();
    List<Section> sections = runs.report();
    for (Section section : sections) {
      section.claims().forEach(c -> assertTrue(ids.containsAll(c.shownIn()), c.id()));
    }
    assertEquals(5, sections.size());
  }

  private void write(String name, List<Section> sections) throws IOException {
    Path out = folder.resolve(name);
    ReportFolder.write(out, new Report("t", "l", "c", Map.of(), sections));
    assertTrue(Files.size(out.resolve(ReportFolder.PAGE)) > 1000);
  }

  /// Nothing there, one seed, one game, no DQN, DQN alone, a game without runs, no baselines: a page each, and
  /// nothing is decided that has no numbers.
  @Test
  void anyPartMayBeMissing() throws IOException {
    FabricatedRuns none = FabricatedRuns.of(FabricatedRuns.MINATAR).without("minatar");
    write("none", none.report());
    none.verdicts().forEach((id, verdict) -> assertEquals(Verdict.NOT_TESTED, verdict, id));
    GameStudy usual = FabricatedRuns.MINATAR;
    GameStudy least = usual.games(List.of("breakout")).seeds(1).ks(List.of(1, 10));
    write("least", FabricatedRuns.of(least).report());
    for (GameStudy settings :
        List.of(
            usual.seeds(1),
            usual.seeds(2),
            usual.games(List.of("breakout")),
            usual.games(List.of("breakout")).seeds(1),
            usual.ks(List.of(10, 15)),
            usual.ks(List.of(1)),
            usual.ks(List.of(15)),
            usual.ks(List.of(1, 10)))) {
      whole(FabricatedRuns.of(settings));
    }
    whole(FabricatedRuns.of(FabricatedRuns.MINATAR).without("freeway/"));
    whole(FabricatedRuns.of(FabricatedRuns.MINATAR).without("dqn"));
    whole(FabricatedRuns.of(FabricatedRuns.MINATAR).without("seed9").without("averaged-15"));
    FabricatedRuns alone =
        FabricatedRuns.of(FabricatedRuns.MINATAR).without("/random").without("/scripted");
    whole(alone);
    assertEquals(Verdict.NOT_DECIDABLE, alone.verdicts().get("minatar-learns-breakout"));
  }

  /// A game whose runs all score the same has no variance to compare: it may be the one that would say no.
  @Test
  void runsThatAllScoreTheSameLeaveTheVarianceOpen() {
    FabricatedRuns runs = FabricatedRuns.of(FabricatedRuns.MINATAR);
    assertEquals(Verdict.SUPPORTED, runs.claim("minatar-between-runs").verdict());
    runs.results()
        .forEach(
            (name, columns) -> {
              if (name.contains("freeway/dqn")) {
                Arrays.fill(columns.get(TrainingRun.RETURN), 0);
              }
            });
    String name = runs.claim("minatar-between-runs").effects().getFirst().name();
    assertTrue(name.endsWith(", 1 of 2 games"), name);
    assertEquals(Verdict.NOT_DECIDABLE, runs.claim("minatar-between-runs").verdict());
  }

  /// What is said of all games needs runs of all games.
  @Test
  void aGameThatIsMissingLeavesOpenWhatIsSaidOfAllGames() {
    FabricatedRuns runs = FabricatedRuns.of(FabricatedRuns.MINATAR);
    assertEquals(Verdict.SUPPORTED, runs.claim("minatar-overestimation").verdict());
    FabricatedRuns fewer = runs.without("freeway/averaged-5");
    Claim claim = fewer.claim("minatar-overestimation");
    assertEquals(Verdict.NOT_DECIDABLE, claim.verdict());
    assertTrue(claim.effects().getFirst().name().endsWith(", 1 of 2 games"));
  }

  @Test
  void idsAreTheSameWhateverIsThere() {
    assertEquals(
        FabricatedRuns.of(FabricatedRuns.MINATAR).ids(),
        FabricatedRuns.of(FabricatedRuns.MINATAR).without("minatar").ids());
  }

  @Test
  void ofAlgorithmsThatWereNotAskedForNothingIsSaid() {
    List<String> ids = FabricatedRuns.of(FabricatedRuns.MINATAR.others(List.of("none"))).ids();
    assertFalse(ids.contains("minatar-double"), ids::toString);
    assertFalse(ids.contains("minatar-ensemble-overestimates"), ids::toString);
    assertTrue(ids.contains("minatar-overestimation"), ids::toString);
  }

  /// The table in the shape of the paper's.
  @Test
  void scoresAreMeansOfTheLastFiveEvaluations() {
    GameStudy one = FabricatedRuns.MINATAR.games(List.of("breakout")).seeds(2).ks(List.of(1, 10));
    FabricatedRuns runs = FabricatedRuns.of(one);
    Map<String, Double> scores = new HashMap<>(Map.of("dqn", 4.0, "averaged-10", 5.0));
    runs.results()
        .forEach(
            (name, columns) ->
                scores.forEach(
                    (word, score) -> {
                      if (name.contains("/" + word + "-2")) {
                        double[] returns = columns.get(TrainingRun.RETURN);
                        Arrays.fill(returns, 100);
                        Arrays.fill(returns, 15, 20, score + (name.endsWith("8") ? 1 : 0));
                      }
                    }));
    Table table = runs.report().getFirst().tables().getFirst();
    assertEquals(
        List.of(
            "game",
            "DQN",
            "Averaged-DQN, K=10",
            "Double-DQN",
            "Ensemble-DQN, K=5",
            "K=10 against DQN",
            "scripted",
            "random",
            "runs"),
        table.columns());
    List<String> row = table.rows().getFirst();
    assertEquals("Breakout", row.get(0));
    assertEquals("4.500 (0.707)", row.get(1));
    assertEquals("5.500 (0.707)", row.get(2));
    assertEquals("+22 %", row.get(5));
    assertEquals("2.05", row.get(6));
    assertEquals("0.55", row.get(7));
    assertEquals("2", row.get(8));
  }

  /// A straight line is steady; one dip of 10 in ten has a known residual: 100 (1 - 1/10 - x^2/82.5) / 8.
  @Test
  void unsteadinessIsAboutTheRunsOwnLine() {
    double[] line = new double[20];
    Arrays.setAll(line, i -> i < 10 ? 1000 : 3 * i);
    double[] step = new double[20];
    Arrays.setAll(step, i -> i + 1);
    Map<String, double[]> columns =
        new HashMap<>(Map.of(TrainingRun.STEP, step, TrainingRun.RETURN, line));
    assertEquals(0, new Runs.Run(1, columns).unsteadiness(), 1e-6);
    double[] dip = line.clone();
    dip[12] -= 10;
    columns.put(TrainingRun.RETURN, dip);
    double expected = Math.sqrt(100 * (1 - 0.1 - 2.5 * 2.5 / 82.5) / 8);
    assertEquals(expected, new Runs.Run(1, columns).unsteadiness(), 1e-9);
  }
}
