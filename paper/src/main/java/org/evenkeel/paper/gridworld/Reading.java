package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The variance of an arm, measured and predicted by the theory.
///
/// @param outcomes the trials
/// @param goal a word for the world
/// @param errors the correlations of its errors
/// @param measured the output's variance between trials at each state
/// @param predicted the variance that the recursion of section 5 predicts from the measured covariance of the errors
/// @param independent the variance that it predicts without correlation between states
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reading(
    Outcomes outcomes,
    String goal,
    ErrorStatistics errors,
    double[] measured,
    double[] predicted,
    double[] independent) {

  /// Returns the readings of the arms that have enough trials.
  static List<Reading> of(List<Outcomes> arms, String goal) {
    List<Reading> readings = new ArrayList<>();
    for (Outcomes arm : arms) {
      if (arm.enough()) {
        ErrorStatistics errors = new ErrorStatistics(arm);
        readings.add(
            new Reading(
                arm,
                goal,
                errors,
                arm.variance(),
                errors.predictedVariance(),
                errors.predictedWithoutCorrelation()));
      }
    }
    return readings;
  }

  Arm arm() {
    return outcomes.arm();
  }

  String label() {
    return arm().label() + ", " + goal;
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
