package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.minatar.Oracle.RandomPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A game that is saved and restored goes on as the one that was not; damaged bytes do no harm.
@Timeout(
    value = 60,
    threadMode = ThreadMode.SEPARATE_THREAD) // a game that hangs must not stop the build
class MinAtarStateTest {
  /// Draws from a stream and writes down what it drew.
  private record Recorder(RandomGenerator source, ArrayDeque<Integer> drawn)
      implements RandomGenerator {
    @Override
    public int nextInt() {
      int word = source.nextInt();
      drawn.add(word);
      return word;
    }

    @Override
    public long nextLong() {
      throw new UnsupportedOperationException("MinAtar draws words of 32 bits");
    }
  }

  /// Gives what was written down.
  private record Player(ArrayDeque<Integer> words) implements RandomGenerator {
    @Override
    public int nextInt() {
      return words.remove();
    }

    @Override
    public long nextLong() {
      throw new UnsupportedOperationException("MinAtar draws words of 32 bits");
    }
  }

  /// A step and what was seen after it; after the end also a reset.
  private record Event(int action, Step step, Observation seen) {}

  /// Plays on, with a new game whenever one is over.
  private static Event play(MinAtar game, RandomGenerator random, int action) {
    Observation seen = new Observation(game.spec().observation());
    Step step = game.step(action, seen);
    if (step.terminated()) {
      game.reset(random, seen);
    }
    return new Event(action, step, seen);
  }

  private static byte[] save(MinAtar game) throws IOException {
    var bytes = new ByteArrayOutputStream();
    game.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static void restore(MinAtar game, byte[] saved, RandomGenerator random)
      throws IOException {
    var bytes = new ByteArrayInputStream(saved);
    game.restore(new DataInputStream(bytes), random);
    assertEquals(0, bytes.available(), "bytes that were saved and not read");
  }

  /// Saves a game now and then at a random step, and compares what follows, step by step, in a new instance and
  /// in one that has played something else.
  private static void compare(
      MinAtarOptions options,
      Game game,
      RandomGenerator stream,
      IntUnaryOperator actions,
      int steps)
      throws IOException {
    Random random = new Random(1);
    Recorder recorder = new Recorder(stream, new ArrayDeque<>());
    MinAtar original = options.play(game);
    MinAtar used = options.play(game);
    Observation ignored = new Observation(original.spec().observation());
    original.reset(recorder, ignored);
    int t = 0;
    while (t < steps) {
      for (int wait = random.nextInt(600); wait > 0 && t < steps; wait--) {
        play(original, recorder, actions.applyAsInt(t++));
      }
      byte[] saved = save(original);
      recorder.drawn.clear();
      List<Event> events = new ArrayList<>();
      for (int length = 1 + random.nextInt(200); length > 0 && t < steps; length--) {
        events.add(play(original, recorder, actions.applyAsInt(t++)));
      }
      for (MinAtar other : List.of(options.play(game), used)) {
        Player player = new Player(recorder.drawn.clone());
        restore(other, saved, player);
        for (Event event : events) {
          Event again = play(other, player, event.action);
          assertEquals(event.step, again.step);
          assertTrue(event.seen.sameAs(again.seen), game + " before step " + t);
        }
        assertTrue(player.words.isEmpty(), game + " draws less after a restore");
        assertArrayEquals(save(original), save(other));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void goesOnFromWhatItSavedInRandomPlay(Game game) throws IOException {
    for (String text :
        List.of(
            "sticky=0.1",
            "sticky=0,ramping=off",
            "sticky=0.25,actions=minimal",
            "sticky=1,ramping=off,actions=minimal")) {
      MinAtarOptions options = MinAtarOptions.parse(text);
      int actions = options.play(game).spec().actions();
      RandomStream choices = new RandomStream(3);
      compare(options, game, new RandomStream(2), t -> choices.nextInt(actions), 8_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void goesOnFromWhatItSavedDeepInAGame(Game game) throws IOException {
    for (List<String> row : Oracle.rows("actions_" + game.id())) {
      String ramping = row.get(2).equals("1") ? "on" : "off";
      String options = "sticky=" + row.get(1) + ",ramping=" + ramping;
      String actions = row.get(3);
      compare(
          MinAtarOptions.parse(options),
          game,
          new NumpyRandom(Long.parseLong(row.get(0))),
          t -> actions.charAt(t) - '0',
          Math.min(12_000, actions.length()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGameThatIsOverStaysOver(Game game) throws IOException {
    RandomStream stream = new RandomStream(1);
    RandomPolicy policy = new RandomPolicy(1);
    MinAtar original = new MinAtar(game);
    Observation seen = new Observation(original.spec().observation());
    for (int i = 0; i < 5; i++) {
      original.reset(stream, seen);
      while (!original.step(policy.next(), seen).terminated()) {}
      MinAtar other = new MinAtar(game);
      restore(other, save(original), stream);
      for (MinAtar each : List.of(original, other, other, original)) {
        Observation again = new Observation(original.spec().observation());
        assertEquals(Step.of(0, true), each.step(policy.next(), again));
        assertTrue(seen.sameAs(again));
      }
    }
  }

  /// A number that no game has, at a place of a game that has just started.
  @ParameterizedTest
  @CsvSource({
    "BREAKOUT, 0, 6, last action must be 0 to 5",
    "BREAKOUT, 5, 10, ball's column must be 0 to 9",
    "BREAKOUT, 9, 9, ball's row must be 0 to 8",
    "BREAKOUT, 21, 4, ball's direction must be 0 to 3",
    "BREAKOUT, 25, 99, paddle's column must be 0 to 9",
    "BREAKOUT, 30, 1024, row of bricks must be 0 to 1023",
    "ASTERIX, 8, 0, player's row must be 1 to 8",
    "ASTERIX, 12, -2, column of a thing must be -1 to 9",
    "FREEWAY, 8, 6, car's speed must be -5 to 5",
    "FREEWAY, 100, 10, chicken's row must be 1 to 9",
    "SEAQUEST, 5, 9, submarine's column must be 0 to 8",
    "SEAQUEST, 17, -2147483648, divers must be -1073741823 to 6",
    "SEAQUEST, 26, 2147483647, number of things must be 0 to 64",
    "SEAQUEST, 26, -1, number of things must be 0 to 64",
    "SPACE_INVADERS, 4, -1, cannon's column must be 0 to 9",
    "SPACE_INVADERS, 12, -1, row of aliens must be 0 to 1023",
  })
  void refusesANumberThatNoGameHas(Game game, int place, int number, String sentence)
      throws IOException {
    byte[] saved = save(new MinAtar(game));
    ByteBuffer.wrap(saved).putInt(place, number);
    assertEquals(sentence + ", was " + number, refusal(game, saved));
  }

  @Test
  void refusesAFleetWithoutAnAlien() throws IOException {
    byte[] saved = save(new MinAtar(Game.SPACE_INVADERS));
    for (int row = 0; row < 4; row++) {
      ByteBuffer.wrap(saved).putInt(12 + 12 * row, 0);
    }
    assertEquals("number of aliens must be 1 to 100, was 0", refusal(Game.SPACE_INVADERS, saved));
  }

  private static String refusal(Game game, byte[] saved) {
    return assertThrows(
            IOException.class, () -> restore(new MinAtar(game), saved, new RandomStream(0)))
        .getMessage();
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatIsTooShort(Game game) throws IOException {
    byte[] saved = save(new MinAtar(game));
    for (int length = 0; length < saved.length; length++) {
      byte[] cut = Arrays.copyOf(saved, length);
      assertThrows(EOFException.class, () -> restore(new MinAtar(game), cut, new RandomStream(0)));
    }
  }

  /// Whatever is not refused can be played: nothing hangs, nothing leaves the board.
  @ParameterizedTest
  @EnumSource
  void damagedBytesAreRefusedOrPlayed(Game game) throws IOException {
    Random random = new Random(5);
    RandomPolicy policy = new RandomPolicy(1);
    RandomStream stream = new RandomStream(1);
    MinAtar source = new MinAtar(game);
    source.reset(stream, new Observation(source.spec().observation()));
    int played = 0;
    for (int i = 0; i < 3_000; i++) {
      for (int t = random.nextInt(40); t > 0; t--) {
        play(source, stream, policy.next());
      }
      byte[] saved = save(source);
      damage(saved, random);
      MinAtar victim = new MinAtar(game);
      try {
        restore(victim, saved, stream);
      } catch (IOException e) {
        continue;
      }
      played++;
      Observation seen = new Observation(victim.spec().observation());
      for (int t = 0; t < 300; t++) {
        victim.step(policy.next(), seen);
      }
    }
    assertFalse(played < 100, "too few of 3,000 were played: " + played);
    assertFalse(played > 2_900, "too few of 3,000 were refused: " + (3_000 - played));
  }

  private static void damage(byte[] saved, Random random) {
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(saved.length);
      if (random.nextBoolean()) {
        saved[at] ^= (byte) (1 << random.nextInt(8));
      } else {
        saved[at] = (byte) random.nextInt(-2, 12);
      }
    }
  }
}
