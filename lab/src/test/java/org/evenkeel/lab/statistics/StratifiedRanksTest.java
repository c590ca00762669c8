package org.evenkeel.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.data.RandomStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class StratifiedRanksTest {
  private static final Sample LOW = Sample.of(1, 2, 3);
  private static final Sample HIGH = Sample.of(4, 5, 6);

  /// Of the 20 ways to deal six values, one is as extreme on each side.
  @Test
  void oneTaskOfThreeAndThreeByHand() {
    StratifiedRanks ranks = StratifiedRanks.of(List.of(HIGH), List.of(LOW));
    assertEquals(1, ranks.share());
    assertEquals(2.0 / 20, ranks.pTwoSided(), 1e-12);
    assertEquals(0, StratifiedRanks.of(List.of(LOW), List.of(HIGH)).share());
    assertEquals(0.1, StratifiedRanks.of(List.of(LOW), List.of(HIGH)).pTwoSided(), 1e-12);
  }

  @Test
  void tasksTogetherDecideWhatOneCannot() {
    StratifiedRanks ranks = StratifiedRanks.of(List.of(HIGH, HIGH), List.of(LOW, LOW));
    assertEquals(2.0 / 400, ranks.pTwoSided(), 1e-12);
    StratifiedRanks against = StratifiedRanks.of(List.of(HIGH, LOW), List.of(LOW, HIGH));
    assertEquals(0.5, against.share());
    assertEquals(1, against.pTwoSided(), 1e-12);
  }

  @Test
  void theScaleOfATaskDoesNotMatter() {
    Sample a = Sample.of(1, 4, 9, 2);
    Sample b = Sample.of(3, 5, 8);
    Sample thousandfold = Sample.of(1000, 4000, 9000, 2000);
    Sample thousandfoldB = Sample.of(3000, 5000, 8000);
    StratifiedRanks plain = StratifiedRanks.of(List.of(a, HIGH), List.of(b, LOW));
    StratifiedRanks scaled =
        StratifiedRanks.of(List.of(thousandfold, HIGH), List.of(thousandfoldB, LOW));
    assertEquals(plain.share(), scaled.share());
    assertEquals(plain.pTwoSided(), scaled.pTwoSided());
  }

  @Test
  void allEqualIsNoDifference() {
    Sample same = Sample.of(2, 2);
    StratifiedRanks ranks = StratifiedRanks.of(List.of(same), List.of(same));
    assertEquals(0.5, ranks.share());
    assertEquals(1, ranks.pTwoSided(), 1e-12);
  }

  /// Without ties and with one task it is the exact test of Mann and Whitney.
  @Test
  void oneTaskIsMannAndWhitneys() {
    RandomStream random = new RandomStream(5);
    for (int r = 0; r < 20; r++) {
      Sample a = draw(random, 3 + r % 4, false);
      Sample b = draw(random, 7 - r % 3, false);
      StratifiedRanks ranks = StratifiedRanks.of(List.of(a), List.of(b));
      MannWhitney test = MannWhitney.of(a, b);
      assertEquals(test.shareOfPairs(), ranks.share(), 1e-12);
      assertEquals(test.p(MannWhitney.Method.EXACT), ranks.pTwoSided(), 1e-12);
    }
  }

  private static Sample draw(RandomStream random, int size, boolean ties) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = ties ? random.nextInt(4) : random.nextDouble();
    }
    return Sample.of(values);
  }

  /// Every way to deal two tasks with ties, counted.
  @Test
  void withTiesItIsWhatCountingGives() {
    RandomStream random = new RandomStream(8);
    for (int r = 0; r < 10; r++) {
      List<Sample> a = List.of(draw(random, 3, true), draw(random, 2, true));
      List<Sample> b = List.of(draw(random, 2, true), draw(random, 4, true));
      double found = wins(a.get(0), b.get(0)) + wins(a.get(1), b.get(1));
      double middle = (3 * 2 + 2 * 4) / 2.0;
      int extreme = 0;
      int all = 0;
      for (double first : dealt(a.get(0), b.get(0))) {
        for (double second : dealt(a.get(1), b.get(1))) {
          all++;
          extreme += Math.abs(first + second - middle) >= Math.abs(found - middle) ? 1 : 0;
        }
      }
      StratifiedRanks ranks = StratifiedRanks.of(a, b);
      assertEquals(found / (2 * middle), ranks.share(), 1e-12);
      assertEquals((double) extreme / all, ranks.pTwoSided(), 1e-12);
    }
  }

  private static double wins(Sample a, Sample b) {
    double wins = 0;
    for (double x : a.values()) {
      for (double y : b.values()) {
        wins += x > y ? 1 : x == y ? 0.5 : 0;
      }
    }
    return wins;
  }

  private static List<Double> dealt(Sample a, Sample b) {
    double[] all = new double[a.size() + b.size()];
    System.arraycopy(a.values(), 0, all, 0, a.size());
    System.arraycopy(b.values(), 0, all, a.size(), b.size());
    List<Double> wins = new ArrayList<>();
    for (int mask = 0; mask < 1 << all.length; mask++) {
      if (Integer.bitCount(mask) != a.size()) {
        continue;
      }
      double[] x = new double[a.size()];
      double[] y = new double[b.size()];
      int toX = 0;
      int toY = 0;
      for (int i = 0; i < all.length; i++) {
        if ((mask >> i & 1) == 1) {
          x[toX++] = all[i];
        } else {
          y[toY++] = all[i];
        }
      }
      wins.add(wins(Sample.of(x), Sample.of(y)));
    }
    return wins;
  }

  @Test
  void otherTasksAreRefused() {
    assertEquals(
        "both must have the same tasks, at least one, had 1 and 2",
        assertThrows(
                IllegalArgumentException.class,
                () -> StratifiedRanks.of(List.of(LOW), List.of(LOW, HIGH)))
            .getMessage());
    assertEquals(
        "both must have the same tasks, at least one, had 0 and 0",
        assertThrows(IllegalArgumentException.class, () -> StratifiedRanks.of(List.of(), List.of()))
            .getMessage());
  }

  /// Of the 20 ways to deal 3 of 6 values two are as far apart as can be, on two tasks two of 400. Whether these values are
  /// so far apart does not matter.
  @Test
  void theSmallestPIsThatOfValuesThatAreAllApart() {
    Sample one = Sample.of(1, 2, 4);
    Sample other = Sample.of(3, 5, 6);
    assertEquals(0.1, StratifiedRanks.of(List.of(one), List.of(other)).smallestP(), 1e-12);
    assertEquals(
        0.005, StratifiedRanks.of(List.of(one, one), List.of(other, other)).smallestP(), 1e-12);
  }

  /// 0.5 + (1.9599640 + 0.8416212) * sqrt(9 * 7 / 12) / 9, with the quantiles of the normal distribution.
  @Test
  void theDetectableShareByHand() {
    StratifiedRanks ranks = StratifiedRanks.of(List.of(HIGH), List.of(LOW));
    assertEquals(1.2132486848817803, ranks.detectableShare(0.95, 0.8), 1e-9);
    // Two such tasks: the variance of the sum is twice, the pairs are twice.
    StratifiedRanks two = StratifiedRanks.of(List.of(HIGH, LOW), List.of(LOW, HIGH));
    assertEquals(0.5 + 0.7132486848817803 / Math.sqrt(2), two.detectableShare(0.95, 0.8), 1e-9);
  }

  /// A share that is said to be found four times of five: of 400 draws of normal values, shifted to that share, 320 are
  /// expected, with a standard deviation of 8.
  @Test
  void theDetectableShareIsFoundAboutAsOftenAsSaid() {
    int n = 20;
    double[] odd = new double[n];
    double[] even = new double[n];
    Arrays.setAll(odd, i -> 2 * i + 1);
    Arrays.setAll(even, i -> 2 * i);
    double share =
        StratifiedRanks.of(List.of(Sample.of(odd)), List.of(Sample.of(even)))
            .detectableShare(0.95, 0.8);
    double shift = Math.sqrt(2) * new NormalDistribution().inverseCumulativeProbability(share);
    RandomStream random = new RandomStream(7);
    int found = 0;
    for (int draw = 0; draw < 400; draw++) {
      double[] a = new double[n];
      double[] b = new double[n];
      Arrays.setAll(a, _ -> shift + RandomStream.gaussian(random));
      Arrays.setAll(b, _ -> RandomStream.gaussian(random));
      StratifiedRanks ranks = StratifiedRanks.of(List.of(Sample.of(a)), List.of(Sample.of(b)));
      found += ranks.pTwoSided() < 0.05 ? 1 : 0;
    }
    assertTrue(found > 290 && found < 350, found + " of 400, share " + share);
  }
}
