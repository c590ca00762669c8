package org.evenkeel.paper.gridworld;

import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;

/// Ratios of variances between trials, with intervals from a jackknife.
public final class VarianceRatios {
  /// The rule by which a ratio is judged that is claimed to be below 1.
  public static final String RULE =
      "An interval below 1 agrees with the claim; an interval above 1 contradicts it. The intervals come from a jackknife"
          + " over trials of the logarithms of the variances (Student's t) and have a joint confidence of 95 %"
          + " (Bonferroni).";

  private static final double LEVEL = 0.05;
  private static final int FEWEST = 3;

  private VarianceRatios() {}

  /// Returns the ratio of the variances of two arms, with an interval corrected for `together` intervals.
  static Effect of(String name, Outcomes above, Outcomes below, int together) {
    int n = Math.min(above.trials().size(), below.trials().size());
    return n < 2
        ? Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, n)
        : of(name, above.spread(), below.spread(), together);
  }

  /// Returns the ratio of two variances, with an interval corrected for `together` intervals.
  public static Effect of(String name, TrialVariance above, TrialVariance below, int together) {
    int n = Math.min(above.trials(), below.trials());
    double ratio = above.mean() / below.mean();
    if (n < FEWEST) {
      return Effect.sampled(name, ratio, Double.NaN, Double.NaN, n);
    }
    WelchTest test = WelchTest.of(Sample.of(above.logarithms()), Sample.of(below.logarithms()));
    return around(name, ratio, test.difference(1 - LEVEL / together), n);
  }

  /// Returns the variance of an arm divided by a number, with an interval corrected for `together` intervals.
  static Effect of(String name, Outcomes above, double below, int together) {
    int n = above.trials().size();
    double ratio = n < 2 ? Double.NaN : above.meanVariance() / below;
    if (n < FEWEST) {
      return Effect.sampled(name, ratio, Double.NaN, Double.NaN, n);
    }
    Sample logs = Sample.of(above.spread().logarithms());
    return around(name, ratio, logs.meanWithTInterval(1 - LEVEL / together), n);
  }

  /// Returns the ratio with an interval around it that is as wide on a log scale as that of the logarithm.
  private static Effect around(String name, double ratio, Estimate log, int trials) {
    double factor = StrictMath.exp((log.high() - log.low()) / 2);
    return Effect.sampled(name, ratio, ratio / factor, ratio * factor, trials);
  }
}
