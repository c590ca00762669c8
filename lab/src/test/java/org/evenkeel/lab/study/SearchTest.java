package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.study.Search.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Draws, rounds, and who survives.
final class SearchTest {
  private static final String RATE = "optimizer.learningRate";
  private static final Map<String, Range> RATES =
      Map.of(RATE, new Range.Between(1e-5, 1e-2, true, false));

  @Test
  void theFirstConfigurationIsTheStudysOwnAndAllDiffer() {
    List<Map<String, Object>> draws = Search.random(50, RATES).draws();
    assertEquals(Map.of(), draws.getFirst());
    assertEquals(50, draws.stream().distinct().count());
    assertEquals(draws, Search.random(50, RATES).draws());
  }

  /// Of 2,000 draws on a logarithmic scale a third lies in each of three decades: 667, with a standard deviation of 21.
  @Test
  void logarithmicDrawsAreSpreadOverTheDecades() {
    int[] decades = new int[3];
    for (long seed = 1; seed <= 2; seed++) {
      Search search = new Search(Search.Method.RANDOM, 1_000, RATES, seed, 3, 5);
      for (Map<String, Object> draw : search.draws().subList(1, 1_000)) {
        double rate = (double) draw.get(RATE);
        assertTrue(rate >= 1e-5 && rate <= 1e-2, "" + rate);
        decades[rate < 1e-4 ? 0 : rate < 1e-3 ? 1 : 2]++;
      }
    }
    for (int decade : decades) {
      assertEquals(666, decade, 5 * 21);
    }
  }

  @Test
  void wholeNumbersAndValues() {
    Search search =
        Search.random(
            30,
            Map.of(
                "schedule.batchSize",
                new Range.Between(8, 64, false, true),
                "loss.kind",
                new Range.Among(List.of("huber", "squared"))));
    for (Map<String, Object> draw : search.draws().subList(1, 30)) {
      long size = (long) draw.get("schedule.batchSize");
      assertTrue(size >= 8 && size <= 64, "" + size);
    }
  }

  @Test
  void moreConfigurationsThanThereAreAreRefused() {
    Search search = Search.random(5, Map.of("nStep", new Range.Among(List.of(1, 2, 3))));
    Exception e = assertThrows(IllegalArgumentException.class, search::draws);
    assertEquals(
        "search.configurations is 5, but the ranges allow only 3 different ones besides the study's own",
        e.getMessage());
  }

  /// 9 configurations, then 3, then 1: two comparisons, at a third of the way and at the end, where evaluations are.
  @Test
  void roundsGrowByTheFactorThatRunsShrinkBy() {
    assertEquals(List.of(3_000L, 9_000L), Search.halving(9, RATES).rounds(9_000, 1_000));
    assertEquals(List.of(2_000L, 4_000L, 10_000L), Search.halving(27, RATES).rounds(10_000, 1_000));
    assertEquals(List.of(1_000L, 2_000L), Search.halving(27, RATES).rounds(2_000, 1_000));
    assertEquals(List.of(9_000L), Search.random(9, RATES).rounds(9_000, 1_000));
  }

  /// An engine that pretends: the larger the learning rate, the better, and above 0.005 a run diverges.
  private static StudyResults pretend(List<RunTrial> trials) {
    Map<String, TrialResult> results = new java.util.LinkedHashMap<>();
    for (RunTrial trial : trials) {
      double rate = rate(trial);
      results.put(
          trial.name(),
          rate > 0.005
              ? new TrialResult.Failed("the loss is NaN", 10)
              : new TrialResult.Finished(
                  Map.of(TrainingRun.RETURN, new double[] {-1, 1_000 * rate})));
    }
    return new StudyResults(results);
  }

  private static double rate(RunTrial trial) {
    return Double.parseDouble(
        org.evenkeel.lab.config.TrainingValues.of(trial.config().training(), RATE));
  }

  private static Study design(Search search) {
    return Study.of("search")
        .environments("chain")
        .algorithms(Algorithm.dqn())
        .set(RATE, 2e-5)
        .set("schedule.steps", 9_000)
        .set("evaluation.periodSteps", 1_000)
        .seeds(2)
        .search(search);
  }

  @Test
  void halvingKeepsTheBetterThirdAndTheStart() throws IOException, InterruptedException {
    Search search = Search.halving(9, RATES);
    Study design = design(search);
    List<Cell> cells = Cell.of(design);
    List<List<RunTrial>> asked = new ArrayList<>();
    Searched searched =
        Searched.run(
            design,
            search,
            cells,
            trials -> {
              asked.add(trials);
              return pretend(trials);
            });
    assertTrue(searched.complete());
    double best =
        cells.stream()
            .mapToDouble(cell -> rate(cell.trial(1)))
            .filter(rate -> rate <= 0.005)
            .max()
            .orElseThrow();
    assertEquals(best, rate(searched.best().getFirst().trial(1)));
    // Nine in two seeds; the better three and the start; the best and the start with five new
    // seeds.
    assertEquals(List.of(18, 8, 10), asked.stream().map(List::size).toList());
    assertTrue(asked.get(0).stream().allMatch(trial -> trial.until() == 3_000));
    assertTrue(asked.get(1).stream().allMatch(trial -> trial.until() == 9_000));
    assertTrue(asked.get(1).stream().anyMatch(trial -> rate(trial) == 2e-5));
    assertEquals(
        List.of(3L, 4L, 5L, 6L, 7L),
        asked.get(2).stream().map(trial -> trial.config().seed()).distinct().toList());
    assertTrue(
        searched.tried().stream().noneMatch(t -> t.diverged() > 0 && t.step() > 3_000),
        "what diverges is dropped");
  }

  @Test
  void whatIsStoppedIsNotComplete() throws IOException, InterruptedException {
    Search search = Search.random(3, RATES);
    Searched searched =
        Searched.run(
            design(search),
            search,
            Cell.of(design(search)),
            trials -> pretend(trials.subList(0, 2)));
    assertTrue(!searched.complete() && searched.best().isEmpty());
    assertEquals(2, searched.results().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "method: random | method: best | search.method must be random or halving, was 'best'",
        "configurations: 4 | configurations: 1 | search.configurations must be 2 to 1000, was 1",
        "configurations: 4 | configs: 4 | unknown key 'configs'",
        "from: 1e-5 | from: 1 | from must be less than to, were 1.0 and 0.01",
        "from: 1e-5 | from: 0 | from must be > 0 on a logarithmic scale, was 0.0",
        "scale: log | scale: cubic | scale must be log or linear, was 'cubic'",
        "optimizer.learningRate | optimizer.learningRat | line 7, column 5",
      })
  void whatIsWrongHasItsPlace(String there, String instead, String sentence) {
    String text =
        """
        environments: chain
        algorithms: dqn
        search:
          method: random
          configurations: 4
          ranges:
            optimizer.learningRate: {from: 1e-5, to: 1e-2, scale: log}
        seeds: 1
        """;
    assertTrue(text.contains(there), there);
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> StudyFile.read(text.replace(there, instead.strip()), "s.yaml", "s"));
    assertTrue(
        e.getMessage().startsWith("s.yaml: line ") && e.getMessage().contains(sentence),
        e.getMessage());
  }
}
