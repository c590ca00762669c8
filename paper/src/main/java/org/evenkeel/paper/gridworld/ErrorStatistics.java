package org.evenkeel.paper.gridworld;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.theory.ErrorCovariance;
import org.evenkeel.paper.theory.GeneralVariance;
import org.jspecify.annotations.Nullable;

/// Correlations between the target approximation errors of an arm's networks, which section 5 of the paper assumes to
/// be 0, and the variance that the recursion of that section predicts from these errors.
final class ErrorStatistics {
  private final Outcomes outcomes;

  /// Errors by `[sample][state]`, scaled so that each state has mean 0 and variance 1 over all samples of all trials.
  private final double[][] standard;

  private final int samplesOfTrial;

  ErrorStatistics(Outcomes outcomes) {
    this.outcomes = outcomes;
    double[][] errors = outcomes.samples(GridworldTrial.ERRORS);
    samplesOfTrial = errors.length / outcomes.trials().size();
    standard = standardized(errors);
  }

  private static double[][] standardized(double[][] errors) {
    int states = errors[0].length;
    double[][] standard = new double[errors.length][states];
    for (int s = 0; s < states; s++) {
      int state = s;
      Sample sample = Sample.of(Arrays.stream(errors).mapToDouble(e -> e[state]).toArray());
      double deviation = sample.standardDeviation();
      for (int i = 0; i < errors.length; i++) {
        standard[i][s] = deviation == 0 ? 0 : (errors[i][s] - sample.mean()) / deviation;
      }
    }
    return standard;
  }

  /// Returns the mean correlation of the errors of two states whose distance in steps satisfies a condition, with its
  /// interval over trials.
  Estimate correlation(IntPredicate apart) {
    int[] pairs = pairs(apart);
    double[] ofTrials = new double[outcomes.trials().size()];
    for (int t = 0; t < ofTrials.length; t++) {
      double sum = 0;
      for (int i = t * samplesOfTrial; i < (t + 1) * samplesOfTrial; i++) {
        double[] z = standard[i];
        for (int p = 0; p < pairs.length; p += 2) {
          sum += z[pairs[p]] * z[pairs[p + 1]];
        }
      }
      ofTrials[t] = pairs.length == 0 ? 0 : sum / (pairs.length / 2.0 * samplesOfTrial);
    }
    return Sample.of(ofTrials).meanWithTInterval(0.95);
  }

  /// Returns the states of all pairs, two numbers for each pair. The pairs are the same for all samples.
  private int[] pairs(IntPredicate apart) {
    int states = standard[0].length;
    int[] pairs = new int[states * (states - 1)];
    int n = 0;
    for (int a = 0; a < states; a++) {
      for (int b = 0; b < a; b++) {
        if (apart.test(stepsBetween(a, b))) {
          pairs[n++] = a;
          pairs[n++] = b;
        }
      }
    }
    return Arrays.copyOf(pairs, n);
  }

  private int stepsBetween(int a, int b) {
    int side = (int) Math.round(Math.sqrt(outcomes.truth().world().states()));
    return Math.abs(a / side - b / side) + Math.abs(a % side - b % side);
  }

  /// Returns the correlation of a state's error with its error in the previous iteration, pooled over the states and
  /// taken about each trial's own mean, with its interval over trials.
  Estimate lagCorrelation() {
    double[] ofTrials =
        outcomes.each(
            t ->
                mean(Outcomes.column(t, GridworldTrial.TIME_COVARIANCE))
                    / mean(Outcomes.column(t, GridworldTrial.TIME_VARIANCE)));
    return Sample.of(ofTrials).meanWithTInterval(0.95);
  }

  /// Returns the correlation of the errors of two members of an ensemble, with its interval over trials. It is derived
  /// from the variance of their mean: `Var[mean] = Var (1 + (K - 1) rho) / K`.
  Estimate memberCorrelation() {
    double[] one = squares(GridworldTrial.ERRORS);
    double[] mean = squares(GridworldTrial.MEAN_ERRORS);
    double all = mean(one);
    int k = outcomes.arm().k();
    double[] rho = new double[one.length];
    for (int t = 0; t < rho.length; t++) {
      rho[t] = (k * mean[t] / all - 1) / (k - 1);
    }
    return Sample.of(rho).meanWithTInterval(0.95);
  }

  /// Returns the correlation of the output's error with its target at the same state, over trials and iterations,
  /// pooled over the states, with its interval over trials. The recursion assumes 0, since a target consists of earlier
  /// errors.
  Estimate targetCorrelation() {
    double[][] errors =
        centred(
            outcomes.arm().ensemble() ? GridworldTrial.MEAN_ERRORS : GridworldTrial.ERRORS, null);
    double[][] targets = centred(GridworldTrial.ESTIMATES, errors);
    double[] products = new double[outcomes.trials().size()];
    double squaredErrors = 0;
    double squaredTargets = 0;
    for (int i = 0; i < errors.length; i++) {
      for (int s = 0; s < errors[i].length; s++) {
        double z = errors[i][s];
        double y = targets[i][s];
        products[i / samplesOfTrial] += y * z / samplesOfTrial;
        squaredErrors += z * z / errors.length;
        squaredTargets += y * y / errors.length;
      }
    }
    double scale = Math.sqrt(squaredErrors * squaredTargets);
    return Sample.of(Arrays.stream(products).map(p -> p / scale).toArray()).meanWithTInterval(0.95);
  }

  /// Returns the samples of a column minus those in `less`, centred on each state's mean.
  private double[][] centred(String column, double @Nullable [][] less) {
    double[][] samples = outcomes.samples(column);
    int states = samples[0].length;
    double[] means = new double[states];
    for (int i = 0; i < samples.length; i++) {
      for (int s = 0; s < states; s++) {
        samples[i][s] -= less == null ? 0 : less[i][s];
        means[s] += samples[i][s] / samples.length;
      }
    }
    for (double[] sample : samples) {
      for (int s = 0; s < states; s++) {
        sample[s] -= means[s];
      }
    }
    return samples;
  }

  /// Returns, for each trial, the mean square of a column about each state's mean over all trials.
  private double[] squares(String column) {
    double[][] samples = centred(column, null);
    double[] ofTrials = new double[outcomes.trials().size()];
    for (int i = 0; i < samples.length; i++) {
      for (double deviation : samples[i]) {
        ofTrials[i / samplesOfTrial] +=
            deviation * deviation / (samples[i].length * samplesOfTrial);
      }
    }
    return ofTrials;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /// Returns the output's variance at each state as predicted by the recursion of section 5, with the optimal policy
  /// fixed and the measured covariance of errors between states. The error of an ensemble's output is the mean of its
  /// members' errors, so it includes their common part.
  double[] predictedVariance() {
    return predicted(drivingErrors());
  }

  /// Returns the prediction with the measured variances and no correlation between states.
  double[] predictedWithoutCorrelation() {
    ErrorCovariance measured = drivingErrors();
    double[] variances = new double[measured.states()];
    for (int s = 0; s < variances.length; s++) {
      variances[s] = measured.variance(s);
    }
    return predicted(ErrorCovariance.independent(variances));
  }

  private ErrorCovariance drivingErrors() {
    return outcomes.arm().ensemble()
        ? ErrorCovariance.ofSamples(outcomes.samples(GridworldTrial.MEAN_ERRORS))
        : outcomes.errors();
  }

  /// Returns the recursion's variance for given errors. An ensemble is treated as DQN with the mean of its members'
  /// errors.
  private double[] predicted(ErrorCovariance errors) {
    return GeneralVariance.of(
            outcomes.truth().policy(),
            errors,
            outcomes.arm().ensemble() ? 1 : outcomes.arm().k(),
            Runtime.getRuntime().availableProcessors())
        .averaged();
  }
}
