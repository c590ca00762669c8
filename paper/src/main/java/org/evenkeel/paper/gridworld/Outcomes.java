package org.evenkeel.paper.gridworld;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.config.Look;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.experiment.Bands;
import org.evenkeel.paper.theory.ErrorCovariance;

/// The results of an arm's finished trials. The paper's "average predicted value" is the mean over all state-action
/// pairs of the algorithm's output, the combined estimate.
///
/// @param arm the arm
/// @param truth the exact values of its world
/// @param trials the columns of each trial
/// @param planned the number of trials planned, without those that failed
record Outcomes(Arm arm, Truth truth, List<Map<String, double[]>> trials, int planned) {
  /// Creates the results of an arm without failed trials.
  Outcomes(Arm arm, Truth truth, List<Map<String, double[]>> trials) {
    this(arm, truth, trials, arm.trials());
  }

  /// Returns a comparison with another arm in which this arm is claimed to have the larger number.
  Contrast above(Outcomes other, String name, Function<Outcomes, double[]> measure) {
    return new Contrast(
        name, measure.apply(this), measure.apply(other), Math.min(planned(), other.planned()));
  }

  /// Returns whether there are enough trials to compare.
  boolean enough() {
    return trials.size() >= 2;
  }

  /// Returns a column of a trial.
  static double[] column(Map<String, double[]> trial, String name) {
    double[] column = trial.get(name);
    if (column == null) {
      throw new IllegalStateException("a trial has no column '" + name + "'");
    }
    return column;
  }

  /// Returns one number for each trial.
  double[] each(ToDoubleFunction<Map<String, double[]>> measure) {
    return trials.stream().mapToDouble(measure).toArray();
  }

  /// Returns the average predicted value at the end minus E[Q*].
  double[] overestimation() {
    return overestimation(GridworldTrial.COMBINED);
  }

  /// Returns the overestimation of a column: the newest network alone, or the combined estimate.
  double[] overestimation(String column) {
    return each(t -> meanOfLast(column(t, column)) - truth.mean());
  }

  private double meanOfLast(double[] curve) {
    double sum = 0;
    for (int i = curve.length - arm.settled(); i < curve.length; i++) {
      sum += curve[i];
    }
    return sum / arm.settled();
  }

  /// Returns the height of the curve's highest point above E[Q*].
  double[] overshoot() {
    return each(
        t -> {
          double highest = Double.NEGATIVE_INFINITY;
          for (double value : column(t, GridworldTrial.COMBINED)) {
            highest = Math.max(highest, value);
          }
          return highest - truth.mean();
        });
  }

  /// Returns the roughness of the curve at the end: the root mean square change from one iteration to the next.
  double[] roughness(String column) {
    return each(
        t -> {
          double[] curve = column(t, column);
          double sum = 0;
          for (int i = curve.length - arm.settled() + 1; i < curve.length; i++) {
            double step = curve[i] - curve[i - 1];
            sum += step * step;
          }
          return Math.sqrt(sum / Math.max(1, arm.settled() - 1));
        });
  }

  /// Returns the number of iterations until the curve first reaches 95 % of E[Q*]; all of them if it never does.
  double[] climb() {
    return each(
        t -> {
          double[] curve = column(t, GridworldTrial.COMBINED);
          int i = 0;
          while (i < curve.length && curve[i] < 0.95 * truth.mean()) {
            i++;
          }
          return Math.min(i + 1, curve.length);
        });
  }

  /// Returns the number of iterations until the curve stays within 5 % of E[Q*]; all of them if it never does.
  double[] settling() {
    return each(
        t -> {
          double[] curve = column(t, GridworldTrial.COMBINED);
          int i = curve.length;
          while (i > 0 && Math.abs(curve[i - 1] - truth.mean()) <= 0.05 * truth.mean()) {
            i--;
          }
          return Math.min(i + 1, curve.length);
        });
  }

  /// Returns the mean curve of the trials, with one standard deviation to each side.
  Series curve() {
    double[][] curves =
        trials.stream().map(t -> column(t, GridworldTrial.COMBINED)).toArray(double[][]::new);
    int n = curves.length == 0 ? 0 : curves[0].length;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = arm.clock(i);
    }
    return Bands.of(new Look(arm.label(), arm.colour()), x, curves);
  }

  /// Returns a vertical axis around E[Q*], narrow enough to tell the ends of the curves apart.
  static Axis near(List<Outcomes> arms) {
    double optimum = arms.getFirst().truth.mean();
    double highest = 0;
    for (Outcomes arm : arms) {
      if (arm.enough()) {
        highest = Math.max(highest, Sample.of(arm.overestimation()).mean());
      }
    }
    double reach = Math.max(2.5 * highest, 0.02 * optimum);
    return Axis.of("average predicted value", optimum - reach / 2, optimum + reach);
  }

  /// Returns the error of the output at each distance from the goal, averaged over the actions.
  double[] biasByDistance(Map<String, double[]> trial) {
    double[] q = column(trial, GridworldTrial.VALUES);
    double[] bias = new double[truth.world().states()];
    for (int pair = 0; pair < q.length; pair++) {
      bias[pair / Gridworld.ACTIONS] += (q[pair] - truth.values()[pair]) / Gridworld.ACTIONS;
    }
    return truth.byDistance(bias);
  }

  /// Returns the samples of all trials from a column laid out as `[sample][state]`.
  double[][] samples(String column) {
    int states = truth.world().states();
    return trials.stream()
        .flatMap(
            t -> {
              double[] all = column(t, column);
              double[][] cut = new double[all.length / states][states];
              for (int i = 0; i < cut.length; i++) {
                System.arraycopy(all, i * states, cut[i], 0, states);
              }
              return Arrays.stream(cut);
            })
        .toArray(double[][]::new);
  }

  /// Returns the covariance between states of one network's target approximation errors.
  ErrorCovariance errors() {
    return ErrorCovariance.ofSamples(samples(GridworldTrial.ERRORS));
  }

  /// Returns the output's variance between trials. Requires two of them.
  TrialVariance spread() {
    return new TrialVariance(
        trials.stream().map(t -> column(t, GridworldTrial.ESTIMATES)).toList(),
        truth.world().states());
  }

  /// Returns the output's variance between trials at each state.
  double[] variance() {
    return spread().ofStates();
  }

  /// Returns the output's variance between trials, averaged over the states.
  double meanVariance() {
    return spread().mean();
  }
}
