package org.evenkeel.cli.architecture;

import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.evenkeel.cli.architecture.Layers.Arrow;
import org.evenkeel.cli.architecture.Layers.Place;

/// Draws a graph as an SVG picture that follows the reader's light or dark setting.
///
/// @param title the subject of the picture, for readers who do not see it
/// @param description its content in a sentence or two, for the same
/// @param note a second line in the box of a node; if it is empty for all, boxes have one line
/// @param colour the number of the colour of a node, from 0
record GraphSvg(
    String title, String description, UnaryOperator<String> note, ToIntFunction<String> colour) {
  private static final double LEAST_WIDTH = 800;
  private static final double MARGIN = 12;
  private static final double GAP = 34;

  /// Hues of the boxes, in degrees, far apart for neighbours in the list.
  private static final List<Integer> HUES = List.of(212, 158, 14, 268, 44, 330, 88, 190, 0, 240);

  private static final String STYLE =
      """
      text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-size: 14px;
        text-anchor: middle; fill: #1b1f24; }
      .name { font-weight: 600; }
      .note { font-size: 12px; fill: #57606a; }
      .arrow { fill: none; stroke: #8c959f; stroke-width: 1.4; }
      .optional { stroke-dasharray: 5 4; }
      .head { fill: #8c959f; }
      rect { stroke-width: 1.4; }
      """;
  private static final String DARK =
      """
      text { fill: #e6edf3; }
      .note { fill: #9da7b1; }
      .arrow { stroke: #768390; }
      .head { fill: #768390; }
      """;

  /// How wide a box must be for its text, in fonts that are not known here.
  double width(String name) {
    return Math.max(8.6 * name.length(), 7.6 * note.apply(name).length()) + 22;
  }

  String draw(Layers drawing) {
    List<Place> places = drawing.layers.stream().flatMap(List::stream).toList();
    boolean notes = places.stream().anyMatch(p -> !p.isBend() && !note.apply(p.name).isEmpty());
    double box = notes ? 44 : 28;
    double left = places.stream().mapToDouble(p -> p.x - p.width / 2).min().orElse(0);
    double right = places.stream().mapToDouble(p -> p.x + p.width / 2).max().orElse(0);
    double width = Math.max(LEAST_WIDTH, right - left + 2 * MARGIN);
    double height = drawing.layers.size() * (box + GAP) - GAP + 2 * MARGIN;
    double shift = (width - right - left) / 2;
    places.forEach(p -> p.x += shift);
    Rows rows = new Rows(drawing.layers.size(), box);

    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" \
        aria-labelledby="title description">
        <title id="title">%s</title>
        <desc id="description">%s</desc>
        <style>
        %s%s@media (prefers-color-scheme: dark) {
        %s%s}
        </style>
        <marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
        <path class="head" d="M0 0 10 5 0 10Z"/>
        </marker>
        """
            .formatted(
                width,
                height,
                width,
                height,
                title,
                description,
                STYLE,
                hues(94, 42),
                DARK,
                hues(17, 58)));
    drawing.arrows.forEach(a -> svg.append(arrow(a, rows)));
    places.stream().filter(p -> !p.isBend()).forEach(p -> svg.append(box(p, rows, notes)));
    return svg.append("</svg>\n").toString();
  }

  /// Where the rows are: the top layer first.
  private record Rows(int count, double box) {
    double top(Place place) {
      return MARGIN + (count - 1 - place.layer) * (box + GAP);
    }

    double bottom(Place place) {
      return top(place) + box;
    }
  }

  private static String hues(int fill, int border) {
    StringBuilder css = new StringBuilder();
    for (int i = 0; i < HUES.size(); i++) {
      css.append(
          ".c%d { fill: hsl(%d, 45%%, %d%%); stroke: hsl(%d, 45%%, %d%%); }\n"
              .formatted(i, HUES.get(i), fill, HUES.get(i), border));
    }
    return css.toString();
  }

  /// Straight down through each row, curved between rows.
  private static String arrow(Arrow arrow, Rows rows) {
    StringBuilder path = new StringBuilder();
    Place from = arrow.through().getFirst();
    path.append(format("M%.1f %.1f", from.x, rows.bottom(from)));
    for (Place to : arrow.through().subList(1, arrow.through().size())) {
      double start = rows.bottom(from);
      double end = rows.top(to);
      double middle = (start + end) / 2;
      path.append(format("C%.1f %.1f %.1f %.1f ", from.x, middle, to.x, middle))
          .append(format("%.1f %.1f", to.x, end));
      if (to.isBend()) {
        path.append(format("V%.1f", rows.bottom(to)));
      }
      from = to;
    }
    return "<path class=\"arrow%s\" marker-end=\"url(#head)\" d=\"%s\"/>\n"
        .formatted(arrow.optional() ? " optional" : "", path);
  }

  private String box(Place place, Rows rows, boolean notes) {
    double top = rows.top(place);
    String rect =
        format(
            "<rect class=\"c%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>\n",
            colour.applyAsInt(place.name) % HUES.size(),
            place.x - place.width / 2,
            top,
            place.width,
            rows.box());
    String name =
        format("<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", place.x, top + 19) + place.name;
    String second =
        notes
            ? format("</text>\n<text class=\"note\" x=\"%.1f\" y=\"%.1f\">", place.x, top + 36)
                + note.apply(place.name)
            : "";
    return rect + name + second + "</text>\n";
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a further library
  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
