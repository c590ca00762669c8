package org.evenkeel.core.replay;

import org.evenkeel.core.internal.Checks;

/// The way in which transitions are drawn from a replay buffer.
public sealed interface Sampling {
  /// Each transition with the same probability (Nature, the paper).
  record Uniform() implements Sampling {}

  /// Each transition with probability proportional to `(|TD error| + epsilon)^exponent` (Schaul et al. 2016,
  /// "proportional"), corrected by importance weights `(N P)^-beta` divided by the largest in the minibatch. Beta
  /// increases linearly from `beta` to 1 over the run.
  record Prioritized(double exponent, double beta, double epsilon) implements Sampling {
    public Prioritized {
      Checks.probability("exponent", exponent);
      Checks.probability("beta", beta);
      Checks.positive("epsilon", epsilon);
    }

    /// Returns the published values: 0.6, 0.4, 1e-6.
    public static Prioritized published() {
      return new Prioritized(0.6, 0.4, 1e-6);
    }

    /// Returns a copy with this exponent.
    public Prioritized exponent(double exponent) {
      return new Prioritized(exponent, beta, epsilon);
    }

    /// Returns a copy with this initial beta.
    public Prioritized beta(double beta) {
      return new Prioritized(exponent, beta, epsilon);
    }

    /// Returns a copy with this epsilon.
    public Prioritized epsilon(double epsilon) {
      return new Prioritized(exponent, beta, epsilon);
    }
  }
}
