package org.evenkeel.paper.reproduce;

import static org.evenkeel.paper.reproduce.PaperKindsTest.made;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that were made before there was `experiment.json`.
final class ReproductionJsonTest {
  private static final ExperimentKinds KINDS = ExperimentKinds.installed();
  private static final String MINATAR =
      "{'games': ['freeway'], 'k': [1], 'seeds': 2, 'steps': 1000, 'others': ['double']}";

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("reproduction.json");
  }

  private List<Experiment> read(String text) throws IOException {
    Files.writeString(file(), text.replace('\'', '"'));
    assertTrue(ExperimentFolder.is(folder));
    return ExperimentFolder.open(folder, KINDS).experiments();
  }

  private static String whole(String experiments, String rest) {
    return "{'experiments': [%s], 'scale': 'quick', %s 'seed': 1, 'command': 'x', 'computed': [{'trials': '3'}]}"
        .formatted(experiments, rest);
  }

  @Test
  void everyExperimentIsWhatItWas() throws IOException {
    assertEquals(
        List.of(made("theory"), made("gridworld")),
        read(whole("'theory', 'gridworld'", "'trials': 0,")));
    assertEquals(
        List.of(made("gridworld", "--trials", "3")), read(whole("'gridworld'", "'trials': 3,")));
    assertEquals(
        List.of(
            made(
                "minatar",
                "--games",
                "freeway",
                "--k",
                "1",
                "--seeds",
                "2",
                "--steps",
                "1000",
                "--others",
                "double")),
        read(whole("'minatar'", "'minatar': " + MINATAR + ",")));
    assertEquals(
        made("minatar", "--others", "none", "--seeds", "2", "--steps", "1000", "--k", "1"),
        read(whole(
                "'minatar'",
                "'minatar': "
                    + MINATAR.replace("'double'", "").replace("freeway", "breakout")
                    + ","))
            .getFirst());
    String atari =
        "{'games': ['pong'], 'k': [1, 10], 'seeds': 1, 'frames': 360000, 'others': [], 'gaps': %s}";
    assertEquals(
        List.of(made("atari", "--games", "pong")),
        read(whole("'atari'", "'atari': " + atari.formatted(true) + ",")));
    assertEquals(
        List.of(made("atari", "--games", "pong", "--k", "1,10")),
        read(whole("'atari'", "'atari': " + atari.formatted(false) + ",")));
  }

  @Test
  void theOldFileStaysAsItIsAndTheNewOneIsReadFromThenOn() throws IOException {
    read(whole("'theory'", ""));
    String before = Files.readString(file());
    ExperimentFolder there =
        ExperimentFolder.prepare(folder, KINDS, List.of(made("gridworld", "--trials", "2")));
    there.noteStarted();
    there.noteEnded(2, 1);
    assertEquals(before, Files.readString(file()));
    assertTrue(Files.exists(folder.resolve("experiment.json")));
    ExperimentFolder again = ExperimentFolder.open(folder, KINDS);
    assertEquals(List.of(made("theory"), made("gridworld", "--trials", "2")), again.experiments());
    assertEquals("3", again.provenance().get("session 1, trials"));
    assertEquals("2", again.provenance().get("session 2, trials"));
  }

  @Test
  void damageIsSaid() throws IOException {
    Map<String, String> reasons =
        Map.of(
            whole("'minatar'", "'minatar': 7,"),
            "minatar must be an object, was 7",
            whole("'minatar'", "'minatar': " + MINATAR.replace("freeway", "freway") + ","),
            "unknown game 'freway': did you mean 'freeway'?",
            whole("'minatar'", "'minatar': " + MINATAR.replace("'seeds': 2, ", "") + ","),
            "seeds must be a whole number, was missing",
            whole("'theori'", ""),
            "unknown experiment 'theori': did you mean 'theory'?",
            whole("'gridworld'", "'trials': '4',"),
            "trials must be a whole number, was \"4\"",
            whole("'theory'", "").replace("'quick'", "7"),
            "scale must be a word, was 7",
            "{}",
            "experiments must be a list, was missing",
            whole("'theory'", "").substring(0, 30),
            "it is not JSON: Unexpected end-of-input in field name");
    for (Map.Entry<String, String> e : reasons.entrySet()) {
      assertEquals(
          "'%s' is damaged: %s; delete it and repeat the command, the trials are kept"
              .formatted(file(), e.getValue()),
          assertThrows(IOException.class, () -> read(e.getKey())).getMessage());
    }
  }
}
