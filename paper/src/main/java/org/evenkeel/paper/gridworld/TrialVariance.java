package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The variance between trials of the values of states, averaged over some iterations.
public final class TrialVariance {
  private final List<double[]> estimates;
  private final int states;
  private final double[][] squares;

  /// Creates the variance from the estimates of at least two trials.
  ///
  /// @param estimates for each trial, the values as `[iteration][state]`
  /// @param states the number of states
  public TrialVariance(List<double[]> estimates, int states) {
    this.estimates = estimates;
    this.states = states;
    squares = squaredDeviations();
  }

  /// Returns the number of trials.
  public int trials() {
    return estimates.size();
  }

  /// Returns, for each trial and each state, the squared deviation from the mean over the trials, made unbiased and
  /// averaged over the iterations. The mean over trials is the variance between trials.
  private double[][] squaredDeviations() {
    int n = estimates.size();
    int length = estimates.getFirst().length;
    int samples = length / states;
    double[] mean = new double[length];
    for (double[] trial : estimates) {
      for (int i = 0; i < length; i++) {
        mean[i] += trial[i] / n;
      }
    }
    double[][] deviations = new double[n][states];
    for (int t = 0; t < n; t++) {
      double[] trial = estimates.get(t);
      for (int i = 0; i < length; i++) {
        double deviation = trial[i] - mean[i];
        deviations[t][i % states] += deviation * deviation * n / (n - 1.0) / samples;
      }
    }
    return deviations;
  }

  /// Returns the variance at each state.
  public double[] ofStates() {
    double[] variance = new double[states];
    for (double[] trial : squares) {
      for (int s = 0; s < variance.length; s++) {
        variance[s] += trial[s] / squares.length;
      }
    }
    return variance;
  }

  /// Returns the part of each trial, averaged over the states. The mean over the trials is [#mean].
  public double[] ofTrials() {
    return Arrays.stream(squares)
        .mapToDouble(trial -> Arrays.stream(trial).average().orElse(Double.NaN))
        .toArray();
  }

  /// Returns the variance averaged over the states.
  public double mean() {
    return Arrays.stream(ofStates()).average().orElse(Double.NaN);
  }

  /// Returns the jackknife pseudo-values for the logarithm of [#mean]: `n log V - (n - 1) log V without trial t`. Their
  /// mean and its standard error are those of the logarithm, although the parts of a variance are not independent of
  /// each other. Requires at least three trials.
  public double[] logarithms() {
    int n = estimates.size();
    double whole = mean();
    double[] own = ofTrials();
    double[] pseudo = new double[n];
    for (int t = 0; t < n; t++) {
      double rest = (n - 1) * whole - own[t];
      // If one trial contributes nearly all of the variance, the difference has no digits left.
      double without = rest > 1e-6 * own[t] ? rest / (n - 2) : meanWithout(t);
      pseudo[t] = n * StrictMath.log(whole) - (n - 1) * StrictMath.log(without);
    }
    return pseudo;
  }

  private double meanWithout(int trial) {
    List<double[]> others = new ArrayList<>(estimates);
    others.remove(trial);
    return new TrialVariance(others, states).mean();
  }
}
