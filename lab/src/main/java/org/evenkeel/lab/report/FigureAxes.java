package org.evenkeel.lab.report;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;

/// Creates the axes of a figure, with numbers at the positions that [Ticks] chooses.
@SuppressWarnings("serial") // never serialized
final class FigureAxes {
  static final int LABEL_SIZE = 15;
  static final int NUMBER_SIZE = 13;

  private FigureAxes() {}

  static ValueAxis of(Axis axis, Range range) {
    ValueAxis made = axis.logarithmic() ? new Logarithmic() : new Linear();
    made.setLabel(axis.label());
    made.setRange(range.from(), range.to());
    made.setLabelFont(new PlainFont(LABEL_SIZE));
    made.setLabelPaint(Palette.INK.light());
    made.setLabelInsets(new RectangleInsets(6, 3, 4, 6));
    style(made);
    made.setTickLabelPaint(Palette.MUTED.light());
    return made;
  }

  private static void style(ValueAxis axis) {
    axis.setTickLabelFont(new PlainFont(NUMBER_SIZE));
    axis.setAxisLineVisible(false);
    axis.setTickMarksVisible(false);
  }

  /// Returns an axis at the right, labelled with the names of the levels instead of numbers.
  static ValueAxis ofLevels(List<Level> levels, ValueAxis main) {
    ValueAxis axis = new LevelWords(levels, main);
    style(axis);
    axis.setTickLabelPaint(Palette.INK.light());
    return axis;
  }

  private static List<NumberTick> ticks(ValueAxis axis, Rectangle2D area, RectangleEdge edge) {
    boolean vertical = RectangleEdge.isLeftOrRight(edge);
    int most = (int) (vertical ? area.getHeight() / 45 : area.getWidth() / 80);
    double from = axis.getLowerBound();
    double to = axis.getUpperBound();
    return (axis instanceof LogAxis
            ? Ticks.logarithmic(from, to, most)
            : Ticks.linear(from, to, most))
        .stream()
            .map(
                tick ->
                    new NumberTick(
                        tick.at(),
                        tick.label(),
                        vertical ? TextAnchor.CENTER_RIGHT : TextAnchor.TOP_CENTER,
                        TextAnchor.CENTER,
                        0))
            .toList();
  }

  private static final class Linear extends NumberAxis {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public List<NumberTick> refreshTicks(
        Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
      return ticks(this, area, edge);
    }
  }

  private static final class Logarithmic extends LogAxis {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public List<NumberTick> refreshTicks(
        Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
      return ticks(this, area, edge);
    }
  }

  /// An axis with its own scale from 0 to 1. The labels are next to their lines, moved apart if they would overlap.
  private static final class LevelWords extends NumberAxis {
    @Serial private static final long serialVersionUID = 1;

    private final List<Level> levels;
    private final ValueAxis main;

    LevelWords(List<Level> levels, ValueAxis main) {
      this.levels =
          levels.stream()
              .filter(level -> main.getRange().contains(level.y()))
              .sorted(Comparator.comparingDouble(Level::y))
              .toList();
      this.main = main;
      setRange(0, 1);
    }

    @Override
    public List<NumberTick> refreshTicks(
        Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
      double height = Math.max(1, area.getHeight());
      double[] at = new double[levels.size()];
      for (int i = 0; i < at.length; i++) {
        double y = main.valueToJava2D(levels.get(i).y(), area, RectangleEdge.LEFT);
        at[i] = (area.getMaxY() - y) / height;
      }
      Ticks.spread(at, 1.15 * NUMBER_SIZE / height);
      List<NumberTick> ticks = new ArrayList<>();
      for (int i = 0; i < at.length; i++) {
        ticks.add(
            new NumberTick(
                at[i], levels.get(i).label(), TextAnchor.CENTER_LEFT, TextAnchor.CENTER, 0));
      }
      return ticks;
    }
  }
}
