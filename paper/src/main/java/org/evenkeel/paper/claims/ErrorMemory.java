package org.evenkeel.paper.claims;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.gridworld.Truth;

/// The errors Z of the newest network over time: whether they persist, and how equally good actions differ. All
/// numbers are pooled over the state-action pairs.
final class ErrorMemory {
  /// The difference up to which two actions are equally good.
  static final double TIE = 1e-9;

  /// The distances between two iterations at which errors are compared.
  static final int[] LAGS = {0, 1, 2, 4, 8, 16, 32};

  /// The column with the mean product of two errors of a pair, for each distance of [#LAGS]; 0 if the trial is too short.
  static final String LAG_PRODUCTS = "errorLagProducts";

  /// The column with the mean over the pairs of the squared mean error of a pair over the iterations.
  static final String SQUARED_MEAN = "errorSquaredMean";

  /// The column with 1 minus the correlation of the errors of two equally good actions of a state.
  static final String TIED_DIFFERENCE = "errorTiedDifference";

  private final int first;
  private final int end;
  private final double[][] past;
  private final double[] products = new double[LAGS.length];
  private final long[] counts = new long[LAGS.length];
  private final double[] sums;
  private final int[] best;
  private final int[] tied;
  private double squaredDifferences;
  private double squares;

  /// @param window the last iterations; errors are compared in these and in twice as many before them
  ErrorMemory(Truth truth, Window window) {
    int pairs = truth.values().length;
    end = window.end();
    first = Math.max(0, end - 3 * (end - window.first()));
    past = new double[LAGS[LAGS.length - 1] + 1][pairs];
    sums = new double[pairs];
    best = new int[truth.world().states()];
    tied = new int[best.length];
    for (int s = 0; s < tied.length; s++) {
      best[s] = s * Gridworld.ACTIONS + Truth.greedy(truth.values(), s);
      tied[s] = secondBest(truth, s);
    }
  }

  /// Returns the second pair of a state that is as good as the best; -1 if there is none.
  private static int secondBest(Truth truth, int state) {
    int best = Truth.greedy(truth.values(), state);
    for (int a = best + 1; a < Gridworld.ACTIONS; a++) {
      int pair = state * Gridworld.ACTIONS + a;
      if (truth.values()[pair] > truth.best(state) - TIE) {
        return pair;
      }
    }
    return -1;
  }

  void after(int iteration, float[] newest, float[] targets) {
    if (iteration < first || iteration >= end) {
      return;
    }
    int since = iteration - first;
    double[] now = past[since % past.length];
    for (int pair = 0; pair < now.length; pair++) {
      now[pair] = (double) newest[pair] - targets[pair];
      sums[pair] += now[pair];
    }
    for (int l = 0; l < LAGS.length && LAGS[l] <= since; l++) {
      double[] then = past[(since - LAGS[l]) % past.length];
      double product = 0;
      for (int pair = 0; pair < now.length; pair++) {
        product += now[pair] * then[pair];
      }
      products[l] += product / now.length;
      counts[l]++;
    }
    for (int s = 0; s < tied.length; s++) {
      if (tied[s] >= 0) {
        double one = now[best[s]];
        double other = now[tied[s]];
        squaredDifferences += (one - other) * (one - other);
        squares += one * one + other * other;
      }
    }
  }

  Map<String, double[]> columns() {
    double[] means = new double[LAGS.length];
    for (int l = 0; l < means.length; l++) {
      means[l] = counts[l] == 0 ? 0 : products[l] / counts[l];
    }
    double squaredMeans = 0;
    for (double sum : sums) {
      double mean = sum / counts[0];
      squaredMeans += mean * mean / sums.length;
    }
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put(LAG_PRODUCTS, means);
    columns.put(SQUARED_MEAN, new double[] {squaredMeans});
    columns.put(TIED_DIFFERENCE, new double[] {squaredDifferences / squares});
    return columns;
  }
}
