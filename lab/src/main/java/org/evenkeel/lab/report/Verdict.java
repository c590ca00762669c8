package org.evenkeel.lab.report;

/// The verdict on a claim, which follows from its comparisons: see [Evidence#verdict].
public enum Verdict {
  /// Every comparison agrees with the claim beyond chance.
  SUPPORTED("supported", "✓"),

  /// Not all comparisons agree with the claim, but more agree than contradict.
  IN_PART("supported in part", "◐"),

  /// At least one comparison contradicts the claim beyond chance, and at least as many contradict as agree.
  CONTRADICTED("contradicted", "✗"),

  /// No comparison can be distinguished from chance, trials are missing, or a premise does not hold.
  NOT_DECIDABLE("not decidable with these data", "?"),

  /// Nothing was measured that could test the claim.
  NOT_TESTED("not tested", "–");

  /// The rule by which a verdict follows from comparisons, for readers; it is the same for all claims.
  public static final String RULE =
      "A claim is judged by one or more comparisons; its rule says when a comparison agrees with the claim or contradicts it"
          + " beyond chance. Supported: all agree. Supported in part: not all agree, but more agree than contradict."
          + " Contradicted: at least one contradicts, and at least as many contradict as agree. Not decidable with these data:"
          + " none can be distinguished from chance, planned trials are missing, or a premise of the claim does not hold. Not"
          + " tested: nothing was measured.";

  private final String words;
  private final String symbol;

  Verdict(String words, String symbol) {
    this.words = words;
    this.symbol = symbol;
  }

  /// Returns the words for readers.
  public String words() {
    return words;
  }

  /// Returns a symbol shown next to the words.
  String symbol() {
    return symbol;
  }
}
