package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds in every game, of which most are never played elsewhere.
@Tag("slow")
class AllGamesTest {
  private static final AtariOptions OPTIONS = AtariOptions.parse("sticky=0.1,limit=0");

  /// Most screens have 210 rows; European televisions had more.
  private static final Map<String, Integer> TALLER =
      Map.ofEntries(
          Map.entry("carnival", 214),
          Map.entry("pooyan", 220),
          Map.entry("journey_escape", 230),
          Map.entry("adventure", 250),
          Map.entry("air_raid", 250),
          Map.entry("keystone_kapers", 250),
          Map.entry("king_kong", 250),
          Map.entry("klax", 250),
          Map.entry("laser_gates", 250),
          Map.entry("mr_do", 250),
          Map.entry("pacman", 250),
          Map.entry("sir_lancelot", 250),
          Map.entry("space_war", 250));

  /// See [Afterglow].
  private static final Set<String> AVERAGED_OTHERWISE = Set.of("air_raid", "tic_tac_toe_3d");

  static List<Game> games() {
    return Game.all();
  }

  @ParameterizedTest
  @MethodSource("someGames")
  void playsAnEpisodeTwiceTheSameWhateverWasBetween(Game game) {
    playsSame(game);
  }

  /// Inserting a cartridge takes the emulator a quarter of a second.
  /// [#playsAnEpisodeTwiceTheSameWhateverWasBetween] has every kind of game.
  @ParameterizedTest
  @MethodSource("games")
  @Tag("long")
  void playsAnEpisodeTwiceTheSameInEveryGame(Game game) {
    playsSame(game);
  }

  private static void playsSame(Game game) {
    Roms roms = TestRoms.require();
    try (Atari atari = new Atari(game, OPTIONS, roms)) {
      assertEquals(OPTIONS.spec(game), atari.spec());
      assertEquals(game.minimalActions(), atari.legend().actions().size());
      assertEquals(TALLER.getOrDefault(game.id(), 210), atari.screenHeight());
      assertEquals(160, atari.screenWidth());
      long once = play(atari, 1, 60);
      long other = play(atari, 2, 45);
      assertNotEquals(once, other);
      assertEquals(once, play(atari, 1, 60));
    }
  }

  /// All that have another screen than most, those of [Afterglow], and some others.
  static List<Game> someGames() {
    Set<String> others = Set.of("asterix", "breakout", "pong", "seaquest", "space_invaders");
    return Game.all().stream()
        .filter(
            game ->
                TALLER.containsKey(game.id())
                    || AVERAGED_OTHERWISE.contains(game.id())
                    || others.contains(game.id()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("someGames")
  void averagesAsTheEmulatorDoes(Game game) {
    averagesSame(game);
  }

  /// Inserting a cartridge takes the emulator a quarter of a second. [#averagesAsTheEmulatorDoes] has every kind of game.
  @ParameterizedTest
  @MethodSource("games")
  @Tag("long")
  void averagesAsTheEmulatorDoesInEveryGame(Game game) {
    averagesSame(game);
  }

  /// Everything that was seen, as one number.
  private static long play(Atari atari, long seed, int steps) {
    RandomStream random = new RandomStream(seed);
    Observation frame = new Observation(atari.spec().frame());
    CRC32 crc = new CRC32();
    atari.reset(random, frame);
    crc.update(frame.bytes());
    boolean over = false;
    for (int t = 0; t < steps && !over; t++) {
      Step step = atari.step(random.nextInt(atari.spec().actions()), frame);
      crc.update(step.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
      crc.update(frame.bytes());
      over = step.ends();
    }
    return crc.getValue();
  }

  private static void averagesSame(Game game) {
    Roms roms = TestRoms.require();
    try (Emulator plain = new Emulator(game, roms);
        Emulator averaging =
            new Emulator(game, roms, ale -> ale.setBool("color_averaging", true))) {
      int[] actions = plain.minimalActions();
      byte[] wanted = new byte[plain.height() * plain.width()];
      byte[] older = new byte[wanted.length];
      byte[] newer = new byte[wanted.length];
      byte[] gray = new byte[wanted.length];
      byte[] table = plain.palette().grays(AtariOptions.Pool.AVERAGE);
      RandomStream random = new RandomStream(3);
      plain.start();
      averaging.start();
      for (int t = 0; t < 60; t++) {
        int action = actions[random.nextInt(actions.length)];
        assertEquals(averaging.act(action), plain.act(action));
        System.arraycopy(newer, 0, older, 0, newer.length);
        plain.frame(newer);
        averaging.ale().getScreenGrayscale(wanted);
        for (int i = 0; i < gray.length; i++) {
          gray[i] = table[Palette.index(older[i], newer[i])];
        }
        // The frame before the first is not known.
        if (t > 0 && !AVERAGED_OTHERWISE.contains(game.id())) {
          assertArrayEquals(wanted, gray, "frame " + t);
        }
      }
      assertTrue(plain.lives() == averaging.lives());
    }
  }
}
