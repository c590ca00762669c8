package org.evenkeel.paper.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Experiment;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What can be asked for, and what it means.
final class ReproductionTest {
  private static final GameStudy QUICK_GAMES = new MinAtarProtocol().usual(Scale.QUICK);
  private static final List<String> THEORY = List.of("theory");
  private static final List<String> GRIDWORLD = List.of("gridworld");
  private static final List<String> MINATAR = List.of("minatar");
  private static final Path FOLDER = Path.of("runs/a");

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void wordsAreExperimentsAndScales() {
    assertEquals(THEORY, Reproduction.named(THEORY));
    assertEquals(GRIDWORLD, Reproduction.named(GRIDWORLD));
    assertEquals(List.of("theory", "gridworld"), Reproduction.named(List.of()));
    assertEquals(List.of("theory", "gridworld", "minatar"), Reproduction.named(List.of("all")));
    assertEquals(
        List.of("theory", "minatar"), Reproduction.named(List.of("minatar", "theory", "minatar")));
    assertEquals(Scale.QUICK, Reproduction.scaleNamed("quick"));
    assertEquals(Scale.PAPER, Reproduction.scaleNamed("paper"));
  }

  @Test
  void anUnknownWordIsToldTheNearest() {
    refused(
        "unknown experiment 'gridwrold': did you mean 'gridworld'?",
        () -> Reproduction.named(List.of("gridwrold")));
    refused(
        "unknown experiment 'chess': there are theory, gridworld, minatar, atari, all",
        () -> Reproduction.named(List.of("chess")));
    refused(
        "unknown scale 'papers': did you mean 'paper'?", () -> Reproduction.scaleNamed("papers"));
    refused("unknown scale '': there are quick, paper", () -> Reproduction.scaleNamed(""));
  }

  @Test
  void everyPartIsChecked() {
    refused(
        "unknown experiment 'all': there are theory, gridworld, minatar, atari",
        () -> new Reproduction(List.of("all"), Scale.QUICK, 0, 1));
    refused(
        "there must be an experiment: there are theory, gridworld, minatar, atari",
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
        new Reproduction(
            List.of("gridworld", "atari", "minatar", "theory", "gridworld"), Scale.QUICK, 0, 1);
    assertEquals(Reproduction.NAMES, asked.experiments());
    assertEquals(Reproduction.NAMES, asked.all().stream().map(Experiment::name).toList());
  }

  @Test
  void theCommandSaysAllThatDecides() {
    assertEquals(
        "evenkeel reproduce theory --scale quick --seed 1 --out runs/a",
        new Reproduction(THEORY, Scale.QUICK, 0, 1).command(FOLDER));
    assertEquals(
        "evenkeel reproduce gridworld --scale paper --trials 3 --seed -5 --out runs/a",
        new Reproduction(GRIDWORLD, Scale.PAPER, 3, -5).command(FOLDER));
    assertEquals(
        "evenkeel reproduce all --scale quick --trials 10000 --seed "
            + Long.MAX_VALUE
            + " --out runs/a",
        new Reproduction(Reproduction.ALL_NAMES, Scale.QUICK, 10_000, Long.MAX_VALUE)
            .command(FOLDER));
  }

  @Test
  void theCommandSaysWhatMinAtarHasOfItsOwn() {
    GameStudy quick = QUICK_GAMES;
    assertEquals(
        "evenkeel reproduce minatar --scale quick --seed 1 --out runs/a",
        new Reproduction(MINATAR, Scale.QUICK, 0, 1).command(FOLDER));
    assertEquals(
        "evenkeel reproduce --scale quick --seed 1 --out runs/a",
        new Reproduction(Reproduction.USUAL, Scale.QUICK, 0, quick.seeds(9), 1).command(FOLDER));
    assertEquals(
        "evenkeel reproduce theory minatar --scale paper --games breakout,freeway --k 1,10 --seeds 2"
            + " --steps 1000 --seed 1 --out runs/a",
        new Reproduction(
                List.of("minatar", "theory"),
                Scale.PAPER,
                0,
                QUICK_GAMES
                    .games(List.of("freeway", "breakout"))
                    .ks(List.of(10, 1))
                    .seeds(2)
                    .length(1000),
                1)
            .command(FOLDER));
  }

  /// Months of training do not start because somebody asked for everything.
  @Test
  void atariIsNotInAllAndIsAskedForAlone() {
    assertEquals(List.of("atari"), Reproduction.named(List.of("atari", "atari")));
    assertEquals(Reproduction.ALL_NAMES, Reproduction.named(List.of("all")));
    refused(
        "run atari separately from theory, minatar: it has its own --games, --k, --seeds and --others; give both commands"
            + " the same --out to get one page",
        () -> Reproduction.named(List.of("minatar", "atari", "theory")));
    assertThrows(IllegalArgumentException.class, () -> Reproduction.named(List.of("all", "atari")));
  }

  @Test
  void atariBesideOthersIsTwoCommands() {
    Reproduction atari =
        new Reproduction(Scale.PAPER, new AtariProtocol().usual(Scale.PAPER).seeds(2), 3);
    assertEquals(
        "evenkeel reproduce atari --scale paper --seeds 2 --seed 3 --out runs/a",
        atari.command(FOLDER));
    Reproduction both = new Reproduction(MINATAR, Scale.PAPER, 0, 3).and(atari);
    assertEquals(2, both.atari().seeds());
    assertEquals(
        "evenkeel reproduce minatar --scale paper --seed 3 --out 'my runs' && evenkeel reproduce atari --scale paper"
            + " --seeds 2 --seed 3 --out 'my runs'",
        both.command(Path.of("my runs")));
    assertEquals(
        "Atari: breakout, 360,000 frames, 1 run of each algorithm were asked for, with a schedule shrunk to so short a"
            + " run; the paper has 120,000,000 and 7.",
        new Reproduction(Scale.QUICK, new AtariProtocol().usual(Scale.QUICK), 1).scaleSentence());
  }

  @Test
  void theGamesOfBothAreShown() {
    GameStudy one = QUICK_GAMES.games(List.of("freeway")).ks(List.of(1, 10)).seeds(5).length(1000);
    GameStudy other =
        QUICK_GAMES.games(List.of("breakout", "freeway")).ks(List.of(5)).seeds(2).length(1000);
    Reproduction first = new Reproduction(MINATAR, Scale.QUICK, 0, one, 1);
    Reproduction second = new Reproduction(MINATAR, Scale.QUICK, 0, other, 1);
    assertEquals(
        QUICK_GAMES
            .games(List.of("breakout", "freeway"))
            .ks(List.of(1, 5, 10))
            .seeds(5)
            .length(1000),
        first.and(second).minatar());
    assertEquals(
        List.of("double", "ensemble"),
        one.others(List.of("ensemble")).and(one.others(List.of("double"))).others());
    assertEquals(List.of(), one.others(List.of("none")).and(one.others(List.of())).others());
    Reproduction theory = new Reproduction(THEORY, Scale.QUICK, 0, 1);
    assertEquals(one, theory.and(first).minatar());
    assertEquals(one, first.and(theory).minatar());
    assertEquals(List.of("theory", "minatar"), first.and(theory).experiments());
  }

  @Test
  void twoTogetherHaveTheExperimentsOfBothAndTheNumbersOfWhatIsAsked() {
    Reproduction theory = new Reproduction(THEORY, Scale.QUICK, 0, 7);
    Reproduction gridworld = new Reproduction(GRIDWORLD, Scale.QUICK, 3, 9);
    assertEquals(new Reproduction(Reproduction.USUAL, Scale.QUICK, 3, 9), gridworld.and(theory));
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
