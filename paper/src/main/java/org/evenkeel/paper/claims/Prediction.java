package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Predicts the values of an arm by tabular Q-iteration with injected errors and a real maximum.
final class Prediction {
  private static final int TRIALS = 40;

  private Prediction() {}

  /// Returns simulated trials that are read as those of an arm.
  ///
  /// @param errors the injected errors; for an ensemble those of its mean
  /// @param seed the seed of the first trial, different from those of the arm
  static ArmReadings of(ArmReadings arm, InjectedErrors errors, long seed) {
    ValueProcess process = arm.arm().process().with(errors);
    List<Map<String, double[]>> trials = new ArrayList<>();
    for (int i = 0; i < TRIALS; i++) {
      trials.add(process.run(seed + i, arm.arm().windows(), share -> {}));
    }
    ClaimArm simulated =
        new ClaimArm(
            arm.arm().folder(),
            arm.arm().label() + ", predicted",
            arm.arm().colour(),
            arm.arm().k(),
            TRIALS,
            process,
            arm.arm().windows());
    return new ArmReadings(simulated, trials, TRIALS);
  }
}
