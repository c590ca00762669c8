package org.evenkeel.paper.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.Contender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class AtariSettingsTest {
  private static final AtariSettings PAPER = AtariSettings.of(Scale.PAPER);
  private static final AtariSettings QUICK = AtariSettings.of(Scale.QUICK);

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  private static List<String> labels(AtariSettings settings, String game) {
    return settings.plan().contenders(game).stream().map(Contender::label).toList();
  }

  @Test
  void thePapersScaleIsThePapers() {
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10"), labels(PAPER, "breakout"));
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10", "Averaged-DQN, K=15"),
        labels(PAPER, "seaquest"));
    assertEquals(
        List.of(
            "DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10", "Averaged-DQN, K=15", "Double-DQN"),
        labels(PAPER, "asterix"));
    List<Trial> trials = new AtariExperiment(PAPER, 1).trials();
    assertEquals(3 + 7 * (3 + 4 + 5), trials.size());
    assertEquals(trials.size(), trials.stream().map(Trial::name).distinct().count());
    assertTrue(
        trials.stream().map(Trial::name).anyMatch("atari/asterix/double-120000000/seed7"::equals));
  }

  @Test
  void theQuickScaleIsTwoShortRunsAndARandomPlayer() {
    assertEquals(
        List.of(
            "atari/breakout/random",
            "atari/breakout/averaged-10-360000/seed1",
            "atari/breakout/dqn-360000/seed1"),
        new AtariExperiment(QUICK, 1).trials().stream().map(Trial::name).toList());
    assertTrue(QUICK.shrunk());
    assertFalse(PAPER.shrunk());
  }

  @Test
  void whatIsAskedForIsForEveryGame() {
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=15", "Double-DQN"),
        labels(PAPER.ks(List.of(15, 1)), "breakout"));
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10", "Averaged-DQN, K=15"),
        labels(PAPER.others(List.of("none")), "breakout"));
    assertEquals(labels(PAPER, "breakout"), labels(PAPER.seeds(2).frames(2_000_000), "breakout"));
  }

  @Test
  void everyPartIsChecked() {
    refused("there must be a game, for example breakout", () -> QUICK.games(List.of()));
    refused(
        "each game must be there once, were pong,pong", () -> QUICK.games(List.of("pong", "pong")));
    refused(
        "a game must be a word like space_invaders, was '../x'",
        () -> QUICK.games(List.of("../x")));
    refused("there must be a K, 1 for DQN", () -> QUICK.ks(List.of()));
    refused("k must be 1 to 100, was 0", () -> QUICK.ks(List.of(1, 0)));
    refused("seeds must be 1 to 100, was 0", () -> QUICK.seeds(0));
    refused(
        "others must be double, ensemble, double,ensemble or none, was 'dueling'",
        () -> QUICK.others(List.of("dueling")));
    for (long bad : new long[] {-80, 0, 4_720, 100_040, 20_000_080, 21_000_000, 2_002_000_000}) {
      refused(
          String.format(
              Locale.ROOT,
              "frames must be 4,800 to 2,000,000,000 and a multiple of 80 (of 2,000,000 above 20,000,000), was %,d",
              bad),
          () -> QUICK.frames(bad));
    }
    for (long good : new long[] {4_800, 1_000_000, 20_000_000, 22_000_000, 200_000_000}) {
      assertEquals(good, QUICK.frames(good).frames());
    }
  }

  /// This module has no emulator.
  @Test
  void withoutTheModuleOfTheEmulatorThereAreNoGames() {
    refused(
        "there are no Atari games in this program: it was put together without the module"
            + " org.evenkeel.atari",
        () -> AtariSettings.game("breakout"));
  }

  @Test
  void flagsSayWhatIsNotTheScalesOwn() {
    assertEquals("", PAPER.flags(Scale.PAPER));
    assertEquals(" --seeds 2 --frames 480000", QUICK.seeds(2).frames(480_000).flags(Scale.QUICK));
    assertEquals(
        " --games pong --k 1,5", QUICK.games(List.of("pong")).ks(List.of(5, 1)).flags(Scale.QUICK));
    assertEquals(" --k 1,5,10,15 --others none", PAPER.others(List.of("none")).flags(Scale.PAPER));
  }

  @Test
  void twoTogetherHaveAllThatEitherHas() {
    AtariSettings both =
        QUICK.games(List.of("pong")).seeds(3).and(QUICK.ks(List.of(5)).others(List.of("double")));
    assertEquals(List.of("breakout", "pong"), both.games());
    assertEquals(List.of(1, 5, 10), both.ks());
    assertEquals(3, both.seeds());
    assertEquals(List.of("double"), both.others());
    assertFalse(both.gaps(), "what was computed beyond the paper stays");
  }
}
