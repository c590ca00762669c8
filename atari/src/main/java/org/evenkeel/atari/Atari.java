package org.evenkeel.atari;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.HasLeadIn;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Shell;

/// An Atari 2600 game as an environment: frames of 84 x 84 grey pixels, of which the agent sees the last four.
///
/// A step holds an action for [AtariOptions#skip] frames, and its reward is the sum of their rewards. An episode starts
/// with a few no-op frames, which are not steps and whose rewards do not count. It terminates when the game is over,
/// not when a life is lost ([Step#lifeLost]).
///
/// *Sticky actions* (Machado et al. 2018) work as in the emulator: before each frame of a step, with the sticky
/// probability, the action executed in the previous frame is executed again, also across steps. No-ops at the start are
/// always executed, and no random number is drawn for them, because a repeated no-op is a no-op. The first action of an
/// episode follows a no-op.
///
/// The emulator's state cannot be saved exactly. However, an episode of any game depends only on its random generator and
/// its actions, whatever was played before, so a resumed run replays the unfinished episode.
public final class Atari implements HasLeadIn, HasScreen, SkipsFrames, HasLegend, AutoCloseable {
  /// The number of frames that the agent sees.
  public static final int STACK = 4;

  private final Game game;
  private final AtariOptions options;
  private final Spec spec;
  private final Emulator emulator;
  private final int[] actions;
  private final Palette palette;
  private final Screen screen;
  private final Steps steps = new Steps();

  /// A ring of the last frames: those of a stack and the one before them.
  private final byte[][] frames;

  /// The index of the newest frame.
  private int newest;

  private RandomGenerator random = new RandomStream(0);
  private int executed = Emulator.NOOP;
  private int lives;

  /// Creates a game with the ROM from the user's folder.
  ///
  /// @throws IllegalArgumentException if the ROM is missing or wrong, or if there is no emulator for this machine
  public Atari(Game game, AtariOptions options) {
    this(game, options, Roms.ofUser());
  }

  /// Creates a game with a ROM from another folder.
  public Atari(Game game, AtariOptions options, Roms roms) {
    this.game = game;
    this.options = options;
    spec = options.spec(game);
    requireEmulator(); // before Emulator is linked, which needs its classes
    emulator = new Emulator(game, roms);
    boolean made = false;
    try {
      emulator.choose(options.mode(), options.difficulty());
      actions = actions(emulator, options);
      Checks.length("the actions of " + game.id(), spec.actions(), actions.length);
      made = true;
    } finally {
      if (!made) {
        emulator.close();
      }
    }
    palette = emulator.palette();
    screen = Screen.of(emulator.height(), emulator.width(), palette, options);
    frames = new byte[STACK + 1][emulator.height() * emulator.width()];
  }

  private static void requireEmulator() {
    if (!EmulatorInstaller.isLoaded()) {
      throw new IllegalArgumentException(
          "the Atari emulator is not installed: '%s' downloads it and the ROMs (it is not part of the archive because it is under the GPL, version 2)"
              .formatted(Shell.command("roms", "install")));
    }
  }

  private static int[] actions(Emulator emulator, AtariOptions options) {
    return switch (options.actions()) {
      case MINIMAL -> emulator.minimalActions();
      // Actions that a game does not know have no effect.
      case FULL -> IntStream.range(0, Game.ALL_ACTIONS).toArray();
    };
  }

  /// Returns the game.
  public Game game() {
    return game;
  }

  /// Returns the options of the game.
  public AtariOptions options() {
    return options;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  /// Returns the name in the registry with all options, and the MD5 of the ROM, because another ROM is another task.
  @Override
  public String identity() {
    return this + " rom=" + game.md5();
  }

  @Override
  public int framesPerStep() {
    return options.skip();
  }

  @Override
  public Legend legend() {
    return new Legend(IntStream.of(actions).mapToObj(Emulator.ACTIONS::get).toList(), List.of());
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    this.random = random;
    executed = Emulator.NOOP;
    begin();
    int noops = random.nextInt(options.noops().least(), options.noops().most() + 1);
    for (int i = 0; i < noops; i++) {
      emulator.act(Emulator.NOOP);
      remember();
      if (emulator.over()) {
        // The game ended by itself: the remaining no-ops are played at the start of another one.
        begin();
      }
    }
    lives = emulator.lives();
    look(0, observation);
  }

  /// Starts a game. Nothing precedes its first frame, so that frame also fills the places before it.
  private void begin() {
    emulator.start();
    for (byte[] frame : frames) {
      emulator.frame(frame);
    }
  }

  private void remember() {
    newest = (newest + 1) % frames.length;
    emulator.frame(frames[newest]);
  }

  @Override
  public Step step(int action, Observation observation) {
    int reward = 0;
    boolean lifeLost = false;
    boolean over = emulator.over();
    for (int i = 0; i < options.skip() && !over; i++) {
      if (options.sticky() == 0 || random.nextDouble() >= options.sticky()) {
        executed = actions[action];
      }
      reward += emulator.act(executed);
      remember();
      over = emulator.over();
      int left = emulator.lives();
      lifeLost |= left < lives;
      lives = left;
      if (lifeLost && options.repeat() == AtariOptions.Repeat.LIFE) {
        break;
      }
    }
    look(0, observation);
    return steps.of(reward, over, lifeLost && !over);
  }

  /// Writes the frame `back` frames before the newest, pooled with the one before it.
  private void look(int back, Observation observation) {
    int at = newest - back + frames.length;
    screen.look(frames[(at - 1) % frames.length], frames[at % frames.length], observation.bytes());
  }

  /// Writes a no-op frame of the start, pooled with the one before it. If there were fewer no-ops, the first frame of the
  /// game is used instead.
  @Override
  public void leadIn(int back, Observation frame) {
    Checks.atLeast("back", 1, back);
    Checks.atMost("back", STACK - 1, back);
    look(back, frame);
  }

  @Override
  public int screenHeight() {
    return emulator.height();
  }

  @Override
  public int screenWidth() {
    return emulator.width();
  }

  /// Writes the newest frame in the television's colours, not pooled.
  @Override
  public void screen(int[] rgb) {
    Checks.length("rgb", frames[newest].length, rgb.length);
    byte[] numbers = frames[newest];
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] = palette.rgb(numbers[i]);
    }
  }

  /// Returns the emulator, for tests.
  Emulator emulator() {
    return emulator;
  }

  /// Returns the last executed action, one of [Emulator#ACTIONS].
  int executed() {
    return executed;
  }

  /// Releases the emulator. A second call does nothing.
  @Override
  public void close() {
    emulator.close();
  }

  @Override
  public String toString() {
    return AtariFamily.ID + "/" + game.id() + ":" + options.text();
  }
}
