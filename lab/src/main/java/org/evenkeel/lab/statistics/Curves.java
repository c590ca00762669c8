package org.evenkeel.lab.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// The curves of several runs, measured at the same times: their mean, and a band around it for each time.
///
/// The bands say different things. The standard deviation shows how much runs differ, and does not shrink
/// with more runs. The standard error and the bootstrap show how surely the mean is known. Each holds for
/// a single time, not for the curve as a whole.
public final class Curves {
  private final int runs;

  /// `[time][run]`.
  private final double[] values;

  private Curves(int runs, double[] values) {
    this.runs = runs;
    this.values = values;
  }

  /// Curves given as `[run][time]`.
  public static Curves of(double[][] runsByTimes) {
    return new Curves(runsByTimes.length, InputChecks.byColumn("time", runsByTimes));
  }

  /// How many runs there are.
  public int runs() {
    return runs;
  }

  /// How many times each run was measured.
  public int times() {
    return values.length / runs;
  }

  /// The mean over the runs, for each time.
  public double[] mean() {
    return samples().stream().mapToDouble(Sample::mean).toArray();
  }

  /// The mean, and one standard deviation of the runs (divided by n - 1) to each side.
  public List<Estimate> standardDeviationBand() {
    return band(runs -> Estimate.around(runs.mean(), runs.standardDeviation()));
  }

  /// The mean, and one standard error of the mean to each side.
  public List<Estimate> standardErrorBand() {
    return band(runs -> Estimate.around(runs.mean(), runs.standardError()));
  }

  /// The mean with its bootstrap interval. The same runs are drawn for all times, so whole curves are
  /// resampled.
  public List<Estimate> bootstrapBand(Bootstrap bootstrap) {
    return band(runs -> bootstrap.estimate(Scores.ofOneTask(runs.values()), Scores::mean));
  }

  private List<Estimate> band(Function<Sample, Estimate> estimate) {
    if (runs < 2) {
      throw new IllegalArgumentException("a band must have at least 2 runs, had " + runs);
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
