package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.evenkeel.lab.run.FolderLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user's study on disk: run, stopped, continued, grown, changed.
final class StudyFolderTest {
  private static final String TEXT =
      """
      study: Small
      question: Which batch size?
      environments: chain
      algorithms: [dqn, {name: averaged, k: 2}]
      settings:
        schedule: {steps: 1200, learningStartSteps: 100, metricsPeriodSteps: 400}
        evaluation: {periodSteps: 500, episodes: 2}
        network.hidden: [8]
      compare:
        schedule.batchSize: [8, 16]
      seeds: 3
      """;

  @TempDir private Path temp = Path.of("");

  private final List<String> said = new ArrayList<>();

  private final class Hearing implements StudyObserver {
    private TrialRunner stopping;
    private int after = Integer.MAX_VALUE;

    @Override
    public void starts(int trials, int failed, int missing, double work) {
      said.add(missing + " of " + trials + " to compute");
    }

    @Override
    public void worked(double work) {}

    @Override
    public synchronized void finished(String name) {
      if (--after == 0) {
        stopping.stop();
      }
    }

    @Override
    public void failed(String name, TrialResult.Failed how) {}

    @Override
    public void warning(String sentence) {
      said.add(sentence);
    }
  }

  private StudyFolder.Outcome run(Path folder, String text, int stopAfter) throws Exception {
    StudyFolder study = StudyFolder.prepare(folder, StudyFile.read(text, "study.yaml", "s"));
    try (FolderLock _ = study.take()) {
      study.noteStarted();
      Hearing hearing = new Hearing();
      TrialRunner engine = study.runner(2, hearing);
      hearing.stopping = engine;
      hearing.after = stopAfter;
      StudyFolder.Outcome outcome = study.run(engine);
      if (outcome.complete()) {
        study.writeReport(outcome, "evenkeel study s.yaml", said::add);
      }
      return outcome;
    }
  }

  private StudyFolder.Outcome run(Path folder, String text) throws Exception {
    return run(folder, text, Integer.MAX_VALUE);
  }

  /// All results, rows and policies, and the page.
  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (file.toString().matches(".*(csv|safetensors|html|json|yaml)")
            && !file.toString().matches(".*(timing.csv|provenance.json)")) {
          files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  private static void assertSame(Path a, Path b) throws IOException {
    Map<String, byte[]> first = files(a);
    Map<String, byte[]> second = files(b);
    assertEquals(first.keySet(), second.keySet());
    for (String name : first.keySet()) {
      assertArrayEquals(first.get(name), second.get(name), name);
    }
  }

  @Test
  void stoppedAndContinuedItEndsWithTheSameBytes() throws Exception {
    StudyFolder.Outcome whole = run(temp.resolve("whole"), TEXT);
    assertTrue(whole.complete());
    assertEquals(12, whole.results().finished().size());
    StudyFolder.Outcome part = run(temp.resolve("parts"), TEXT, 4);
    assertTrue(!part.complete() && part.results().size() >= 4);
    assertTrue(run(temp.resolve("parts"), TEXT).complete());
    assertSame(temp.resolve("whole"), temp.resolve("parts"));
    // 1,200 is no multiple of 500: it is evaluated at the end too.
    assertArrayEquals(
        new double[] {500, 1000, 1200},
        whole.results().finished().values().iterator().next().get(TrainingRun.STEP));
  }

  @Test
  void theAnswerAndItsFigureComeFirst() throws Exception {
    run(temp.resolve("s"), TEXT);
    String page = Files.readString(temp.resolve("s/report.html"));
    int answer = page.indexOf("For DQN on chain, DQN");
    assertTrue(answer > 0, "the answer");
    assertTrue(page.indexOf("Return on chain.") < page.indexOf("Runs on chain</h2>"), "the figure");
    assertTrue(page.contains("Question: Which batch size?"));
    assertTrue(page.contains("This is the first look at the results."));
  }

  @Test
  void moreSeedsComputeOnlyTheNewOnesAndAreAnotherLook() throws Exception {
    run(temp.resolve("s"), TEXT);
    run(temp.resolve("s"), TEXT);
    said.clear();
    run(temp.resolve("s"), TEXT.replace("seeds: 3", "seeds: 4"));
    assertEquals(List.of("4 of 16 to compute"), said);
    assertEquals("look,finished_runs\n1,12\n2,16\n", Files.readString(temp.resolve("s/looks.csv")));
    String page = Files.readString(temp.resolve("s/report.html"));
    assertTrue(
        page.contains("This is look 2 at the results; the earlier ones were based on 12 runs."));
    assertEquals(TEXT, Files.readString(temp.resolve("s/study-before-1.yaml")));
  }

  @Test
  void otherSettingsAreRefusedAndNothingIsTouched() throws Exception {
    run(temp.resolve("s"), TEXT);
    Map<String, byte[]> before = files(temp.resolve("s"));
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> run(temp.resolve("s"), TEXT.replace("steps: 1200", "steps: 1300")));
    assertTrue(
        e.getMessage()
            .endsWith(
                "was run with other settings: schedule.steps is 1200 there, you asked for 1300; restore the old"
                    + " value, or choose another folder with --out"),
        e.getMessage());
    assertEquals(before.keySet(), files(temp.resolve("s")).keySet());
  }

  @Test
  void whatIsNoLongerAskedForStaysAndThePageSaysSo() throws Exception {
    run(temp.resolve("s"), TEXT);
    run(temp.resolve("s"), TEXT.replace("[8, 16]", "[8]"));
    assertTrue(
        Files.exists(temp.resolve("s/trials/chain/dqn-batchsize-16/seed1/policy.safetensors")));
    assertTrue(
        Files.readString(temp.resolve("s/report.html"))
            .contains("6 runs in the folder are no longer part of the study"));
  }

  @Test
  void aLostResultIsReadFromItsRun() throws Exception {
    run(temp.resolve("s"), TEXT);
    Path result = temp.resolve("s/trials/chain/dqn-batchsize-8/seed1.csv");
    byte[] before = Files.readAllBytes(result);
    Files.delete(result);
    said.clear();
    run(temp.resolve("s"), TEXT);
    assertArrayEquals(before, Files.readAllBytes(result));
    assertTrue(said.contains("0 of 12 to compute"), said.toString());
  }

  /// Killed while checkpoints are removed: these go first, the stored steps after them.
  @Test
  void whatAKillLeftOfCheckpointsIsRemoved() throws Exception {
    run(temp.resolve("s"), TEXT);
    Path left = temp.resolve("s/trials/chain/dqn-batchsize-8/seed1/replay-0-64.bin");
    Files.writeString(left, "stored steps");
    run(temp.resolve("s"), TEXT);
    assertTrue(Files.notExists(left));
  }

  @Test
  void twoProcessesDoNotShareAFolder() throws Exception {
    StudyFolder study = StudyFolder.prepare(temp.resolve("s"), StudyFile.read(TEXT, "s", "s"));
    try (FolderLock _ = study.take()) {
      Exception e = assertThrows(IOException.class, study::take);
      assertTrue(e.getMessage().contains("is in use by another study (process "), e.getMessage());
    }
  }

  @Test
  void aFolderOfOtherThingsIsRefused() throws Exception {
    Files.writeString(Files.createDirectory(temp.resolve("mine")).resolve("thesis.tex"), "x");
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> run(temp.resolve("mine"), TEXT));
    assertTrue(e.getMessage().contains("is not empty and is not a study folder"), e.getMessage());
  }

  private static final String HALVING =
      """
      environments: chain
      algorithms: dqn
      settings:
        schedule: {steps: 900, learningStartSteps: 100}
        evaluation: {periodSteps: 100, episodes: 2}
        network.hidden: [8]
      seeds: 1
      search:
        method: halving
        configurations: 9
        ranges:
          optimizer.learningRate: {from: 1e-5, to: 1e-2, scale: log}
        confirm: 2
      """;

  @Test
  void aSearchThatIsStoppedAnywhereEndsWithTheSameBytes() throws Exception {
    assertTrue(run(temp.resolve("whole"), HALVING).complete());
    for (int i = 0; i < 20 && !run(temp.resolve("parts"), HALVING, 2).complete(); i++) {
      said.add("stopped");
    }
    assertTrue(said.stream().filter("stopped"::equals).count() >= 3, said.toString());
    assertSame(temp.resolve("whole"), temp.resolve("parts"));
    String table = Files.readString(temp.resolve("whole/tables/search-dqn-on-chain.csv"));
    // The better three continue, and the first one, which may be among them.
    long dropped = table.lines().filter(l -> l.endsWith("dropped after round 1")).count();
    assertTrue(dropped == 5 || dropped == 6, table);
  }
}
