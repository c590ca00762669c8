package org.evenkeel.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class FigureDrawingTest {
  private static final double[] X = {0, 1, 2, 3, 4, 5};
  private static final double NOTHING = Double.NaN;

  private static Figure figure(Axis x, Axis y, List<Level> levels, Series... series) {
    return new Figure("f", "A title", "", "What it shows", x, y, List.of(series), levels);
  }

  private static Figure figure(Series... series) {
    return figure(Axis.of("x"), Axis.of("y"), List.of(), series);
  }

  private static String svg(Figure figure) {
    return new FigureDrawing(figure).svgFile();
  }

  /// The paths in a colour.
  private static List<String> paths(String svg, String attribute, int colour) {
    Pattern pattern =
        Pattern.compile(
            "<path d=\"([^\"]*)\" %s=\"%s\""
                .formatted(attribute, Palette.hex(Palette.of(colour).light())));
    List<String> found = new ArrayList<>();
    for (Matcher m = pattern.matcher(svg); m.find(); ) {
      found.add(m.group(1));
    }
    return found.reversed(); // the legend is drawn first
  }

  @Test
  void aRingIsTwoCurvesAndAPointOne() {
    Series point = Series.of("s", 0, Series.Style.POINTS, new double[] {1}, new double[] {2});
    Series ring = Series.of("s", 0, Series.Style.RINGS, new double[] {1}, new double[] {2});
    assertEquals(1, count(paths(svg(figure(point)), "fill", 0).getFirst(), 'M'));
    assertEquals(2, count(paths(svg(figure(ring)), "fill", 0).getFirst(), 'M'));
  }

  private static long count(String text, char letter) {
    return text.chars().filter(c -> c == letter).count();
  }

  @Test
  void everyFigureOfTheSampleIsWellFormedAndHasNoNaN() throws Exception {
    for (Section section : SampleReport.report().sections()) {
      for (Figure figure : section.figures()) {
        String svg = svg(figure);
        assertFalse(svg.contains("NaN"), figure.id());
        assertFalse(svg.contains("Infinity"), figure.id());
        Document document =
            DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
        assertEquals("svg", document.getDocumentElement().getTagName());
      }
    }
  }

  @Test
  void aMissingValueIsAGapInLineAndBand() {
    double[] y = {1, 2, NOTHING, 2, 3, 2};
    double[] low = {0, 1, 0, 1, 2, 1};
    double[] high = {2, 3, 0, 3, 4, 3};
    String svg = svg(figure(new Series("s", 3, Series.Style.LINE, X, y, low, high)));
    List<String> lines = paths(svg, "stroke", 3);
    assertEquals(2, lines.size(), "the line and its legend");
    assertEquals(2, count(lines.get(0), 'M'));
    assertEquals(3, count(lines.get(0), 'L'));
    List<String> bands = paths(svg, "fill", 3);
    assertEquals(2, bands.size());
    assertEquals(5, count(bands.get(0), 'L'));
    assertEquals(3, count(bands.get(1), 'L'));
  }

  @Test
  void aPointBetweenTwoGapsIsADot() {
    double[] y = {1, 2, NOTHING, 5, NOTHING, NOTHING};
    String svg = svg(figure(Series.of("s", 2, Series.Style.LINE, X, y)));
    assertEquals(1, paths(svg, "fill", 2).size());
  }

  @Test
  void pointsHaveDotsAndBarsButNoLine() {
    double[] y = {1, 2, 3, 4, 5, NOTHING};
    double[] low = {0, 1, 2, 3, NOTHING, 0};
    double[] high = {2, 3, 4, 5, 6, 1};
    String svg = svg(figure(new Series("s", 1, Series.Style.POINTS, X, y, low, high)));
    List<String> bars = paths(svg, "stroke", 1);
    assertEquals(1, bars.size());
    assertEquals(4 * 3, count(bars.get(0), 'M'));
    assertEquals(5 + 1, paths(svg, "fill", 1).size(), "five points and the legend's");
  }

  @Test
  void aLogarithmicAxisLeavesOutWhatItCannotShow() {
    double[] y = {1, 10, 0, 100, 1000, -5};
    double[] low = {0.5, -3, 0, 50, 500, -6};
    double[] high = {2, 20, 1, 200, 2000, -4};
    Figure figure =
        figure(
            Axis.of("x"),
            Axis.log("y"),
            List.of(),
            new Series("s", 0, Series.Style.LINE, X, y, low, high));
    String svg = svg(figure);
    assertFalse(svg.contains("NaN"));
    assertEquals(2, count(paths(svg, "stroke", 0).get(0), 'M'));
    assertEquals(2, paths(svg, "fill", 0).size());
    assertTrue(svg.contains(">1,000</text>"));
    // Bands reach to the end of the axis, not to the end of the world.
    for (Matcher m = Pattern.compile("[ML][\\d.-]+ (-?[\\d.]+)").matcher(svg); m.find(); ) {
      assertTrue(Math.abs(Double.parseDouble(m.group(1))) < 1000, m.group());
    }
  }

  @Test
  void levelsHaveTheirWordsAtTheRightUnlessTheyLieOutside() {
    String svg =
        svg(
            figure(
                Axis.of("x"),
                Axis.of("y", 0, 10),
                List.of(new Level("inside", 5, 4), new Level("outside", 6, 11)),
                Series.of("s", 0, Series.Style.LINE, X, X)));
    assertEquals(1, paths(svg, "stroke", 5).size());
    assertTrue(svg.contains(">inside</text>"));
    assertFalse(svg.contains(">outside</text>"));
    Matcher m = Pattern.compile("<text x=\"([\\d.]+)\"[^>]*>inside<").matcher(svg);
    assertTrue(m.find());
    assertTrue(Double.parseDouble(m.group(1)) > 600, m.group());
  }

  @Test
  void anEmptyFigureIsDrawnToo() {
    String svg = svg(figure());
    assertTrue(svg.contains(">x</text>"));
    assertTrue(svg.contains("<title>A title</title>"));
  }

  @Test
  void oneValueGetsRoomAroundIt() {
    for (double y : new double[] {0, 5, -5, 1e9, 1e-9}) {
      Range range =
          Range.ofY(
              figure(Series.of("s", 0, Series.Style.POINTS, new double[] {1}, new double[] {y})));
      assertTrue(range.from() < y && y < range.to(), range + " around " + y);
    }
  }

  @Test
  void inThePageColoursAreClassesAndIdsBelongToTheFigure() {
    String page =
        new FigureDrawing(
                figure(
                    Axis.of("x"),
                    Axis.of("y", 1, 2),
                    List.of(),
                    Series.of("s", 4, Series.Style.DASHED, X, X)))
            .svgInPage();
    assertTrue(page.contains("class=\"line-series-4\""));
    assertFalse(page.contains("stroke=\"#"));
    assertFalse(page.contains("fill=\"#"));
    assertTrue(page.contains("stroke-dasharray=\"7 4\""));
    assertTrue(page.contains("id=\"figure-f-wide-clip-0\""));
    assertTrue(page.contains("url(#figure-f-narrow-clip-0)"));
    assertTrue(page.contains(">A title: What it shows</title>"));
  }

  @Test
  void thePngHasTwoDotsForEachPixel() throws Exception {
    assumeTrue(SampleReport.fontsAreHere(), "there are no fonts");
    BufferedImage image =
        ImageIO.read(
            new ByteArrayInputStream(
                new FigureDrawing(figure(Series.of("s", 0, Series.Style.LINE, X, X))).png()));
    assertEquals(1440, image.getWidth());
    assertEquals(900, image.getHeight());
    assertEquals(0xffffffff, image.getRGB(0, 0));
    int line = Palette.of(0).light().getRGB();
    assertTrue(
        Arrays.stream(image.getRGB(0, 0, 1440, 900, null, 0, 1440)).anyMatch(dot -> dot == line));
  }
}
