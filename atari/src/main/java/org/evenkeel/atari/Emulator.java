package org.evenkeel.atari;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.ale.ALEState;
import org.bytedeco.ale.ColourPalette;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;

/// A console of the Arcade Learning Environment with a cartridge inserted.
///
/// It is deterministic: the emulator's own sticky actions are switched off, because their random stream cannot be
/// restored. It is not thread-safe.
final class Emulator implements AutoCloseable {
  /// The actions of a joystick, by the emulator's numbers.
  static final List<String> ACTIONS =
      List.of(
          "NOOP",
          "FIRE",
          "UP",
          "RIGHT",
          "LEFT",
          "DOWN",
          "UPRIGHT",
          "UPLEFT",
          "DOWNRIGHT",
          "DOWNLEFT",
          "UPFIRE",
          "RIGHTFIRE",
          "LEFTFIRE",
          "DOWNFIRE",
          "UPRIGHTFIRE",
          "UPLEFTFIRE",
          "DOWNRIGHTFIRE",
          "DOWNLEFTFIRE");

  /// The number of the action that presses no button.
  static final int NOOP = 0;

  private final Game game;
  private final ALEInterface ale;

  /// The emulator's own memory of the last frame, at a fixed address.
  private final BytePointer frame;

  private final int height;
  private final int width;
  private ALEState poweredOn;
  private boolean closed;

  /// Inserts the game's cartridge and switches the console on.
  ///
  /// @throws IllegalArgumentException if the ROM or the native code is missing
  Emulator(Game game, Roms roms) {
    this(game, roms, ale -> {});
  }

  /// Creates an emulator with other settings, with which tests repeat the recordings of other programs.
  Emulator(Game game, Roms roms, Consumer<ALEInterface> settings) {
    // This comes first because a ROM that the emulator does not accept ends the process.
    String rom = roms.require(game).toAbsolutePath().toString();
    Natives.require();
    this.game = game;
    ale = new ALEInterface(false);
    // The default would be the time of day. Without sticky actions, nothing is drawn from it.
    ale.setInt("random_seed", 1);
    ale.setFloat("repeat_action_probability", 0);
    ale.setInt("frame_skip", 1);
    ale.setBool("color_averaging", false);
    settings.accept(ale);
    // Runs the same native code on the same path, but throws where loadROM would end the process.
    var _ = ALEInterface.isSupportedROM(rom);
    ale.loadROM(rom);
    height = (int) ale.getScreen().height();
    width = (int) ale.getScreen().width();
    frame = ale.getScreen().getArray();
    poweredOn = ale.cloneSystemState();
  }

  /// Sets the game's variant and the console's switches, with effect from the next start.
  ///
  /// @param mode a mode, or [AtariOptions#OWN]
  /// @param difficulty a difficulty, or [AtariOptions#OWN]
  void choose(int mode, int difficulty) {
    requireOne("mode", mode, modes());
    requireOne("difficulty", difficulty, difficulties());
    if (mode != AtariOptions.OWN) {
      ale.setMode(mode);
    }
    if (difficulty != AtariOptions.OWN) {
      ale.setDifficulty(difficulty);
    }
    poweredOn.close();
    poweredOn = ale.cloneSystemState();
  }

  private void requireOne(String name, int value, int[] available) {
    if (value != AtariOptions.OWN && Arrays.stream(available).noneMatch(a -> a == value)) {
      throw new IllegalArgumentException(
          "%s must be one of %s in %s, was %d"
              .formatted(
                  name,
                  Arrays.stream(available)
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining(", ")),
                  game.id(),
                  value));
    }
  }

  /// Starts a game that does not depend on earlier games.
  ///
  /// A reset alone is not enough, because some games depend on the frames before it. Restoring the state from right
  /// after the cartridge was inserted is not exact either, because it lacks the television's picture. Both together are
  /// exact in every game.
  void start() {
    requireOpen();
    ale.restoreSystemState(poweredOn);
    ale.reset_game();
  }

  /// Plays one frame; does nothing if the game is over.
  ///
  /// @param action one of [#ACTIONS]
  /// @return the reward
  int act(int action) {
    requireOpen();
    return ale.act(action);
  }

  boolean over() {
    requireOpen();
    return ale.game_over();
  }

  int lives() {
    requireOpen();
    return ale.lives();
  }

  /// Returns the number of rows in a frame: 210 in most games, up to 250.
  int height() {
    return height;
  }

  int width() {
    return width;
  }

  /// Copies the last frame: the colour number of each pixel.
  void frame(byte[] numbers) {
    requireOpen();
    if (numbers.length != height * width) {
      throw new IllegalArgumentException(
          "numbers must have %d entries, one per pixel, was %d"
              .formatted(height * width, numbers.length));
    }
    try {
      frame.get(numbers, 0, numbers.length);
    } finally {
      // The memory belongs to the emulator, which must not be collected earlier.
      Reference.reachabilityFence(this);
    }
  }

  /// Returns the colours of this game's television.
  Palette palette() {
    requireOpen();
    byte[] numbers = new byte[Palette.NUMBERS];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (byte) i;
    }
    byte[] gray = new byte[Palette.NUMBERS];
    byte[] parts = new byte[3 * Palette.NUMBERS];
    ColourPalette colours = ale.theOSystem().colourPalette();
    colours.applyPaletteGrayscale(gray, numbers, numbers.length);
    colours.applyPaletteRGB(parts, numbers, numbers.length);
    int[] rgb = new int[Palette.NUMBERS];
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] =
          ((parts[3 * i] & 0xFF) << 16)
              | ((parts[3 * i + 1] & 0xFF) << 8)
              | (parts[3 * i + 2] & 0xFF);
    }
    return new Palette(rgb, gray);
  }

  /// Returns the numbers of the actions that have an effect in this game.
  int[] minimalActions() {
    return ints(ale.getMinimalActionSet());
  }

  /// Returns the numbers of the actions that the game knows, which are all 18 in most games. Others have no effect.
  int[] legalActions() {
    return ints(ale.getLegalActionSet());
  }

  int[] modes() {
    return ints(ale.getAvailableModes());
  }

  int[] difficulties() {
    return ints(ale.getAvailableDifficulties());
  }

  private int[] ints(IntPointer pointer) {
    requireOpen();
    int[] ints = new int[(int) pointer.limit()];
    pointer.get(ints);
    return ints;
  }

  /// Returns the native emulator, for tests.
  ALEInterface ale() {
    requireOpen();
    return ale;
  }

  /// Checks that the emulator is open, because using a closed one would crash the process.
  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the emulator was closed");
    }
  }

  /// Releases the memory. A second call does nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      poweredOn.close();
      ale.close();
    }
  }
}
