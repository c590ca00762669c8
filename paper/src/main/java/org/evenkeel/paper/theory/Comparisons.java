package org.evenkeel.paper.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.paper.theory.TheoryResults.Point;
import org.hipparchus.special.Erf;

/// Simulated numbers beside the ones that a formula gives, tested together: each by how many standard errors it is
/// off (the samples are thousands, so that is normal), with Holm's correction for their number.
///
/// @param all the comparisons of one claim, at least one
record Comparisons(List<Comparison> all) {
  /// Below this corrected p a difference is taken as real.
  static final double LEVEL = 0.001;

  /// How far the simultaneous intervals may reach, as a share of the number itself, before they say nothing.
  private static final double COARSE = 0.2;

  /// The rule of [#agreement] in words.
  static final String AGREEMENT =
      "Holds if no simulated value differs from the formula (z test, corrected p below 0.001, Holm over all values) "
          + "and each is known to 20 % (99.9 % simultaneous interval); does not hold if one differs; else undecided.";

  /// One of them.
  ///
  /// @param name what it is
  /// @param expected the formula's number
  /// @param measured the simulation's
  record Comparison(String name, double expected, Point measured) {
    double z() {
      double difference = measured.value() - expected;
      return difference == 0 ? 0 : difference / measured.error();
    }
  }

  /// The corrected p of a difference in either direction.
  double[] differs() {
    return corrected(c -> Erf.erfc(Math.abs(c.z()) / Math.sqrt(2)));
  }

  /// The corrected p of being below.
  double[] below() {
    return corrected(c -> 0.5 * Erf.erfc(-c.z() / Math.sqrt(2)));
  }

  /// The corrected p of being above.
  double[] above() {
    return corrected(c -> 0.5 * Erf.erfc(c.z() / Math.sqrt(2)));
  }

  private double[] corrected(ToDoubleFunction<Comparison> p) {
    return MultipleComparisons.holm(all.stream().mapToDouble(p).toArray());
  }

  /// Whether the simulation and the formula are the same: see [#AGREEMENT].
  Verdict agreement() {
    if (count(differs()) > 0) {
      return Verdict.DOES_NOT_HOLD;
    }
    double reach = Math.sqrt(2) * Erf.erfcInv(LEVEL / all.size());
    boolean fine =
        all.stream().allMatch(c -> reach * c.measured.error() <= COARSE * Math.abs(c.expected));
    return fine ? Verdict.HOLDS : Verdict.UNDECIDED;
  }

  /// Whether each is below its limit: all of them must be, beyond chance.
  Verdict allBelow() {
    if (count(above()) > 0) {
      return Verdict.DOES_NOT_HOLD;
    }
    return count(below()) == all.size() ? Verdict.HOLDS : Verdict.UNDECIDED;
  }

  private static int count(double[] p) {
    int small = 0;
    for (double one : p) {
      small += one < LEVEL ? 1 : 0;
    }
    return small;
  }

  /// The one that is furthest off, as a share of the formula's number, with its corrected p.
  Effect worst() {
    double[] p = differs();
    int worst = 0;
    for (int i = 1; i < all.size(); i++) {
      worst = Math.abs(all.get(i).z()) > Math.abs(all.get(worst).z()) ? i : worst;
    }
    Comparison c = all.get(worst);
    Point m = c.measured;
    return new Effect(
        "simulated / formula, the furthest of %d: %s".formatted(all.size(), c.name),
        m.value() / c.expected,
        m.lower() / c.expected,
        m.upper() / c.expected,
        m.runs(),
        "z test, Holm over " + all.size(),
        p[worst]);
  }

  /// All of them, to look up.
  Table table(String id, String title, String caption) {
    double[] p = differs();
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Comparison c = all.get(i);
      Point m = c.measured;
      rows.add(
          List.of(
              c.name,
              number(c.expected),
              number(m.value()),
              number(m.lower()),
              number(m.upper()),
              Integer.toString(m.runs()),
              String.format(Locale.ROOT, "%.2f", c.z()),
              String.format(Locale.ROOT, "%.3g", p[i])));
    }
    return new Table(
        id,
        title,
        caption,
        List.of("what", "formula", "simulated", "95 % from", "to", "runs", "z", "p (Holm)"),
        rows);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
