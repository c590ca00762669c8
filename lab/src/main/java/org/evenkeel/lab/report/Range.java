package org.evenkeel.lab.report;

import java.util.function.DoubleConsumer;

/// The range of an axis.
///
/// @param from the lower end
/// @param to the upper end, larger
record Range(double from, double to) {
  /// Returns the range of a figure's horizontal axis.
  static Range ofX(Figure figure) {
    Span span = new Span(figure.x().logarithmic());
    figure.series().forEach(s -> span.addAll(s.x()));
    return span.range(figure.x(), 0.025);
  }

  /// Returns the range of its vertical axis.
  static Range ofY(Figure figure) {
    Span span = new Span(figure.y().logarithmic());
    for (Series s : figure.series()) {
      span.addAll(s.y());
      span.addAll(s.lower());
      span.addAll(s.upper());
    }
    figure.levels().forEach(level -> span.accept(level.y()));
    return span.range(figure.y(), 0.05);
  }

  /// The smallest and the largest number that can be drawn.
  private static final class Span implements DoubleConsumer {
    private final boolean logarithmic;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    Span(boolean logarithmic) {
      this.logarithmic = logarithmic;
    }

    void addAll(double[] values) {
      for (double value : values) {
        accept(value);
      }
    }

    @Override
    public void accept(double value) {
      if (Double.isFinite(value) && (!logarithmic || value > 0)) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }

    /// Returns the range, with a margin at the ends that the axis leaves open.
    Range range(Axis axis, double margin) {
      boolean openFrom = Double.isNaN(axis.from());
      boolean openTo = Double.isNaN(axis.to());
      double from = openFrom ? least : axis.from();
      double to = openTo ? most : axis.to();
      if (Double.isInfinite(from)) {
        from = openTo ? (logarithmic ? 1 : 0) : (logarithmic ? to / 10 : to - 1);
      }
      if (Double.isInfinite(to) || to <= from) {
        // There is nothing to draw, or all values are equal: add some space around them.
        double room = Math.max(Math.abs(from) * 0.1, 1e-3);
        to = logarithmic ? from * 2 : from + room;
        from = !openFrom ? from : logarithmic ? from / 2 : from - room;
      }
      if (logarithmic) {
        double factor = StrictMath.pow(to / from, margin);
        return new Range(openFrom ? from / factor : from, openTo ? to * factor : to);
      }
      double room = (to - from) * margin;
      return new Range(openFrom ? from - room : from, openTo ? to + room : to);
    }
  }
}
