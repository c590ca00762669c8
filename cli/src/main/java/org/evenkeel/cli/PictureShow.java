package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.lab.watch.Moment;
import org.evenkeel.lab.watch.PictureFile;
import org.evenkeel.lab.watch.Player;
import org.evenkeel.lab.watch.Scene;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/// Draws episodes to a file and prints their results. Ctrl-C leaves no file.
final class PictureShow {
  /// The largest number of frames in a file. Files with more are too large to show on a page.
  private static final int MOST_FRAMES = 5_000;

  private final CommandLine command;
  private final int episodes;

  PictureShow(CommandLine command, int episodes) {
    this.command = command;
    this.episodes = episodes;
  }

  /// Draws the episodes to a file and returns the exit code.
  int draw(Player player, Scene scene, PictureFile file, PictureFile.Style style)
      throws IOException {
    try (CtrlC ctrlC = new CtrlC(() -> {})) {
      try (Counter counter = new Counter(command.getErr(), ctrlC)) {
        draw(player, scene, file, style, counter);
        return ExitCode.OK;
      } catch (CancellationException e) {
        return ctrlC.exitCode(); // no file was written
      }
    }
  }

  private void draw(
      Player player, Scene scene, PictureFile file, PictureFile.Style style, Counter counter)
      throws IOException {
    List<Moment> moments = record(player, counter);
    long bytes =
        file.write(scene, moments, style, drawn -> counter.show("drawing", drawn, moments.size()));
    counter.close();
    PrintWriter printer = command.getOut();
    moments.stream().filter(Moment::last).forEach(end -> TerminalShow.tell(printer, end));
    if (!moments.getLast().last()) {
      printer.printf(
          Locale.ROOT, "a file holds at most %,d frames: the rest was left out%n", MOST_FRAMES);
    }
    if (moments.stream().anyMatch(m -> m.end() == Moment.End.CUT)) {
      printer.println("an episode was cut short; --max-steps N shows more of it");
    }
    printer.printf(
        Locale.ROOT, "picture      %s (%,d kB)%n", Outside.path(file.path()), (bytes + 999) / 1000);
    printer.flush();
  }

  private List<Moment> record(Player player, Counter counter) {
    List<Moment> moments = new ArrayList<>(List.of(player.now()));
    while (moments.size() < MOST_FRAMES
        && !(moments.getLast().last() && moments.getLast().episode() == episodes)) {
      moments.add(player.next());
      counter.show("playing", moments.getLast().episode(), episodes);
    }
    return moments;
  }

  /// A progress bar on a terminal, which also checks for Ctrl-C.
  private static final class Counter implements AutoCloseable {
    private final PrintWriter err;
    private final CtrlC ctrlC;
    private final boolean terminal = Terminal.err();
    private long drawnNanos = System.nanoTime();
    private boolean drawn;

    Counter(PrintWriter err, CtrlC ctrlC) {
      this.err = err;
      this.ctrlC = ctrlC;
    }

    void show(String what, int done, int total) {
      if (ctrlC.pressed()) {
        throw new CancellationException();
      }
      if (terminal && System.nanoTime() - drawnNanos > Progress.BAR_SECONDS * 1e9) {
        drawnNanos = System.nanoTime();
        drawn = true;
        err.print(
            Terminal.line(Progress.bar(done, total) + " " + what + " " + done + " of " + total));
        err.flush();
      }
    }

    @Override
    public void close() {
      if (drawn) {
        err.print(Terminal.ERASE);
        err.flush();
        drawn = false;
      }
    }
  }
}
