package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.statistics.Estimate;

/// The figures of [VarianceSection].
record VarianceFigures(List<Reading> continuing, List<Reading> terminal) {
  static final String CONTINUING = "gridworld-variance";
  static final String TERMINAL = "gridworld-variance-terminal";
  static final String RATIO = "gridworld-variance-ratio";
  static final String CORRELATION = "gridworld-error-correlation";

  List<Figure> all() {
    return List.of(
        varianceFigure(CONTINUING, "Variance by distance, the paper's goal", continuing),
        varianceFigure(TERMINAL, "Variance by distance, terminal goal", terminal),
        ratioFigure(),
        correlationFigure());
  }

  /// Returns Averaged-DQN and Ensemble-DQN with the largest K that both have.
  private static List<Reading> largest(List<Reading> readings) {
    List<Duel<Reading>> duels = Duel.among(readings, Reading::arm);
    return duels.isEmpty()
        ? List.of()
        : List.of(duels.getLast().averaged(), duels.getLast().ensemble());
  }

  private static Figure varianceFigure(String id, String title, List<Reading> readings) {
    List<Series> series = new ArrayList<>();
    for (Reading r : largest(readings)) {
      String label = r.outcomes().arm().label();
      int colour = r.outcomes().arm().colour();
      series.add(byDistance(label + ", measured", colour, Series.Style.POINTS, r, r.measured()));
      series.add(byDistance(label + ", predicted", colour, Series.Style.LINE, r, r.predicted()));
      if (!r.arm().ensemble()) { // errors of one iteration do not combine in an ensemble
        series.add(
            byDistance(
                label + ", predicted without correlation",
                colour,
                Series.Style.DASHED,
                r,
                r.independent()));
      }
    }
    return new Figure(
        id,
        title,
        "Points: variance between trials of the best action's value, averaged over the states at a given distance. Solid lines: prediction of the recursion of section 5 from the measured covariance of the errors. Dashed line: prediction with the same variances and no correlation between states.",
        "Measured and predicted variance of Averaged-DQN and Ensemble-DQN by distance from the goal.",
        Axis.of("steps from the goal"),
        Axis.log("variance of the estimate"),
        series,
        List.of());
  }

  private static Series byDistance(
      String name, int colour, Series.Style style, Reading reading, double[] ofStates) {
    double[] y = reading.outcomes().truth().byDistance(ofStates);
    return Series.of(name, colour, style, range(y.length), y);
  }

  private static double[] range(int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = i;
    }
    return x;
  }

  private Figure ratioFigure() {
    List<Series> series = new ArrayList<>();
    int colour = 0;
    for (List<Reading> readings : List.of(continuing, terminal)) {
      List<Reading> duel = largest(readings);
      if (!duel.isEmpty()) {
        Reading a = duel.getFirst();
        Reading e = duel.getLast();
        String goal = a.goal() + " goal";
        series.add(
            ratio(goal + ", measured", colour, Series.Style.POINTS, a, a.measured(), e.measured()));
        series.add(
            ratio(
                goal + ", predicted", colour, Series.Style.LINE, a, a.predicted(), e.predicted()));
      }
      colour = 1;
    }
    return new Figure(
        RATIO,
        "Variance of Averaged-DQN divided by that of Ensemble-DQN",
        "Above 1, Averaged-DQN has the larger variance. Variances are averaged over the states at a given distance, for the largest K that both algorithms have.",
        "Measured and predicted ratio of the variances by distance from the goal, for both goals.",
        Axis.of("steps from the goal"),
        Axis.log("Averaged / Ensemble"),
        series,
        List.of(new Level("1", -1, 1)));
  }

  private static Series ratio(
      String name,
      int colour,
      Series.Style style,
      Reading reading,
      double[] above,
      double[] below) {
    Truth truth = reading.outcomes().truth();
    double[] a = truth.byDistance(above);
    double[] b = truth.byDistance(below);
    double[] y = new double[a.length];
    for (int d = 0; d < y.length; d++) {
      y[d] = a[d] / b[d];
    }
    return Series.of(name, colour, style, range(y.length), y);
  }

  private Figure correlationFigure() {
    List<Series> series = new ArrayList<>();
    for (Reading r : continuing) {
      int longest = Math.min(12, r.outcomes().truth().longest());
      double[][] columns = new double[4][longest];
      for (int d = 1; d <= longest; d++) {
        int apart = d;
        Estimate e = r.errors().correlation(steps -> steps == apart);
        columns[0][d - 1] = d;
        columns[1][d - 1] = e.value();
        columns[2][d - 1] = e.low();
        columns[3][d - 1] = e.high();
      }
      series.add(
          new Series(
              r.outcomes().arm().label(),
              r.outcomes().arm().colour(),
              Series.Style.POINTS,
              columns[0],
              columns[1],
              columns[2],
              columns[3]));
    }
    return new Figure(
        CORRELATION,
        "How correlated the errors of two states are",
        "The paper's goal. Mean correlation over all pairs of states that are a given number of steps apart; bars are 95 % intervals over trials. The analysis of Averaged-DQN in appendix C assumes 0.",
        "Correlation of the errors of two states by the number of steps between them.",
        Axis.of("steps between two states"),
        Axis.of("correlation of their errors"),
        series,
        List.of(new Level("assumed", -1, 0)));
  }
}
