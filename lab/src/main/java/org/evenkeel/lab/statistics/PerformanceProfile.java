package org.evenkeel.lab.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/// The fraction of an algorithm's scores above each threshold tau: Agarwal et al. (2021), section 4.2, after Dolan and
/// More (2002). Above is strict. A profile falls from left to right. A higher one is better; if two cross, neither
/// algorithm is better everywhere.
///
/// All thresholds use the same bootstrap resamples, so the bounds fall from left to right as well.
public final class PerformanceProfile {
  private PerformanceProfile() {}

  /// Returns the fraction of all runs with a score above each tau: the run-score distribution.
  public static List<Estimate> ofRuns(Scores scores, double[] taus, Bootstrap bootstrap) {
    return at(taus, tau -> bootstrap.estimate(scores, drawn -> drawn.shareAbove(tau)));
  }

  /// Returns the fraction of tasks with a mean score above each tau: the average-score distribution.
  public static List<Estimate> ofTaskMeans(Scores scores, double[] taus, Bootstrap bootstrap) {
    return at(taus, tau -> bootstrap.estimate(scores, drawn -> drawn.shareOfTasksAbove(tau)));
  }

  private static List<Estimate> at(double[] taus, DoubleFunction<Estimate> estimate) {
    List<Estimate> profile = new ArrayList<>();
    for (double tau : InputChecks.copyOf("taus", taus)) {
      profile.add(estimate.apply(tau));
    }
    return List.copyOf(profile);
  }
}
