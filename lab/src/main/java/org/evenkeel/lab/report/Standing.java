package org.evenkeel.lab.report;

/// The kind of a claim. Claims of different kinds are shown and counted separately: a main claim that fails is not
/// offset by an assumption that holds.
public enum Standing {
  /// The subject of the study. Each such claim has its figure at the top of the page.
  PRIMARY("Main claims"),

  /// Further claims.
  SECONDARY("Other claims"),

  /// An assumption of a theory or a method.
  ASSUMPTION("Assumptions"),

  /// A claim tested under different conditions than those it was made for.
  ROBUSTNESS("The same under other conditions"),

  /// A question asked by the authors of the report, without a published claim.
  OWN_QUESTION("Our own questions");

  private final String words;

  Standing(String words) {
    this.words = words;
  }

  /// Returns the heading above such claims.
  public String words() {
    return words;
  }
}
