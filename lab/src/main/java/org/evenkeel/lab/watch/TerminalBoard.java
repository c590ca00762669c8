package org.evenkeel.lab.watch;

import java.util.List;

/// Draws an observation as text, according to its form.
final class TerminalBoard {
  private static final char UPPER_HALF = '\u2580';

  /// The left half of a small square at the bottom, in the middle of two characters.
  private static final char LOWER_RIGHT = '\u2597';

  private static final char LOWER_LEFT = '\u2596';

  /// Characters from dark to light.
  private static final String RAMP = " .:-=+*#%@";

  /// The largest width of a gray image, which leaves space for the values next to it.
  private static final int WIDEST_PICTURE = 42;

  private static final int NUMBERS_WIDTH = 40;

  private final Scene scene;
  private final Screen screen;
  private final Scale scale;
  private final int columns;
  private final int rows;
  private final boolean coloured;
  private final List<Character> letters;

  /// The size of a drawing, in characters.
  record Size(int columns, int rows) {}

  TerminalBoard(Scene scene, Screen screen, Scale scale, int columns, int rows) {
    this.scene = scene;
    this.screen = screen;
    this.scale = scale;
    this.columns = columns;
    this.rows = rows;
    coloured = screen.colours() != Screen.Colours.NONE;
    letters = scene.letters();
  }

  Size draw(Moment moment, TextCanvas canvas, int x, int y) {
    Screenshot picture = moment.screen();
    if (picture != null) {
      return colours(picture, canvas, x, y);
    }
    return switch (Board.of(moment.frame())) {
      case Board.Cells cells -> cells(cells, canvas, x, y);
      case Board.Numbers numbers -> numbers(numbers, canvas, x, y);
      case Board.Gray gray -> gray(gray, canvas, x, y);
    };
  }

  private Size cells(Board.Cells cells, TextCanvas canvas, int x, int y) {
    boolean fits = 2 * cells.width() <= columns && cells.height() <= rows;
    if (!fits && coloured && screen.blocks()) {
      return halves(cells, canvas, x, y);
    }
    int wide = 2 * cells.width() <= columns ? 2 : 1;
    for (int cell = 0; cell < cells.channels().length; cell++) {
      int left = x + cell % cells.width() * wide;
      int line = y + cell / cells.width();
      int channel = cells.channels()[cell];
      int inside = cells.inside()[cell];
      byte ground = hue(channel);
      if (coloured) {
        boolean both = inside >= 0 && screen.blocks();
        byte ink = both ? hue(inside) : TextCanvas.PLAIN;
        canvas.put(left, line, both ? LOWER_RIGHT : ' ', ink, ground);
        if (wide == 2) {
          canvas.put(left + 1, line, both ? LOWER_LEFT : ' ', ink, ground);
        }
      } else {
        canvas.put(left, line, letter(channel, '.'), TextCanvas.PLAIN, TextCanvas.PLAIN);
        if (wide == 2) {
          canvas.put(left + 1, line, letter(inside, ' '), TextCanvas.PLAIN, TextCanvas.PLAIN);
        }
      }
    }
    return new Size(wide * cells.width(), cells.height());
  }

  /// Draws two cells, one above the other, in each character.
  private static Size halves(Board.Cells cells, TextCanvas canvas, int x, int y) {
    int lines = (cells.height() + 1) / 2;
    for (int line = 0; line < lines; line++) {
      for (int column = 0; column < cells.width(); column++) {
        int upper = 2 * line * cells.width() + column;
        int lower = upper + cells.width();
        byte ground =
            lower < cells.channels().length ? hue(cells.channels()[lower]) : TextCanvas.PLAIN;
        canvas.put(x + column, y + line, UPPER_HALF, hue(cells.channels()[upper]), ground);
      }
    }
    return new Size(cells.width(), lines);
  }

  private static byte hue(int channel) {
    return channel < 0 ? Hues.BLANK : Hues.channel(channel);
  }

  private char letter(int channel, char none) {
    return channel < 0 ? none : channel < letters.size() ? letters.get(channel) : '@';
  }

  private Size numbers(Board.Numbers numbers, TextCanvas canvas, int x, int y) {
    int width = Math.min(columns, NUMBERS_WIDTH);
    int longest = scene.channels().stream().mapToInt(String::length).max().orElse(0);
    int names = Math.min(longest, width / 3);
    int reach = Math.max(1, width - names - 10);
    int count = Math.min(rows, numbers.values().length);
    for (int i = 0; i < count; i++) {
      float value = numbers.values()[i];
      String name = scene.channels().get(i);
      canvas.text(name.substring(0, Math.min(names, name.length())), x, y + i, TextCanvas.PLAIN);
      int middle = reach / 2;
      int end = middle + (int) Math.round(scale.entry(i, value) * middle);
      for (int column = 0; column < reach; column++) {
        boolean full = column >= Math.min(middle, end) && column <= Math.max(middle, end);
        char c = coloured ? ' ' : column == middle ? '|' : full ? '#' : '.';
        byte hue = full ? Hues.channel(value < 0 ? 3 : 0) : Hues.BLANK;
        canvas.put(x + names + 1 + column, y + i, c, TextCanvas.PLAIN, hue);
      }
      String number = Scene.number(value);
      canvas.text(number, x + width - number.length(), y + i, TextCanvas.PLAIN);
    }
    return new Size(width, count);
  }

  /// Returns the size of an image in characters, each of which is about twice as high as wide.
  private Size size(int wide, int high, int widest) {
    int width = Math.max(1, Math.min(Math.min(columns, widest), wide));
    int lines = Math.max(1, width * high / wide / 2);
    if (lines > rows) {
      lines = Math.max(1, rows);
      width = Math.clamp(2L * lines * wide / high, 1, width);
    }
    return new Size(width, lines);
  }

  /// Draws a screen in colour, using all the space that the values next to it leave.
  private Size colours(Screenshot picture, TextCanvas canvas, int x, int y) {
    int widest = Math.max(WIDEST_PICTURE, columns - TerminalDrawing.LEAST_PANEL - 3);
    Size size = size(picture.width(), picture.height(), widest);
    int width = size.columns;
    for (int line = 0; line < size.rows; line++) {
      for (int column = 0; column < width; column++) {
        if (coloured && screen.blocks()) {
          int upper = picture.mean(column, 2 * line, width, 2 * size.rows);
          int lower = picture.mean(column, 2 * line + 1, width, 2 * size.rows);
          canvas.paint(x + column, y + line, UPPER_HALF, upper, lower);
        } else {
          int mean = picture.mean(column, line, width, size.rows);
          char c = RAMP.charAt(lightness(mean) * RAMP.length() / 256);
          canvas.paint(x + column, y + line, coloured ? ' ' : c, -1, coloured ? mean : -1);
        }
      }
    }
    return size;
  }

  /// Returns the perceived lightness of a colour, 0 to 255.
  private static int lightness(int rgb) {
    return (299 * (rgb >> 16) + 587 * (rgb >> 8 & 0xff) + 114 * (rgb & 0xff)) / 1000;
  }

  private Size gray(Board.Gray gray, TextCanvas canvas, int x, int y) {
    Size size = size(gray.width(), gray.height(), WIDEST_PICTURE);
    int width = size.columns;
    int lines = size.rows;
    for (int line = 0; line < lines; line++) {
      for (int column = 0; column < width; column++) {
        if (coloured && screen.blocks()) {
          byte upper = Hues.gray(gray.mean(column, 2 * line, width, 2 * lines));
          byte lower = Hues.gray(gray.mean(column, 2 * line + 1, width, 2 * lines));
          canvas.put(x + column, y + line, UPPER_HALF, upper, lower);
        } else {
          byte mean = gray.mean(column, line, width, lines);
          char c = RAMP.charAt(Byte.toUnsignedInt(mean) * RAMP.length() / 256);
          canvas.put(
              x + column,
              y + line,
              coloured ? ' ' : c,
              TextCanvas.PLAIN,
              coloured ? Hues.gray(mean) : TextCanvas.PLAIN);
        }
      }
    }
    return size;
  }
}
