package org.evenkeel.paper.claims;

/// The iterations at which a trial is read (`docs/claims.md`).
enum ClaimReading {
  /// The end of each trial. This reading decides.
  SETTLED(0, "settled"),

  /// The same iterations of every algorithm.
  EQUAL_ITERATIONS(1, "equal iterations"),

  /// Iterations at which all algorithms have made the same number of gradient steps over all their networks.
  EQUAL_STEPS(2, "equal gradient steps");

  private final int position;
  private final String words;

  ClaimReading(int position, String words) {
    this.position = position;
    this.words = words;
  }

  /// Returns its position among the windows of a trial.
  int position() {
    return position;
  }

  String words() {
    return words;
  }
}
