package org.evenkeel.paper.theory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// D_{K,m} of section 5.3 and appendix C: the share of the error variance of state s_m that remains in Q^A(s_0), where K
/// is the number of averaged networks.
///
/// The error of s_m reaches s_0 through L = m + 1 averages, each over K iterations. n_{j,L} is the number of
/// ways to write j = i_1 + ... + i_L with each i in 1..K, and
///
///     D_{K,m} = sum_j n_{j,L}^2 / K^(2L).
///
/// The paper's other form is a sum over a discrete Fourier transform of length N. It is the same number if and
/// only if N >= L (K - 1) + 1; in a shorter transform the convolution wraps around, and the sum is too large.
public final class AveragingFactor {
  private AveragingFactor() {}

  /// A fraction of whole numbers, not in lowest terms.
  public record Fraction(BigInteger numerator, BigInteger denominator) {
    /// Returns the nearest double or a neighbour of it.
    public double toDouble() {
      return new BigDecimal(numerator)
          .divide(new BigDecimal(denominator), MathContext.DECIMAL128)
          .doubleValue();
    }

    /// Returns whether both fractions are the same number.
    public boolean sameNumber(Fraction other) {
      return numerator.multiply(other.denominator).equals(other.numerator.multiply(denominator));
    }
  }

  /// Returns n_{j,L} for j = L, ..., K L: how often each error is counted, by the recursion of appendix C.
  public static BigInteger[] counts(int k, int length) {
    Checks.atLeast("k", 1, k);
    Checks.atLeast("length", 1, length);
    BigInteger[] n = {BigInteger.ONE};
    for (int l = 0; l < length; l++) {
      n = convolvedWithPulse(n, k);
    }
    return n;
  }

  /// Returns D_{K,m} exactly.
  public static Fraction exact(int k, int m) {
    checkOrder(k, m);
    return fraction(counts(k, m + 1), k, m);
  }

  /// Returns D_{K,0}, ..., D_{K,states-1}.
  public static double[] upTo(int k, int states) {
    Checks.atLeast("k", 1, k);
    Checks.atLeast("states", 1, states);
    double[] d = new double[states];
    BigInteger[] n = {BigInteger.ONE};
    for (int m = 0; m < states; m++) {
      n = convolvedWithPulse(n, k);
      d[m] = fraction(n, k, m).toDouble();
    }
    return d;
  }

  /// Returns the smallest N for which the Fourier sum equals D_{K,m}.
  public static int smallestExactLength(int k, int m) {
    checkOrder(k, m);
    return Math.addExact(Math.multiplyExact(m + 1, k - 1), 1);
  }

  /// Returns the paper's formula as printed: (1/N) sum_n |U_n / K|^(2(m+1)), where U is the transform of the pulse on
  /// 1..K.
  public static double fourier(int k, int m, int transformLength) {
    checkOrder(k, m);
    Checks.atLeast("transformLength", 1, transformLength);
    double[] cos = new double[transformLength];
    double[] sin = new double[transformLength];
    for (int t = 0; t < transformLength; t++) {
      double angle = 2 * Math.PI * t / transformLength;
      cos[t] = StrictMath.cos(angle);
      sin[t] = StrictMath.sin(angle);
    }
    double sum = 0;
    for (int n = 0; n < transformLength; n++) {
      double re = 0;
      double im = 0;
      for (int j = 1; j <= k; j++) {
        int t = (int) ((long) n * j % transformLength);
        re += cos[t] / k;
        im -= sin[t] / k;
      }
      sum += StrictMath.pow(re * re + im * im, m + 1);
    }
    return sum / transformLength;
  }

  /// Returns the exact value of [#fourier]: counts that are N apart are added before they are squared.
  public static Fraction wrapped(int k, int m, int transformLength) {
    checkOrder(k, m);
    Checks.atLeast("transformLength", 1, transformLength);
    BigInteger[] n = counts(k, m + 1);
    BigInteger[] sums = new BigInteger[Math.min(n.length, transformLength)];
    Arrays.fill(sums, BigInteger.ZERO);
    for (int j = 0; j < n.length; j++) {
      sums[j % transformLength] = sums[j % transformLength].add(n[j]);
    }
    return fraction(sums, k, m);
  }

  private static Fraction fraction(BigInteger[] counts, int k, int m) {
    BigInteger squares = BigInteger.ZERO;
    for (BigInteger n : counts) {
      squares = squares.add(n.multiply(n));
    }
    return new Fraction(squares, BigInteger.valueOf(k).pow(2 * (m + 1)));
  }

  private static BigInteger[] convolvedWithPulse(BigInteger[] n, int k) {
    BigInteger[] sums = new BigInteger[n.length + k - 1];
    BigInteger window = BigInteger.ZERO;
    for (int j = 0; j < sums.length; j++) {
      window = j < n.length ? window.add(n[j]) : window;
      window = j >= k ? window.subtract(n[j - k]) : window;
      sums[j] = window;
    }
    return sums;
  }

  private static void checkOrder(int k, int m) {
    Checks.atLeast("k", 1, k);
    Checks.atLeast("m", 0, m);
  }
}
