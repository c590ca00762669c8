package org.evenkeel.paper.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Finding.Answer;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.paper.theory.TheoryResults.Point;
import org.hipparchus.special.Erf;

/// Compares simulated numbers with those of a formula. Each is tested by its deviation in standard errors, which is
/// normally distributed because there are thousands of samples, with Holm's correction for the number of comparisons.
///
/// @param all the comparisons of one claim, at least one
record Comparisons(List<Comparison> all) {
  /// The corrected p below which a difference counts as real.
  static final double LEVEL = 0.001;

  /// The largest half-width of the simultaneous intervals, relative to the number, for the comparison to be conclusive.
  private static final double COARSE = 0.2;

  /// The rule of [#agreement] in words.
  static final String AGREEMENT =
      "Agrees if no simulated value differs from the formula (z test, corrected p below 0.001, Holm over all values) "
          + "and each is known to within 20 % (99.9 % simultaneous interval); contradicts if one differs.";

  /// One comparison.
  ///
  /// @param name its name
  /// @param expected the formula's number
  /// @param measured the simulated number
  record Comparison(String name, double expected, Point measured) {
    double z() {
      double difference = measured.value() - expected;
      return difference == 0 ? 0 : difference / measured.error();
    }
  }

  /// Returns the corrected p values for a difference in either direction.
  double[] differs() {
    return corrected(c -> Erf.erfc(Math.abs(c.z()) / Math.sqrt(2)));
  }

  /// Returns the corrected p values for being below the formula.
  double[] below() {
    return corrected(c -> 0.5 * Erf.erfc(-c.z() / Math.sqrt(2)));
  }

  /// Returns the corrected p values for being above the formula.
  double[] above() {
    return corrected(c -> 0.5 * Erf.erfc(c.z() / Math.sqrt(2)));
  }

  private double[] corrected(ToDoubleFunction<Comparison> p) {
    return MultipleComparisons.holm(all.stream().mapToDouble(p).toArray());
  }

  /// Returns whether simulation and formula agree, shown by the comparison that is furthest off; see [#AGREEMENT].
  Finding agreement() {
    double reach = Math.sqrt(2) * Erf.erfcInv(LEVEL / all.size());
    boolean fine =
        all.stream().allMatch(c -> reach * c.measured.error() <= COARSE * Math.abs(c.expected));
    Answer answer = count(differs()) > 0 ? Answer.CONTRADICTS : fine ? Answer.AGREES : Answer.OPEN;
    return new Finding(furthest(), "equal to 1", answer, 0, "");
  }

  /// Returns whether every number is significantly below its limit, shown by the least certain one.
  ///
  /// @param what the name of the number, which is relative to the limit unless the limit is 0
  Finding allBelow(String what) {
    double[] p = below();
    Answer answer =
        count(above()) > 0
            ? Answer.CONTRADICTS
            : count(p) == all.size() ? Answer.AGREES : Answer.OPEN;
    int least = 0;
    for (int i = 1; i < p.length; i++) {
      least = p[i] > p[least] ? i : least;
    }
    Comparison c = all.get(least);
    Point m = c.measured;
    double unit = c.expected == 0 ? 1 : c.expected;
    Effect effect =
        new Effect(
            "%s, the least certain of %d: %s".formatted(what, all.size(), c.name),
            m.value() / unit,
            m.lower() / unit,
            m.upper() / unit,
            m.runs(),
            "z test, Holm over " + all.size(),
            p[least]);
    return new Finding(effect, c.expected == 0 ? "below 0" : "below 1", answer, 0, "");
  }

  private static int count(double[] p) {
    int small = 0;
    for (double one : p) {
      small += one < LEVEL ? 1 : 0;
    }
    return small;
  }

  /// Returns the number that is furthest off, relative to the formula's, with its corrected p.
  private Effect furthest() {
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

  /// Returns all comparisons as a table.
  Table table(String id, String title, String caption) {
    double[] p = differs();
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Comparison c = all.get(i);
      Point m = c.measured;
      rows.add(
          List.of(
              c.name,
              Numbers.exact(c.expected),
              Numbers.exact(m.value()),
              Numbers.exact(m.lower()),
              Numbers.exact(m.upper()),
              Integer.toString(m.runs()),
              Numbers.exact(c.z()),
              Numbers.exact(p[i])));
    }
    return new Table(
        id,
        title,
        caption,
        List.of("what", "formula", "simulated", "95 % from", "to", "runs", "z", "p (Holm)"),
        rows);
  }
}
