package org.evenkeel.lab.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.evenkeel.core.internal.Checks;

/// Corrects the p-values of several tests made together: of twenty tests with nothing to find, one has p
/// below 0.05 on average. A corrected p-value is compared with the level as a single one would be.
public final class MultipleComparisons {
  private MultipleComparisons() {}

  /// Holm (1979): below the level a, with a probability of at most a, is any test with nothing to find.
  /// Holds for any dependence between the tests.
  public static double[] holm(double... p) {
    int[] order = ascending(p);
    double[] corrected = new double[p.length];
    double largest = 0;
    for (int i = 0; i < p.length; i++) {
      largest = Math.max(largest, Math.min(1, (p.length - i) * p[order[i]]));
      corrected[order[i]] = largest;
    }
    return corrected;
  }

  /// Benjamini and Hochberg (1995): of the tests below the level a, at most the share a is expected to have
  /// nothing to find. Finds more than [#holm] and promises less; for tests that are independent or agree.
  public static double[] benjaminiHochberg(double... p) {
    int[] order = ascending(p);
    double[] corrected = new double[p.length];
    double smallest = 1;
    for (int i = p.length - 1; i >= 0; i--) {
      smallest = Math.min(smallest, p[order[i]] * p.length / (i + 1));
      corrected[order[i]] = smallest;
    }
    return corrected;
  }

  private static int[] ascending(double[] p) {
    Checks.lengthAtLeast("p", 1, p.length);
    for (int i = 0; i < p.length; i++) {
      Checks.probability("p[" + i + "]", p[i]);
    }
    return IntStream.range(0, p.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> p[i]))
        .mapToInt(i -> i)
        .toArray();
  }
}
