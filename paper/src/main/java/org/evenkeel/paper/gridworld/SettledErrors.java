package org.evenkeel.paper.gridworld;

import org.evenkeel.envs.Gridworld;

/// The target approximation errors Z = Q(s, a; theta_i) - y(s, a) in the last iterations of a trial, for the optimal
/// action of each state. They are the input of the theory of section 5.
///
/// For the covariance between states, all errors are kept of a few iterations at equal intervals. For the correlation
/// of an error from one iteration to the next, sums over all iterations are enough.
public final class SettledErrors {
  /// The number of iterations whose errors are kept.
  public static final int SAMPLES = 10;

  private final int states;
  private final int learners;
  private final int first;
  private final int period;
  private final int samples;
  private final int[] pairs;
  private final float[] errors;
  private final float[] meanErrors;
  private final float[] estimates;
  private final double[] before;
  private final double[] sum;
  private final double[] sumOfSquares;
  private final double[] sumOfProducts;
  private int seen;

  SettledErrors(Gridworld world, SweepSettings settings) {
    states = world.states();
    learners = settings.algorithm().learners();
    first = settings.iterations() - settings.settled();
    samples = Math.min(SAMPLES, settings.settled());
    period = settings.settled() / samples;
    pairs = new int[states];
    double[] optimal = world.optimalValues(settings.discount());
    for (int s = 0; s < states; s++) {
      pairs[s] = s * Gridworld.ACTIONS + Truth.greedy(optimal, s);
    }
    errors = new float[samples * states];
    meanErrors = new float[samples * states];
    estimates = new float[samples * states];
    before = new double[states];
    sum = new double[states];
    sumOfSquares = new double[states];
    sumOfProducts = new double[states];
  }

  /// Records the errors after an iteration, numbered from 0.
  void after(int iteration, float[][] tables, float[] combined, float[] targets) {
    if (iteration < first) {
      return;
    }
    int since = iteration - first;
    boolean keep = since % period == period - 1 && since / period < samples;
    int at = since / period * states;
    for (int s = 0; s < states; s++) {
      int pair = pairs[s];
      double z = (double) tables[0][pair] - targets[pair];
      sum[s] += z;
      sumOfSquares[s] += z * z;
      sumOfProducts[s] += z * before[s];
      before[s] = z;
      if (keep) {
        errors[at + s] = (float) z;
        estimates[at + s] = combined[pair];
        double mean = 0;
        for (int l = 0; l < learners; l++) {
          mean += (double) tables[l][pair] - targets[pair];
        }
        meanErrors[at + s] = (float) (mean / learners);
      }
    }
    seen++;
  }

  /// Returns the errors of the first learner, as `[sample][state]`.
  public float[] errors() {
    return errors.clone();
  }

  /// Returns the mean of the learners' errors, as `[sample][state]`.
  public float[] meanErrors() {
    return meanErrors.clone();
  }

  /// Returns the combined estimates, as `[sample][state]`.
  public float[] estimates() {
    return estimates.clone();
  }

  /// Returns the variance of each state's error over the iterations.
  public double[] timeVariance() {
    double[] variance = new double[states];
    for (int s = 0; s < states; s++) {
      double mean = sum[s] / seen;
      variance[s] = sumOfSquares[s] / seen - mean * mean;
    }
    return variance;
  }

  /// Returns the covariance of each state's error with its error in the previous iteration.
  public double[] timeCovariance() {
    double[] covariance = new double[states];
    for (int s = 0; s < states; s++) {
      double mean = sum[s] / seen;
      covariance[s] = seen < 2 ? 0 : sumOfProducts[s] / (seen - 1) - mean * mean;
    }
    return covariance;
  }
}
