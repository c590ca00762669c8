package org.evenkeel.paper.experiment;

import java.util.List;
import org.evenkeel.lab.config.Look;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.statistics.Curves;
import org.evenkeel.lab.statistics.Estimate;

/// Turns the curves of trials into a line with a band in a figure.
public final class Bands {
  private Bands() {}

  /// Returns the mean of the trials with one standard deviation to each side. A single trial gives a line without a
  /// band; no trials give an empty line.
  ///
  /// @param look the label and the colour
  /// @param x the horizontal positions of the measurements
  /// @param curves `[trial][time]`
  public static Series of(Look look, double[] x, double[][] curves) {
    if (curves.length < 2) {
      double[] y = curves.length == 0 ? new double[0] : curves[0];
      return Series.of(look.label(), look.colour(), Series.Style.LINE, x, y);
    }
    List<Estimate> band = Curves.of(curves).standardDeviationBand();
    return new Series(
        look.label(),
        look.colour(),
        Series.Style.LINE,
        x,
        band.stream().mapToDouble(Estimate::value).toArray(),
        band.stream().mapToDouble(Estimate::low).toArray(),
        band.stream().mapToDouble(Estimate::high).toArray());
  }
}
