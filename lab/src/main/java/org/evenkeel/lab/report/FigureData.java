package org.evenkeel.lab.report;

import java.io.Serial;
import org.jfree.data.xy.AbstractXYDataset;

/// A figure's series in the form that JFreeChart reads. Values that a logarithmic axis cannot show are NaN, a gap.
@SuppressWarnings("serial") // never serialized
final class FigureData extends AbstractXYDataset {
  @Serial private static final long serialVersionUID = 1;

  private final Figure figure;

  FigureData(Figure figure) {
    this.figure = figure;
  }

  Series series(int series) {
    return figure.series().get(series);
  }

  @Override
  public int getSeriesCount() {
    return figure.series().size();
  }

  /// Returns its number as the key, since two series may have the same name.
  @Override
  public Integer getSeriesKey(int series) {
    return series;
  }

  @Override
  public int getItemCount(int series) {
    return series(series).x().length;
  }

  @Override
  public Number getX(int series, int item) {
    return getXValue(series, item);
  }

  @Override
  public Number getY(int series, int item) {
    return getYValue(series, item);
  }

  @Override
  public double getXValue(int series, int item) {
    return drawable(series(series).x()[item], figure.x());
  }

  @Override
  public double getYValue(int series, int item) {
    return drawable(series(series).y()[item], figure.y());
  }

  /// Returns the lower end of a band or an interval; NaN if the point has none.
  double lower(int series, int item) {
    double[] lower = series(series).lower();
    if (lower.length == 0 || Double.isNaN(getYValue(series, item))) {
      return Double.NaN;
    }
    // On a logarithmic axis, a lower end at or below zero always lies below the end of the axis.
    return figure.y().logarithmic() && lower[item] <= 0 ? Double.MIN_NORMAL : lower[item];
  }

  /// Returns the upper end.
  double upper(int series, int item) {
    double[] upper = series(series).upper();
    return upper.length == 0 ? Double.NaN : drawable(upper[item], figure.y());
  }

  private static double drawable(double value, Axis axis) {
    return Double.isInfinite(value) || (axis.logarithmic() && value <= 0) ? Double.NaN : value;
  }
}
