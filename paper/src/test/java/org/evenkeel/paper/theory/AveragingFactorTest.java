package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.evenkeel.paper.theory.Oracle.assertRelative;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.evenkeel.paper.theory.AveragingFactor.Fraction;
import org.evenkeel.paper.theory.Oracle.Row;
import org.junit.jupiter.api.Test;

class AveragingFactorTest {
  /// 1220 rows: the fractions exactly, their doubles bit for bit, the Fourier sum at its shortest length to 1e-9.
  @Test
  void everyFactorOfTheTableIsTheSameFraction() {
    for (Row row : Oracle.rows("d_k_m.csv", 1220)) {
      int k = row.integer("k");
      int m = row.integer("m");
      Fraction d = AveragingFactor.exact(k, m);
      assertEquals(new BigInteger(row.text("sum_of_squared_counts")), d.numerator(), row::toString);
      assertEquals(BigInteger.valueOf(k).pow(2 * (m + 1)), d.denominator(), row::toString);
      assertEquals(row.number("d"), d.toDouble(), row::toString);
      int shortest = AveragingFactor.smallestExactLength(k, m);
      assertEquals(row.integer("smallest_exact_dft_length"), shortest);
      row.agrees("d", AveragingFactor.fourier(k, m, shortest));
    }
  }

  @Test
  void allFactorsOfAChainAreThoseOfItsStates() {
    double[] d = AveragingFactor.upTo(7, 12);
    for (int m = 0; m < 12; m++) {
      assertEquals(AveragingFactor.exact(7, m).toDouble(), d[m]);
    }
  }

  /// 59 rows, some too short: what the printed formula gives there, exactly and as a Fourier sum.
  @Test
  void theFourierSumIsTheFactorIfAndOnlyIfItIsLongEnough() {
    for (Row row : Oracle.rows("d_dft_length.csv", 59)) {
      int k = row.integer("k");
      int m = row.integer("m");
      int length = row.integer("dft_length");
      Fraction d = AveragingFactor.exact(k, m);
      Fraction printed = AveragingFactor.wrapped(k, m, length);
      assertEquals(row.number("d"), d.toDouble(), row::toString);
      assertEquals(row.number("printed_formula"), printed.toDouble(), row::toString);
      row.agrees("printed_formula", AveragingFactor.fourier(k, m, length));
      boolean longEnough = length >= (m + 1) * (k - 1) + 1;
      assertEquals(row.integer("equal") == 1, printed.sameNumber(d), row::toString);
      assertEquals(longEnough, printed.sameNumber(d), row::toString);
    }
  }

  /// One point too few lets the first count, 1, fall on the last, 1: (1 + 1)^2 instead of 1 + 1.
  @Test
  void oneLessThanTheShortestLengthGivesTwoSquaresTooMany() {
    for (int k = 2; k <= 9; k++) {
      for (int m = 1; m <= 6; m++) {
        Fraction d = AveragingFactor.exact(k, m);
        Fraction less =
            AveragingFactor.wrapped(k, m, AveragingFactor.smallestExactLength(k, m) - 1);
        assertEquals(BigInteger.TWO, less.numerator().subtract(d.numerator()));
      }
    }
  }

  @Test
  void aTransformAsLongAsThePulseGivesOneOverKForEveryState() {
    for (int k = 1; k <= 9; k++) {
      for (int m = 0; m <= 6; m++) {
        Fraction oneOverK = new Fraction(BigInteger.ONE, BigInteger.valueOf(k));
        assertTrue(AveragingFactor.wrapped(k, m, k).sameNumber(oneOverK));
        assertRelative(1.0 / k, AveragingFactor.fourier(k, m, k), "k " + k + ", m " + m);
      }
    }
  }

  @Test
  void theFactorIsOneOverKAtTheFirstStateAndBelowItAfter() {
    for (int k = 2; k <= 20; k++) {
      Fraction oneOverK = new Fraction(BigInteger.ONE, BigInteger.valueOf(k));
      assertTrue(AveragingFactor.exact(k, 0).sameNumber(oneOverK));
      double[] d = AveragingFactor.upTo(k, 30);
      for (int m = 1; m < 30; m++) {
        assertFalse(AveragingFactor.exact(k, m).sameNumber(oneOverK));
        assertTrue(d[m] < 1.0 / k && d[m] < d[m - 1], "k " + k + ", m " + m);
      }
    }
  }

  /// Two and three dice: the ways to throw 2 to 12 with six sides, 3 to 9 with three.
  @Test
  void theCountsAreThoseOfDice() {
    assertArrayEquals(integers(1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), AveragingFactor.counts(6, 2));
    assertArrayEquals(integers(1, 3, 6, 7, 6, 3, 1), AveragingFactor.counts(3, 3));
  }

  private static BigInteger[] integers(long... values) {
    BigInteger[] all = new BigInteger[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = BigInteger.valueOf(values[i]);
    }
    return all;
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    assertRefused("k must be >= 1, was 0", () -> AveragingFactor.exact(0, 3));
    assertRefused("m must be >= 0, was -1", () -> AveragingFactor.exact(2, -1));
    assertRefused("length must be >= 1, was 0", () -> AveragingFactor.counts(2, 0));
    assertRefused("states must be >= 1, was 0", () -> AveragingFactor.upTo(2, 0));
    assertRefused("transformLength must be >= 1, was 0", () -> AveragingFactor.fourier(2, 1, 0));
    assertRefused("transformLength must be >= 1, was -4", () -> AveragingFactor.wrapped(2, 1, -4));
    assertRefused("m must be >= 0, was -2", () -> AveragingFactor.smallestExactLength(2, -2));
  }
}
