package org.evenkeel.lab.report;

/// One comparison on which a claim is judged: a number, the claim's expectation, and whether the number agrees.
///
/// @param effect the number
/// @param expected the expectation of the claim: `above 0`
/// @param answer whether the number agrees
/// @param planned the planned number of trials, 0 if the number is computed and not sampled
/// @param detectable the effect that these trials would detect with a probability of 80 %, such as `a difference of
///     about 0.3`; empty if unknown
public record Finding(
    Effect effect, String expected, Answer answer, int planned, String detectable) {
  /// The level below which a corrected p-value counts as beyond chance.
  public static final double LEVEL = 0.05;

  /// The ratio of a detectable effect to half a 95 % interval. An effect that is detected with a probability of 80 % at
  /// a level of 5 % is 1.96 + 0.84 standard errors from zero; half a 95 % interval is 1.96 of them. For a wider
  /// interval, one that holds simultaneously with others, the result is slightly more than needed.
  private static final double DETECTABLE = (1.959964 + 0.841621) / 1.959964;

  /// Whether a number agrees with the expectation.
  public enum Answer {
    /// The number agrees, beyond chance.
    AGREES("agrees"),

    /// The number contradicts the expectation, beyond chance.
    CONTRADICTS("contradicts"),

    /// The number cannot be distinguished from chance.
    OPEN("open"),

    /// Trials are missing.
    MISSING("missing");

    private final String words;

    Answer(String words) {
      this.words = words;
    }

    /// Returns the word for readers.
    public String words() {
      return words;
    }
  }

  /// Applies the one rule on completeness: a number based on fewer trials than planned counts as missing.
  public Finding {
    if (effect.trials() < planned) {
      answer = Answer.MISSING;
    }
  }

  /// Returns a copy with another text on the detectable effect.
  Finding detecting(String what) {
    return new Finding(effect, expected, answer, planned, what);
  }

  /// Creates a finding that expects a number above a limit. It is judged by its p-value if it has one, otherwise by its
  /// interval, otherwise by its value.
  public static Finding above(Effect effect, double limit, int planned) {
    return new Finding(
        effect,
        "above " + Numbers.brief(limit),
        side(effect, limit, 1),
        planned,
        difference(effect));
  }

  /// Creates a finding that expects a number below a limit.
  public static Finding below(Effect effect, double limit, int planned) {
    return new Finding(
        effect,
        "below " + Numbers.brief(limit),
        side(effect, limit, -1),
        planned,
        difference(effect));
  }

  /// Creates a finding that expects a ratio above 1.
  public static Finding ratioAboveOne(Effect effect, int planned) {
    return new Finding(effect, "above 1", side(effect, 1, 1), planned, ratio(effect));
  }

  /// Creates a finding that expects a ratio below 1.
  public static Finding ratioBelowOne(Effect effect, int planned) {
    return new Finding(effect, "below 1", side(effect, 1, -1), planned, ratio(effect));
  }

  /// Creates a finding that expects a number between two limits. It agrees if its interval lies within them, and
  /// contradicts if the interval lies beyond one of them.
  public static Finding within(Effect effect, double low, double high, int planned) {
    boolean sampled = effect.trials() > 0; // without an interval it cannot be judged
    double lower = sampled ? effect.lower() : effect.value();
    double upper = sampled ? effect.upper() : effect.value();
    Answer answer =
        lower > low && upper < high
            ? Answer.AGREES
            : lower > high || upper < low ? Answer.CONTRADICTS : Answer.OPEN;
    return new Finding(
        effect,
        "between %s and %s".formatted(Numbers.brief(low), Numbers.brief(high)),
        answer,
        planned,
        "");
  }

  /// Creates a finding for a number that was computed, not sampled.
  public static Finding exact(String name, double value, String expected, boolean agrees) {
    return new Finding(
        Effect.exact(name, value), expected, agrees ? Answer.AGREES : Answer.CONTRADICTS, 0, "");
  }

  /// @param right 1 if the claim expects the number above the limit, -1 if below
  private static Answer side(Effect e, double limit, int right) {
    double low = e.value();
    double high = e.value();
    if (!Double.isNaN(e.p())) {
      if (e.p() >= LEVEL) {
        return Answer.OPEN;
      }
    } else if (e.trials() > 0) { // sampled: without an interval it cannot be judged
      low = e.lower();
      high = e.upper();
    }
    return (low - limit) * right > 0 && (high - limit) * right > 0
        ? Answer.AGREES
        : (low - limit) * right < 0 && (high - limit) * right < 0
            ? Answer.CONTRADICTS
            : Answer.OPEN;
  }

  private static String difference(Effect e) {
    double reach = (e.upper() - e.lower()) / 2 * DETECTABLE;
    return Double.isFinite(reach) && reach > 0
        ? "a difference of about " + Numbers.brief(reach)
        : "";
  }

  private static String ratio(Effect e) {
    double reach = StrictMath.pow(e.upper() / e.lower(), DETECTABLE / 2);
    return Double.isFinite(reach) && reach > 1
        ? "a ratio below about %s or above about %s"
            .formatted(Numbers.brief(1 / reach), Numbers.brief(reach))
        : "";
  }
}
