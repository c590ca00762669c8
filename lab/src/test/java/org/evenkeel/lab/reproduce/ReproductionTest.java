package org.evenkeel.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.evenkeel.lab.study.Experiment;
import org.evenkeel.lab.study.Scale;
import org.evenkeel.lab.study.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What can be asked for, and what it means.
final class ReproductionTest {
  private static final List<String> THEORY = List.of("theory");
  private static final List<String> GRIDWORLD = List.of("gridworld");

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void wordsAreExperimentsAndScales() {
    assertEquals(THEORY, Reproduction.named("theory"));
    assertEquals(GRIDWORLD, Reproduction.named("gridworld"));
    assertEquals(List.of("theory", "gridworld"), Reproduction.named("all"));
    assertEquals(Scale.QUICK, Reproduction.scaleNamed("quick"));
    assertEquals(Scale.PAPER, Reproduction.scaleNamed("paper"));
  }

  @Test
  void anUnknownWordIsToldTheNearest() {
    refused(
        "unknown experiment 'gridwrold': did you mean 'gridworld'?",
        () -> Reproduction.named("gridwrold"));
    refused(
        "unknown experiment 'atari': there are theory, gridworld, all",
        () -> Reproduction.named("atari"));
    refused(
        "unknown scale 'papers': did you mean 'paper'?", () -> Reproduction.scaleNamed("papers"));
    refused("unknown scale '': there are quick, paper", () -> Reproduction.scaleNamed(""));
  }

  @Test
  void everyPartIsChecked() {
    refused(
        "unknown experiment 'all': there are theory, gridworld",
        () -> new Reproduction(List.of("all"), Scale.QUICK, 0, 1));
    refused(
        "there must be an experiment: there are theory, gridworld",
        () -> new Reproduction(List.of(), Scale.QUICK, 0, 1));
    refused(
        "trials must be 1 to 10000, was -1", () -> new Reproduction(THEORY, Scale.QUICK, -1, 1));
    refused(
        "trials must be 1 to 10000, was 10001",
        () -> new Reproduction(THEORY, Scale.QUICK, 10_001, 1));
  }

  @Test
  void experimentsAreInOneOrderAndOnce() {
    Reproduction asked =
        new Reproduction(List.of("gridworld", "theory", "gridworld"), Scale.QUICK, 0, 1);
    assertEquals(Reproduction.NAMES, asked.experiments());
    assertEquals(Reproduction.NAMES, asked.all().stream().map(Experiment::name).toList());
  }

  @Test
  void theCommandSaysAllThatDecides() {
    assertEquals(
        "./evenkeel reproduce theory --scale quick --seed 1",
        new Reproduction(THEORY, Scale.QUICK, 0, 1).command());
    assertEquals(
        "./evenkeel reproduce gridworld --scale paper --trials 3 --seed -5",
        new Reproduction(GRIDWORLD, Scale.PAPER, 3, -5).command());
    assertEquals(
        "./evenkeel reproduce all --scale quick --trials 10000 --seed " + Long.MAX_VALUE,
        new Reproduction(Reproduction.NAMES, Scale.QUICK, 10_000, Long.MAX_VALUE).command());
  }

  @Test
  void twoTogetherHaveTheExperimentsOfBothAndTheNumbersOfWhatIsAsked() {
    Reproduction theory = new Reproduction(THEORY, Scale.QUICK, 0, 7);
    Reproduction gridworld = new Reproduction(GRIDWORLD, Scale.QUICK, 3, 9);
    assertEquals(new Reproduction(Reproduction.NAMES, Scale.QUICK, 3, 9), gridworld.and(theory));
    assertEquals(
        new Reproduction(GRIDWORLD, Scale.QUICK, 2, 9),
        new Reproduction(GRIDWORLD, Scale.QUICK, 2, 9).and(gridworld));
  }

  /// The theory has no number of trials: what was computed of the Gridworld is still all that is wanted of it.
  @Test
  void askingForTheTheoryKeepsTheTrialsOfTheGridworld() {
    Reproduction theory = new Reproduction(THEORY, Scale.PAPER, 0, 1);
    Reproduction gridworld = new Reproduction(GRIDWORLD, Scale.PAPER, 2, 1);
    assertEquals(2, theory.and(gridworld).trials());
    assertEquals(
        0, new Reproduction(GRIDWORLD, Scale.PAPER, 0, 1).and(gridworld).trials(), "asked for all");
    Reproduction many = new Reproduction(GRIDWORLD, Scale.PAPER, 41, 1);
    assertEquals(
        41, new Reproduction(GRIDWORLD, Scale.PAPER, 0, 1).and(many).trials(), "none is lost");
  }

  @Test
  void moreTrialsAreTheOldOnesAndNewOnes() {
    List<String> few = names(new Reproduction(GRIDWORLD, Scale.QUICK, 2, 1));
    List<String> many = names(new Reproduction(GRIDWORLD, Scale.QUICK, 3, 1));
    assertTrue(many.containsAll(few));
    assertEquals(few.size() / 2 * 3, many.size());
    assertEquals(many.size(), many.stream().distinct().count());
    assertTrue(few.stream().noneMatch(name -> name.endsWith("seed3")), few.toString());
  }

  private static List<String> names(Reproduction asked) {
    return asked.all().stream().flatMap(e -> e.trials().stream()).map(Trial::name).toList();
  }
}
