package org.evenkeel.paper.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.StrictObserver;
import org.evenkeel.paper.atari.TinyGame;
import org.evenkeel.paper.experiment.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A collection of games that this program does not know, from the study to the page: really trained, for a moment.
class OwnProtocolTest {
  private static final int STEPS = 600;

  /// One game of ten steps.
  private record Tiny() implements GameProtocol, GamePage {
    @Override
    public String name() {
      return "tiny";
    }

    @Override
    public String title() {
      return "Tiny";
    }

    @Override
    public GamePage page() {
      return this;
    }

    @Override
    public GameClock clock() {
      return new GameClock("tick", 2, "ticks (thousands)", 1e3);
    }

    @Override
    public GameStudy usual(Scale scale) {
      return new GameStudy(this, List.of("echo"), List.of(1, 2), 1, 2 * STEPS, List.of(), false);
    }

    @Override
    public void requireGame(String word) {
      if (!word.equals("echo")) {
        throw Choices.unknownGame(word, List.of("echo"), "echo");
      }
    }

    @Override
    public void requireLength(long length) {}

    @Override
    public String environment(String game) {
      return TinyGame.class.getName();
    }

    @Override
    public Training training(String game, Algorithm algorithm, long length) {
      Training training = Training.of(algorithm).steps(length / 2).hidden(8);
      return training
          .learningStartSteps(100)
          .evaluation(new EvaluationPlan((int) length / 2 / 6, 2, 0, 10));
    }

    @Override
    public double work(Training training) {
      return training.schedule().steps();
    }

    @Override
    public double checkpointSeconds() {
      return 60;
    }

    @Override
    public int lastEvaluations() {
      return 2;
    }

    @Override
    public List<ValueMeasure> values() {
      return List.of(new ValueMeasure(TrainingRun.VALUE, "value", "value", "values"));
    }

    @Override
    public List<String> players() {
      return List.of("lazy");
    }

    @Override
    public BaselineTrial baseline(String game, String player) {
      String name = "tiny/echo/" + player;
      return new BaselineTrial(
          name, name, environment(game), 50, 1, (actions, observation, random) -> () -> 0);
    }

    @Override
    public Optional<Normalization> normalization(String game) {
      return Optional.empty();
    }

    @Override
    public String size(GameStudy study) {
      return "Tiny.";
    }

    @Override
    public Names names() {
      return new Names("tiny-scores", "tiny-table", "tiny-score-", "tiny-values-table", "s", "s");
    }

    @Override
    public String scoresText(GameResults results) {
      return "Scores.";
    }

    @Override
    public Table scoresTable(GameResults results) {
      return new Table("tiny-table", "t", "c", List.of("runs"), List.of());
    }

    @Override
    public String valuesText() {
      return "Values.";
    }

    @Override
    public String playersText(List<String> games) {
      return "a player that always does the same?";
    }

    @Override
    public String normalizationText() {
      return "Nothing is published.";
    }
  }

  @Test
  void isTrainedAndReportedLikeTheOthers(@TempDir Path folder) throws Exception {
    GameExperiment experiment = new GameExperiment(new Tiny().usual(Scale.QUICK), 4);
    assertEquals(
        List.of("tiny/echo/lazy", "tiny/echo/dqn-1200/seed4", "tiny/echo/averaged-2-1200/seed4"),
        experiment.trials().stream().map(Trial::name).toList());
    List<Section> sections =
        experiment.report(
            new TrialRunner(folder, 1, new StrictObserver()).run(experiment.trials()));
    assertEquals(
        List.of("tiny-scores", "tiny-values", "tiny-stability", "tiny-over-games", "tiny-learning"),
        sections.stream().map(Section::id).toList());
    double[] times = sections.getFirst().figures().getFirst().series().getFirst().x();
    assertEquals(1.2, times[times.length - 1], 1e-12, "600 steps of two ticks, in thousands");
    assertEquals(
        ", about Atari games",
        sections.getFirst().claims().getFirst().source().substring("section 6.1".length()));
    Table learned = sections.getLast().tables().getFirst();
    assertEquals(List.of("Echo", "lazy player", "-"), learned.rows().getFirst().subList(0, 3));
    // Of ten steps one in three is worth 3.
    assertEquals(10, Double.parseDouble(learned.rows().getFirst().getLast()), 2);
    assertTrue(learned.caption().startsWith("Mean return of the last 2 evaluations; "));
    assertTrue(
        sections
            .getLast()
            .text()
            .endsWith(" score higher than a player that always does the same?"),
        sections.getLast().text());
  }
}
