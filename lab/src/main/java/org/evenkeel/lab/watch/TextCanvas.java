package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Characters with colours, clipped to the screen.
final class TextCanvas {
  /// The terminal's default colour.
  static final byte PLAIN = Hues.KEEP;

  /// The terminal's default colour as a red, green and blue value.
  private static final int NONE = -1;

  private static final String RESET = "\u001b[0m";

  private final Screen screen;
  private final int columns;
  private final int rows;
  private final char[] characters;
  private final int[] inks;
  private final int[] grounds;
  private int used;

  TextCanvas(Screen screen, int columns, int rows) {
    this.screen = screen;
    this.columns = columns;
    this.rows = rows;
    characters = new char[columns * rows];
    Arrays.fill(characters, ' ');
    inks = new int[columns * rows];
    grounds = new int[columns * rows];
    Arrays.fill(inks, NONE);
    Arrays.fill(grounds, NONE);
  }

  /// Draws a character, unless it is outside the screen.
  void put(int x, int y, char c, byte ink, byte ground) {
    paint(x, y, c, rgb(ink), rgb(ground));
  }

  private static int rgb(byte hue) {
    return hue == PLAIN ? NONE : Hues.rgb(hue);
  }

  /// Draws a character with red, green and blue; -1 for the terminal's default.
  void paint(int x, int y, char c, int ink, int ground) {
    if (x < 0 || x >= columns || y < 0 || y >= rows) {
      return;
    }
    characters[y * columns + x] = c;
    inks[y * columns + x] = ink;
    grounds[y * columns + x] = ground;
    used = Math.max(used, y + 1);
  }

  void text(String text, int x, int y, byte ink) {
    for (int i = 0; i < text.length(); i++) {
      put(x + i, y, text.charAt(i), ink, PLAIN);
    }
  }

  /// Draws a character without changing the background.
  void over(int x, int y, char c, byte ink) {
    boolean outside = x < 0 || x >= columns || y < 0 || y >= rows;
    paint(x, y, c, rgb(ink), outside ? NONE : grounds[y * columns + x]);
  }

  /// Returns the lines up to the last one that is not empty.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int y = 0; y < used; y++) {
      lines.add(line(y));
    }
    return lines;
  }

  private boolean blank(int at) {
    return characters[at] == ' '
        && (grounds[at] == NONE || screen.colours() == Screen.Colours.NONE);
  }

  private String line(int y) {
    int end = (y + 1) * columns;
    while (end > y * columns && blank(end - 1)) {
      end--;
    }
    StringBuilder line = new StringBuilder();
    int ink = NONE;
    int ground = NONE;
    for (int at = y * columns; at < end; at++) {
      if (screen.colours() != Screen.Colours.NONE && (inks[at] != ink || grounds[at] != ground)) {
        ink = inks[at];
        ground = grounds[at];
        line.append(RESET).append(colour(38, ink)).append(colour(48, ground));
      }
      line.append(characters[at]);
    }
    return ink == NONE && ground == NONE ? line.toString() : line + RESET;
  }

  /// Returns the escape sequence that sets the foreground (38) or the background (48).
  private String colour(int what, int rgb) {
    if (rgb == NONE) {
      return "";
    }
    return screen.colours() == Screen.Colours.ALL
        ? "\u001b[%d;2;%d;%d;%dm".formatted(what, rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff)
        : "\u001b[%d;5;%dm".formatted(what, Hues.xterm(rgb));
  }
}
