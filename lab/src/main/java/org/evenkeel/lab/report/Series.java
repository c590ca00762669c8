package org.evenkeel.lab.report;

/// A data series of a figure.
///
/// @param name its name in the legend
/// @param colour the index of its colour, from 0; related series may share one
/// @param style the style in which it is drawn
/// @param x the x coordinates
/// @param y the y coordinates
/// @param lower the lower end of the band or interval; empty for none
/// @param upper the upper end; empty for none
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Series(
    String name, int colour, Style style, double[] x, double[] y, double[] lower, double[] upper) {

  /// The style in which a series is drawn.
  public enum Style {
    /// A line, with a shaded band.
    LINE,

    /// A dashed line, with a shaded band.
    DASHED,

    /// Points, with bars for their intervals.
    POINTS,

    /// Rings, to be combined with points of the same colour, with bars for their intervals.
    RINGS;

    /// Returns whether each value is drawn separately.
    boolean single() {
      return this == POINTS || this == RINGS;
    }
  }

  /// Checks the lengths.
  public Series {
    int n = x.length;
    if (y.length != n || lower.length != upper.length || (lower.length != 0 && lower.length != n)) {
      throw new IllegalArgumentException(
          "series '%s' must have as many y values and bounds as x values (or no bounds), was %d, %d, %d, %d"
              .formatted(name, n, y.length, lower.length, upper.length));
    }
  }

  /// Creates a series without a band.
  public static Series of(String name, int colour, Style style, double[] x, double[] y) {
    return new Series(name, colour, style, x, y, new double[0], new double[0]);
  }
}
