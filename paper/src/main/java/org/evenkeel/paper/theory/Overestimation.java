package org.evenkeel.paper.theory;

import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;

/// The overestimation of a target that is caused by its maximum over noisy values (section 4.2, after Thrun and
/// Schwartz 1993), with n actions and errors uniform in [-epsilon, epsilon].
public final class Overestimation {
  private Overestimation() {}

  /// Returns the upper bound gamma epsilon (n - 1) / (n + 1), which is reached when all true values are equal.
  public static double bound(double gamma, double epsilon, int actions) {
    check(gamma, epsilon);
    Checks.atLeast("actions", 1, actions);
    return gamma * epsilon * (actions - 1) / (actions + 1);
  }

  /// Measures the mean of gamma (max_a [q(a) + Z(a)] - max_a q(a)) over random Z, for true values q.
  public static Measurement measured(
      double gamma, double epsilon, double[] q, int samples, long seed) {
    check(gamma, epsilon);
    Checks.lengthAtLeast("q", 1, q.length);
    Checks.atLeast("samples", 2, samples);
    double best = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < q.length; a++) {
      Checks.finite("q[" + a + "]", q[a]);
      best = Math.max(best, q[a]);
    }
    RandomStream random = new RandomStream(seed);
    double[] errors = new double[samples];
    for (int i = 0; i < samples; i++) {
      double highest = Double.NEGATIVE_INFINITY;
      for (double value : q) {
        highest = Math.max(highest, value + epsilon * (2 * random.nextDouble() - 1));
      }
      errors[i] = gamma * (highest - best);
    }
    return Measurement.ofMean(errors);
  }

  private static void check(double gamma, double epsilon) {
    Checks.probability("gamma", gamma);
    Checks.positive("epsilon", epsilon);
  }
}
