package org.evenkeel.lab.report;

/// What the comparisons of a claim say about it together: see [Evidence#verdict].
public enum Verdict {
  /// Every comparison agrees with the claim beyond chance.
  SUPPORTED("supported", "✓"),

  /// More comparisons agree with it than contradict it, but not all agree.
  IN_PART("supported in part", "◐"),

  /// A comparison contradicts it beyond chance, and not more agree.
  CONTRADICTED("contradicted", "✗"),

  /// No comparison can be told from chance, trials are missing, or what must be so first is not.
  NOT_DECIDABLE("not decidable with these data", "?"),

  /// Nothing was measured that the claim rests on.
  NOT_TESTED("not tested", "–");

  /// How a verdict follows from comparisons, for a reader; the same for all claims.
  public static final String RULE =
      "A claim rests on one or more comparisons; its rule says when one of them agrees with the claim or contradicts it"
          + " beyond chance. Supported: all agree. Supported in part: not all agree, but more agree than contradict."
          + " Contradicted: at least one contradicts, and not more agree. Not decidable with these data: none can be"
          + " told from chance, trials that were planned are missing, or something that must be so first is not. Not"
          + " tested: nothing was measured.";

  private final String words;
  private final String symbol;

  Verdict(String words, String symbol) {
    this.words = words;
    this.symbol = symbol;
  }

  /// As a reader sees it.
  public String words() {
    return words;
  }

  /// A sign beside the words, for those who see it.
  String symbol() {
    return symbol;
  }
}
