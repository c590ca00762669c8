package org.evenkeel.lab.report;

/// Points of a figure that belong together.
///
/// @param name as the legend has it
/// @param colour which of the page's colours, from 0; series of one thing share theirs
/// @param style how it is drawn
/// @param x where
/// @param y what
/// @param lower the band's or the interval's lower end; empty for none
/// @param upper its upper end; empty for none
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Series(
    String name, int colour, Style style, double[] x, double[] y, double[] lower, double[] upper) {

  /// How a series is drawn.
  public enum Style {
    /// A line; its band is shaded.
    LINE,

    /// A broken line; its band is shaded.
    DASHED,

    /// Points; their intervals are bars.
    POINTS,

    /// Rings, beside points of the same colour; their intervals are bars.
    RINGS;

    /// Whether each value is drawn for itself.
    boolean single() {
      return this == POINTS || this == RINGS;
    }
  }

  /// Checks the lengths.
  public Series {
    int n = x.length;
    if (y.length != n || lower.length != upper.length || (lower.length != 0 && lower.length != n)) {
      throw new IllegalArgumentException(
          "series '%s' must have as many values and bounds as places (or no bounds), has %d, %d, %d, %d"
              .formatted(name, n, y.length, lower.length, upper.length));
    }
  }

  /// Without a band.
  public static Series of(String name, int colour, Style style, double[] x, double[] y) {
    return new Series(name, colour, style, x, y, new double[0], new double[0]);
  }
}
