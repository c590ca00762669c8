package org.evenkeel.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Which kinds there are, and what their options mean.
final class ExperimentKindsTest {
  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void optionsMakeAnExperimentAndItsOptionsMakeItAgain() {
    Experiment made = Walks.KINDS.make("walks", Map.of("walks", "1_0", "steps", "1e3"), 5);
    assertEquals(Walks.asked("walks", 10, 1_000, 5), made);
    assertEquals(made, Walks.KINDS.make("walks", made.options(), 5));
  }

  @Test
  void whatIsNotUnderstoodIsRefused() {
    refused(
        "unknown experiment 'wlaks': did you mean 'walks'?",
        () -> Walks.KINDS.make("wlaks", Map.of(), 1));
    refused(
        "unknown experiment 'chess': there are walks, hikes",
        () -> Walks.KINDS.make("chess", Map.of(), 1));
    refused(
        "unknown option of walks 'games': there are pace, walks, steps",
        () -> Walks.KINDS.make("walks", Map.of("games", "x"), 1));
    refused(
        "--walks must be >= 1, was 0", () -> Walks.KINDS.make("walks", Map.of("walks", "0"), 1));
    refused(
        "--steps must be a whole number from -2147483648 to 2147483647, was '1e12'",
        () -> Walks.KINDS.make("walks", Map.of("steps", "1e12"), 1));
  }

  @Test
  void listsAreReadWordByWord() {
    GivenOptions given = new GivenOptions(Map.of("k", "1, 5", "games", "a,b", "bad", "1,,2"), 1);
    assertEquals(List.of(1, 5), given.wholes("k", List.of()));
    assertEquals(List.of("a", "b"), given.words("games", List.of()));
    assertEquals(List.of("c"), given.words("others", List.of("c")));
    assertEquals(7_000_000_000L, given.large("frames", 7_000_000_000L));
    refused("--bad must be a whole number, was ''", () -> given.wholes("bad", List.of()));
  }

  @Test
  void aKindWithAWrongOrTakenNameIsRefused() {
    refused(
        "name() must be lower case letters, digits, - and _, was 'Walks'",
        () -> ExperimentKinds.of(new Walks("Walks")));
    refused(
        "its name 'walks' is already used by org.evenkeel.lab.experiment.Walks",
        () -> ExperimentKinds.of(new Walks("walks"), new Walks("walks")));
    refused(
        "the name of an option must be lower case letters, digits and -, was '--steps'",
        () -> new ExperimentOption("--steps", "N", "Steps."));
  }
}
