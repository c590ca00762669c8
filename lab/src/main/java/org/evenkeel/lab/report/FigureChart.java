package org.evenkeel.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;

/// Draws a figure as a chart in the style of articles: white, with a thin grid and bold means over pale bands.
final class FigureChart {
  private static final BasicStroke THIN = new BasicStroke(1);
  private static final BasicStroke LEVEL =
      new BasicStroke(
          1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {3, 3}, 0);
  private static final Color NONE = new Color(0, 0, 0, 0);

  static {
    // Otherwise rotated text is drawn as outlines of glyphs, a workaround for a bug in old Java
    // versions.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private FigureChart() {}

  static JFreeChart of(Figure figure) {
    FigureData data = new FigureData(figure);
    ValueAxis x = FigureAxes.of(figure.x(), Range.ofX(figure));
    ValueAxis y = FigureAxes.of(figure.y(), Range.ofY(figure));
    XYPlot plot = new XYPlot(data, x, y, new FigureRenderer(data));
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
    plot.setBackgroundPaint(null);
    plot.setOutlinePaint(Palette.GRID.light());
    plot.setOutlineStroke(THIN);
    plot.setDomainGridlineStroke(THIN);
    plot.setRangeGridlineStroke(THIN);
    plot.setDomainGridlinePaint(Palette.GRID.light());
    plot.setRangeGridlinePaint(Palette.GRID.light());
    plot.setAxisOffset(new RectangleInsets(3, 3, 3, 3));
    plot.setInsets(new RectangleInsets(8, 4, 4, 12));
    for (Level level : figure.levels()) {
      if (Double.isFinite(level.y())) {
        Color colour = Palette.of(level.colour()).light();
        plot.addRangeMarker(0, new ValueMarker(level.y(), colour, LEVEL), Layer.FOREGROUND);
      }
    }
    if (!figure.levels().isEmpty()) {
      plot.setRangeAxis(1, FigureAxes.ofLevels(figure.levels(), y));
      plot.setRangeAxisLocation(1, AxisLocation.BOTTOM_OR_RIGHT);
    }
    JFreeChart chart = new JFreeChart(null, new PlainFont(16), plot, false);
    chart.setBackgroundPaint(null);
    chart.setPadding(RectangleInsets.ZERO_INSETS);
    if (figure.series().stream().anyMatch(s -> !s.name().isBlank())) {
      chart.addSubtitle(legend(plot));
    }
    return chart;
  }

  private static LegendTitle legend(XYPlot plot) {
    LegendTitle legend = new LegendTitle(plot);
    legend.setItemFont(new PlainFont(FigureAxes.NUMBER_SIZE));
    legend.setItemPaint(Palette.INK.light());
    legend.setPosition(RectangleEdge.BOTTOM);
    legend.setBackgroundPaint(null);
    legend.setFrame(new BlockBorder(NONE));
    legend.setItemLabelPadding(new RectangleInsets(2, 4, 2, 12));
    legend.setMargin(new RectangleInsets(0, 4, 6, 4));
    return legend;
  }
}
