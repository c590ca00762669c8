package org.evenkeel.lab.watch;

import java.util.List;
import java.util.Locale;
import org.evenkeel.core.data.Form;

/// Draws moments as lines of text that fit the screen: title and state at the top, the board on the left, and the
/// action values next to it or, on a narrow screen, below.
///
/// The axis of values grows with the values seen. A drawing may be used by one thread only.
public final class TerminalDrawing {
  /// The largest width. Wider text is harder to read, however wide the screen is.
  private static final int WIDEST = 80;

  /// The largest width for a screen in colour.
  private static final int WIDEST_WITH_SCREEN = 200;

  /// The number of columns that the values need next to the board.
  static final int LEAST_PANEL = 26;

  private static final int TOP = 3;
  private static final int NUMBER = 8;
  private static final int LEGEND = 4;

  private final Scene scene;
  private final Screen screen;
  private final Scale scale;
  private final int rows;

  /// Creates a drawing for a screen.
  public TerminalDrawing(Scene scene, Screen screen) {
    this.scene = scene;
    this.screen = screen;
    this.scale = new Scale(scene);
    rows = Math.max(1, screen.rows() - 1); // the last row is for the cursor
  }

  /// Returns the lines of a moment.
  public List<String> lines(Moment moment) {
    scale.add(moment);
    int widest = moment.screen() == null ? WIDEST : WIDEST_WITH_SCREEN;
    int columns = Math.min(widest, screen.columns());
    TerminalBoard board = new TerminalBoard(scene, screen, scale, columns - 2, rows - TOP);
    TextCanvas canvas = new TextCanvas(screen, columns, rows);
    header(canvas, moment, columns);
    TerminalBoard.Size size = board.draw(moment, canvas, 1, TOP);
    int panel = size.columns() + 4;
    boolean beside = columns - 1 - panel >= LEAST_PANEL;
    int actions = scene.actions().size();
    int below = TOP + size.rows();
    if (beside) {
      // There is an empty line between two actions if the screen is high enough.
      int pitch = TOP + 2 * actions + LEGEND <= rows ? 2 : 1;
      values(canvas, moment, new Place(panel, TOP, columns - 1 - panel, pitch));
      below = Math.max(below, TOP + pitch * actions + 1);
    } else {
      values(canvas, moment, new Place(1, below + 1, columns - 2, 1));
      below += actions + 2;
    }
    if (moment.screen() == null && scene.frame() instanceof Form.BitPlanes) {
      legend(canvas, below + 1, columns);
    }
    return canvas.lines();
  }

  private void header(TextCanvas canvas, Moment moment, int columns) {
    canvas.text(scene.title(), 1, 0, TextCanvas.PLAIN);
    String actor = scene.actor().name();
    int right = columns - 1 - actor.length();
    if (right > scene.title().length() + 2) {
      canvas.text(actor, right, 0, TextCanvas.PLAIN);
    }
    String state =
        String.format(
            Locale.ROOT, "step %-6d return %-8s", moment.step(), Scene.reward(moment.total()));
    canvas.text(state, 1, 1, TextCanvas.PLAIN);
    int x = 2 + state.length();
    if (moment.reward() != 0) {
      String reward = (moment.reward() > 0 ? "+" : "") + Scene.reward(moment.reward());
      canvas.text(reward, x, 1, moment.reward() > 0 ? Hues.GAIN : Hues.LOSS);
    }
    x += 8;
    String episode = "episode " + moment.episode();
    if (columns - 1 - episode.length() > x + 24) {
      canvas.text(episode, columns - 1 - episode.length(), 1, TextCanvas.PLAIN);
    }
    if (moment.last()) {
      canvas.text(moment.end().word(), x, 1, Hues.LOSS);
    } else {
      canvas.text(scene.doing(moment), x, 1, Hues.CHOSEN);
    }
  }

  /// The position of the values, and the number of lines from one action to the next.
  private record Place(int x, int y, int width, int pitch) {}

  private void values(TextCanvas canvas, Moment moment, Place place) {
    int longest = scene.actions().stream().mapToInt(String::length).max().orElse(0);
    int names = Math.min(longest, Math.max(4, place.width / 3));
    int left = place.x + 2 + names + 1;
    int reach = place.width - names - 3 - NUMBER;
    Moment.Choice choice = moment.choice();
    for (int a = 0; a < scene.actions().size(); a++) {
      int y = place.y + a * place.pitch;
      boolean chosen = a == choice.action();
      byte ink = chosen ? Hues.CHOSEN : TextCanvas.PLAIN;
      String name = scene.actions().get(a);
      canvas.text(chosen ? ">" : " ", place.x, y, ink);
      canvas.text(name.substring(0, Math.min(names, name.length())), place.x + 2, y, ink);
      if (choice.values().length > 0 && reach >= 3) {
        bar(canvas, choice, a, left, y, reach);
        String number = Scene.number(choice.values()[a]);
        canvas.text(number, place.x + place.width - number.length(), y, ink);
      }
    }
    int y = place.y + scene.actions().size() * place.pitch;
    if (scene.actor().sets() == 0) {
      canvas.text("no policy, no values", place.x, y, TextCanvas.PLAIN);
    } else if (scene.actor().sets() > 1) {
      canvas.put(left, y, dot(), Hues.DOT, TextCanvas.PLAIN);
      String sets = scene.actor().sets() + " " + scene.actor().setName() + "s";
      canvas.text(sets, left + 2, y, TextCanvas.PLAIN);
    }
  }

  private char dot() {
    return screen.blocks() ? '\u2022' : 'o';
  }

  private void bar(TextCanvas canvas, Moment.Choice choice, int action, int x, int y, int reach) {
    int base = column(scale.base(), reach);
    int end = column(scale.at(choice.values()[action]), reach);
    byte hue = action == choice.action() ? Hues.CHOSEN : Hues.BAR;
    boolean letters = screen.colours() == Screen.Colours.NONE;
    for (int i = 0; i < reach; i++) {
      boolean full = i >= Math.min(base, end) && i <= Math.max(base, end);
      char c = !letters ? ' ' : full ? '#' : '.';
      canvas.put(x + i, y, c, TextCanvas.PLAIN, full ? hue : Hues.BLANK);
    }
    for (int set = 0; choice.each().length > 1 && set < choice.each().length; set++) {
      int at = x + column(scale.at(choice.each()[set][action]), reach);
      canvas.over(at, y, dot(), Hues.DOT);
    }
  }

  private static int column(double share, int reach) {
    return (int) Math.round(share * (reach - 1));
  }

  private void legend(TextCanvas canvas, int y, int columns) {
    boolean letters = screen.colours() == Screen.Colours.NONE;
    int x = 1;
    int line = y;
    for (int c = 0; c < scene.channels().size(); c++) {
      String name = scene.channels().get(c);
      if (x > 1 && x + 3 + name.length() > columns - 1) {
        x = 1;
        line++;
      }
      char mark = letters ? scene.letters().get(c) : ' ';
      canvas.put(x, line, mark, TextCanvas.PLAIN, Hues.channel(c));
      canvas.put(x + 1, line, ' ', TextCanvas.PLAIN, Hues.channel(c));
      canvas.text(name, x + 3, line, TextCanvas.PLAIN);
      x += name.length() + 6;
    }
  }
}
