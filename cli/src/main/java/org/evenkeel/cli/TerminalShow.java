package org.evenkeel.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.watch.Moment;
import org.evenkeel.lab.watch.Player;
import org.evenkeel.lab.watch.Scene;
import org.evenkeel.lab.watch.Screen;
import org.evenkeel.lab.watch.TerminalDrawing;

/// Plays episodes in a terminal, each frame drawn over the last at a watchable pace. Without a terminal, frames are
/// printed one below the other, without pauses.
final class TerminalShow implements CtrlC.Work {
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";
  private static final String ERASE_LINE = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final int framesPerSecond;
  private final boolean terminal;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private int drawnLines;

  TerminalShow(PrintWriter out, int framesPerSecond) {
    this.out = out;
    this.framesPerSecond = framesPerSecond;
    this.terminal = Terminal.out();
  }

  /// Makes [#play] return soon; called from another thread.
  @Override
  public void stop() {
    stopped.countDown();
  }

  @Override
  public void leave() {
    if (terminal) {
      out.print(SHOW_CURSOR);
      out.flush();
    }
  }

  /// Plays this many episodes, or until [#stop].
  void play(Player player, Scene scene, int episodes) {
    TerminalDrawing drawing = new TerminalDrawing(scene, screen(terminal));
    try {
      if (terminal) {
        out.print(HIDE_CURSOR);
      }
      Moment moment = player.now();
      while (true) {
        draw(drawing.lines(moment));
        boolean over = moment.last() && moment.episode() == episodes;
        if (moment.last()) {
          sayOver(moment);
        }
        if (over || pause(moment.last() ? 1_000 : 1_000 / framesPerSecond)) {
          return;
        }
        moment = player.next();
      }
    } finally {
      leave();
      out.flush();
    }
  }

  private void draw(List<String> lines) {
    if (terminal) {
      if (drawnLines > 0) {
        out.print("\u001b[" + drawnLines + "A\r");
      }
      lines.forEach(line -> out.print(line + ERASE_LINE + "\n"));
      out.print(ERASE_BELOW);
      drawnLines = lines.size();
    } else {
      lines.forEach(out::println);
      out.println();
    }
    out.flush();
  }

  /// Leaves each episode's last frame and result on screen; the next episode is drawn below.
  private void sayOver(Moment moment) {
    tell(out, moment);
    drawnLines = 0;
  }

  /// Prints the result of an episode: `episode 1 return 12 in 207 steps, terminated`.
  static void tell(PrintWriter out, Moment last) {
    out.printf(
        Locale.ROOT,
        "episode %-4d return %s in %s, %s%n",
        last.episode(),
        Scene.reward(last.total()),
        Counted.of(last.step(), "step"),
        last.end().word());
    out.flush();
  }

  /// Waits, and returns whether to stop.
  private boolean pause(int milliseconds) {
    try {
      return stopped.await(terminal ? milliseconds : 0, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static Screen screen(boolean terminal) {
    if (!terminal) {
      return new Screen(80, 1_000, Screen.Colours.NONE, false);
    }
    int[] size = Terminal.size();
    boolean blocks =
        StandardCharsets.UTF_8.name().equalsIgnoreCase(System.getProperty("stdout.encoding", ""));
    return new Screen(size[1], size[0], colours(), blocks);
  }

  /// Follows the NO_COLOR (no-color.org) and COLORTERM conventions.
  private static Screen.Colours colours() {
    String none = System.getenv("NO_COLOR");
    if (none != null && !none.isEmpty()) {
      return Screen.Colours.NONE;
    }
    String all = System.getenv("COLORTERM");
    return "truecolor".equals(all) || "24bit".equals(all)
        ? Screen.Colours.ALL
        : Screen.Colours.TABLE;
  }
}
