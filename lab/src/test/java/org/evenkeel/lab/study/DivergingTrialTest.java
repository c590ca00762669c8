package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.report.Section;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A trial that diverges is a result: it is kept, counted and shown, and the others go on.
final class DivergingTrialTest {
  private static final int STEPS = 1_000;

  @TempDir private Path folder;
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  private final StudyObserver observer =
      new StudyObserver() {
        @Override
        public void starts(int trials, int failed, int missing, double work) {
          heard.add("%s trials, %s failed, %s missing".formatted(trials, failed, missing));
        }

        @Override
        public void worked(double work) {}

        @Override
        public void finished(String name) {}

        @Override
        public void failed(String name, TrialResult.Failed how) {
          heard.add(name + " " + how.sentence());
        }

        @Override
        public void warning(String sentence) {
          heard.add("warning: " + sentence);
        }
      };

  private StudyResults run(boolean retry) throws IOException, InterruptedException {
    heard.clear();
    return new TrialRunner(folder, 2, observer).retryFailed(retry).run(SmallStudy.trials(STEPS));
  }

  @Test
  void itIsKeptAndTheOthersGoOn() throws Exception {
    StudyResults results = run(false);
    assertEquals(8, results.finished().size());
    assertEquals(
        Map.of(
            "run/wild/seed1",
            new TrialResult.Failed("the loss is Infinity", 103),
            "sweep/wild/seed1",
            new TrialResult.Failed("the values are not finite", 7)),
        results.failed());
    assertEquals(
        Set.of(
            "10 trials, 0 failed, 10 missing",
            "run/wild/seed1 diverged at step 103: the loss is Infinity",
            "sweep/wild/seed1 diverged at step 7: the values are not finite"),
        Set.copyOf(heard));
    assertFalse(Checkpoint.exists(folder.resolve("run/wild/seed1")));
    Path file = folder.resolve("run/wild/seed1.csv");
    String before = Files.readString(file);

    assertEquals(results.failed(), run(false).failed());
    assertEquals(List.of("10 trials, 2 failed, 0 missing"), heard);
    assertEquals(
        results.failed(),
        new TrialRunner(folder, 1, observer).kept(SmallStudy.trials(STEPS)).failed(),
        "to be shown");

    assertEquals(
        2,
        new TrialRunner(folder, 2, observer)
            .retryFailed(true).plan(SmallStudy.trials(STEPS)).stream()
                .mapToInt(b -> b.trials().size())
                .sum());
    assertEquals(results.failed(), run(true).failed());
    assertEquals(
        Set.of(
            "warning: run/wild/seed1 failed earlier and is computed again; the old result is in '%s'"
                .formatted(folder.resolve("run/wild/seed1-before-1.csv")),
            "warning: sweep/wild/seed1 failed earlier and is computed again; the old result is in '%s'"
                .formatted(folder.resolve("sweep/wild/seed1-before-1.csv")),
            "10 trials, 0 failed, 2 missing",
            "run/wild/seed1 diverged at step 103: the loss is Infinity",
            "sweep/wild/seed1 diverged at step 7: the values are not finite"),
        Set.copyOf(heard));
    assertEquals(before, Files.readString(file));
    assertTrue(Files.exists(folder.resolve("run/wild/seed1-before-1/metrics.csv")));
  }

  @Test
  void thePageCountsItByGroupAndSaysThatItIsLeftOut() {
    StudyResults results =
        new StudyResults(
            Map.of(
                "run/wild/seed1",
                new TrialResult.Failed("the loss is NaN", 7),
                "run/dqn/seed2",
                new TrialResult.Failed("the loss is Infinity", 9),
                "run/dqn/seed1",
                new TrialResult.Finished(Map.of())));
    FailedTrials failed = new FailedTrials(SmallStudy.trials(STEPS), results);
    assertEquals(
        "2 of 10 trials diverged and are left out of every figure, table and test.",
        failed.sentence());
    Section section = failed.sections().getFirst();
    List<String> paragraphs = List.of(section.text().split("\n\n", -1));
    assertEquals(
        List.of(
            "run/dqn: 1 of 4 trials diverged; this page is based on the 1 that finished.",
            "run/wild: 1 of 1 trials diverged; this page is based on the 0 that finished."),
        paragraphs.subList(1, 3));
    assertEquals(
        Set.of(
            List.of("run/wild/seed1", "7", "the loss is NaN"),
            List.of("run/dqn/seed2", "9", "the loss is Infinity")),
        Set.copyOf(section.tables().getFirst().rows()));
    assertEquals(
        List.of(),
        new FailedTrials(SmallStudy.trials(STEPS), new StudyResults(Map.of())).sections());
  }

  /// The order on disk: what a trial could go on from is removed when its result is there, and never before.
  @Test
  void aTrialHearsThatItsResultIsKeptWhenItIs() throws Exception {
    List<String> seen = new ArrayList<>();
    Trial trial =
        new Trial() {
          @Override
          public String name() {
            return "deep/in/folders";
          }

          @Override
          public String describe() {
            return "watches";
          }

          @Override
          public double work() {
            return 1;
          }

          @Override
          public Map<String, double[]> run(java.util.function.DoubleConsumer progress) {
            return Map.of("a", new double[] {1});
          }

          @Override
          public void kept(Path own, TrialResult result) throws IOException {
            seen.add(
                own
                    + " "
                    + TrialFile.read(Path.of(own + ".csv"), describe()).getClass().getSimpleName());
          }
        };
    var _ = new TrialRunner(folder, 1, observer).run(List.of(trial));
    var _ = new TrialRunner(folder, 1, observer).run(List.of(trial));
    String once = folder.resolve("deep/in/folders") + " Finished";
    assertEquals(List.of(once, once), seen);
  }
}
