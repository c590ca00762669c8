package org.evenkeel.lab.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Checks that a report is consistent before any of it is written.
final class ReportCheck {
  private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  private ReportCheck() {}

  /// @throws IllegalArgumentException if it is not; the message explains why in one sentence
  static void verify(Report report) {
    List<Section> sections = report.sections();
    List<Figure> figures = sections.stream().flatMap(s -> s.figures().stream()).toList();
    List<Table> tables = sections.stream().flatMap(s -> s.tables().stream()).toList();
    ids("section", sections.stream().map(Section::id));
    ids("claim", report.claims().stream().map(Claim::id));
    Set<String> shown = new HashSet<>(ids("figure", figures.stream().map(Figure::id)));
    shown.addAll(ids("table", tables.stream().map(Table::id)));
    ids("picture", sections.stream().flatMap(s -> s.pictures().stream()).map(Picture::id));
    for (Claim claim : report.claims()) {
      for (String evidence : claim.shownIn()) {
        if (!shown.contains(evidence)) {
          throw new IllegalArgumentException(
              "the evidence of claim '%s' must be figures and tables of the report, but one is '%s'"
                  .formatted(claim.id(), evidence));
        }
      }
    }
    for (Figure figure : figures) {
      verify(figure, figure.x());
      verify(figure, figure.y());
    }
  }

  private static Set<String> ids(String kind, Stream<String> ids) {
    Set<String> seen = new HashSet<>();
    ids.forEach(
        id -> {
          if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                "the id of a %s must be lower-case letters and digits with single hyphens, was '%s'"
                    .formatted(kind, id));
          }
          if (!seen.add(id)) {
            throw new IllegalArgumentException(
                "each %s must have its own id, but two have '%s'".formatted(kind, id));
          }
        });
    return seen;
  }

  private static void verify(Figure figure, Axis axis) {
    double from = axis.from();
    double to = axis.to();
    if (Double.isInfinite(from) || Double.isInfinite(to) || from >= to) {
      throw new IllegalArgumentException(
          "axis '%s' of figure '%s' must end at a larger number than it starts, was %s to %s"
              .formatted(axis.label(), figure.id(), from, to));
    }
    if (axis.logarithmic() && (from <= 0 || to <= 0)) {
      throw new IllegalArgumentException(
          "axis '%s' of figure '%s' is logarithmic and must be above 0, was %s to %s"
              .formatted(axis.label(), figure.id(), from, to));
    }
  }
}
