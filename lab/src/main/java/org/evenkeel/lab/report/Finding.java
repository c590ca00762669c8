package org.evenkeel.lab.report;

/// One comparison that a claim rests on: a number, what the claim expects of it, and whether it is so.
///
/// @param effect the number
/// @param expected what the claim says of it: `above 0`
/// @param answer what the number says about that
/// @param planned the trials that the number was to rest on, 0 if it is computed and not sampled
/// @param detectable what would be found with a probability of 80 % with these trials, `a difference of about 0.3`; empty
///     if it is not known
public record Finding(
    Effect effect, String expected, Answer answer, int planned, String detectable) {
  /// Below this a corrected p says that a difference is not chance.
  public static final double LEVEL = 0.05;

  /// An effect that is found with a probability of 80 % at a level of 5 % is 1.96 + 0.84 standard errors from none; half an
  /// interval of 95 % is 1.96 of them. Of a wider interval, one that holds together with others, this gives a little more
  /// than is needed.
  private static final double DETECTABLE = (1.959964 + 0.841621) / 1.959964;

  /// What a number says about what was expected of it.
  public enum Answer {
    /// It agrees, beyond chance.
    AGREES("agrees"),

    /// It contradicts, beyond chance.
    CONTRADICTS("contradicts"),

    /// It cannot be told from chance.
    OPEN("open"),

    /// Trials are missing.
    MISSING("missing");

    private final String words;

    Answer(String words) {
      this.words = words;
    }

    /// As a reader sees it.
    public String words() {
      return words;
    }
  }

  /// The one rule on completeness: a number of fewer trials than were planned says nothing yet.
  public Finding {
    if (effect.trials() < planned) {
      answer = Answer.MISSING;
    }
  }

  /// The same with another sentence on what would be found.
  Finding detecting(String what) {
    return new Finding(effect, expected, answer, planned, what);
  }

  /// The claim expects a number above a limit. Judged by its p where it has one, else by its interval, else by itself.
  public static Finding above(Effect effect, double limit, int planned) {
    return new Finding(
        effect,
        "above " + Numbers.brief(limit),
        side(effect, limit, 1),
        planned,
        difference(effect));
  }

  /// The claim expects a number below a limit.
  public static Finding below(Effect effect, double limit, int planned) {
    return new Finding(
        effect,
        "below " + Numbers.brief(limit),
        side(effect, limit, -1),
        planned,
        difference(effect));
  }

  /// The claim expects a ratio above 1.
  public static Finding ratioAboveOne(Effect effect, int planned) {
    return new Finding(effect, "above 1", side(effect, 1, 1), planned, ratio(effect));
  }

  /// The claim expects a ratio below 1.
  public static Finding ratioBelowOne(Effect effect, int planned) {
    return new Finding(effect, "below 1", side(effect, 1, -1), planned, ratio(effect));
  }

  /// The claim expects a number between two limits: its interval must lie within them, and contradicts if it lies
  /// beyond one of them.
  public static Finding within(Effect effect, double low, double high, int planned) {
    boolean sampled = effect.trials() > 0; // without an interval nothing can be told of it
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

  /// A number that was computed, not sampled, and is as it should be or not.
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
    } else if (e.trials() > 0) { // sampled: without an interval nothing can be told
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
