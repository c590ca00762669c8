package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The emulator does what that of ale-py did, and a game starts anew whatever was before.
@Tag("slow")
class EmulatorTest {
  private static final int ACTIONS = 6000;
  private static final int EVERY = 50;

  private static Emulator emulator(String game) {
    return new Emulator(Game.named(game), TestRoms.require());
  }

  /// The actions of the recordings: indices into the minimal set.
  private static final class Lcg {
    private long state;

    Lcg(long state) {
      this.state = state;
    }

    int next(int bound) {
      state = (1103515245 * state + 12345) & 0x7fffffff;
      return (int) ((state >> 16) % bound);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "breakout, 0.0, 0", "breakout, 0.25, 0", "breakout, 0.0, 1",
    "seaquest, 0.0, 0", "seaquest, 0.25, 0", "seaquest, 0.0, 1",
    "asterix, 0.0, 0", "asterix, 0.25, 0", "asterix, 0.0, 1",
  })
  void doesWhatWasRecorded(String game, String sticky, String averaging) throws IOException {
    List<String> wanted =
        Oracle.rows("traces.csv.gz").stream()
            .filter(r -> r[0].equals(game) && r[1].equals(sticky) && r[2].equals(averaging))
            .map(r -> String.join(",", r))
            .toList();
    assertTrue(wanted.size() > ACTIONS / EVERY);
    Recording recording = new Recording(game + "," + sticky + "," + averaging);
    try (Emulator emulator =
        new Emulator(
            Game.named(game),
            TestRoms.require(),
            ale -> {
              ale.setInt("random_seed", 123);
              ale.setFloat("repeat_action_probability", Float.parseFloat(sticky));
              ale.setBool("color_averaging", averaging.equals("1"));
            })) {
      assertEquals(wanted, recording.of(emulator));
    }
  }

  /// What the recordings' program wrote.
  private static final class Recording {
    private final String before;
    private final byte[] gray = new byte[Oracle.HEIGHT * Oracle.WIDTH];
    private final byte[] rgb = new byte[3 * gray.length];
    private final byte[] numbers = new byte[gray.length];
    private final byte[] ram = new byte[128];
    private final Stream.Builder<String> rows = Stream.builder();
    private int total;

    Recording(String before) {
      this.before = before;
    }

    List<String> of(Emulator emulator) {
      int[] actions = emulator.minimalActions();
      Lcg random = new Lcg(12345);
      row(emulator, 0, "start");
      for (int t = 1; t <= ACTIONS; t++) {
        total += emulator.act(actions[random.next(actions.length)]);
        if (emulator.over()) {
          row(emulator, t, "over");
          emulator.ale().reset_game();
          row(emulator, t, "reset");
        } else if (t % EVERY == 0) {
          row(emulator, t, "");
        }
      }
      return rows.build().toList();
    }

    private void row(Emulator emulator, int step, String event) {
      ALEInterface ale = emulator.ale();
      ale.getScreenGrayscale(gray);
      ale.getScreenRGB(rgb);
      ale.getRAM().array().get(ram);
      emulator.frame(numbers);
      String state =
          "%s,%d,%s,%d,%d,%d,%d"
              .formatted(
                  before,
                  step,
                  event,
                  total,
                  emulator.lives(),
                  ale.getFrameNumber(),
                  ale.getEpisodeFrameNumber());
      rows.add(String.join(",", state, crc(ram), crc(numbers), crc(gray), crc(rgb)));
    }
  }

  private static String crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return "%08x".formatted(crc.getValue());
  }

  @Test
  void actionsModesAndLivesAreThoseOfTheRecording() throws IOException {
    for (String[] row : Oracle.rows("three_games.csv")) {
      try (Emulator emulator = emulator(row[0])) {
        assertEquals(row[1], "" + emulator.lives());
        assertEquals(row[2], words(emulator.modes()));
        assertEquals(row[3], words(emulator.difficulties()));
        assertEquals(row[4], words(emulator.minimalActions()));
        assertEquals(row[5], words(emulator.legalActions()));
      }
    }
  }

  private static String words(int[] numbers) {
    return String.join(" ", Arrays.stream(numbers).mapToObj(Integer::toString).toList());
  }

  @Test
  void thePaletteIsTheRecordedOne() throws IOException {
    try (Emulator emulator = emulator("breakout")) {
      for (var pool : AtariOptions.Pool.values()) {
        // Of all even numbers the colours are known.
        byte[] own = emulator.palette().grays(pool);
        byte[] recorded = Oracle.palette().grays(pool);
        for (int older = 0; older < 256; older += 2) {
          for (int newer = 0; newer < 256; newer += 2) {
            int at = Palette.index((byte) older, (byte) newer);
            assertEquals(recorded[at], own[at]);
          }
        }
      }
    }
  }

  /// In these games a reset alone would show what was played before.
  @ParameterizedTest
  @ValueSource(strings = {"assault", "beam_rider", "demon_attack", "frostbite", "kaboom", "pong"})
  void aStartOwesNothingToWhatWasPlayed(String game) {
    try (Emulator used = emulator(game);
        Emulator other = emulator(game)) {
      long wanted = play(other, 7, 400);
      play(used, 99, 300);
      assertEquals(wanted, play(used, 7, 400));
      play(used, 5, 33);
      assertEquals(wanted, play(used, 7, 400));
    }
  }

  /// Starts and plays; everything that was seen as one number.
  static long play(Emulator emulator, int seed, int frames) {
    byte[] frame = new byte[emulator.height() * emulator.width()];
    int[] actions = emulator.minimalActions();
    Lcg random = new Lcg(seed);
    CRC32 crc = new CRC32();
    emulator.start();
    for (int i = 0; i < frames; i++) {
      crc.update(emulator.act(actions[random.next(actions.length)]));
      emulator.frame(frame);
      crc.update(frame);
      crc.update(emulator.lives());
      crc.update(emulator.over() ? 1 : 0);
    }
    return crc.getValue();
  }

  @Test
  void aModeIsPlayedAsIfTheEmulatorHadJustBeenToldOfIt() {
    try (Emulator plain = emulator("breakout");
        Emulator chosen = emulator("breakout");
        Emulator direct = emulator("breakout")) {
      chosen.choose(12, 1);
      long wanted = play(chosen, 7, 400);
      assertFalse(play(plain, 7, 400) == wanted);
      play(chosen, 99, 300);
      assertEquals(wanted, play(chosen, 7, 400));
      direct.ale().setMode(12);
      direct.ale().setDifficulty(1);
      direct.ale().reset_game();
      chosen.start();
      byte[] a = new byte[Oracle.HEIGHT * Oracle.WIDTH];
      byte[] b = a.clone();
      for (int i = 0; i < 300; i++) {
        assertEquals(direct.act(i % 4 == 0 ? 1 : 3), chosen.act(i % 4 == 0 ? 1 : 3));
        direct.frame(a);
        chosen.frame(b);
        assertArrayEquals(a, b);
      }
    }
  }

  @Test
  void refusesAModeThatTheGameDoesNotHave() {
    try (Emulator emulator = emulator("centipede")) {
      assertRefused("mode must be one of 22, 86 in centipede, was 0", () -> emulator.choose(0, 0));
      assertRefused(
          "difficulty must be one of 0 in centipede, was 1", () -> emulator.choose(22, 1));
      emulator.choose(86, AtariOptions.OWN);
    }
  }

  private static void assertRefused(String sentence, Runnable what) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, what::run).getMessage());
  }

  @Test
  void refusesToBeUsedAfterItWasClosed() {
    Emulator emulator = emulator("pong");
    emulator.close();
    emulator.close();
    for (Runnable use :
        List.<Runnable>of(
            emulator::start,
            () -> emulator.act(0),
            emulator::lives,
            emulator::over,
            () -> emulator.frame(new byte[1]),
            emulator::palette)) {
      assertEquals(
          "the emulator was closed",
          assertThrows(IllegalStateException.class, use::run).getMessage());
    }
  }

  @Test
  void refusesAFrameOfAnotherSize() {
    try (Emulator emulator = emulator("klax")) {
      assertEquals(250, emulator.height());
      assertRefused(
          "numbers must have 40000 entries, one per pixel, was 33600",
          () -> emulator.frame(new byte[33600]));
    }
  }

  @Test
  void aMissingRomIsASentenceBeforeTheEmulatorSeesIt(@TempDir Path folder) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Emulator(Game.named("pong"), new Roms(folder)));
    assertEquals(
        "atari/pong needs its ROM, but '%s' does not exist: 'evenkeel roms install' downloads and checks the ROMs"
            .formatted(folder.resolve("pong.bin")),
        e.getMessage());
  }

  @Test
  void aPlatformWithoutNativeCodeIsASentence() {
    assertEquals(
        "the Atari emulator has no native code for Linux on aarch64, only for Linux, macOS and Windows on"
            + " x86-64: use such a machine, or an x86-64 Java if this one can run it (Rosetta on macOS)",
        Natives.sentence("Linux", "aarch64", "cause"));
    assertEquals(
        "the Atari emulator's native code could not be loaded (cause); it is unpacked to ~/.javacpp or the temporary"
            + " folder, one of which must be writable (to use another, set"
            + " EVENKEEL_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=DIR)",
        Natives.sentence("Mac OS X", "x86_64", "cause"));
  }

  /// Or a large replay memory would keep a second emulator from being made.
  @Test
  void theMemoryOfTheProcessIsNotLimited() {
    try (Emulator emulator = emulator("pong")) {
      assertEquals(0, Pointer.maxPhysicalBytes());
      assertEquals(210, emulator.height());
    }
  }
}
