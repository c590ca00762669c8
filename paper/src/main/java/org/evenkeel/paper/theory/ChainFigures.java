package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.TheoryPlan.CHAIN_KS;
import static org.evenkeel.paper.theory.TheoryPlan.GAMMA;
import static org.evenkeel.paper.theory.TheoryPlan.chainGroup;
import static org.evenkeel.paper.theory.TheoryResults.drawn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.config.Look;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Series.Style;
import org.evenkeel.paper.theory.TheoryResults.Point;

/// The figures of [ChainSection].
///
/// @param results the results of the trials
record ChainFigures(TheoryResults results) {
  private static final int STATES = 20;
  private static final int K = 10;
  private static final int AVERAGED = Look.of(Algorithm.averaged(K)).colour();
  private static final int ENSEMBLE = Look.of(Algorithm.ensemble(K)).colour();
  private static final int LONGEST_M = 30;

  List<Figure> all() {
    return List.of(states(), networks(), start(), factor(), length());
  }

  /// Returns a function of the whole numbers as a line.
  static Series line(
      String name, int colour, Style style, int from, int to, IntToDoubleFunction f) {
    double[] x = new double[to - from + 1];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = from + i;
      y[i] = f.applyAsDouble(from + i);
    }
    return Series.of(name, colour, style, x, y);
  }

  private static ChainMdp chain(int states) {
    return ChainMdp.equal(GAMMA, states, 1);
  }

  private List<Point> simulated(boolean averaged, int k) {
    return results.points(
        chainGroup(averaged, k), TheoryJob.Chain.STATES, TheoryJob.Chain.column(ErrorLaw.NORMAL));
  }

  private Figure states() {
    return new Figure(
        "theory-chain-states",
        "Variance at s_0 against the length of the chain",
        "γ 0.9, K 10, error variance 1. Lines: the paper's closed forms. Points: simulations with normal errors and 95 % "
            + "intervals.",
        "Variance of DQN, Ensemble-DQN and Averaged-DQN by number of states: formulas as lines, simulations as points.",
        Axis.of("states M"),
        Axis.log("variance of Q at s_0, in σ²"),
        List.of(
            line("DQN", 0, Style.LINE, 1, STATES, m -> chain(m).dqn()),
            line("Ensemble-DQN, K 10", ENSEMBLE, Style.LINE, 1, STATES, m -> chain(m).ensemble(K)),
            line("Averaged-DQN, K 10", AVERAGED, Style.LINE, 1, STATES, m -> chain(m).averaged(K)),
            drawn("DQN, simulated", 0, Style.POINTS, simulated(false, 1)),
            drawn("Ensemble-DQN, simulated", ENSEMBLE, Style.POINTS, simulated(false, K)),
            drawn("Averaged-DQN, simulated", AVERAGED, Style.POINTS, simulated(true, K))),
        List.of());
  }

  private Figure networks() {
    ChainMdp chain = chain(STATES);
    return new Figure(
        "theory-chain-networks",
        "Variance at s_0 against the number of networks",
        "γ 0.9, M 20, error variance 1. Lines: closed forms. The dashed line is one network of Averaged-DQN, not the mean "
            + "of K. Points: simulations with normal errors and 95 % intervals.",
        "Variance of Ensemble-DQN, Averaged-DQN and one network of Averaged-DQN by K: formulas as lines, simulations as "
            + "points.",
        Axis.of("networks K"),
        Axis.log("variance of Q at s_0, in σ²"),
        List.of(
            line("Ensemble-DQN", ENSEMBLE, Style.LINE, 1, 20, chain::ensemble),
            line("Averaged-DQN", AVERAGED, Style.LINE, 1, 20, chain::averaged),
            line(
                "one network of Averaged-DQN",
                AVERAGED,
                Style.DASHED,
                1,
                20,
                chain::averagedNetwork),
            drawn("Ensemble-DQN, simulated", ENSEMBLE, Style.POINTS, overK(false)),
            drawn("Averaged-DQN, simulated", AVERAGED, Style.POINTS, overK(true))),
        List.of(new Level("DQN", 0, chain.dqn()), new Level("σ²", -1, 1)));
  }

  private List<Point> overK(boolean averaged) {
    List<Point> points = new ArrayList<>();
    for (int k : CHAIN_KS) {
      for (Point p : simulated(averaged, k)) {
        if (p.x() == STATES) {
          points.add(new Point(k, p.value(), p.error(), p.runs()));
        }
      }
    }
    return points;
  }

  private Figure start() {
    int states = 5;
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (int k : List.of(1, 2, 5, 10)) {
      String name = k == 1 ? "DQN, K 1" : "Averaged-DQN, K " + k;
      series.add(line(name, colour++, Style.LINE, 0, 60, i -> chain(states).startWeight(k, i)));
    }
    return new Figure(
        "theory-start",
        "Remaining weight of the initial networks",
        "The weight of the initial networks in the estimate at s_0 of a chain of 5 states, γ 0.9. It is exactly 0 from "
            + "iteration K M on, that is 5, 10, 25 and 50.",
        "Four lines that start at 1 and fall to exactly 0, later for larger K.",
        Axis.of("iteration"),
        Axis.of("weight of the start"),
        series,
        List.of());
  }

  private static Figure factor() {
    List<Series> series = new ArrayList<>();
    List<Level> levels = new ArrayList<>();
    int colour = 0;
    for (int k : CHAIN_KS) {
      series.add(
          line(
              "Fourier sum, K " + k,
              colour,
              Style.LINE,
              0,
              LONGEST_M,
              m -> AveragingFactor.fourier(k, m, AveragingFactor.smallestExactLength(k, m))));
      double[] exact = AveragingFactor.upTo(k, LONGEST_M + 1);
      series.add(line("exact, K " + k, colour, Style.POINTS, 0, LONGEST_M, m -> exact[m]));
      levels.add(new Level("1/" + k, colour, 1.0 / k));
      colour++;
    }
    return new Figure(
        "theory-factor",
        "D_{K,m}: the share of the error variance of s_m that remains at s_0",
        "Lines: the paper's Fourier sum at the shortest sufficient length. Points: the exact fraction, a sum of squared "
            + "counts. Horizontal lines: 1/K, the value of an ensemble at every m; D_{K,0} is 1/K.",
        "For each K, the Fourier sum as a line and the exact fraction as points by m, with a horizontal line at 1/K.",
        Axis.of("m"),
        Axis.log("D_{K,m}"),
        series,
        levels);
  }

  private static Figure length() {
    int k = 5;
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (int m : List.of(1, 2, 4, 8)) {
      double exact = AveragingFactor.exact(k, m).toDouble();
      int sufficient = AveragingFactor.smallestExactLength(k, m);
      series.add(
          line("m " + m, colour, Style.LINE, k, 45, n -> AveragingFactor.fourier(k, m, n) / exact));
      series.add(
          Series.of(
              "m %d, shortest sufficient N %d".formatted(m, sufficient),
              colour++,
              Style.POINTS,
              new double[] {sufficient},
              new double[] {1}));
    }
    return new Figure(
        "theory-factor-length",
        "The Fourier sum if the transform is too short",
        "K 5. The paper's sum divided by D_{K,m}, by length N of the transform. Below N = (m+1)(K−1)+1 the "
            + "convolution wraps around and the sum is too large; at N = K it is 1/K for every m.",
        "The Fourier sum divided by the exact factor by length of the transform: one line for each m, with a point at its "
            + "shortest sufficient length.",
        Axis.of("length N of the transform"),
        Axis.of("sum / D_{K,m}"),
        series,
        List.of(new Level("exact", -1, 1)));
  }
}
