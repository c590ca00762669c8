package org.evenkeel.lab.statistics;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;

/// Stratified bootstrap with percentile intervals: Efron (1979), as used by Agarwal et al. (2021), section 4.1, for a
/// few runs on a few tasks.
///
/// A resample has the shape of the scores. Each of its cells is drawn independently from the runs of the same task; the
/// tasks are fixed. The statistic of every resample is computed, and the interval lies between two percentiles of these
/// ([Percentiles]).
///
/// With few runs the intervals are too narrow, since resamples contain only runs that were made. An interval depends
/// only on the scores and this record, so intervals of one bootstrap share their resamples. Memory: 8 bytes per
/// resample; nothing else is allocated per resample.
///
/// @param resamples the number of resamples
/// @param level the probability with which the interval should contain the true value, such as 0.95
/// @param seed the seed of the random numbers
public record Bootstrap(int resamples, double level, long seed) {
  /// The number of resamples that rliable, the library of Agarwal et al., uses for aggregates.
  public static final int RESAMPLES = 50_000;

  /// The number of resamples that rliable uses for performance profiles, which have many points.
  public static final int PROFILE_RESAMPLES = 2_000;

  /// Checks the numbers.
  public Bootstrap {
    Checks.atLeast("resamples", 1, resamples);
    InputChecks.level(level);
  }

  /// Creates a bootstrap with 95% intervals from [#RESAMPLES] resamples.
  public static Bootstrap of(long seed) {
    return new Bootstrap(RESAMPLES, 0.95, seed);
  }

  /// Returns a copy with another number of resamples.
  public Bootstrap resamples(int wanted) {
    return new Bootstrap(wanted, level, seed);
  }

  /// Returns a statistic of scores, such as `Scores::iqm`, with its interval. The statistic receives a single matrix
  /// that is overwritten for every resample, and must not keep it.
  public Estimate estimate(Scores scores, ToDoubleFunction<Scores> statistic) {
    RandomStream random = new RandomStream(seed);
    Scores drawn = scores.toResample();
    double[] found = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      drawn.resample(scores, random);
      found[i] = statistic.applyAsDouble(drawn);
    }
    return between(statistic.applyAsDouble(scores), found);
  }

  /// Returns a statistic of two algorithms, such as `ProbabilityOfImprovement::of`, with its interval. The two are
  /// resampled independently.
  public Estimate estimate(Scores x, Scores y, ToDoubleBiFunction<Scores, Scores> statistic) {
    RandomStream random = new RandomStream(seed);
    Scores drawnX = x.toResample();
    Scores drawnY = y.toResample();
    double[] found = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      drawnX.resample(x, random);
      drawnY.resample(y, random);
      found[i] = statistic.applyAsDouble(drawnX, drawnY);
    }
    return between(statistic.applyAsDouble(x, y), found);
  }

  private Estimate between(double value, double[] found) {
    for (int i = 0; i < found.length; i++) {
      if (!Double.isFinite(found[i])) {
        throw InputChecks.notFinite("the statistic of resample " + i, found[i]);
      }
    }
    Arrays.sort(found);
    double outside = 50 * (1 - level);
    return new Estimate(
        value, Percentiles.ofSorted(found, outside), Percentiles.ofSorted(found, 100 - outside));
  }
}
