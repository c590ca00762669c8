package org.evenkeel.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.Serial;
import org.jfree.chart.LegendItem;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CrosshairState;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRendererState;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYDataset;
import org.jspecify.annotations.Nullable;

/// Draws a figure's series: first all bands and intervals, so that none covers a line, then the lines, then
/// the points.
///
/// JFreeChart's own renderers for bands and for intervals do not support gaps: they draw NaN values.
@SuppressWarnings("serial") // never serialized
final class FigureRenderer extends XYLineAndShapeRenderer {
  @Serial private static final long serialVersionUID = 1;

  private static final int BAND_ALPHA = 46;
  private static final float LINE_WIDTH = 2.2f;
  private static final double CAP = 4;
  private static final Shape DOT = new Ellipse2D.Double(-3.4, -3.4, 6.8, 6.8);
  private static final Shape SMALL_DOT = new Ellipse2D.Double(-1.6, -1.6, 3.2, 3.2);

  private final FigureData data;

  FigureRenderer(FigureData data) {
    this.data = data;
    setDrawSeriesLineAsPath(true);
    setDrawOutlines(false);
    setDefaultLegendTextPaint(Palette.INK.light());
    setLegendLine(new Line2D.Double(-13, 0, 13, 0));
    for (int i = 0; i < data.getSeriesCount(); i++) {
      Series series = data.series(i);
      boolean points = series.style().single();
      boolean dashed = series.style() == Series.Style.DASHED;
      setSeriesPaint(i, Palette.of(series.colour()).light());
      setSeriesStroke(i, stroke(dashed ? new float[] {7, 4} : null));
      setSeriesLinesVisible(i, !points);
      setSeriesShape(i, points ? mark(series.style()) : SMALL_DOT);
    }
  }

  private static Shape mark(Series.Style style) {
    if (style == Series.Style.POINTS) {
      return DOT;
    }
    Area ring = new Area(DOT);
    ring.subtract(new Area(SMALL_DOT));
    return ring;
  }

  private static BasicStroke stroke(float @Nullable [] dash) {
    int cap = dash == null ? BasicStroke.CAP_ROUND : BasicStroke.CAP_BUTT;
    return new BasicStroke(LINE_WIDTH, cap, BasicStroke.JOIN_ROUND, 10, dash, 0);
  }

  /// Draws a point of a line only if it would not be visible otherwise: between two gaps.
  @Override
  public boolean getItemShapeVisible(int series, int item) {
    return data.series(series).style().single() || (gap(series, item - 1) && gap(series, item + 1));
  }

  private boolean gap(int series, int item) {
    return item < 0
        || item >= data.getItemCount(series)
        || Double.isNaN(data.getXValue(series, item))
        || Double.isNaN(data.getYValue(series, item));
  }

  @Override
  public LegendItem getLegendItem(int datasetIndex, int series) {
    LegendItem item = super.getLegendItem(datasetIndex, series);
    boolean points = data.series(series).style().single();
    LegendItem named =
        new LegendItem(
            data.series(series).name(),
            null,
            null,
            null,
            points,
            item.getShape(),
            true,
            item.getFillPaint(),
            false,
            item.getOutlinePaint(),
            item.getOutlineStroke(),
            !points,
            item.getLine(),
            item.getLineStroke(),
            item.getLinePaint());
    named.setLabelPaint(Palette.INK.light());
    return named;
  }

  @Override
  public int getPassCount() {
    return 3;
  }

  @Override
  protected boolean isLinePass(int pass) {
    return pass == 1;
  }

  @Override
  protected boolean isItemPass(int pass) {
    return pass == 2;
  }

  @Override
  public void drawItem(
      Graphics2D g2,
      XYItemRendererState state,
      Rectangle2D area,
      PlotRenderingInfo info,
      XYPlot plot,
      ValueAxis xAxis,
      ValueAxis yAxis,
      XYDataset dataset,
      int series,
      int item,
      CrosshairState crosshair,
      int pass) {
    // JFreeChart skips items beyond the axes, but a band needs its neighbours there.
    state.setProcessVisibleItemsOnly(false);
    if (pass > 0) {
      super.drawItem(
          g2, state, area, info, plot, xAxis, yAxis, dataset, series, item, crosshair, pass);
    } else if (item == 0 && data.series(series).lower().length > 0) {
      drawBounds(g2, new Scale(area, xAxis, yAxis), series);
    }
  }

  private void drawBounds(Graphics2D g2, Scale scale, int series) {
    Color colour = Palette.of(data.series(series).colour()).light();
    if (data.series(series).style().single()) {
      g2.setPaint(colour);
      g2.setStroke(new BasicStroke(1.4f));
      g2.draw(bars(scale, series));
      return;
    }
    g2.setPaint(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), BAND_ALPHA));
    int n = data.getItemCount(series);
    for (int from = 0; from < n; from++) {
      int to = from;
      while (to < n && bounded(series, to)) {
        to++;
      }
      if (to - from > 1) {
        g2.fill(band(scale, series, from, to));
      }
      from = Math.max(from, to);
    }
  }

  private boolean bounded(int series, int item) {
    return !gap(series, item)
        && !Double.isNaN(data.lower(series, item))
        && !Double.isNaN(data.upper(series, item));
  }

  /// Returns the outline of a band: along the upper ends, and back along the lower ones.
  private Path2D band(Scale scale, int series, int from, int to) {
    Path2D path = new Path2D.Double();
    path.moveTo(scale.x(data.getXValue(series, from)), scale.y(data.upper(series, from)));
    for (int i = from + 1; i < to; i++) {
      path.lineTo(scale.x(data.getXValue(series, i)), scale.y(data.upper(series, i)));
    }
    for (int i = to - 1; i >= from; i--) {
      path.lineTo(scale.x(data.getXValue(series, i)), scale.y(data.lower(series, i)));
    }
    path.closePath();
    return path;
  }

  private Path2D bars(Scale scale, int series) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < data.getItemCount(series); i++) {
      if (bounded(series, i)) {
        double x = scale.x(data.getXValue(series, i));
        double low = scale.y(data.lower(series, i));
        double high = scale.y(data.upper(series, i));
        line(path, x, low, x, high);
        line(path, x - CAP, low, x + CAP, low);
        line(path, x - CAP, high, x + CAP, high);
      }
    }
    return path;
  }

  private static void line(Path2D path, double x1, double y1, double x2, double y2) {
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  }

  /// Converts numbers to positions in the drawing.
  private record Scale(Rectangle2D area, ValueAxis xAxis, ValueAxis yAxis) {
    double x(double value) {
      return xAxis.valueToJava2D(value, area, RectangleEdge.BOTTOM);
    }

    /// Returns a position at most a screen away: everything far beyond an axis is cut off anyway.
    double y(double value) {
      double y = yAxis.valueToJava2D(value, area, RectangleEdge.LEFT);
      double height = area.getHeight();
      return Math.clamp(y, area.getMinY() - height, area.getMaxY() + height);
    }
  }
}
