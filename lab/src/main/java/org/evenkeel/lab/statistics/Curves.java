package org.evenkeel.lab.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// The curves of several runs, measured at the same times: their mean, and a band around it at each time.
///
/// The bands mean different things. The standard deviation shows how much runs differ, and does not shrink with more
/// runs. The standard error and the bootstrap show how precisely the mean is known. Each holds for a single time, not
/// for the complete curve.
public final class Curves {
  private final int runs;

  /// The values, `[time][run]`.
  private final double[] values;

  private Curves(int runs, double[] values) {
    this.runs = runs;
    this.values = values;
  }

  /// Creates curves from `[run][time]`.
  public static Curves of(double[][] runsByTimes) {
    return new Curves(runsByTimes.length, InputChecks.byColumn("time", runsByTimes));
  }

  /// Returns the number of runs.
  public int runs() {
    return runs;
  }

  /// Returns the number of times at which each run was measured.
  public int times() {
    return values.length / runs;
  }

  /// Returns the mean over the runs at each time.
  public double[] mean() {
    return samples().stream().mapToDouble(Sample::mean).toArray();
  }

  /// Returns the mean, with one standard deviation of the runs (computed with n - 1) to each side.
  public List<Estimate> standardDeviationBand() {
    return band(runs -> Estimate.around(runs.mean(), runs.standardDeviation()));
  }

  /// Returns the mean, with one standard error of the mean to each side.
  public List<Estimate> standardErrorBand() {
    return band(runs -> Estimate.around(runs.mean(), runs.standardError()));
  }

  /// Returns the mean with its bootstrap interval. The same runs are drawn for all times, so complete curves are
  /// resampled.
  public List<Estimate> bootstrapBand(Bootstrap bootstrap) {
    return band(runs -> bootstrap.estimate(Scores.ofOneTask(runs.values()), Scores::mean));
  }

  private List<Estimate> band(Function<Sample, Estimate> estimate) {
    if (runs < 2) {
      throw new IllegalArgumentException("a band needs at least 2 runs, had " + runs);
    }
    return samples().stream().map(estimate).toList();
  }

  private List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    for (int first = 0; first < values.length; first += runs) {
      samples.add(Sample.of(Arrays.copyOfRange(values, first, first + runs)));
    }
    return samples;
  }
}
