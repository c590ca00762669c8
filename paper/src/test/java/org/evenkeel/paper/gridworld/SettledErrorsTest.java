package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is recorded of tables that are written down here, in a world of 2x2 cells. Its best actions are up, right,
/// up, up.
class SettledErrorsTest {
  private static final Gridworld WORLD = new Gridworld(2, Gridworld.Goal.CONTINUING);
  private static final int PAIRS = 16;
  private static final int[] BEST = {0, 5, 8, 12};

  private static SweepSettings settings(Algorithm algorithm, int iterations) {
    return SweepSettings.first(algorithm).side(2).iterations(iterations);
  }

  @Test
  void theBestActionsOfTheSmallWorld() {
    double[] optimal = WORLD.optimalValues(0.9);
    for (int s = 0; s < BEST.length; s++) {
      assertEquals(BEST[s], s * Gridworld.ACTIONS + Truth.greedy(optimal, s));
    }
    assertEquals(1, Truth.greedy(new double[] {0, 2, 2, 2 + 1e-12}, 0));
  }

  /// The estimate of an iteration is its number, so that the samples say when they were taken.
  @ParameterizedTest
  @CsvSource({
    "1000, 909 919 929 939 949 959 969 979 989 999",
    "400, 327 335 343 351 359 367 375 383 391 399",
    "150, 122 125 128 131 134 137 140 143 146 149",
    "125, 101 103 105 107 109 111 113 115 117 119",
    "50, 40 41 42 43 44 45 46 47 48 49",
    "20, 16 17 18 19",
    "9, 8",
    "1, 0"
  })
  void samplesAreTakenAtTheEndOfEqualParts(int iterations, String sampled) {
    SettledErrors errors = new SettledErrors(WORLD, settings(Algorithm.dqn(), iterations));
    float[][] tables = new float[1][PAIRS];
    float[] combined = new float[PAIRS];
    for (int i = 0; i < iterations; i++) {
      Arrays.fill(combined, i);
      errors.after(i, tables, combined, new float[PAIRS]);
    }
    List<String> seen = new ArrayList<>();
    float[] estimates = errors.estimates();
    for (int i = 0; i < estimates.length; i += BEST.length) {
      seen.add(String.valueOf((int) estimates[i]));
      assertEquals(estimates[i], estimates[i + 3]);
    }
    assertEquals(sampled, String.join(" ", seen));
    assertEquals(estimates.length, errors.errors().length);
    assertEquals(estimates.length, errors.meanErrors().length);
  }

  @Test
  void sumsAreThoseOfAPlainComputation() {
    int iterations = 60;
    int settled = 12;
    SweepSettings settings = settings(Algorithm.ensemble(3), iterations);
    assertEquals(settled, settings.settled());
    SettledErrors errors = new SettledErrors(WORLD, settings);
    RandomStream random = new RandomStream(11);
    float[][][] tables = new float[iterations][3][PAIRS];
    float[][] targets = new float[iterations][PAIRS];
    float[][] combined = new float[iterations][PAIRS];
    for (int i = 0; i < iterations; i++) {
      for (float[] table : tables[i]) {
        fill(table, random);
      }
      fill(targets[i], random);
      fill(combined[i], random);
      errors.after(i, tables[i], combined[i], targets[i]);
    }
    int first = iterations - settled;
    for (int s = 0; s < BEST.length; s++) {
      int pair = BEST[s];
      double[] z = new double[settled];
      double mean = 0;
      for (int i = 0; i < settled; i++) {
        z[i] = (double) tables[first + i][0][pair] - targets[first + i][pair];
        mean += z[i] / settled;
      }
      double variance = 0;
      double products = 0;
      for (int i = 0; i < settled; i++) {
        variance += (z[i] - mean) * (z[i] - mean) / settled;
        products += i == 0 ? 0 : z[i] * z[i - 1] / (settled - 1);
      }
      assertEquals(variance, errors.timeVariance()[s], 1e-12);
      assertEquals(products - mean * mean, errors.timeCovariance()[s], 1e-12);
      for (int sample = 0; sample < 10; sample++) {
        int i = first + sample;
        int at = sample * BEST.length + s;
        assertEquals((float) z[sample], errors.errors()[at]);
        assertEquals(combined[i][pair], errors.estimates()[at]);
        double ofAll = 0;
        for (float[] table : tables[i]) {
          ofAll += ((double) table[pair] - targets[i][pair]) / 3;
        }
        assertEquals(ofAll, errors.meanErrors()[at], 1e-6);
      }
    }
  }

  private static void fill(float[] values, RandomStream random) {
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (3 + random.nextGaussian());
    }
  }

  /// An error that stays is all covariance and no variance about its mean; one that changes sign each time has
  /// a negative covariance.
  @Test
  void errorsThatStayAndErrorsThatAlternate() {
    SettledErrors errors = new SettledErrors(WORLD, settings(Algorithm.dqn(), 500));
    float[] targets = new float[PAIRS];
    for (int i = 0; i < 500; i++) {
      float[] table = new float[PAIRS];
      table[BEST[0]] = 2;
      table[BEST[1]] = i % 2 == 0 ? 1 : -1;
      errors.after(i, new float[][] {table}, table, targets);
    }
    assertArrayEquals(new double[] {0, 1, 0, 0}, errors.timeVariance(), 1e-12);
    assertArrayEquals(new double[] {0, -1, 0, 0}, errors.timeCovariance(), 1e-12);
  }

  @Test
  void oneIterationHasNoVarianceAndNoCovariance() {
    SettledErrors errors = new SettledErrors(WORLD, settings(Algorithm.dqn(), 3));
    for (int i = 0; i < 3; i++) {
      float[] table = new float[PAIRS];
      table[BEST[2]] = 5 + i;
      float[] targets = new float[PAIRS];
      targets[BEST[2]] = 1;
      errors.after(i, new float[][] {table}, table, targets);
    }
    assertArrayEquals(new double[4], errors.timeVariance());
    assertArrayEquals(new double[4], errors.timeCovariance());
    assertArrayEquals(new float[] {0, 0, 6, 0}, errors.errors());
  }
}
