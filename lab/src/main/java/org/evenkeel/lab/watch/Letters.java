package org.evenkeel.lab.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A bitmap font, 5 points wide and 7 high with 2 below the line, drawn in `letters.txt`.
///
/// It is used because fonts differ between machines, and a server may have none.
final class Letters {
  /// The height from the top of a letter to the bottom of the lowest one.
  static final int HEIGHT = 9;

  private static final int WIDTH = 5;
  private static final int SPACE = 3;
  private static final String FILE = "letters.txt";

  /// The rows of each character from the space to the tilde, with the leftmost point in the highest of 5 bits.
  private static final int[][] ROWS = read();

  private Letters() {}

  private static int[][] read() {
    List<String> lines;
    try (InputStream in = Letters.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing from the program");
      }
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int[][] letters = new int['~' - ' ' + 1][HEIGHT];
    for (int top = 0; top < lines.size(); top += HEIGHT + 1) {
      String names = lines.get(top);
      for (int at = 0; at < names.length(); at += WIDTH + 1) {
        for (int row = 0; row < HEIGHT; row++) {
          String points = lines.get(top + 1 + row).substring(at, at + WIDTH);
          letters[names.charAt(at) - ' '][row] =
              Integer.parseInt(points.replace('.', '0').replace('#', '1'), 2);
        }
      }
    }
    return letters;
  }

  /// Returns the rows of a character, or those of a question mark if the font does not have it.
  private static int[] rows(int c) {
    return ROWS[(c >= ' ' && c <= '~' ? c : '?') - ' '];
  }

  /// Returns the empty columns to the left of a letter. A digit keeps them, so that changing numbers do not wobble.
  private static int left(int c) {
    int all = all(c);
    return all == 0 || isDigit(c) ? 0 : Integer.numberOfLeadingZeros(all) - (32 - WIDTH);
  }

  /// Returns the number of points from one letter to the next.
  private static int advance(int c) {
    int all = all(c);
    if (all == 0) {
      return SPACE + 1;
    }
    int right = isDigit(c) ? 0 : Integer.numberOfTrailingZeros(all);
    return WIDTH - left(c) - right + 1;
  }

  private static int all(int c) {
    int all = 0;
    for (int row : rows(c)) {
      all |= row;
    }
    return all;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /// Returns the width of a text, in points.
  static int width(String text) {
    return Math.max(0, text.codePoints().map(Letters::advance).sum() - 1);
  }

  /// Returns a text that fits this width, cut off with two dots if necessary.
  static String fit(String text, int points) {
    if (width(text) <= points) {
      return text;
    }
    int end = text.length();
    while (end > 0 && width(text.substring(0, end) + "..") > points) {
      end--;
    }
    return end == 0 ? "" : text.substring(0, end) + "..";
  }

  /// Receives the points of a text.
  @FunctionalInterface
  interface Pen {
    void point(int x, int y);
  }

  /// Draws a text with its upper left corner at (0, 0).
  static void draw(String text, Pen pen) {
    int x = 0;
    for (int c : text.codePoints().toArray()) {
      int[] rows = rows(c);
      int left = left(c);
      for (int y = 0; y < HEIGHT; y++) {
        for (int column = left; column < WIDTH; column++) {
          if ((rows[y] >> (WIDTH - 1 - column) & 1) != 0) {
            pen.point(x + column - left, y);
          }
        }
      }
      x += advance(c);
    }
  }
}
