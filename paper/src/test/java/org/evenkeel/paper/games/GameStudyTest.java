package org.evenkeel.paper.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.atari.AtariKind;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.minatar.MinAtarKind;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// How large a study is, in both protocols.
class GameStudyTest {
  private static final GameStudy PAPER = new AtariProtocol().usual(Scale.PAPER);
  private static final GameStudy QUICK = new AtariProtocol().usual(Scale.QUICK);
  private static final GameStudy MINATAR = new MinAtarProtocol().usual(Scale.QUICK);

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  private static List<String> labels(GameStudy study, String game) {
    return study.contenders(game).stream().map(Contender::label).toList();
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
    List<Trial> trials = new GameExperiment(PAPER, 1).trials();
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
        new GameExperiment(QUICK, 1).trials().stream().map(Trial::name).toList());
  }

  @Test
  void whatIsAskedForIsForEveryGame() {
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=15", "Double-DQN"),
        labels(PAPER.ks(List.of(15, 1)), "breakout"));
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10", "Averaged-DQN, K=15"),
        labels(PAPER.others(List.of("none")), "breakout"));
    assertEquals(labels(PAPER, "breakout"), labels(PAPER.seeds(2).length(2_000_000), "breakout"));
  }

  @Test
  void everyPartIsCheckedInAtari() {
    refused("at least one game is required, for example breakout", () -> QUICK.games(List.of()));
    refused(
        "each game must be given only once, was pong,pong",
        () -> QUICK.games(List.of("pong", "pong")));
    refused(
        "a game must be a word like space_invaders, was '../x'",
        () -> QUICK.games(List.of("../x")));
    refused("k must have at least one value, for example 1 for DQN", () -> QUICK.ks(List.of()));
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
          () -> QUICK.length(bad));
    }
    for (long good : new long[] {4_800, 1_000_000, 20_000_000, 22_000_000, 200_000_000}) {
      assertEquals(good, QUICK.length(good).length());
    }
  }

  @Test
  void everyPartIsCheckedInMinAtar() {
    GameStudy usual = MINATAR;
    refused("at least one game is required, for example breakout", () -> usual.games(List.of()));
    refused(
        "each game must be given only once, was freeway,freeway",
        () -> usual.games(List.of("freeway", "freeway")));
    refused("k must have at least one value, for example 1 for DQN", () -> usual.ks(List.of()));
    refused("k must be 1 to 100, was 0", () -> usual.ks(List.of(1, 0)));
    refused("k must be 1 to 100, was 101", () -> usual.ks(List.of(101)));
    refused("each k must be given only once, was 5,1,5", () -> usual.ks(List.of(5, 1, 5)));
    refused("seeds must be 1 to 100, was 0", () -> usual.seeds(0));
    refused("seeds must be 1 to 100, was 101", () -> usual.seeds(101));
    for (long bad : new long[] {-20, 0, 199, 180, 1010, 1_000_000_020}) {
      refused(
          "steps must be 200 to 1000000000 and a multiple of 20, was " + bad,
          () -> usual.length(bad));
    }
    refused(
        "others must be double, ensemble, double,ensemble or none, was 'dueling'",
        () -> usual.others(List.of("double", "dueling")));
    refused(
        "unknown game 'space-invaders': did you mean 'space_invaders'?",
        () -> usual.games(List.of("space-invaders")));
    refused(
        "unknown game 'pong': choose one of asterix, breakout, freeway, seaquest, space_invaders",
        () -> usual.games(List.of("pong")));
  }

  /// Every option has a text, and the text gives the option back: flags are made of them.
  @Test
  void everyOptionIsReadFromItsOwnText() {
    assertEquals(List.of("games", "k", "seeds", "steps", "others"), MINATAR.options());
    assertEquals(List.of("games", "k", "seeds", "frames", "others"), QUICK.allOptions());
    GameStudy wanted =
        MINATAR
            .games(List.of("seaquest", "freeway"))
            .ks(List.of(10, 1))
            .seeds(7)
            .length(2_000)
            .others(List.of("none"));
    Map<String, String> texts = new HashMap<>();
    wanted.options().forEach(option -> texts.put(option, wanted.option(option)));
    assertEquals(wanted, read(new MinAtarKind(), texts));
    assertEquals(480_000, read(new AtariKind(), Map.of("frames", "480000")).length());
    assertFalse(read(new AtariKind(), Map.of("k", "1, 15")).gaps(), "in every game");
  }

  private static GameStudy read(GameKind kind, Map<String, String> options) {
    return ((GameExperiment) kind.of(new GivenOptions(options, 1))).study();
  }

  @Test
  void textsThatAreNoNumberOrNoGameAreRefused() {
    for (String[] wrong :
        new String[][] {
          {"--k must be a whole number, was 'x'", "k", "1,x"},
          {"--k must be a whole number, was ''", "k", "1,"},
          {"unknown game 'brakout': did you mean 'breakout'?", "games", "brakout"}
        }) {
      refused(wrong[0], () -> read(new MinAtarKind(), Map.of(wrong[1], wrong[2])));
    }
    refused(
        "unknown option 'frames' of MinAtar: choose one of games, k, seeds, steps, others",
        () -> MINATAR.option("frames"));
  }

  @Test
  void studiesThatCannotBeTogetherSayWhy() {
    assertEquals(Optional.empty(), MINATAR.conflict(MINATAR.seeds(9), Scale.PAPER));
    assertEquals(
        Optional.of("was started with 40000 steps of MinAtar; you asked for 2000"),
        MINATAR.conflict(MINATAR.length(2_000), Scale.QUICK));
    GameStudy asked = PAPER.ks(List.of(1));
    assertEquals(
        Optional.of("was started without --k or --others; you asked for Atari with them"),
        PAPER.conflict(asked, Scale.PAPER));
    assertEquals(Optional.empty(), PAPER.conflict(asked, Scale.QUICK));
  }

  @Test
  void onlyStudiesOfOneProtocolAndLengthAreJoined() {
    refused(
        "studies must have the same protocol and length to be joined, were MinAtar with 40000 and MinAtar with 2000",
        () -> MINATAR.and(MINATAR.length(2_000)));
    refused(
        "studies must have the same protocol and length to be joined, were Atari with 40000 and MinAtar with 40000",
        () -> QUICK.length(40_000).and(MINATAR));
  }

  /// A study is a value: two of different games are never the same one.
  @Test
  void protocolsTellStudiesApart() {
    assertEquals(new MinAtarProtocol().usual(Scale.QUICK), MINATAR);
    assertNotEquals(new MinAtarProtocol(), new AtariProtocol());
  }

  /// This module has no emulator: results of another machine can be read.
  @Test
  void withoutTheModuleOfTheEmulatorEveryGameCanBeRead() {
    assertEquals(List.of("pong"), read(new AtariKind(), Map.of("games", "pong")).games());
  }

  /// Said, the algorithms are trained on every game.
  @Test
  void whatThePaperLeavesOutIsNotSaid() {
    assertEquals(List.of("games", "seeds", "frames"), PAPER.options());
    assertEquals(
        List.of("games", "k", "seeds", "frames", "others"), PAPER.ks(List.of(1, 5)).options());
    assertEquals(PAPER.ks(List.of(1, 5)).options(), PAPER.allOptions());
  }

  @Test
  void twoTogetherHaveAllThatEitherHas() {
    GameStudy both =
        QUICK.games(List.of("pong")).seeds(3).and(QUICK.ks(List.of(5)).others(List.of("double")));
    assertEquals(List.of("breakout", "pong"), both.games());
    assertEquals(List.of(1, 5, 10), both.ks());
    assertEquals(3, both.seeds());
    assertEquals(List.of("double"), both.others());
    assertFalse(both.gaps(), "what was computed beyond the paper stays");
  }
}
