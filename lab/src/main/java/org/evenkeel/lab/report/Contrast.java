package org.evenkeel.lab.report;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;

/// Two sets of trials. The claim is that the first is larger on average.
///
/// @param name the name of the difference
/// @param larger the trials that are claimed to be larger
/// @param smaller the trials that are claimed to be smaller
/// @param planned the number of trials planned for each set
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Contrast(String name, double[] larger, double[] smaller, int planned) {
  private static final double POWER = 0.8;

  /// The rule by which [#evidence] judges each difference.
  public static final String RULE =
      "A difference agrees with the claim if it is above 0 and contradicts it if it is below 0, with p < 0.05 in Welch's"
          + " test, corrected by Holm for the number of differences. Each 95 % interval is uncorrected.";

  /// Returns the differences as evidence, tested together.
  public static Evidence evidence(List<Contrast> contrasts) {
    List<Effect> effects = differences(contrasts);
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < contrasts.size(); i++) {
      Contrast contrast = contrasts.get(i);
      findings.add(
          Finding.above(effects.get(i), 0, contrast.planned)
              .detecting(contrast.detectable(contrasts.size())));
    }
    return Evidence.of(findings);
  }

  /// Returns the difference that would be detected with a probability of 80 % among this many tests. It is the distance
  /// from 0 that the test requires for the smallest of all p-values, plus half a 60 % interval as a reserve, which is
  /// enough for four of five such differences.
  private String detectable(int together) {
    if (!testable()) {
      return "";
    }
    Estimate needed = welch().difference(1 - Finding.LEVEL / together);
    Estimate reserve = welch().difference(2 * POWER - 1);
    double difference = (needed.high() - needed.low() + reserve.high() - reserve.low()) / 2;
    return "a difference of about " + Numbers.brief(difference);
  }

  /// Returns the differences, tested together.
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

  private int trials() {
    return Math.min(larger.length, smaller.length);
  }

  private double plainDifference() {
    return trials() == 0 ? Double.NaN : Sample.of(larger).mean() - Sample.of(smaller).mean();
  }

  /// Returns whether there are two trials on each side, not all of them equal.
  private boolean testable() {
    return trials() >= 2 && Sample.of(larger).variance() + Sample.of(smaller).variance() > 0;
  }

  private WelchTest welch() {
    return WelchTest.of(Sample.of(larger), Sample.of(smaller));
  }
}
