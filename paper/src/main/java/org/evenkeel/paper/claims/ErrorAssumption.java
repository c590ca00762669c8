package org.evenkeel.paper.claims;

/// The assumptions of section 5 on the errors of one network, each with a number that is 0 if it is true.
enum ErrorAssumption {
  /// The mean error is 0.
  MEAN("mean error in standard deviations"),

  /// Errors of successive iterations are uncorrelated.
  ITERATIONS("correlation with the previous iteration"),

  /// No part of the error is constant.
  PERSISTENCE("correlation over 32 iterations");

  private final String words;

  ErrorAssumption(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /// Returns the number for each trial.
  double[] of(ArmReadings arm) {
    return switch (this) {
      case MEAN -> arm.enough() ? arm.relativeMeanError() : new double[0];
      case ITERATIONS -> arm.lagCorrelation(1);
      case PERSISTENCE -> arm.lagCorrelation(ErrorMemory.LAGS.length - 1);
    };
  }
}
