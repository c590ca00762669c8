package org.evenkeel.lab.report;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A drawing surface that produces SVG.
///
/// It supports only the needs of figures: paths, texts, clips and plain colours. JFreeSVG, the SVG library made for
/// JFreeChart, is under the GPL, so this project cannot distribute it. It also uses the machine's fonts, so that a
/// figure would differ between machines and could not be drawn without fonts.
///
/// Texts have a fixed length: a browser with other fonts fits its glyphs to the space that was reserved.
final class SvgGraphics extends ShapesOnly {
  /// The notation of colours.
  enum Colours {
    /// Numbers, for a separate file on white.
    FIXED,

    /// Classes of the page's style sheet, `line-ink` and `fill-series-0`, which follow light and dark mode.
    CLASSES
  }

  private final Colours colours;
  private final String prefix;
  private final StringBuilder body = new StringBuilder();

  /// The id of each clip, by its path.
  private final Map<String, String> clips = new LinkedHashMap<>();

  /// @param prefix the prefix of the ids of clips, unique in the document
  SvgGraphics(Colours colours, String prefix) {
    this.colours = colours;
    this.prefix = prefix;
  }

  /// Returns the drawing, to be inserted into an `svg` element.
  String content() {
    StringBuilder all = new StringBuilder();
    clips.forEach(
        (path, id) ->
            all.append("<clipPath id=\"%s\"><path d=\"%s\"/></clipPath>\n".formatted(id, path)));
    return all.append(body).toString();
  }

  @Override
  public FontMetrics getFontMetrics(Font font) {
    return new PlainFont(font.getSize()).metrics();
  }

  @Override
  public void draw(Shape shape) {
    if (!(getStroke() instanceof BasicStroke stroke) || opacity() == 0) {
      return;
    }
    Shape placed = getTransform().createTransformedShape(shape);
    String path = path(placed);
    if (path.isEmpty()) {
      return;
    }
    body.append("<path d=\"").append(path).append('"').append(paint("line", "stroke"));
    if (colours == Colours.FIXED) {
      body.append(" fill=\"none\"");
    }
    attribute("stroke-width", stroke.getLineWidth());
    if (stroke.getEndCap() == BasicStroke.CAP_ROUND) {
      body.append(" stroke-linecap=\"round\"");
    }
    if (stroke.getLineJoin() == BasicStroke.JOIN_ROUND) {
      body.append(" stroke-linejoin=\"round\"");
    }
    float[] dashes = stroke.getDashArray();
    if (dashes != null) {
      body.append(" stroke-dasharray=\"");
      for (int i = 0; i < dashes.length; i++) {
        body.append(i == 0 ? "" : " ").append(rounded(dashes[i]));
      }
      body.append('"');
    }
    if (opacity() < 1) {
      attribute("stroke-opacity", opacity());
    }
    Rectangle2D bounds = placed.getBounds2D();
    double around = stroke.getLineWidth();
    bounds.setRect(
        bounds.getX() - around,
        bounds.getY() - around,
        bounds.getWidth() + 2 * around,
        bounds.getHeight() + 2 * around);
    clip(bounds);
    body.append("/>\n");
  }

  @Override
  public void fill(Shape shape) {
    Shape placed = getTransform().createTransformedShape(shape);
    String path = path(placed);
    if (path.isEmpty() || opacity() == 0) {
      return;
    }
    body.append("<path d=\"").append(path).append('"').append(paint("fill", "fill"));
    if (opacity() < 1) {
      attribute("fill-opacity", opacity());
    }
    clip(placed.getBounds2D());
    body.append("/>\n");
  }

  @Override
  public void drawString(String text, float x, float y) {
    if (text.isBlank()) {
      return;
    }
    AffineTransform transform = getTransform();
    int size = getFont().getSize();
    body.append("<text");
    if (transform.getType() == AffineTransform.TYPE_IDENTITY) {
      attribute("x", x);
      attribute("y", y);
    } else {
      transform.translate(x, y);
      double[] matrix = new double[6];
      transform.getMatrix(matrix);
      body.append(" transform=\"matrix(");
      for (int i = 0; i < 6; i++) {
        body.append(i == 0 ? "" : " ").append(rounded(matrix[i]));
      }
      body.append(")\"");
    }
    body.append(paint("fill", "fill"));
    attribute("font-size", size);
    attribute("textLength", PlainFont.width(text, size));
    body.append(" lengthAdjust=\"spacingAndGlyphs\">").append(Html.escaped(text));
    body.append("</text>\n");
  }

  /// Writes a reference to the clip if the clip cuts off a part of the drawing.
  private void clip(Rectangle2D drawn) {
    Shape clip = wholeClip();
    if (clip != null && !clip.contains(drawn)) {
      String id = clips.computeIfAbsent(path(clip), c -> prefix + "-clip-" + clips.size());
      body.append(" clip-path=\"url(#").append(id).append(")\"");
    }
  }

  private String paint(String classPrefix, String attribute) {
    Color colour = getColor();
    if (colours == Colours.CLASSES) {
      Palette.@Nullable Ink ink = Palette.inkOf(colour);
      if (ink != null) {
        return " class=\"" + classPrefix + "-" + ink.variable() + "\"";
      }
    }
    return " " + attribute + "=\"" + Palette.hex(colour) + "\"";
  }

  private double opacity() {
    double alpha = getColor().getAlpha() / 255.0;
    return getComposite() instanceof AlphaComposite composite
        ? alpha * composite.getAlpha()
        : alpha;
  }

  private void attribute(String name, double value) {
    body.append(' ').append(name).append("=\"").append(rounded(value)).append('"');
  }

  private static String path(Shape shape) {
    StringBuilder path = new StringBuilder();
    double[] at = new double[6];
    for (PathIterator i = shape.getPathIterator(null); !i.isDone(); i.next()) {
      int kind = i.currentSegment(at);
      switch (kind) {
        case PathIterator.SEG_MOVETO -> points(path, 'M', at, 1);
        case PathIterator.SEG_LINETO -> points(path, 'L', at, 1);
        case PathIterator.SEG_QUADTO -> points(path, 'Q', at, 2);
        case PathIterator.SEG_CUBICTO -> points(path, 'C', at, 3);
        case PathIterator.SEG_CLOSE -> path.append('Z');
        default -> throw new IllegalStateException("unknown path segment " + kind);
      }
    }
    return path.toString();
  }

  private static void points(StringBuilder path, char letter, double[] at, int count) {
    path.append(letter);
    for (int i = 0; i < 2 * count; i++) {
      path.append(i == 0 ? "" : " ").append(rounded(at[i]));
    }
  }

  /// Rounds to a hundredth of a pixel, which is precise enough.
  private static String rounded(double value) {
    long hundredths = Math.round(value * 100);
    String sign = hundredths < 0 ? "-" : "";
    long size = Math.abs(hundredths);
    long rest = size % 100;
    String decimals =
        rest == 0 ? "" : rest % 10 == 0 ? "." + rest / 10 : rest < 10 ? ".0" + rest : "." + rest;
    return sign + size / 100 + decimals;
  }
}
