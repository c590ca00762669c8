package org.evenkeel.lab.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/// How much of an algorithm's scores lies above each threshold tau: Agarwal et al. (2021), section 4.2,
/// after Dolan and More (2002). Above is strict. A profile falls from left to right; a higher one is
/// better, and two that cross say that neither algorithm is better everywhere.
///
/// Of a bootstrap, every threshold sees the same resamples, so the bounds too fall from left to right.
public final class PerformanceProfile {
  private PerformanceProfile() {}

  /// The share of all runs with a score above each tau: the run-score distribution.
  public static List<Estimate> ofRuns(Scores scores, double[] taus, Bootstrap bootstrap) {
    return at(taus, tau -> bootstrap.estimate(scores, drawn -> drawn.shareAbove(tau)));
  }

  /// The share of the tasks with a mean score above each tau: the average-score distribution.
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
