package org.evenkeel.atari;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.data.RandomStream;

/// An episode played slowly and plainly, to compare with: every frame is kept, the emulator itself averages the
/// colours, nothing is reused.
final class PlainAtari implements AutoCloseable {
  private final AtariOptions options;
  private final Emulator emulator;
  private final RandomStream random;

  /// All frames since the start of the game, and those whose colours are averaged.
  private final List<byte[]> frames = new ArrayList<>();

  private int executed;

  PlainAtari(Game game, AtariOptions options, RandomStream random) {
    this.options = options;
    this.random = random;
    boolean averaging = options.pool() == AtariOptions.Pool.AVERAGE;
    emulator =
        new Emulator(game, TestRoms.require(), ale -> ale.setBool("color_averaging", averaging));
    emulator.choose(options.mode(), options.difficulty());
  }

  void start() {
    frames.clear();
    emulator.start();
    keep();
    int least = options.noops().least();
    int noops = least + random.nextInt(options.noops().most() - least + 1);
    for (int i = 0; i < noops; i++) {
      act(0);
    }
    executed = 0;
  }

  private void keep() {
    byte[] frame = new byte[emulator.height() * emulator.width()];
    emulator.frame(frame);
    frames.add(frame);
  }

  private int act(int action) {
    int reward = emulator.act(action);
    keep();
    return reward;
  }

  /// Plays the frames of a step; what happened, as text.
  String step(int action) {
    int reward = 0;
    int lives = emulator.lives();
    for (int i = 0; i < options.skip() && !emulator.over(); i++) {
      if (options.sticky() > 0) {
        executed = random.nextDouble() < options.sticky() ? executed : action;
      } else {
        executed = action;
      }
      reward += act(executed);
      if (options.repeat() == AtariOptions.Repeat.LIFE && emulator.lives() < lives) {
        break;
      }
    }
    boolean over = emulator.over();
    return "%d %s %s".formatted(reward, over, !over && emulator.lives() < lives);
  }

  boolean over() {
    return emulator.over();
  }

  int[] actions() {
    return emulator.minimalActions();
  }

  /// What is seen of the frame so long before the newest.
  byte[] seen(int back) {
    int at = Math.max(frames.size() - 1 - back, 0);
    byte[] newer = frames.get(at);
    // The emulator has averaged already: the frame before must not count a second time.
    boolean averaged = options.pool() == AtariOptions.Pool.AVERAGE;
    AtariOptions how =
        AtariOptions.parse(
            averaged ? options.text().replace("pool=average", "pool=last") : options.text());
    byte[] seen = new byte[Screen.SIDE * Screen.SIDE];
    Screen.of(emulator.height(), emulator.width(), emulator.palette(), how)
        .look(frames.get(Math.max(at - 1, 0)), newer, seen);
    return seen;
  }

  @Override
  public void close() {
    emulator.close();
  }
}
