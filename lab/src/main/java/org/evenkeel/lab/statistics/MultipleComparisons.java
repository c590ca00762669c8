package org.evenkeel.lab.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.evenkeel.core.internal.Checks;

/// Corrects the p-values of several tests made together. Of twenty tests without a real effect, one has p below 0.05 on
/// average. A corrected p-value is compared with the level in the same way as that of a single test.
public final class MultipleComparisons {
  private MultipleComparisons() {}

  /// Corrects p-values by the method of Holm (1979), which keeps the probability of any false rejection at or below the
  /// level, for any dependence between the tests.
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

  /// Corrects p-values by the method of Benjamini and Hochberg (1995), which keeps the expected fraction of false
  /// rejections among all rejections at or below the level. It rejects more than [#holm] and guarantees less. The tests
  /// must be independent or positively dependent.
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
