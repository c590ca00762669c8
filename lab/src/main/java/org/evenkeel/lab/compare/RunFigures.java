package org.evenkeel.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.stream.Collectors;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.evenkeel.lab.statistics.Curves;
import org.evenkeel.lab.statistics.Estimate;

/// Draws the learning curves of one environment, a line for each group. Nothing is smoothed.
final class RunFigures {
  private static final String BAND =
      "Mean over the runs, with one standard deviation shaded (computed with n - 1; none for a single run)."
          + " Nothing is smoothed. ";

  private final EnvironmentRuns runs;
  private final Map<String, Integer> colours;

  /// @param colours the colours of the groups, by label
  RunFigures(EnvironmentRuns runs, Map<String, Integer> colours) {
    this.runs = runs;
    this.colours = colours;
  }

  /// Returns the figures for which there are measurements.
  List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    add(
        figures,
        new Plan("return", "Return", "return of an evaluation", Measure.RETURN, List.of()),
        "Each point is an evaluation.",
        List.of());
    add(
        figures,
        new Plan(
            "value",
            "Value estimates",
            "mean value of the states visited",
            Measure.VALUE,
            List.of(Measure.OBTAINED)),
        "Value estimates of the states visited in the evaluations. Dashed lines are the discounted returns"
            + " obtained from the same states.",
        List.of());
    add(
        figures,
        new Plan(
            "overestimation",
            "Overestimation",
            "estimate minus return obtained",
            Measure.OVERESTIMATION,
            List.of()),
        "How much the value estimates exceed the discounted returns obtained from the same states.",
        List.of(new Level("exact", -1, 0)));
    return figures;
  }

  /// The plan of a figure: its name, the measure drawn with a band and those drawn without.
  private record Plan(
      String name, String title, String axis, Measure banded, List<Measure> broken) {
    Measure[] measures() {
      List<Measure> all = new ArrayList<>(broken);
      all.add(banded);
      return all.toArray(Measure[]::new);
    }
  }

  private void add(List<Figure> figures, Plan plan, String caption, List<Level> levels) {
    List<Series> series = new ArrayList<>();
    for (RunGroup group : runs.measured()) {
      NavigableSet<Long> steps = group.steps(plan.measures());
      if (!steps.isEmpty()) {
        series.add(banded(group, plan.banded, steps));
        for (Measure measure : plan.broken) {
          series.add(broken(group, measure, steps));
        }
      }
    }
    if (!series.isEmpty()) {
      figures.add(
          new Figure(
              runs.id() + "-" + plan.name,
              plan.title + " on " + runs.environment(),
              BAND + caption,
              alt(plan, series),
              Axis.of("steps of the agent"),
              Axis.of(plan.axis),
              series,
              levels));
    }
  }

  private String alt(Plan plan, List<Series> series) {
    return "%s on %s over the steps of the agent. At the end: %s."
        .formatted(
            plan.title,
            runs.environment(),
            series.stream()
                .map(s -> s.name() + " " + Numbers.brief(s.y()[s.y().length - 1]))
                .collect(Collectors.joining("; ")));
  }

  private Series banded(RunGroup group, Measure measure, NavigableSet<Long> steps) {
    Curves curves = group.curves(measure, steps);
    List<Estimate> band = curves.runs() == 1 ? List.of() : curves.standardDeviationBand();
    return new Series(
        group.label(),
        colour(group),
        style(steps, Series.Style.LINE),
        places(steps),
        curves.mean(),
        band.stream().mapToDouble(Estimate::low).toArray(),
        band.stream().mapToDouble(Estimate::high).toArray());
  }

  private Series broken(RunGroup group, Measure measure, NavigableSet<Long> steps) {
    return Series.of(
        group.label() + ", obtained",
        colour(group),
        style(steps, Series.Style.DASHED),
        places(steps),
        group.curves(measure, steps).mean());
  }

  /// Returns a style with markers for a single point, since a line would not be visible.
  private static Series.Style style(NavigableSet<Long> steps, Series.Style line) {
    Series.Style single = line == Series.Style.DASHED ? Series.Style.RINGS : Series.Style.POINTS;
    return steps.size() == 1 ? single : line;
  }

  private int colour(RunGroup group) {
    return colours.getOrDefault(group.label(), 0);
  }

  private static double[] places(NavigableSet<Long> steps) {
    return steps.stream().mapToDouble(Long::doubleValue).toArray();
  }
}
