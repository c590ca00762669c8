package org.evenkeel.lab.report;

/// What a measurement says about a claim, by the rule that stands beside it.
public enum Verdict {
  /// The measurement supports the claim.
  HOLDS("holds"),

  /// The measurement contradicts the claim.
  DOES_NOT_HOLD("does not hold"),

  /// The measurement cannot tell.
  UNDECIDED("undecided here");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /// As a reader sees it.
  public String words() {
    return words;
  }
}
