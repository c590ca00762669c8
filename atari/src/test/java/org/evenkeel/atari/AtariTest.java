package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.core.env.EnvironmentWrapper;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.env.RewardScale;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.env.TimeLimit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A game as an environment.
@Tag("slow")
class AtariTest {
  private static final int IMAGE = Screen.SIDE * Screen.SIDE;

  private static Atari atari(String game, String options) {
    return new Atari(Game.named(game), AtariOptions.parse(options), TestRoms.require());
  }

  private static Observation frame() {
    return new Observation(AtariOptions.ofAuthors().spec(Game.named("pong")).frame());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "breakout | limit=4000",
        "frostbite | limit=400,actions=full,sticky=0.25,pool=max,resize=area,noops=0,start=repeat",
        "klax | pool=max,resize=torch,noops=1-30,repeat=life,start=zeros,skip=1,limit=200",
      })
  void theCheckFindsNothingWrong(String game, String options) {
    TestRoms.require();
    assertEquals(List.of(), EnvironmentCheck.problems(() -> atari(game, options)));
  }

  @Test
  void anotherRomOrAnotherOptionIsAnotherTask() {
    try (Atari breakout = atari("breakout", "");
        Atari life = atari("breakout", "repeat=life");
        Atari pong = atari("pong", "")) {
      assertEquals(
          "atari/breakout:actions=minimal,sticky=0,skip=4,pool=average,resize=linear,noops=4-29,"
              + "limit=72000,repeat=whole,start=lead-in,mode=default,difficulty=default"
              + " rom=f34f08e5eb96e500e851a80be3277a56",
          breakout.identity());
      assertEquals(breakout.identity().replace("repeat=whole", "repeat=life"), life.identity());
      assertTrue(pong.identity().startsWith("atari/pong:"));
      assertTrue(pong.identity().endsWith(" rom=" + Game.named("pong").md5()));
    }
  }

  /// A wrapper keeps the lead-in, the screen and the frames of the game.
  @Test
  void theCheckFindsNothingWrongWithAWrapper() {
    TestRoms.require();
    assertEquals(
        List.of(),
        EnvironmentCheck.problems(
            () -> new RewardScale(new TimeLimit(atari("breakout", ""), 100), 0.1)));
    try (EnvironmentWrapper wrapped = new RewardScale(atari("pong", ""), 2)) {
      assertEquals(4, Objects.requireNonNull(wrapped.as(SkipsFrames.class)).framesPerStep());
      assertEquals(210, Objects.requireNonNull(wrapped.as(HasScreen.class)).screenHeight());
      new FrameStack(wrapped.spec()).start(wrapped, frame());
    }
  }

  /// What the agent sees, its stacks included, the rewards and the ends, over whole games.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "breakout | noops=4-29",
        "seaquest | noops=0-6,sticky=0.25,resize=torch",
        "asterix | pool=max,resize=area,noops=1-30,sticky=0.9",
        "space_invaders | pool=max,repeat=life,skip=3,limit=3000",
        "pong | pool=last,skip=1,noops=0-4,resize=area",
        "mr_do | noops=2-9,skip=5",
      })
  void episodesAreThoseThatArePlayedPlainly(String game, String options) {
    AtariOptions parsed = AtariOptions.parse(options);
    RandomStream own = new RandomStream(11);
    RandomStream plains = new RandomStream(11);
    RandomStream choices = new RandomStream(5);
    Observation frame = frame();
    try (Atari atari = atari(game, options);
        PlainAtari plain = new PlainAtari(Game.named(game), parsed, plains)) {
      FrameStack stack = new FrameStack(atari.spec());
      for (int episode = 0; episode < 6; episode++) {
        atari.reset(own, frame);
        stack.start(atari, frame);
        plain.start();
        byte[] stacked = stack.observation().bytes();
        for (int back = 0; back < Atari.STACK; back++) {
          int from = (Atari.STACK - 1 - back) * IMAGE;
          byte[] seen = Arrays.copyOfRange(stacked, from, from + IMAGE);
          assertArrayEquals(plain.seen(back), seen, "episode " + episode + " back " + back);
        }
        for (int t = 0; t < 80 && !plain.over(); t++) {
          int action = choices.nextInt(atari.spec().actions());
          String wanted = plain.step(plain.actions()[action]);
          Step step = atari.step(action, frame);
          assertEquals(
              wanted,
              "%d %s %s".formatted((int) step.reward(), step.terminated(), step.lifeLost()));
          assertFalse(step.truncated());
          assertArrayEquals(plain.seen(0), frame.bytes(), "episode " + episode + " step " + t);
        }
      }
    }
  }

  @Test
  void withoutNoopsTheFirstFrameStandsForThoseBeforeIt() {
    Observation frame = frame();
    Observation before = frame();
    try (Atari atari = atari("breakout", "noops=0")) {
      atari.reset(new RandomStream(1), frame);
      for (int back = 1; back < Atari.STACK; back++) {
        atari.leadIn(back, before);
        assertTrue(frame.sameAs(before));
      }
      assertEquals(
          "back must be >= 1, was 0",
          assertThrows(IllegalArgumentException.class, () -> atari.leadIn(0, before)).getMessage());
      assertEquals(
          "back must be <= 3, was 4",
          assertThrows(IllegalArgumentException.class, () -> atari.leadIn(4, before)).getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.25, 0.7})
  void theLastActionIsRepeatedWithTheStickyProbability(double sticky) {
    Observation frame = frame();
    RandomStream random = new RandomStream(9);
    int frames = 0;
    int repeated = 0;
    try (Atari atari = atari("asterix", "skip=1,actions=full,limit=0,sticky=" + sticky)) {
      atari.reset(random, frame);
      for (int i = 0; i < 20_000; i++) {
        int before = atari.executed();
        int given = (before + 1 + i % 17) % 18;
        boolean over = atari.step(given, frame).ends();
        assertTrue(atari.executed() == given || atari.executed() == before);
        frames++;
        repeated += atari.executed() == before ? 1 : 0;
        if (over) {
          atari.reset(random, frame);
        }
      }
    }
    // Five deviations of a binomial number: wrong once in a million.
    double margin = 5 * Math.sqrt(frames * sticky * (1 - sticky));
    assertEquals(frames * sticky, repeated, margin);
  }

  /// Each action is drawn for each frame, not for each step.
  @Test
  void stickinessIsDrawnForEachFrame() {
    RandomStream random = new RandomStream(1);
    RandomStream same = new RandomStream(1);
    Observation frame = frame();
    try (Atari atari = atari("breakout", "sticky=0.25,noops=0,skip=4")) {
      atari.reset(random, frame);
      same.nextInt(0, 1);
      for (int i = 0; i < 10; i++) {
        atari.step(0, frame);
      }
    }
    for (int i = 0; i < 40; i++) {
      same.nextDouble();
    }
    assertEquals(same.nextLong(), random.nextLong());
  }

  @Test
  void alwaysStickyMeansNothingIsEverPressed() {
    Observation frame = frame();
    try (Atari atari = atari("breakout", "sticky=1")) {
      atari.reset(new RandomStream(1), frame);
      for (int i = 0; i < 100; i++) {
        atari.step(1, frame);
        assertEquals(Emulator.NOOP, atari.executed());
      }
    }
  }

  @Test
  void everyNumberOfNoopsOfTheRangeIsDrawnAndNoOther() {
    RandomStream random = new RandomStream(4);
    Observation frame = frame();
    Set<Integer> seen = new TreeSet<>();
    try (Atari atari = atari("pong", "noops=3-6")) {
      for (int i = 0; i < 100; i++) {
        atari.reset(random, frame);
        seen.add(atari.emulator().ale().getEpisodeFrameNumber());
      }
    }
    assertEquals(Set.of(3, 4, 5, 6), seen);
  }

  /// Road Runner is over after 1078 frames in which nothing is pressed.
  @Test
  void aGameThatEndsWhileNothingIsPressedStartsAgain() {
    Observation frame = frame();
    try (Atari atari = atari("road_runner", "noops=1100")) {
      for (int i = 0; i < 2; i++) {
        atari.reset(new RandomStream(1), frame);
        assertEquals(1100 - 1078, atari.emulator().ale().getEpisodeFrameNumber());
        assertFalse(atari.step(0, frame).lifeLost());
      }
    }
  }

  /// Breakout has five lives: four are lost, the last one ends the game.
  @ParameterizedTest
  @ValueSource(strings = {"repeat=whole", "repeat=life"})
  void livesAreLostAndThenTheGameIsOver(String repeat) {
    RandomStream random = new RandomStream(2);
    Observation frame = frame();
    try (Atari atari = atari("breakout", "skip=12,limit=0," + repeat)) {
      atari.reset(random, frame);
      int lost = 0;
      int shorter = 0;
      Step step = Step.of(0);
      while (!step.ends()) {
        int lives = atari.emulator().lives();
        int before = atari.emulator().ale().getEpisodeFrameNumber();
        step = atari.step(1, frame);
        int frames = atari.emulator().ale().getEpisodeFrameNumber() - before;
        assertEquals(!step.ends() && atari.emulator().lives() < lives, step.lifeLost());
        lost += step.lifeLost() ? 1 : 0;
        assertTrue(frames <= 12);
        if (!step.ends() && frames < 12) {
          assertTrue(step.lifeLost());
          shorter++;
        }
      }
      assertEquals(4, lost);
      assertTrue(step.terminated());
      assertFalse(step.truncated());
      assertFalse(step.lifeLost());
      assertEquals(repeat.equals("repeat=whole"), shorter == 0);
      Observation last = frame();
      last.copyFrom(frame);
      assertSame(atari.step(1, frame), atari.step(0, frame));
      assertTrue(atari.step(1, frame).terminated());
      assertEquals(0, atari.step(1, frame).reward());
      assertTrue(last.sameAs(frame));
    }
  }

  @Test
  void actionsHaveNames() {
    try (Atari minimal = atari("breakout", "");
        Atari full = atari("breakout", "actions=full")) {
      assertEquals(List.of("NOOP", "FIRE", "RIGHT", "LEFT"), minimal.legend().actions());
      assertEquals(Emulator.ACTIONS, full.legend().actions());
      assertEquals(18, full.spec().actions());
      assertEquals("atari/breakout:" + AtariOptions.parse("actions=full").text(), full.toString());
      assertEquals(4, full.framesPerStep());
    }
  }

  /// Skiing knows nine actions and no button.
  @Test
  void anActionThatTheGameDoesNotKnowPressesNothing() {
    Observation a = frame();
    Observation b = frame();
    try (Atari fire = atari("skiing", "actions=full");
        Atari nothing = atari("skiing", "actions=full")) {
      assertEquals(9, fire.emulator().legalActions().length);
      fire.reset(new RandomStream(1), a);
      nothing.reset(new RandomStream(1), b);
      for (int i = 0; i < 50; i++) {
        assertEquals(fire.step(i % 2 == 0 ? 1 : 17, a), nothing.step(0, b));
        assertTrue(a.sameAs(b));
      }
    }
  }

  @Test
  void peopleSeeTheColoursOfTheEmulator() {
    Observation frame = frame();
    for (String game : List.of("seaquest", "klax")) {
      try (Atari atari = atari(game, "")) {
        atari.reset(new RandomStream(1), frame);
        for (int i = 0; i < 30; i++) {
          atari.step(i % 5, frame);
        }
        int[] rgb = new int[atari.screenHeight() * atari.screenWidth()];
        byte[] parts = new byte[3 * rgb.length];
        atari.screen(rgb);
        atari.emulator().ale().getScreenRGB(parts);
        for (int i = 0; i < rgb.length; i++) {
          int wanted =
              ((parts[3 * i] & 0xFF) << 16)
                  | ((parts[3 * i + 1] & 0xFF) << 8)
                  | (parts[3 * i + 2] & 0xFF);
          assertEquals(wanted, rgb[i]);
        }
        assertThrows(IllegalArgumentException.class, () -> atari.screen(new int[3]));
      }
    }
  }

  @Test
  void aClosedGameSaysSo() {
    Atari atari = atari("pong", "");
    atari.close();
    atari.close();
    assertEquals(
        "the emulator was closed",
        assertThrows(IllegalStateException.class, () -> atari.step(0, frame())).getMessage());
    assertThrows(IllegalStateException.class, () -> atari.reset(new RandomStream(1), frame()));
  }

  @Test
  void aModeThatTheGameDoesNotHaveIsASentence() {
    TestRoms.require();
    assertEquals(
        "mode must be one of 0, 1 in pong, was 7",
        assertThrows(IllegalArgumentException.class, () -> atari("pong", "mode=7")).getMessage());
  }

  @Test
  void gamesInTwoThreadsDoNotDisturbEachOther() {
    TestRoms.require();
    long frostbite = play("frostbite");
    long seaquest = play("seaquest");
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> play("frostbite"));
      assertEquals(seaquest, play("seaquest"));
      assertEquals(frostbite, other.join());
    }
  }

  private static long play(String game) {
    CRC32 crc = new CRC32();
    RandomStream random = new RandomStream(8);
    Observation frame = frame();
    try (Atari atari = atari(game, "sticky=0.1")) {
      for (int episode = 0; episode < 5; episode++) {
        atari.reset(random, frame);
        for (int t = 0; t < 100; t++) {
          Step step = atari.step(random.nextInt(atari.spec().actions()), frame);
          crc.update((int) step.reward());
          crc.update(frame.bytes());
        }
      }
    }
    return crc.getValue();
  }
}
