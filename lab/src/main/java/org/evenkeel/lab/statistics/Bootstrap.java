package org.evenkeel.lab.statistics;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;

/// Stratified bootstrap with percentile intervals: Efron (1979), as Agarwal et al. (2021), section 4.1, use
/// it for a few runs on a few tasks.
///
/// A resample has the shape of the scores. Each of its cells is a run drawn for that cell alone from the
/// runs of its own task; the tasks stay. The statistic of every resample is computed; the interval
/// lies between two percentiles of them ([Percentiles]).
///
/// With few runs the intervals are too narrow: the resamples know no run that did not happen. An interval
/// depends on the scores and this record alone, so intervals of one bootstrap share their resamples.
/// Memory: 8 bytes a resample; nothing is allocated for each of them.
///
/// @param resamples how many resamples are drawn
/// @param level how often the interval is to hold the true value, 0.95 for instance
/// @param seed where the random numbers start
public record Bootstrap(int resamples, double level, long seed) {
  /// What their library, rliable, draws for aggregates.
  public static final int RESAMPLES = 50_000;

  /// What rliable draws for performance profiles, which have many points.
  public static final int PROFILE_RESAMPLES = 2_000;

  /// Refuses what cannot be drawn.
  public Bootstrap {
    Checks.atLeast("resamples", 1, resamples);
    InputChecks.level(level);
  }

  /// 95% intervals from [#RESAMPLES] resamples.
  public static Bootstrap of(long seed) {
    return new Bootstrap(RESAMPLES, 0.95, seed);
  }

  /// The same with another number of resamples.
  public Bootstrap resamples(int wanted) {
    return new Bootstrap(wanted, level, seed);
  }

  /// A statistic of scores with its interval, `Scores::iqm` for instance. The statistic is given one
  /// matrix that is overwritten for every resample, and must not keep it.
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

  /// A statistic of two algorithms with its interval, `ProbabilityOfImprovement::of` for instance. The
  /// two are resampled independently.
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
