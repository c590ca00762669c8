package org.evenkeel.atari;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.HasLeadIn;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// A game of the Atari 2600 as an environment: 84 x 84 gray pixels, the last four of which the agent sees.
///
/// A step holds an action for [AtariOptions#skip] frames; its reward is the sum of theirs. An episode starts with
/// some frames in which nothing is pressed, which are not steps and whose rewards do not count. It is terminated
/// when the game is over, not when a life is lost ([Step#lifeLost]).
///
/// *Sticky actions* (Machado et al. 2018) as the emulator has them: before each frame of a step, with the sticky
/// probability, the action executed in the frame before is executed again, also across steps. The no-ops of a
/// start are executed as they are, and nothing is drawn for them: a no-op that is repeated is a no-op. The first
/// action of an episode follows a no-op.
///
/// The emulator's state cannot be saved exactly. But an episode is a function of its generator and its actions,
/// in every game, whatever was played before: an unfinished episode is repeated.
public final class Atari
    implements Environment, HasLeadIn, HasScreen, SkipsFrames, HasLegend, AutoCloseable {
  /// How many frames the agent sees.
  public static final int STACK = 4;

  private final Game game;
  private final AtariOptions options;
  private final Spec spec;
  private final Emulator emulator;
  private final int[] actions;
  private final Palette palette;
  private final Screen screen;
  private final Steps steps = new Steps();

  /// The last frames, one after the other: as many as a stack needs, and the one before them.
  private final byte[][] frames;

  /// Where the newest frame is.
  private int newest;

  private RandomGenerator random = new RandomStream(0);
  private int executed = Emulator.NOOP;
  private int lives;

  /// A game with the user's ROM of it.
  ///
  /// @throws IllegalArgumentException with a sentence if there is no ROM, a wrong one, or no emulator for this
  ///     machine
  public Atari(Game game, AtariOptions options) {
    this(game, options, Roms.ofUser());
  }

  /// A game with a ROM from another folder.
  public Atari(Game game, AtariOptions options, Roms roms) {
    this.game = game;
    this.options = options;
    spec = options.spec(game);
    emulator = new Emulator(game, roms);
    boolean made = false;
    try {
      emulator.choose(options.mode(), options.difficulty());
      actions = actions(emulator, options);
      Checks.length("the actions of " + game.word(), spec.actions(), actions.length);
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

  private static int[] actions(Emulator emulator, AtariOptions options) {
    return switch (options.actions()) {
      case MINIMAL -> emulator.minimalActions();
      // Those that a game does not know press nothing.
      case FULL -> IntStream.range(0, Game.ALL_ACTIONS).toArray();
    };
  }

  /// Which game it is.
  public Game game() {
    return game;
  }

  /// How it is played and seen.
  public AtariOptions options() {
    return options;
  }

  @Override
  public Spec spec() {
    return spec;
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
        // A game that ends by itself: what is left is played at the start of another one.
        begin();
      }
    }
    lives = emulator.lives();
    look(0, observation);
  }

  /// Starts a game. What was before its first frame is not known: that frame stands for it.
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

  /// The frame some time before the newest, pooled with the one before it.
  private void look(int back, Observation observation) {
    int at = newest - back + frames.length;
    screen.look(frames[(at - 1) % frames.length], frames[at % frames.length], observation.bytes());
  }

  /// Frames of the start in which nothing was pressed, each one pooled with the one before it. If there were fewer,
  /// the game's first frame stands for those before it.
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

  /// The newest frame in the television's colours, not pooled.
  @Override
  public void screen(int[] rgb) {
    Checks.length("rgb", frames[newest].length, rgb.length);
    byte[] numbers = frames[newest];
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] = palette.rgb(numbers[i]);
    }
  }

  /// The emulator itself, for what only tests ask.
  Emulator emulator() {
    return emulator;
  }

  /// What was executed last, one of [Emulator#ACTIONS].
  int executed() {
    return executed;
  }

  /// Lets go of the emulator; a second time does nothing.
  @Override
  public void close() {
    emulator.close();
  }

  @Override
  public String toString() {
    return AtariFamily.WORD + "/" + game.word() + ":" + options.text();
  }
}
