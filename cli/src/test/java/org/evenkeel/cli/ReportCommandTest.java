package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.run.FolderLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `report` as a user types it. A reproduction with all its trials: see [ReproduceCommandTest].
final class ReportCommandTest {
  private static final ExperimentKinds KINDS = ExperimentKinds.installed();

  @TempDir private Path parent;

  private Path folder(String name) {
    return parent.resolve(name);
  }

  /// One whose process was killed before its first trial was done.
  private Path reproduction(String name) throws IOException {
    ExperimentFolder folder =
        ExperimentFolder.prepare(folder(name), KINDS, List.of(KINDS.make("theory", Map.of(), 1)));
    try (FolderLock _ = folder.take()) {
      folder.noteStarted();
    }
    return folder(name);
  }

  private Path training(String name) {
    Typed typed =
        Typed.run(
            "train",
            "cartpole",
            "--out",
            folder(name),
            "--steps=300",
            "--set=network.hidden=[8]",
            "--set=schedule.learningStartSteps=50",
            "--set=schedule.batchSize=8",
            "--set=schedule.metricsPeriodSteps=100",
            "--set=evaluation.periodSteps=150",
            "--set=evaluation.episodes=2");
    assertEquals(0, typed.code(), typed::err);
    return folder(name);
  }

  private void refused(int code, String sentence, Object... args) throws IOException {
    Map<String, String> before = Typed.files(parent);
    Typed.run(Stream.concat(Stream.of("report"), Stream.of(args)).toArray())
        .refused(code, "report", sentence);
    assertEquals(before, Typed.files(parent), "something was written or lost");
  }

  @Test
  void whatHoldsNoResultsIsRefused() throws IOException {
    refused(2, "Missing required parameter: 'DIR'");
    refused(2, "there is no folder '" + folder("missing") + "'", folder("missing"));
    Files.createDirectories(folder("empty"));
    Files.writeString(folder("file"), "mine");
    for (Path nothing : List.of(folder("empty"), folder("file"))) {
      refused(
          2,
          "'%s' has no results: give a folder written by 'evenkeel reproduce', 'evenkeel experiment' or 'evenkeel train'"
              .formatted(nothing),
          reproduction("good"),
          nothing);
    }
  }

  @Test
  void twoReproductionsAreNotOnePage() throws IOException {
    Path one = reproduction("one");
    Path two = reproduction("two");
    refused(2, "a page shows one experiment folder; got 2: [%s, %s]".formatted(one, two), one, two);
  }

  @Test
  void aFolderForThePageMustBeFree() throws IOException {
    Path run = training("run");
    Path mine = Files.createDirectories(folder("mine"));
    Files.writeString(mine.resolve("thesis.tex"), "years of work");
    refused(
        2,
        "'%s' is not empty and is not a report folder: choose another folder with --out"
            .formatted(mine),
        run,
        "--out",
        mine);
    refused(
        2,
        "'%s' is not empty and is not a report folder: choose another folder with --out"
            .formatted(run),
        run,
        "--out",
        run);
    Path file = mine.resolve("thesis.tex");
    refused(2, "'%s' is a file: choose another with --out".formatted(file), run, "--out", file);
    Path other = reproduction("other");
    refused(
        2,
        "'%s' contains an experiment, whose page would be lost: choose another folder with --out"
            .formatted(other),
        run,
        "--out",
        other);
  }

  @Test
  void aReproductionThatIsDamagedOrInUseIsSaid() throws IOException {
    Path folder = reproduction("reproduction");
    try (FolderLock _ = FolderLock.take(folder, "test")) {
      Map<String, String> before = Typed.files(parent);
      Typed typed = Typed.run("report", folder);
      assertEquals(1, typed.code());
      assertTrue(
          typed
              .err()
              .endsWith(
                  "\n'%s' is in use by another experiment or report (process %d)\n"
                      .formatted(folder, ProcessHandle.current().pid())),
          typed::err);
      assertEquals(before, Typed.files(parent));
    }
    Path asked = folder.resolve("experiment.json");
    Files.writeString(asked, "not JSON");
    refused(
        1,
        ("'%s' is damaged: it is not JSON: Unrecognized token 'not': was expecting (JSON String,"
                + " Number, Array, Object or token 'null', 'true' or 'false'); delete it and repeat the command, the trials"
                + " are kept")
            .formatted(asked),
        folder);
  }

  @Test
  void trialsThatAreMissingOrDamagedAreSaidAndThePageIsWrittenAllTheSame() throws IOException {
    Path folder = reproduction("reproduction");
    Path trial = folder.resolve("trials/theory/chain-dqn/seed2.csv");
    Files.createDirectories(trial.getParent());
    Files.writeString(trial, "half a tri");
    Path elsewhere = folder("elsewhere");
    Map<String, String> before = Typed.files(folder);
    Typed typed = Typed.run("report", folder, "--out", elsewhere);
    assertEquals(0, typed.code(), typed::err);
    int all = ExperimentFolder.open(folder, KINDS).trials().size();
    assertEquals(
        """
        warning: '%s' is damaged: its checksum does not match; it counts as missing
        warning: %d of %d trials are missing; evenkeel reproduce theory --scale quick --seed 1 --out %s computes them
        """
            .formatted(trial, all, all, folder),
        typed.err());
    assertTrue(typed.out().endsWith("\npage      " + elsewhere.resolve("report.html") + "\n"));
    assertTrue(Files.readString(elsewhere.resolve("report.html")).startsWith("<!doctype html>"));
    assertEquals(before, Typed.files(folder), "only read");

    // A report that was killed before its page was written is nothing to fear for.
    Files.delete(elsewhere.resolve("report.html"));
    assertEquals(0, Typed.run("report", folder, "--out", elsewhere).code());
    assertTrue(Files.exists(elsewhere.resolve("report.html")));
  }

  /// `docs/results` has a reproduction without its trials.
  @Test
  void aReportOfMoreTrialsThanThereAreIsNotWrittenOver() throws IOException {
    Path folder = reproduction("reproduction");
    Files.writeString(folder.resolve("trials.csv"), "trial,crc32c\na,1\nb,2\n");
    Map<String, String> before = Typed.files(folder);
    Typed typed = Typed.run("report", folder);
    assertEquals(2, typed.code());
    assertTrue(
        typed
            .err()
            .contains(
                "\nthe report in '%s' covers 2 trials, of which only 0 still exist: it would be lost, so choose another folder with --out\n"
                    .formatted(folder)),
        typed::err);
    assertEquals(before, Typed.files(folder));
  }

  @Test
  void aTrainingRunHasAPageAndIsOnlyRead() throws IOException {
    Path run = training("run");
    Map<String, String> before = Typed.files(run);
    Path page = folder("page");
    Typed typed = Typed.run("report", run, "--out", page);
    assertEquals(0, typed.code(), typed::err);
    assertEquals("", typed.err());
    assertEquals("page      " + page.resolve("report.html") + "\n", typed.out());
    String html = Files.readString(page.resolve("report.html"));
    assertTrue(html.contains("Runs on cartpole"));
    assertTrue(html.contains("evenkeel report " + run));
    assertEquals(before, Typed.files(run));
    assertFalse(Files.exists(run.resolve("report.html")));
    assertEquals(
        0, Typed.run("report", parent, "--out", page).code(), "over an earlier one, from above");
  }

  @Test
  void aDamagedRunIsLeftOutOfThePageAndSaid() throws IOException {
    training("runs/good");
    Path broken = Files.createDirectories(folder("runs/broken"));
    Files.write(broken.resolve("config.yaml"), new byte[] {0, 1, 2});
    Typed typed = Typed.run("report", folder("runs"), "--out", folder("page"));
    assertEquals(0, typed.code(), typed::err);
    assertTrue(typed.err().startsWith("warning: '" + broken + "' is left out: "), typed::err);
    assertEquals(1, typed.err().lines().count(), typed::err);
    assertTrue(Files.exists(folder("page/report.html")));
    // Alone, there is nothing to show.
    typed = Typed.run("report", broken, "--out", folder("other"));
    assertEquals(1, typed.code());
    assertTrue(typed.err().startsWith(broken.resolve("config.yaml") + ": "), typed::err);
  }

  /// Breaks after its training.
  public static final class Fragile implements Environment {
    private static volatile boolean broken;
    private static volatile boolean numbers;

    @Override
    public Spec spec() {
      Spec.Frame frame = numbers ? Spec.vector(1) : Spec.bitPlanes(10, 10, 2);
      return frame.actions(2).maxEpisodeSteps(20);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      if (broken) {
        throw new IllegalStateException("the motor is off");
      }
      observation.clear();
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.clear();
      return Step.of(1);
    }
  }

  @Test
  void anEnvironmentThatFailsCostsAPictureAndNotThePage() {
    Fragile.numbers = false;
    Typed typed = reportOfFragile("fragile");
    assertTrue(
        typed.err().startsWith("warning: no picture of '" + folder("fragile") + "': "), typed::err);
    assertTrue(typed.err().contains("the motor is off"), typed::err);
    Typed evaluated = Typed.run("evaluate", folder("fragile"), "--episodes=1");
    assertEquals(1, evaluated.code());
    assertTrue(evaluated.err().contains("the motor is off"), evaluated::err);
    assertTrue(evaluated.err().lines().count() == 1, evaluated::err);
    Fragile.numbers = true;
    assertEquals(
        "", reportOfFragile("numbers").err(), "nothing is to be seen, so nothing is played");
  }

  private Typed reportOfFragile(String name) {
    Fragile.broken = false;
    Typed trained =
        Typed.run(
            "train",
            Fragile.class.getName(),
            "--out",
            folder(name),
            "--steps=100",
            "--set=schedule.learningStartSteps=50",
            "--set=evaluation.episodes=1");
    assertEquals(0, trained.code(), trained::err);
    Fragile.broken = true;
    Typed typed = Typed.run("report", folder(name), "--out", folder("page-" + name));
    assertEquals(0, typed.code(), typed::err);
    return typed;
  }
}
