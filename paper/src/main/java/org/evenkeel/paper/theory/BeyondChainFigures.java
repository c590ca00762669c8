package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.ChainFigures.line;
import static org.evenkeel.paper.theory.TheoryPlan.CHAIN_KS;
import static org.evenkeel.paper.theory.TheoryPlan.CORRELATED_K;
import static org.evenkeel.paper.theory.TheoryPlan.CORRELATED_STATES;
import static org.evenkeel.paper.theory.TheoryPlan.GAMMA;
import static org.evenkeel.paper.theory.TheoryPlan.PATH_KS;
import static org.evenkeel.paper.theory.TheoryResults.drawn;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Series.Style;
import org.evenkeel.paper.theory.GeneralVariance.Variances;
import org.evenkeel.paper.theory.TheoryResults.Point;

/// The figures of [BeyondChainSection]. All show the variance of Averaged divided by that of Ensemble.
///
/// @param results the results of the trials
/// @param plan the planned trials
record BeyondChainFigures(TheoryResults results, TheoryPlan plan) {
  private static final List<Level> EQUAL = List.of(new Level("equal", -1, 1));
  private static final String RATIO = "variance, Averaged / Ensemble";
  private static final int LONGEST_PATH = 20;

  List<Figure> all() {
    return List.of(correlated(), loop(), path(), grid());
  }

  private List<Point> ratio(String group, String x) {
    List<Point> averaged = results.points(group, x, "averaged");
    List<Point> ensemble = results.points(group, x, "ensemble");
    List<Point> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(averaged.size(), ensemble.size()); i++) {
      ratios.add(averaged.get(i).over(ensemble.get(i)));
    }
    return ratios;
  }

  private Figure correlated() {
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (int k : CHAIN_KS) {
      double[] rho = new double[21];
      double[] ratio = new double[rho.length];
      for (int i = 0; i < rho.length; i++) {
        rho[i] = i / 20.0;
        Variances v = BeyondChainSection.correlated(k, rho[i]);
        ratio[i] = v.averaged()[0] / v.ensemble()[0];
      }
      series.add(Series.of("K " + k, colour, Style.LINE, rho, ratio));
      if (k == CORRELATED_K) {
        List<Point> simulated = ratio("correlated", TheoryJob.Correlated.CORRELATION);
        series.add(drawn("K " + k + ", simulated", colour, Style.POINTS, simulated));
      }
      colour++;
    }
    return new Figure(
        "theory-correlated",
        "Averaged against Ensemble with correlated errors",
        "A chain of %d states, γ 0.9. The errors of any two states in one iteration have correlation ρ. Lines: exact. Points: "
                .formatted(CORRELATED_STATES)
            + "simulations with 95 % intervals. Below 1 Averaged is better, as the paper claims.",
        "Ratio of the variances by correlation: one line for each K, with simulations as points and a horizontal line at 1.",
        Axis.of("correlation ρ"),
        Axis.of(RATIO),
        series,
        EQUAL);
  }

  private Figure loop() {
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (double gamma : List.of(0.5, 0.9, 0.99)) {
      series.add(
          line(
              "K(1+γ)/(K+γ), γ " + gamma,
              colour,
              Style.LINE,
              1,
              20,
              k -> SelfLoop.averaged(gamma, k, 1) / SelfLoop.ensemble(gamma, k, 1)));
      series.add(
          line("exact sum, γ " + gamma, colour++, Style.POINTS, 1, 20, k -> loopRatio(gamma, k)));
    }
    List<Point> simulated = new ArrayList<>();
    for (int k : PATH_KS) {
      List<Point> ratios = ratio(TheoryPlan.pathGroup(k), TheoryJob.Path.DISTANCE);
      if (!ratios.isEmpty()) {
        Point goal = ratios.getFirst();
        simulated.add(new Point(k, goal.value(), goal.error(), goal.runs()));
      }
    }
    series.add(drawn("simulated, γ " + GAMMA, colour, Style.POINTS, simulated));
    return new Figure(
        "theory-loop",
        "One state that loops to itself",
        "Lines: the closed form. Points: the exact sum, which works for any MDP, and simulations with 95 % intervals. Above 1 "
            + "Ensemble is better.",
        "Ratio of the variances by K: one line for each discount, with exact sums and simulations as points and a horizontal "
            + "line at 1.",
        Axis.of("networks K"),
        Axis.of(RATIO),
        series,
        EQUAL);
  }

  private static double loopRatio(double gamma, int k) {
    FixedPolicy loop = new FixedPolicy(gamma, new double[] {1});
    Variances v = GeneralVariance.of(loop, ErrorCovariance.independent(1), k, 1);
    return v.averaged()[0] / v.ensemble()[0];
  }

  private Figure path() {
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (int k : PATH_KS) {
      Variances v = BeyondChainSection.path(k, LONGEST_PATH + 1);
      series.add(
          line(
              "K " + k,
              colour,
              Style.LINE,
              0,
              LONGEST_PATH,
              d -> v.averaged()[d] / v.ensemble()[d]));
      List<Point> simulated = ratio(TheoryPlan.pathGroup(k), TheoryJob.Path.DISTANCE);
      series.add(drawn("K " + k + ", simulated", colour++, Style.POINTS, simulated));
    }
    return new Figure(
        "theory-path",
        "A path into a state that loops",
        "γ 0.9, independent errors. The goal, at distance 0, is the loop of the previous figure. Lines: exact. Points: "
            + "simulations with 95 % intervals.",
        "Ratio of the variances by distance from the goal: one line for each K, with simulations as points and a horizontal "
            + "line at 1.",
        Axis.of("steps from the goal"),
        Axis.of(RATIO),
        series,
        EQUAL);
  }

  private Figure grid() {
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (int k : plan.gridKs()) {
      for (Gridworld.Goal goal : TheoryPlan.GOALS) {
        boolean goesOn = goal == Gridworld.Goal.CONTINUING;
        List<Point> ratios = ratio(plan.gridGroup(goal, k), TheoryJob.Grid.DISTANCE);
        String name = (goesOn ? "continuing goal, K " : "terminal goal, K ") + k;
        series.add(byDistance(name, colour, goesOn ? Style.LINE : Style.DASHED, ratios));
      }
      colour++;
    }
    return new Figure(
        "theory-grid",
        "The Gridworld under its optimal policy",
        "%dx%d cells, γ 0.9, equally good actions equally likely, independent errors of variance 1; exact. Lines: mean over the "
                .formatted(plan.side(), plan.side())
            + "states at a given distance. Shaded: their range. At a terminal goal the next action ends the episode; the "
            + "goal's own error is included.",
        "Ratio of the variances by distance from the goal, for both kinds of goal and each K, with a horizontal line at 1.",
        Axis.of("steps from the goal"),
        Axis.of(RATIO),
        series,
        EQUAL);
  }

  private static Series byDistance(String name, int colour, Style style, List<Point> ratios) {
    Map<Double, DoubleSummaryStatistics> distances = new TreeMap<>();
    for (Point p : ratios) {
      distances.computeIfAbsent(p.x(), d -> new DoubleSummaryStatistics()).accept(p.value());
    }
    int n = distances.size();
    double[] x = new double[n];
    double[] mean = new double[n];
    double[] low = new double[n];
    double[] high = new double[n];
    int i = 0;
    for (Map.Entry<Double, DoubleSummaryStatistics> one : distances.entrySet()) {
      x[i] = one.getKey();
      mean[i] = one.getValue().getAverage();
      low[i] = one.getValue().getMin();
      high[i++] = one.getValue().getMax();
    }
    return new Series(name, colour, style, x, mean, low, high);
  }
}
