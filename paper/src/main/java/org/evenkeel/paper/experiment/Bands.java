package org.evenkeel.paper.experiment;

import java.util.List;
import org.evenkeel.lab.config.Look;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.statistics.Curves;
import org.evenkeel.lab.statistics.Estimate;

/// Curves of trials as a line of a figure.
public final class Bands {
  private Bands() {}

  /// The mean of the trials and one standard deviation to each side; a single trial has no band, and no trial an
  /// empty line.
  ///
  /// @param look the label and the colour
  /// @param x where the curves were measured
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
