package org.evenkeel.core.agent;

/// Statistics of an update: means over the learners that learned.
final class UpdateStatistics {
  private double losses;
  private double errors;
  private double norms;
  private double loss;
  private double tdError;

  void begin() {
    losses = 0;
    errors = 0;
    norms = 0;
  }

  /// Adds the results of a learner that has learned.
  ///
  /// @param norm the norm of its gradient, or the last one that was measured
  void learned(double itsLoss, double norm, float[] tdErrors, int rows) {
    losses += itsLoss;
    norms += norm;
    for (int i = 0; i < rows; i++) {
      errors += Math.abs(tdErrors[i]);
    }
  }

  /// Computes the means, and returns that of the norms.
  double end(int learners, int rows) {
    loss = losses / learners;
    tdError = errors / learners / rows;
    return norms / learners;
  }

  double loss() {
    return loss;
  }

  double tdError() {
    return tdError;
  }
}
