package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.run.FolderLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trials that are computed elsewhere, here by a cluster that is this process: everything goes there and back as bytes.
final class ElsewhereTest {
  private static final String TEXT =
      """
      study: Small
      environments: chain
      algorithms: [dqn, {name: averaged, k: 2}]
      settings:
        schedule: {steps: 1200, learningStartSteps: 100, metricsPeriodSteps: 400}
        evaluation: {periodSteps: 400, episodes: 2}
        network.hidden: [8]
      compare:
        optimizer.learningRate: [0.001, 1.0e+30]
      seeds: 2
      """;

  private static final String SEARCH =
      """
      study: Search
      environments: chain
      algorithms: [dqn]
      settings:
        schedule: {steps: 1200, learningStartSteps: 100, metricsPeriodSteps: 400}
        evaluation: {periodSteps: 400, episodes: 2}
        network.hidden: [8]
      seeds: 2
      search:
        method: halving
        configurations: 4
        ranges:
          optimizer.learningRate: {from: 0.0001, to: 0.01, scale: log}
      """;

  @TempDir private Path temp;

  private final List<String> said = new ArrayList<>();

  private static <T> T sent(T object, Class<T> type) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return type.cast(in.readObject());
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  /// A cluster in this process.
  private final class Elsewhere implements TrialCluster {
    private final int stopAfter;
    private final List<Long> begun = new ArrayList<>();
    private boolean stopped;
    private String identity = "";
    private int computed;

    Elsewhere(int stopAfter) {
      this.stopAfter = stopAfter;
    }

    @Override
    public void compute(List<Task> tasks, Listener listener) throws IOException {
      for (Task task : tasks) {
        if (stopped || computed == stopAfter) {
          return;
        }
        Path there = Files.createTempDirectory(temp, "machine").resolve("trial");
        computed++;
        if (task.trial().isOwn(task.folder())) {
          begun.add(Checkpoint.newest(task.folder()));
          sent(TrialParcel.of(null, task.folder()), TrialParcel.class).unpack(there);
        }
        String expected = identity.isEmpty() ? TrialText.hash(task.trial().describe()) : identity;
        RemoteTrial trial = RemoteTrial.of(sent(task.recipe(), TrialRecipe.class), expected, there);
        TrialParcel parcel = trial.compute(1, share -> listener.reached(task, share), said::add);
        listener.ended(task, sent(parcel, TrialParcel.class));
      }
    }

    @Override
    public void stop() {
      stopped = true;
    }

    @Override
    public void close() {}
  }

  private StudyFolder.Outcome run(String name, String text, TrialCluster cluster) throws Exception {
    StudyFolder study =
        StudyFolder.prepare(temp.resolve(name), StudyFile.read(text, "study.yaml", "s"));
    try (FolderLock _ = study.take()) {
      study.noteStarted();
      TrialRunner engine = study.runner(1, StudyObserver.silent());
      if (cluster != null) {
        engine.on(cluster, StudyFolder::recipe);
      }
      return study.run(engine);
    }
  }

  /// Everything but who holds a folder and how long its parts took.
  private Map<String, Integer> files(String name) throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    Path folder = temp.resolve(name).resolve("trials");
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("lock") && !file.endsWith("timing.csv")) {
          files.put(folder.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
        }
      }
    }
    return files;
  }

  @Test
  void theFolderIsThatOfAStudyComputedHere() throws Exception {
    run("here", TEXT, null);
    StudyFolder.Outcome outcome = run("there", TEXT, new Elsewhere(100));
    assertTrue(outcome.complete());
    assertEquals(4, outcome.results().failed().size(), "those with the enormous learning rate");
    assertEquals(files("here"), files("there"));
  }

  @Test
  void aSearchThatContinuesRunsRoundByRoundIsTheSame() throws Exception {
    run("here", SEARCH, null);
    Elsewhere elsewhere = new Elsewhere(100);
    assertTrue(run("there", SEARCH, elsewhere).complete());
    assertTrue(elsewhere.begun.stream().anyMatch(step -> step > 0), "rounds continue runs");
    assertEquals(files("here"), files("there"));
  }

  @Test
  void begunThereItContinuesHereAndTheOtherWayRound() throws Exception {
    run("here", TEXT, null);
    assertEquals(3, run("both", TEXT, new Elsewhere(3)).results().size());
    assertTrue(run("both", TEXT, null).complete());
    assertEquals(files("here"), files("both"));

    StudyFolder study =
        StudyFolder.prepare(temp.resolve("back"), StudyFile.read(TEXT, "study.yaml", "s"));
    try (FolderLock _ = study.take()) {
      study.noteStarted();
    }
    RunTrial first = study.trials().getFirst();
    Path folder = study.run(first);
    assertThrows(
        CancellationException.class,
        () ->
            first.run(
                folder,
                1,
                share -> {
                  if (share > 0.6) {
                    throw new CancellationException();
                  }
                },
                said::add));
    long step = Checkpoint.newest(folder);
    assertTrue(step > 0 && step < 1_200, "stopped at " + step);
    Elsewhere elsewhere = new Elsewhere(100);
    assertTrue(run("back", TEXT, elsewhere).complete());
    assertEquals(List.of(step), elsewhere.begun);
    assertEquals(files("here"), files("back"));
  }

  @Test
  void anotherProgramThereIsRefused() {
    Elsewhere elsewhere = new Elsewhere(100);
    elsewhere.identity = "0".repeat(64);
    Exception e = assertThrows(IllegalArgumentException.class, () -> run("there", TEXT, elsewhere));
    assertTrue(e.getMessage().contains("need the same version of Evenkeel"), e.getMessage());
  }

  @Test
  void aRunOfNoStudyKeepsItsCheckpoints() throws Exception {
    RunTrial one =
        StudyFolder.prepare(temp.resolve("s"), StudyFile.read(TEXT, "study.yaml", "s"))
            .trials()
            .getFirst();
    SeedTrial trial = new SeedTrial("seed1", one.config(), 60);
    SeedTrial made = (SeedTrial) sent(trial.recipe(), TrialRecipe.class).make();
    assertEquals(trial, made);
    Path folder = temp.resolve("run");
    RemoteTrial.of(trial.recipe(), TrialText.hash(trial.describe()), folder)
        .compute(1, _ -> {}, said::add);
    assertEquals(1_200, Checkpoint.newest(folder));
    assertTrue(trial.asRun().isComplete(folder));
    Files.delete(folder.resolve("policy.safetensors"));
    assertTrue(!trial.asRun().isComplete(folder));
  }
}
