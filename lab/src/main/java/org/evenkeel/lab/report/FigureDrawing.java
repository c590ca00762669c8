package org.evenkeel.lab.report;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.jfree.chart.JFreeChart;

/// Draws a figure: as SVG for the page and as a file, and as PNG for everything else.
final class FigureDrawing {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 450;

  /// The width for phones, on which the wide drawing would have letters of seven pixels.
  private static final int NARROW_WIDTH = 400;

  private static final int NARROW_HEIGHT = 360;

  private static final String FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif";

  private final Figure figure;
  private final JFreeChart chart;

  FigureDrawing(Figure figure) {
    this.figure = figure;
    chart = FigureChart.of(figure);
  }

  /// Returns a complete SVG file, on white.
  String svgFile() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img"\
     font-family="%s">
    <title>%s</title>
    <desc>%s</desc>
    <rect width="%d" height="%d" fill="#ffffff"/>
    %s</svg>
    """
        .formatted(
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT,
            FONTS,
            Html.escaped(figure.title()),
            Html.escaped(figure.alt()),
            WIDTH,
            HEIGHT,
            drawn(SvgGraphics.Colours.FIXED, "figure", WIDTH, HEIGHT));
  }

  /// Returns two drawings for the page; the style sheet shows the one that fits.
  String svgInPage() {
    return inPage("wide", WIDTH, HEIGHT) + inPage("narrow", NARROW_WIDTH, NARROW_HEIGHT);
  }

  /// Returns a drawing for the top of the page, where several are side by side.
  String svgAtTop() {
    return inPage("top", NARROW_WIDTH, NARROW_HEIGHT);
  }

  private String inPage(String form, int width, int height) {
    String prefix = "figure-" + figure.id() + "-" + form;
    return """
    <svg class="%s" viewBox="0 0 %d %d" role="img" aria-labelledby="%s-title" font-family="%s">
    <title id="%s-title">%s</title>
    %s</svg>
    """
        .formatted(
            form,
            width,
            height,
            prefix,
            FONTS,
            prefix,
            Html.escaped(figure.title() + ": " + figure.alt()),
            drawn(SvgGraphics.Colours.CLASSES, prefix, width, height));
  }

  private String drawn(SvgGraphics.Colours colours, String prefix, int width, int height) {
    SvgGraphics g2 = new SvgGraphics(colours, prefix);
    chart.draw(g2, new Rectangle2D.Double(0, 0, width, height));
    return g2.content();
  }

  /// Returns a PNG with two dots for each pixel.
  byte[] png() {
    BufferedImage image = new BufferedImage(2 * WIDTH, 2 * HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g2 = image.createGraphics();
    try {
      g2.setColor(Color.WHITE);
      g2.fillRect(0, 0, image.getWidth(), image.getHeight());
      g2.scale(2, 2);
      chart.draw(g2, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    } finally {
      g2.dispose();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e); // writing to memory does not fail
    }
    return bytes.toByteArray();
  }
}
