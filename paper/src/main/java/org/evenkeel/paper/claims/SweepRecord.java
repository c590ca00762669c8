package org.evenkeel.paper.claims;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.gridworld.SweepTrial;
import org.evenkeel.paper.gridworld.Truth;

/// Records what the claims are judged by, of networks and of injected errors alike.
final class SweepRecord implements SweepTrial.Observer {
  /// The column with the mean over all pairs of the output minus Q*, after each iteration.
  static final String BIAS = "bias";

  /// The column with the mean over all pairs of the absolute difference.
  static final String ABSOLUTE = "absoluteBias";

  /// The column with the share of states whose greedy action is not optimal.
  static final String WRONG = "wrongActions";

  /// The column with the mean over all pairs of the newest network's error Z = Q - y (section 4).
  static final String ERROR = "meanError";

  /// The column with the mean over all pairs of the overestimation error R = y - yTrue.
  static final String OVERESTIMATION = "overestimationError";

  /// The column with the mean over all pairs of the optimality difference yTrue - Q*.
  static final String OPTIMALITY = "optimalityDifference";

  /// The column with the output for the best action of each state, `[window][sample][state]`.
  static final String VALUES = "values";

  /// The column with the errors of all pairs of the newest network (the first learner's), `[sample][pair]`, in the
  /// first window.
  static final String ERRORS = "errors";

  /// The column with the mean of the learners' errors; ensembles only.
  static final String MEAN_ERRORS = "meanErrors";

  private final Truth truth;
  private final List<Window> windows;
  private final int[] best;
  private final ErrorMemory memory;
  private final double[][] lastTargets;
  private final double[] meanTargets;
  private final double[] trueTargets;
  private final GridTargets rule;
  private final double[] bias;
  private final double[] absolute;
  private final double[] wrong;
  private final double[] error;
  private final double[] overestimation;
  private final double[] optimality;
  private final double[] values;
  private final double[] errors;
  private final double[] meanErrors;

  /// @param truth the exact values of the world
  /// @param averaged the number of networks whose mean gives the target; for an ensemble 1; 0 if the target comes from
  ///     no mean of values, so that the error has no such parts
  /// @param iterations the number of iterations
  /// @param windows the iterations that are read, the deciding ones first
  SweepRecord(Truth truth, int averaged, int iterations, List<Window> windows) {
    this.truth = truth;
    this.windows = windows;
    int states = truth.world().states();
    int pairs = states * Gridworld.ACTIONS;
    best = new int[states];
    for (int s = 0; s < states; s++) {
      best[s] = s * Gridworld.ACTIONS + Truth.greedy(truth.values(), s);
    }
    memory = new ErrorMemory(truth, windows.getFirst());
    lastTargets = new double[averaged][pairs];
    meanTargets = new double[pairs];
    trueTargets = new double[pairs];
    rule = new GridTargets(truth.world(), truth.discount());
    bias = new double[iterations];
    absolute = new double[iterations];
    wrong = new double[iterations];
    error = new double[iterations];
    overestimation = new double[averaged == 0 ? 0 : iterations];
    optimality = new double[averaged == 0 ? 0 : iterations];
    values = new double[windows.size() * Window.SAMPLES * states];
    errors = new double[Window.SAMPLES * pairs];
    meanErrors = new double[Window.SAMPLES * pairs];
  }

  @Override
  public void after(int iteration, float[][] tables, float[] combined, float[] targets) {
    double sum = 0;
    double sumOfAbsolute = 0;
    double sumOfErrors = 0;
    for (int pair = 0; pair < combined.length; pair++) {
      double difference = combined[pair] - truth.values()[pair];
      sum += difference;
      sumOfAbsolute += Math.abs(difference);
      sumOfErrors += (double) tables[0][pair] - targets[pair];
    }
    bias[iteration] = sum / combined.length;
    absolute[iteration] = sumOfAbsolute / combined.length;
    error[iteration] = sumOfErrors / combined.length;
    wrong[iteration] = wrongShare(combined);
    if (lastTargets.length > 0) {
      parts(iteration, targets);
    }
    for (int w = 0; w < windows.size(); w++) {
      int sample = windows.get(w).sample(iteration);
      if (sample >= 0) {
        int at = (w * Window.SAMPLES + sample) * best.length;
        for (int s = 0; s < best.length; s++) {
          values[at + s] = combined[best[s]];
        }
      }
    }
    int sample = windows.getFirst().sample(iteration);
    if (sample >= 0) {
      keepErrors(sample * combined.length, tables, targets);
    }
    memory.after(iteration, tables[0], targets);
  }

  private double wrongShare(float[] combined) {
    int count = 0;
    for (int s = 0; s < best.length; s++) {
      int at = s * Gridworld.ACTIONS;
      int greedy = at;
      for (int pair = at + 1; pair < at + Gridworld.ACTIONS; pair++) {
        greedy = combined[pair] > combined[greedy] ? pair : greedy;
      }
      count += truth.values()[greedy] < truth.best(s) - ErrorMemory.TIE ? 1 : 0;
    }
    return (double) count / best.length;
  }

  /// Divides the target's error into overestimation and optimality difference. yTrue is what the target would be if the
  /// networks behind it had met their own targets exactly.
  private void parts(int iteration, float[] targets) {
    rule.of(meanTargets, trueTargets);
    double y = 0;
    double yTrue = 0;
    double optimal = 0;
    double[] oldest = lastTargets[iteration % lastTargets.length];
    for (int pair = 0; pair < targets.length; pair++) {
      y += targets[pair];
      yTrue += trueTargets[pair];
      optimal += truth.values()[pair];
      meanTargets[pair] += (targets[pair] - oldest[pair]) / lastTargets.length;
      oldest[pair] = targets[pair];
    }
    overestimation[iteration] = (y - yTrue) / targets.length;
    optimality[iteration] = (yTrue - optimal) / targets.length;
  }

  private void keepErrors(int at, float[][] tables, float[] targets) {
    for (int pair = 0; pair < targets.length; pair++) {
      double mean = 0;
      for (float[] table : tables) {
        mean += ((double) table[pair] - targets[pair]) / tables.length;
      }
      errors[at + pair] = (double) tables[0][pair] - targets[pair];
      meanErrors[at + pair] = mean;
    }
  }

  /// Returns everything that was recorded.
  ///
  /// @param ensemble whether the tables were those of several learners
  Map<String, double[]> columns(boolean ensemble) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put(BIAS, bias);
    columns.put(ABSOLUTE, absolute);
    columns.put(WRONG, wrong);
    columns.put(ERROR, error);
    if (overestimation.length > 0) {
      columns.put(OVERESTIMATION, overestimation);
      columns.put(OPTIMALITY, optimality);
    }
    columns.put(VALUES, values);
    columns.put(ERRORS, errors);
    if (ensemble) {
      columns.put(MEAN_ERRORS, meanErrors);
    }
    columns.putAll(memory.columns());
    return columns;
  }

  /// Returns the values of one window from the column [#VALUES].
  static double[] ofWindow(double[] values, int window, int windows) {
    int length = values.length / windows;
    return Arrays.copyOfRange(values, window * length, (window + 1) * length);
  }
}
