package org.evenkeel.lab.report;

/// What kind of claim it is. Claims of different kinds are shown and counted apart: a main claim that fails is not
/// made up for by an assumption that holds.
public enum Standing {
  /// What the study is about. Each has its figure at the top of the page.
  PRIMARY("Main claims"),

  /// What else was claimed.
  SECONDARY("Other claims"),

  /// What a theory or a method takes for granted.
  ASSUMPTION("Assumptions"),

  /// A claim again under other circumstances than those it was made for.
  ROBUSTNESS("The same under other circumstances"),

  /// What nobody claimed, but those who made this report ask.
  OWN_QUESTION("Questions of our own");

  private final String words;

  Standing(String words) {
    this.words = words;
  }

  /// The heading over such claims.
  public String words() {
    return words;
  }
}
