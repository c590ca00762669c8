package org.evenkeel.lab.report;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Composite;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.GraphicsConfiguration;
import java.awt.Image;
import java.awt.Paint;
import java.awt.Polygon;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Arc2D;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.NoninvertibleTransformException;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.BufferedImageOp;
import java.awt.image.ImageObserver;
import java.awt.image.RenderedImage;
import java.awt.image.renderable.RenderableImage;
import java.text.AttributedCharacterIterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Java's drawing surface reduced to the needs of a figure: every shape is drawn by one [#draw] or [#fill], every text
/// by one [#drawString]. Images are not supported.
abstract class ShapesOnly extends Graphics2D {
  private Paint paint = Color.BLACK;
  private Color background = Color.WHITE;
  private Stroke stroke = new BasicStroke(1);
  private Composite composite = AlphaComposite.SrcOver;
  private Font font = new PlainFont(12);
  private AffineTransform transform = new AffineTransform();
  private final RenderingHints hints = new RenderingHints(Map.of());

  /// The clip, in the coordinates of the complete drawing.
  private @Nullable Shape clip;

  @Override
  public Paint getPaint() {
    return paint;
  }

  @Override
  public void setPaint(@Nullable Paint paint) {
    this.paint = paint == null ? this.paint : paint;
  }

  @Override
  public Color getColor() {
    return paint instanceof Color colour ? colour : Color.BLACK;
  }

  @Override
  public void setColor(@Nullable Color colour) {
    setPaint(colour);
  }

  @Override
  public Color getBackground() {
    return background;
  }

  @Override
  public void setBackground(Color colour) {
    background = colour;
  }

  @Override
  public Stroke getStroke() {
    return stroke;
  }

  @Override
  public void setStroke(Stroke stroke) {
    this.stroke = stroke;
  }

  @Override
  public Composite getComposite() {
    return composite;
  }

  @Override
  public void setComposite(Composite composite) {
    this.composite = composite;
  }

  @Override
  public void setPaintMode() {
    composite = AlphaComposite.SrcOver;
  }

  @Override
  public Font getFont() {
    return font;
  }

  @Override
  public void setFont(@Nullable Font font) {
    this.font = font == null ? this.font : font;
  }

  @Override
  public FontRenderContext getFontRenderContext() {
    return new FontRenderContext(null, true, true);
  }

  @Override
  public @Nullable Object getRenderingHint(RenderingHints.Key key) {
    return hints.get(key);
  }

  @Override
  public void setRenderingHint(RenderingHints.Key key, @Nullable Object value) {
    if (value == null) {
      hints.remove(key);
    } else {
      hints.put(key, value);
    }
  }

  @Override
  public RenderingHints getRenderingHints() {
    return hints;
  }

  @Override
  public void setRenderingHints(Map<?, ?> all) {
    hints.clear();
    hints.putAll(all);
  }

  @Override
  public void addRenderingHints(Map<?, ?> more) {
    hints.putAll(more);
  }

  @Override
  public AffineTransform getTransform() {
    return new AffineTransform(transform);
  }

  @Override
  public void setTransform(AffineTransform transform) {
    this.transform = new AffineTransform(transform);
  }

  @Override
  public void transform(AffineTransform next) {
    transform.concatenate(next);
  }

  @Override
  public void translate(int x, int y) {
    transform.translate(x, y);
  }

  @Override
  public void translate(double x, double y) {
    transform.translate(x, y);
  }

  @Override
  public void rotate(double angle) {
    transform.rotate(angle);
  }

  @Override
  public void rotate(double angle, double x, double y) {
    transform.rotate(angle, x, y);
  }

  @Override
  public void scale(double x, double y) {
    transform.scale(x, y);
  }

  @Override
  public void shear(double x, double y) {
    transform.shear(x, y);
  }

  /// Returns the clip in the coordinates of the complete drawing.
  protected @Nullable Shape wholeClip() {
    return clip;
  }

  @Override
  public @Nullable Shape getClip() {
    try {
      return clip == null ? null : transform.createInverse().createTransformedShape(clip);
    } catch (NoninvertibleTransformException e) {
      return new Rectangle();
    }
  }

  @Override
  public void setClip(@Nullable Shape shape) {
    clip = shape == null ? null : transform.createTransformedShape(shape);
  }

  @Override
  public void setClip(int x, int y, int width, int height) {
    setClip(new Rectangle(x, y, width, height));
  }

  @Override
  public void clip(@Nullable Shape shape) {
    if (clip == null || shape == null) {
      setClip(shape);
      return;
    }
    Area area = new Area(clip);
    area.intersect(new Area(transform.createTransformedShape(shape)));
    clip = area;
  }

  @Override
  public void clipRect(int x, int y, int width, int height) {
    clip(new Rectangle(x, y, width, height));
  }

  @Override
  public @Nullable Rectangle getClipBounds() {
    Shape here = getClip();
    return here == null ? null : here.getBounds();
  }

  @Override
  public void drawString(String text, int x, int y) {
    drawString(text, (float) x, (float) y);
  }

  @Override
  public void drawLine(int x1, int y1, int x2, int y2) {
    draw(new Line2D.Double(x1, y1, x2, y2));
  }

  @Override
  public void fillRect(int x, int y, int width, int height) {
    fill(new Rectangle(x, y, width, height));
  }

  @Override
  public void clearRect(int x, int y, int width, int height) {
    Paint before = paint;
    setPaint(background);
    fillRect(x, y, width, height);
    setPaint(before);
  }

  @Override
  public void drawRoundRect(int x, int y, int width, int height, int arcWidth, int arcHeight) {
    draw(new RoundRectangle2D.Double(x, y, width, height, arcWidth, arcHeight));
  }

  @Override
  public void fillRoundRect(int x, int y, int width, int height, int arcWidth, int arcHeight) {
    fill(new RoundRectangle2D.Double(x, y, width, height, arcWidth, arcHeight));
  }

  @Override
  public void drawOval(int x, int y, int width, int height) {
    draw(new Ellipse2D.Double(x, y, width, height));
  }

  @Override
  public void fillOval(int x, int y, int width, int height) {
    fill(new Ellipse2D.Double(x, y, width, height));
  }

  @Override
  public void drawArc(int x, int y, int width, int height, int start, int angle) {
    draw(new Arc2D.Double(x, y, width, height, start, angle, Arc2D.OPEN));
  }

  @Override
  public void fillArc(int x, int y, int width, int height, int start, int angle) {
    fill(new Arc2D.Double(x, y, width, height, start, angle, Arc2D.PIE));
  }

  @Override
  public void drawPolyline(int[] x, int[] y, int n) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < n; i++) {
      if (i == 0) {
        path.moveTo(x[i], y[i]);
      } else {
        path.lineTo(x[i], y[i]);
      }
    }
    draw(path);
  }

  @Override
  public void drawPolygon(int[] x, int[] y, int n) {
    draw(new Polygon(x, y, n));
  }

  @Override
  public void fillPolygon(int[] x, int[] y, int n) {
    fill(new Polygon(x, y, n));
  }

  @Override
  public void dispose() {}

  private static UnsupportedOperationException notForFigures() {
    return new UnsupportedOperationException("figures consist of shapes and texts only");
  }

  @Override
  public Graphics create() {
    throw notForFigures();
  }

  @Override
  public void setXORMode(Color other) {
    throw notForFigures();
  }

  @Override
  public void copyArea(int x, int y, int width, int height, int dx, int dy) {
    throw notForFigures();
  }

  @Override
  public void drawString(AttributedCharacterIterator text, int x, int y) {
    throw notForFigures();
  }

  @Override
  public void drawString(AttributedCharacterIterator text, float x, float y) {
    throw notForFigures();
  }

  @Override
  public void drawGlyphVector(GlyphVector glyphs, float x, float y) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(Image image, int x, int y, @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(Image image, int x, int y, int w, int h, @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(Image image, int x, int y, Color background, @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(
      Image image, int x, int y, int w, int h, Color background, @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(
      Image i, int a, int b, int c, int d, int e, int f, int g, int h, @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(
      Image i,
      int a,
      int b,
      int c,
      int d,
      int e,
      int f,
      int g,
      int h,
      Color p,
      @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public boolean drawImage(Image image, AffineTransform transform, @Nullable ImageObserver o) {
    throw notForFigures();
  }

  @Override
  public void drawImage(BufferedImage image, BufferedImageOp op, int x, int y) {
    throw notForFigures();
  }

  @Override
  public void drawRenderedImage(RenderedImage image, AffineTransform transform) {
    throw notForFigures();
  }

  @Override
  public void drawRenderableImage(RenderableImage image, AffineTransform transform) {
    throw notForFigures();
  }

  @Override
  public boolean hit(Rectangle rectangle, Shape shape, boolean onStroke) {
    throw notForFigures();
  }

  @Override
  public GraphicsConfiguration getDeviceConfiguration() {
    throw notForFigures();
  }
}
