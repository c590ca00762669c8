package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `evenkeel study` as a user types it.
final class StudyCommandTest {
  private static final String TEXT =
      """
      study: Pumps
      environments: Pump
      classpath: CLASSES
      algorithms: [dqn, {name: averaged, k: 2}]
      settings:
        schedule: {steps: 600, learningStartSteps: 50, batchSize: 4}
        evaluation: {periodSteps: 300, episodes: 2}
        network.hidden: [4]
      compare:
        optimizer.learningRate: [0.0003, 0.001]
      seeds: 3
      """;

  @TempDir private Path parent = Path.of("");

  private Path study(String... code) throws IOException {
    Path classes = UserClass.compile(parent, "Pump", code);
    return Files.writeString(
        parent.resolve("pumps.yaml"), TEXT.replace("CLASSES", classes.toString()));
  }

  @Test
  void initWritesAnExampleThatRunsAndOverwritesNothing() throws IOException {
    Path file = parent.resolve("new/study.yaml");
    Typed init = Typed.run("study", "init", file);
    assertEquals(0, init.code(), init::err);
    assertTrue(init.out().contains("run it with: evenkeel study " + file + "\n"), init::out);
    Typed dry = Typed.run("study", file, "--dry-run");
    assertEquals(0, dry.code(), dry::err);
    assertTrue(
        dry.out().contains("runs         20: 4 combinations x 5 seeds; 20 to compute\n"), dry::out);
    assertTrue(
        dry.out().contains("without evaluations (estimated from 2 short test runs)\n"), dry::out);
    Files.writeString(file, "mine");
    Typed.run("study", "init", file)
        .refused(2, "study init", "'" + file + "' already exists: give another name");
    assertEquals("mine", Files.readString(file));
  }

  @Test
  void aStudyOfAUsersClassEndsWithAPage() throws IOException {
    Path file = study();
    Path out = parent.resolve("out");
    Typed typed = Typed.run("study", file, "--out", out);
    assertEquals(0, typed.code(), typed::err);
    assertTrue(typed.out().contains("For DQN on Pump, "), typed::out);
    assertTrue(typed.out().endsWith("page      " + out.resolve("report.html") + "\n"), typed::out);
    Typed status = Typed.run("study", "status", out);
    assertTrue(
        status.out().contains("runs         12 of 12 done, 100 % of all steps\n"), status::out);
    assertTrue(status.out().contains("process      none: the study is not running\n"), status::out);
    Typed again = Typed.run("study", file, "--out", out);
    assertTrue(again.err().contains("12 of 12 trials already done\n"), again::err);
  }

  /// Killed in the middle of a run, twice, and continued.
  @Test
  void killedAndContinuedItEndsWithTheSameBytes() throws Exception {
    // Each run loads the class again, so its steps are counted outside of it.
    Path file =
        study(
            "step: int n = Integer.getInteger(\"count\", 0) + 1; System.setProperty(\"count\", \"\" + n);"
                + " if (n == Integer.getInteger(\"wait\", -1)) awaitSignal();");
    Path whole = parent.resolve("whole");
    assertEquals(0, Typed.run("study", file, "--out", whole).code());
    Path killed = parent.resolve("killed");
    for (String step : List.of("1900", "2600")) {
      Process process =
          CliProcess.start(
              List.of("-Dwait=" + step), List.of("study", file, "--jobs=1", "--out=" + killed));
      try (BufferedReader said = process.inputReader(UTF_8)) {
        CliProcess.await(said, "waiting");
        Typed status = Typed.run("study", "status", killed);
        assertTrue(
            status.out().contains("process      " + process.pid() + " is running it"), status::out);
        Typed.run("study", file, "--out", killed)
            .refused(
                1,
                "study",
                "'%s' is in use by another study (process %d)".formatted(killed, process.pid()));
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
    Typed continued = Typed.run("study", file, "--out", killed);
    assertEquals(0, continued.code(), continued::err);
    Map<String, String> wanted = results(whole);
    Map<String, String> found = results(killed);
    assertEquals(wanted.keySet(), found.keySet());
    wanted.forEach((name, text) -> assertTrue(text.equals(found.get(name)), name));
  }

  /// Everything but times, the page's own command, and rows that a run had written before its first checkpoint.
  private static Map<String, String> results(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>(Typed.files(folder));
    files
        .keySet()
        .removeIf(
            name ->
                name.matches(
                    ".*(timing.csv|provenance.json|report.html|verdicts.json|-before-1.csv)"));
    return files;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "seeds: 3 | seeds: three | line 11, column 1: seeds must be a whole number >= 1, or a list of seeds, was 'three'",
        "seeds: 3 | seed: 3 | line 11, column 1: unknown key 'seed': did you mean 'seeds'?",
        "Pump | Pmup | line 2, column 1: class 'Pmup' was not found in ",
        "network.hidden | netwrok.hidden | line 8, column 3: unknown key 'netwrok'",
      })
  void whatIsWrongIsOneSentenceAndNothingIsWritten(String there, String instead, String sentence)
      throws IOException {
    Path file = study();
    Files.writeString(file, Files.readString(file).replaceFirst(there + "\\b", instead.strip()));
    Path out = parent.resolve("out");
    Typed typed = Typed.run("study", file, "--out", out);
    assertEquals(2, typed.code(), typed::err);
    assertTrue(typed.err().startsWith(file + ": ") && typed.err().contains(sentence), typed::err);
    assertEquals(2, typed.err().lines().count(), typed::err);
    assertTrue(Files.notExists(out));
  }

  @Test
  void whoSetsSeveralValuesIsShownTheWayToAStudy() {
    Typed.run("train", "cartpole", "--set", "optimizer.learningRate=0.001,0.003")
        .refused(
            2,
            "train",
            "optimizer.learningRate must be a number, was '0.001,0.003'; to compare several values, write a study:"
                + " evenkeel study init");
  }

  @Test
  void whatIsNotThereIsSaid() {
    Typed.run("study")
        .refused(2, "study", "FILE is missing; 'evenkeel study init' writes an example");
    Path none = parent.resolve("none.yaml");
    Typed.run("study", none)
        .refused(
            2, "study", "'" + none + "' does not exist; 'evenkeel study init' writes an example");
    Typed.run("study", "status", parent)
        .refused(2, "study status", "there is no study in '" + parent + "': it has no study.yaml");
    Typed typed = Typed.run("study", none, "--jobs", 0);
    assertTrue(typed.err().startsWith("--jobs must be 1 to 256, was 0\n"), typed::err);
  }
}
