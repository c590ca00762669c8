package org.evenkeel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.envs.minatar.MinAtarOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plays the games of `minatar.cuh`, compiled by g++, against those of envs: everything must be equal after each step.
@Tag("slow")
@SuppressWarnings("EnumOrdinal") // the numbers of the games on the device are their order
final class GamesTest {
  private static final int STEPS = 20_000;
  private static final int LONGEST_EPISODE = 4_000;

  private static NativeGames games;

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException, InterruptedException {
    games = NativeGames.compile(folder);
  }

  @AfterAll
  static void close() {
    if (games != null) {
      games.close();
    }
  }

  /// How actions are chosen.
  private enum Player {
    /// Every action at random.
    RANDOM,
    /// One action for a while, then another.
    STUBBORN,
    /// By looking ahead, but with 3% random actions: for long episodes with many rewards.
    GOOD;

    int action(Played game, boolean ramping, int last, Random random) {
      return switch (this) {
        case RANDOM -> random.nextInt(6);
        case STUBBORN -> random.nextInt(4) > 0 ? last : random.nextInt(6);
        case GOOD ->
            random.nextInt(100) < 3
                ? random.nextInt(6)
                : game.bestAction(ramping, random.nextInt(6));
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ASTERIX, true, 1_000, 500",
    "ASTERIX, false, 2_000, 500",
    "BREAKOUT, true, 1_000, 500",
    "BREAKOUT, false, 1_000, 500",
    "FREEWAY, true, 2_501, 100",
    "FREEWAY, false, 2_501, 100",
    "SEAQUEST, true, 1_000, 500",
    "SEAQUEST, false, 1_000, 500",
    "SPACE_INVADERS, true, 500, 500",
    "SPACE_INVADERS, false, 1_000, 500"
  })
  void theGamePlaysAsInJava(Game game, boolean ramping, String longest, String reward) {
    Tally tally = new Tally();
    MinAtarOptions options = new MinAtarOptions(0, ramping, MinAtar.ActionSet.FULL);
    MinAtar expected = new MinAtar(game, options);
    try (Played actual = new Played(games, game)) {
      for (Player player : Player.values()) {
        play(expected, actual, ramping, player, tally);
      }
    }
    assertTrue(tally.longest >= number(longest), "longest episode: " + tally.longest);
    assertTrue(tally.reward >= number(reward), "sum of rewards: " + tally.reward);
  }

  /// Equal things are rare in real games, and which of them is removed depends on their order.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCrowdedSeaPlaysAsInJava(boolean ramping) throws IOException {
    Game game = Game.SEAQUEST;
    MinAtarOptions options = new MinAtarOptions(0, ramping, MinAtar.ActionSet.FULL);
    MinAtar expected = new MinAtar(game, options);
    Observation observation = new Observation(expected.spec().frame());
    RandomStream random = new RandomStream(3);
    Random choices = new Random(3);
    try (Played actual = new Played(games, game)) {
      actual.setStream(bytes(random::save));
      for (int sea = 0; sea < 2_000; sea++) {
        GameStates.Saved state = crowdedSea(choices);
        byte[] saved = GameStates.toSaved(game, state);
        expected.restore(new DataInputStream(new ByteArrayInputStream(saved)), random);
        actual.restore(state);
        boolean over = false;
        for (int step = 0; step < 20 && !over; step++) {
          int action = choices.nextInt(6);
          Step result = expected.step(action, observation);
          String place = "sea " + sea + ", step " + step;
          assertEquals(result.reward(), actual.step(ramping, action), place);
          check(expected, actual, observation, random, place);
          over = result.terminated();
        }
      }
    }
  }

  /// A game of Seaquest with up to eight things in each list, many of them equal, and the submarine beside them.
  private static GameStates.Saved crowdedSea(Random random) {
    int[] numbers = new int[GameStates.INTS];
    int[] submarine = {
      1, 9, 1 + random.nextInt(8), 1 + random.nextInt(200), random.nextInt(7), 0, 0
    };
    System.arraycopy(submarine, 0, numbers, 0, submarine.length);
    int place = submarine.length;
    for (int list = 0; list < 5; list++) {
      boolean isBullet = list < 2;
      boolean isSub = list == 3;
      int size = random.nextInt(9);
      numbers[place] = size;
      for (int i = 1; i <= size; i++) {
        int column = 2 + random.nextInt(3);
        int row = 1 + random.nextInt(2);
        int timer = isBullet ? 0 : random.nextInt(2);
        int shotTimer = isSub ? random.nextInt(2) : 0;
        numbers[place + i] =
            column | row << 4 | random.nextInt(2) << 8 | timer << 9 | shotTimer << 15;
      }
      place += 65;
    }
    int[] timers = {1 + random.nextInt(20), random.nextInt(3), random.nextInt(3), 2, 5, 0};
    System.arraycopy(timers, 0, numbers, place, timers.length);
    return new GameStates.Saved(0, numbers);
  }

  @Test
  void uniformNumbersHaveAllTheirBits() {
    RandomStream random = new RandomStream(5);
    try (Played actual = new Played(games, Game.ASTERIX)) {
      actual.setStream(bytes(random::save));
      for (int i = 0; i < 1_000; i++) {
        long high = (random.nextInt() & 0xFFFFFFFFL) >>> 5;
        long low = (random.nextInt() & 0xFFFFFFFFL) >>> 6;
        assertEquals((high << 26 | low) * 0x1p-53, actual.uniform());
      }
    }
  }

  private static int number(String text) {
    return Integer.parseInt(text.replace("_", ""));
  }

  /// Evidence that the games were more than their first steps.
  private static final class Tally {
    int longest;
    int reward;
  }

  private static void play(
      MinAtar expected, Played actual, boolean ramping, Player player, Tally tally) {
    RandomStream random = new RandomStream(player.ordinal() + 7);
    Random choices = new Random(player.ordinal());
    Observation observation = new Observation(expected.spec().frame());
    actual.setStream(bytes(random::save));
    int steps = 0;
    while (steps < STEPS) {
      expected.reset(random, observation);
      actual.start();
      int action = 0;
      check(expected, actual, observation, random, "after the start at step " + steps);
      int length = 0;
      boolean over = false;
      while (!over && length < LONGEST_EPISODE) {
        action = player.action(actual, ramping, action, choices);
        Step step = expected.step(action, observation);
        int reward = actual.step(ramping, action);
        length++;
        steps++;
        over = step.terminated();
        String place = player + ", step " + steps;
        assertEquals(step.reward(), reward, place);
        assertEquals(over, actual.isOver(), place);
        check(expected, actual, observation, random, place);
        tally.reward += reward;
      }
      tally.longest = Math.max(tally.longest, length);
    }
  }

  private static void check(
      MinAtar expected, Played actual, Observation observation, RandomStream random, String place) {
    assertArrayEquals(observation.bits(), actual.bits(observation.bits().length), place);
    assertArrayEquals(bytes(random::save), actual.stream(), place);
    byte[] saved = bytes(expected::save);
    GameStates.Saved state = new GameStates.Saved(actual.lastAction(), actual.state());
    assertArrayEquals(saved, GameStates.toSaved(expected.game(), state), place);
    GameStates.Saved again = GameStates.toDevice(expected.game(), saved);
    assertArrayEquals(saved, GameStates.toSaved(expected.game(), again), place);
  }

  @ParameterizedTest
  @EnumSource(Game.class)
  void theGameHasTheChannelsOfJava(Game game) {
    assertEquals(game.channels().size(), games.channels(game));
  }

  @Test
  void theDeviceHasAsManyIntsAsGameStates() {
    assertEquals(GameStates.INTS, games.ints());
  }

  @ParameterizedTest
  @EnumSource(Game.class)
  void aSavedGameOfTheWrongLengthIsRejected(Game game) {
    byte[] saved = bytes(new MinAtar(game)::save);
    assertEquals(
        "a saved game of %s has more than the %d bytes given"
            .formatted(game.id(), saved.length - 1),
        rejected(game, Arrays.copyOf(saved, saved.length - 1)));
    assertEquals(
        "a saved game of %s has %d bytes, was given %d"
            .formatted(game.id(), saved.length, saved.length + 1),
        rejected(game, Arrays.copyOf(saved, saved.length + 1)));
  }

  @Test
  void impossibleNumbersOfASavedGameAreRejected() {
    byte[] saved = bytes(new MinAtar(Game.SEAQUEST)::save);
    assertEquals("last action must be 0 to 5, was 6", rejected(Game.SEAQUEST, with(saved, 3, 6)));
    assertEquals(
        "a boolean of a game must be 0 or 1, was 2", rejected(Game.SEAQUEST, with(saved, 4, 2)));
    // After the last action, two booleans and five ints comes the size of the first list.
    assertEquals(
        "a list of a game must have 0 to 64 things, was 65",
        rejected(Game.SEAQUEST, with(saved, 4 + 2 + 5 * 4 + 3, 65)));
  }

  @Test
  void impossibleNumbersOfTheDeviceAreRejected() {
    assertEquals(
        "last action must be 0 to 5, was -1",
        message(() -> new GameStates.Saved(-1, new int[GameStates.INTS])));
    assertEquals(
        "a game on the device has 340 ints, was given 12",
        message(() -> new GameStates.Saved(0, new int[12])));
    int[] numbers = new int[GameStates.INTS];
    numbers[0] = -1;
    GameStates.Saved state = new GameStates.Saved(0, numbers);
    assertEquals(
        "a boolean of a game must be 0 or 1, was -1",
        message(() -> GameStates.toSaved(Game.BREAKOUT, state)));
  }

  private static byte[] with(byte[] saved, int index, int value) {
    byte[] changed = saved.clone();
    changed[index] = (byte) value;
    return changed;
  }

  private static String rejected(Game game, byte[] saved) {
    return message(() -> GameStates.toDevice(game, saved));
  }

  private static String message(Runnable call) {
    return assertThrows(IllegalArgumentException.class, call::run).getMessage();
  }

  private interface Saves {
    void save(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Saves saves) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      saves.save(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// The games as a shared library.
  @SuppressWarnings("restricted")
  private record NativeGames(Arena arena, SymbolLookup library) implements AutoCloseable {
    private static final Path SOURCES = Path.of("src/test/cuda").toAbsolutePath();

    static NativeGames compile(Path folder) throws IOException, InterruptedException {
      Path library = folder.resolve("libgames.so");
      Path log = folder.resolve("g++.log");
      List<String> command =
          new ArrayList<>(List.of("g++ -std=c++17 -O2 -ffp-contract=off".split(" ")));
      command.addAll(List.of("-shared -fPIC -DEVENKEEL_EMULATED -I../../main/cuda -I.".split(" ")));
      command.addAll(List.of("-o", library.toString(), "games.cpp"));
      Process compiler;
      try {
        compiler =
            new ProcessBuilder(command)
                .directory(SOURCES.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
      } catch (IOException e) {
        return abort("g++ is not installed: " + e.getMessage());
      }
      assertEquals(0, compiler.waitFor(), () -> read(log));
      // Closed before the folder is deleted.
      Arena arena = Arena.ofShared();
      return new NativeGames(arena, SymbolLookup.libraryLookup(library, arena));
    }

    private static String read(Path log) {
      try {
        return Files.readString(log);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      arena.close();
    }

    MethodHandle function(String name, FunctionDescriptor type) {
      return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), type);
    }

    int ints() {
      return (int) call(function("ints", FunctionDescriptor.of(JAVA_INT)));
    }

    int channels(Game game) {
      return (int)
          call(function("channels", FunctionDescriptor.of(JAVA_INT, JAVA_INT)), game.ordinal());
    }
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// One game of the library, with its stream and its last action. Memory is guarded: what follows the state must stay
  /// as it is.
  private static final class Played implements AutoCloseable {
    private static final int GUARD = 0x5EA5EA5E;
    private static final FunctionDescriptor START =
        FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor PLAY =
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    private static final FunctionDescriptor OVER =
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS);
    private static final FunctionDescriptor DRAW =
        FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    private static final FunctionDescriptor UNIFORM = FunctionDescriptor.of(JAVA_DOUBLE, ADDRESS);
    private static final FunctionDescriptor BEST_ACTION =
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);

    private final Arena arena = Arena.ofConfined();
    private final int game;
    private final MethodHandle start;
    private final MethodHandle play;
    private final MethodHandle over;
    private final MethodHandle draw;
    private final MethodHandle uniform;
    private final MethodHandle bestAction;
    private final MemorySegment state = arena.allocate(JAVA_INT, GameStates.INTS + 1);
    private final MemorySegment stream = arena.allocate(JAVA_LONG, 4);
    private final MemorySegment frame = arena.allocate(JAVA_LONG, 16);
    private int lastAction;

    Played(NativeGames games, Game game) {
      this.game = game.ordinal();
      start = games.function("start", START);
      play = games.function("play", PLAY);
      over = games.function("over", OVER);
      draw = games.function("draw", DRAW);
      uniform = games.function("uniform", UNIFORM);
      bestAction = games.function("best_action", BEST_ACTION);
      state.setAtIndex(JAVA_INT, GameStates.INTS, GUARD);
    }

    /// @param saved what [RandomStream#save] wrote
    void setStream(byte[] saved) {
      for (int i = 0; i < 4; i++) {
        stream.setAtIndex(JAVA_LONG, i, ByteBuffer.wrap(saved).getLong(8 * i));
      }
    }

    byte[] stream() {
      ByteBuffer saved = ByteBuffer.allocate(32);
      for (int i = 0; i < 4; i++) {
        saved.putLong(stream.getAtIndex(JAVA_LONG, i));
      }
      return saved.array();
    }

    void start() {
      call(start, game, state, stream);
    }

    /// Plays a step as [MinAtar#step] does with sticky probability 0.
    int step(boolean ramping, int action) {
      uniform();
      lastAction = action;
      return (int) call(play, game, ramping ? 1 : 0, state, action, stream);
    }

    double uniform() {
      return (double) call(uniform, stream);
    }

    void restore(GameStates.Saved saved) {
      MemorySegment.copy(saved.numbers(), 0, state, JAVA_INT, 0, GameStates.INTS);
      lastAction = saved.lastAction();
    }

    int bestAction(boolean ramping, int first) {
      return (int) call(bestAction, game, ramping ? 1 : 0, state, stream, first);
    }

    boolean isOver() {
      return (int) call(over, game, state) == 1;
    }

    int lastAction() {
      return lastAction;
    }

    int[] state() {
      assertEquals(GUARD, state.getAtIndex(JAVA_INT, GameStates.INTS));
      return state.asSlice(0, GameStates.INTS * JAVA_INT.byteSize()).toArray(JAVA_INT);
    }

    /// Draws on a frame that is full of ones, since drawing must clear it.
    long[] bits(int longs) {
      frame.fill((byte) -1);
      call(draw, game, state, frame, 2 * longs);
      return frame.asSlice(0, longs * JAVA_LONG.byteSize()).toArray(JAVA_LONG);
    }

    @Override
    public void close() {
      arena.close();
    }
  }
}
