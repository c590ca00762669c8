package org.evenkeel.lab.report;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.font.FontRenderContext;
import java.awt.font.LineMetrics;
import java.awt.geom.Rectangle2D;
import java.io.Serial;

/// A font with built-in metrics: those of Helvetica, from its published tables.
///
/// Java asks the machine's fonts for the length of a text, and fails if there are none (on a server or in a container).
/// With these metrics a figure can be laid out there too, and is the same on every machine: the SVG gives the length of
/// each text, and the reader's browser fits its own glyphs to it.
final class PlainFont extends Font {
  @Serial private static final long serialVersionUID = 1;

  /// Widths in thousandths of the font size, from the space to the tilde.
  private static final short[] WIDTHS = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // ␠ to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584 // p to ~
  };

  private static final float ASCENT = 0.77f;
  private static final float DESCENT = 0.23f;

  PlainFont(int size) {
    super(Font.SANS_SERIF, Font.PLAIN, size);
  }

  /// Returns the width of a text.
  static double width(String text, double size) {
    long thousandths = text.codePoints().mapToLong(PlainFont::width).sum();
    return thousandths * size / 1000;
  }

  private static int width(int c) {
    if (c >= ' ' && c <= '~') {
      return WIDTHS[c - ' '];
    }
    if (c == '¹' || c == '²' || c == '³' || (c >= '⁰' && c <= '₎')) {
      return 333; // superscript and subscript digits
    }
    return c < 0x2e80 ? 584 : 1000; // beyond that, mostly as wide as high
  }

  @Override
  public String getFamily() {
    return getName();
  }

  @Override
  public Rectangle2D getStringBounds(String text, FontRenderContext context) {
    return new Rectangle2D.Double(0, -ASCENT * size, width(text, size), size);
  }

  @Override
  public LineMetrics getLineMetrics(String text, FontRenderContext context) {
    return new Line(text.length(), size);
  }

  /// Returns this font's metrics in the form that `Graphics2D` needs.
  FontMetrics metrics() {
    return new Metrics(this);
  }

  private static final class Metrics extends FontMetrics {
    @Serial private static final long serialVersionUID = 1;

    Metrics(PlainFont font) {
      super(font);
    }

    @Override
    public int getAscent() {
      return Math.round(ASCENT * font.getSize());
    }

    @Override
    public int getDescent() {
      return Math.round(DESCENT * font.getSize());
    }

    @Override
    public int stringWidth(String text) {
      return (int) Math.ceil(width(text, font.getSize()));
    }

    @Override
    public int charsWidth(char[] data, int from, int count) {
      return stringWidth(new String(data, from, count));
    }

    @Override
    public int charWidth(int codePoint) {
      return stringWidth(Character.toString(codePoint));
    }

    @Override
    public int charWidth(char c) {
      return charWidth((int) c);
    }

    @Override
    public Rectangle2D getStringBounds(String text, Graphics context) {
      return font.getStringBounds(text, (FontRenderContext) null);
    }

    @Override
    public LineMetrics getLineMetrics(String text, Graphics context) {
      return new Line(text.length(), font.getSize());
    }
  }

  private static final class Line extends LineMetrics {
    private final int length;
    private final float size;

    Line(int length, float size) {
      this.length = length;
      this.size = size;
    }

    @Override
    public int getNumChars() {
      return length;
    }

    @Override
    public float getAscent() {
      return ASCENT * size;
    }

    @Override
    public float getDescent() {
      return DESCENT * size;
    }

    @Override
    public float getLeading() {
      return 0;
    }

    @Override
    public float getHeight() {
      return size;
    }

    @Override
    public int getBaselineIndex() {
      return Font.ROMAN_BASELINE;
    }

    @Override
    public float[] getBaselineOffsets() {
      return new float[] {0, -size / 2, -ASCENT * size};
    }

    @Override
    public float getStrikethroughOffset() {
      return -0.3f * size;
    }

    @Override
    public float getStrikethroughThickness() {
      return 0.05f * size;
    }

    @Override
    public float getUnderlineOffset() {
      return 0.1f * size;
    }

    @Override
    public float getUnderlineThickness() {
      return 0.05f * size;
    }
  }
}
