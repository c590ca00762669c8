package org.evenkeel.paper.experiment;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;

/// Two sets of trials, of which the claim says that the first is larger on average.
///
/// @param name what the difference is
/// @param larger the trials that are claimed to be larger
/// @param smaller the others
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Contrast(String name, double[] larger, double[] smaller) {
  /// How [#ofDifferences] decides.
  public static final String RULE =
      "Holds if every difference is above 0 with p < 0.05 in Welch's test, corrected by Holm for the number of"
          + " differences; does not hold if one of them is below 0 with p < 0.05; else undecided. Intervals are 95 %,"
          + " each by itself.";

  private static final double LEVEL = 0.05;

  /// The differences, tested together.
  public static List<Effect> differences(List<Contrast> contrasts) {
    List<Contrast> testable = contrasts.stream().filter(Contrast::testable).toList();
    double[] p = testable.stream().mapToDouble(c -> c.welch().pTwoSided()).toArray();
    double[] corrected = p.length == 0 ? p : MultipleComparisons.holm(p);
    List<Effect> effects = new ArrayList<>();
    for (Contrast c : contrasts) {
      int i = testable.indexOf(c);
      if (i < 0) {
        effects.add(
            Effect.sampled(c.name, c.plainDifference(), Double.NaN, Double.NaN, c.trials()));
      } else {
        Estimate d = c.welch().difference(0.95);
        effects.add(
            new Effect(
                c.name, d.value(), d.low(), d.high(), c.trials(), "Welch, Holm", corrected[i]));
      }
    }
    return effects;
  }

  /// By [#RULE]. A difference without a test leaves it open.
  public static Verdict ofDifferences(List<Effect> effects) {
    if (effects.stream().anyMatch(e -> e.p() < LEVEL && e.value() < 0)) {
      return Verdict.DOES_NOT_HOLD;
    }
    boolean all = effects.stream().allMatch(e -> e.p() < LEVEL && e.value() > 0);
    return all && !effects.isEmpty() ? Verdict.HOLDS : Verdict.UNDECIDED;
  }

  /// Holds if the intervals of all ratios lie below 1, does not hold if one lies above 1, else undecided.
  public static Verdict ofRatios(List<Effect> ratios) {
    if (ratios.stream().anyMatch(e -> e.lower() > 1)) {
      return Verdict.DOES_NOT_HOLD;
    }
    boolean all = ratios.stream().allMatch(e -> e.upper() < 1);
    return all && !ratios.isEmpty() ? Verdict.HOLDS : Verdict.UNDECIDED;
  }

  private int trials() {
    return Math.min(larger.length, smaller.length);
  }

  private double plainDifference() {
    return trials() == 0 ? Double.NaN : Sample.of(larger).mean() - Sample.of(smaller).mean();
  }

  /// Two trials on each side, which are not all the same.
  private boolean testable() {
    return trials() >= 2 && Sample.of(larger).variance() + Sample.of(smaller).variance() > 0;
  }

  private WelchTest welch() {
    return WelchTest.of(Sample.of(larger), Sample.of(smaller));
  }
}
