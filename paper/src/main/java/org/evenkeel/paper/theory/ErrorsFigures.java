package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.TheoryPlan.EPSILON;
import static org.evenkeel.paper.theory.TheoryPlan.GAMMA;
import static org.evenkeel.paper.theory.TheoryResults.drawn;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Series.Style;
import org.evenkeel.paper.theory.TheoryJob.Overestimation.Values;
import org.evenkeel.paper.theory.TheoryResults.Point;

/// The figures of [ErrorsSection], and their points.
///
/// @param results the results of the trials
record ErrorsFigures(TheoryResults results) {
  List<Figure> all() {
    return List.of(decomposition(), overestimation(), drops());
  }

  List<Point> part(String column) {
    return results.points("decomposition", DecompositionJob.ITERATION, column);
  }

  List<Point> overestimated(Values values) {
    return results.points("overestimation", TheoryJob.Overestimation.ACTIONS, values.column());
  }

  List<Point> drops(String column) {
    return results.points("deviation", TheoryJob.Deviation.K, column);
  }

  static PolicyDeviation model(double k) {
    return new PolicyDeviation(TheoryPlan.GAP, TheoryPlan.SIGMA, (int) k, ErrorLaw.NORMAL);
  }

  private Figure decomposition() {
    List<Series> series = new ArrayList<>();
    series.add(drawn("total error Δ", 0, Style.LINE, part("total")));
    series.add(drawn("target approximation error Z", 1, Style.LINE, part("approximation")));
    series.add(drawn("overestimation error R", 2, Style.LINE, part("overestimation")));
    series.add(drawn("optimality difference", 3, Style.LINE, part("optimality")));
    series.add(drawn("error of the table, without Z", 3, Style.DASHED, part("tabular")));
    return new Figure(
        "theory-decomposition-parts",
        "The parts of DQN's error",
        "DQN starting from zero in random MDPs (5 states, 3 actions, γ 0.9), with Z uniform in [−ε, ε]. Means over all "
            + "state-action pairs and MDPs, with 95 % intervals. The R of each iteration becomes part of the optimality "
            + "difference of the next.",
        "Five lines over the iterations: the total error, its three parts, and the error of a table.",
        Axis.of("iteration"),
        Axis.of("mean error, in ε"),
        series,
        List.of(new Level("0", -1, 0)));
  }

  private Figure overestimation() {
    List<Series> series = new ArrayList<>();
    double[] n = new double[17];
    double[] bound = new double[n.length];
    for (int i = 0; i < n.length; i++) {
      n[i] = i + 2;
      bound[i] = Overestimation.bound(GAMMA, EPSILON, i + 2);
    }
    series.add(Series.of("bound", 0, Style.LINE, n, bound));
    series.add(drawn("equal values", 0, Style.POINTS, overestimated(Values.EQUAL)));
    series.add(drawn("values 0.25 ε apart", 1, Style.POINTS, overestimated(Values.NEAR)));
    series.add(drawn("values ε apart", 2, Style.POINTS, overestimated(Values.FAR)));
    return new Figure(
        "theory-overestimation",
        "Overestimation by a maximum over noise",
        "Errors uniform in [−ε, ε], γ 0.9: the paper's bound, and measured means with 95 % intervals (most are "
            + "smaller than the points).",
        "The bound as a line and measured means as points, by number of actions, for equal and for unequal values.",
        Axis.of("actions n"),
        Axis.of("overestimation, in ε"),
        series,
        List.of());
  }

  private Figure drops() {
    double[] k = new double[20];
    double[] formula = new double[20];
    for (int i = 0; i < 20; i++) {
      k[i] = i + 1.0;
      formula[i] = model(k[i]).scoreVariance();
    }
    return new Figure(
        "theory-drops",
        "Variance of the score caused by drops alone",
        "One decision, correct targets, and normal errors with a standard deviation of twice the gap. The line is p(1−p) "
            + "gap², where p is the probability that the mean of K networks prefers the worse action. Points are "
            + "simulations with 95 % intervals: over many trials at one time, and over one long trial.",
        "Variance of the score by K: a formula as a line, simulations between and within trials as points.",
        Axis.of("averaged networks K"),
        Axis.of("variance of the score, in gap²"),
        List.of(
            Series.of("p(1−p) gap²", 0, Style.LINE, k, formula),
            drawn("between trials", 1, Style.POINTS, drops("between")),
            drawn("within a trial", 2, Style.POINTS, drops("within"))),
        List.of());
  }
}
