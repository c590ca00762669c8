package org.evenkeel.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;

/// Formats numbers, in the same way everywhere: complete for files, four digits for readers.
public final class Numbers {
  /// The text for a missing number.
  public static final String NONE = "-";

  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private Numbers() {}

  /// Returns the shortest text that gives the same double. It is for cells of a table, whose file should have all
  /// digits; the page shows four of them.
  public static String exact(double value) {
    String text = Double.toString(value);
    if (text.endsWith(".0")) {
      return text.substring(0, text.length() - 2);
    }
    return text.replace(".0E", "E");
  }

  /// Returns four significant digits, or fewer if they are exact; whole numbers below ten million completely.
  static String shown(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e7)) {
      return scientific(value);
    }
    if (value == Math.rint(value) || size >= 1000) {
      return minus(String.format(Locale.ROOT, "%,d", Math.round(value)));
    }
    BigDecimal all = new BigDecimal(Double.toString(value));
    BigDecimal four = all.round(FOUR_DIGITS);
    // 0.5 is 0.5, but 0.50004 is 0.5000: the zeros show that it was rounded.
    BigDecimal shown = all.compareTo(four) == 0 ? four.stripTrailingZeros() : four;
    // 999.96 has become 1000, which is written like other thousands.
    return shown.abs().compareTo(THOUSAND) >= 0
        ? shown(shown.doubleValue())
        : minus(shown.toPlainString());
  }

  /// Returns a count: `5,000,000`.
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /// Returns four digits, without typographic signs and powers, which only a page can show. It is for sentences,
  /// terminals and cells of a table that contain more than a number.
  public static String brief(double value) {
    double size = Math.abs(value);
    if (size >= 1e-4 && size < 1e7) {
      BigDecimal all = new BigDecimal(Double.toString(value));
      if (all.compareTo(all.round(FOUR_DIGITS)) == 0) { // 0.5 is 0.5, but 0.50004 is 0.5000
        return all.stripTrailingZeros().toPlainString();
      }
    }
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, format(value), value);
  }

  /// Returns a format with the decimals that give the largest of some numbers four digits, so that numbers read
  /// together have the same decimals.
  private static String format(double... together) {
    double size = Arrays.stream(together).filter(Double::isFinite).map(Math::abs).max().orElse(0);
    if (size == 0 || size >= 1e7 || size < 1e-4) {
      return size == 0 ? "%.0f" : "%.3e";
    }
    return "%." + Math.max(0, 3 - (int) Math.floor(Math.log10(size))) + "f";
  }

  /// Returns `0.0670 (0.0055)`: the mean, and the standard deviation if there are at least two values.
  public static String meanAndDeviation(double[] values) {
    if (values.length == 0) {
      return NONE;
    }
    Sample sample = Sample.of(values);
    if (values.length == 1) {
      return brief(sample.mean());
    }
    String format = format(sample.mean(), sample.standardDeviation());
    return String.format(
        Locale.ROOT, format + " (" + format + ")", sample.mean(), sample.standardDeviation());
  }

  /// Returns `0.51 [0.32, 0.70]`: a number with its interval.
  public static String estimate(Estimate e) {
    String format = format(e.value(), e.low(), e.high());
    return String.format(
        Locale.ROOT, format + " [" + format + ", " + format + "]", e.value(), e.low(), e.high());
  }

  /// Returns a p-value with three decimals, since readers compare it with 0.05.
  public static String p(double p) {
    return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
  }

  /// Returns a power of ten with up to four digits before it: `1.5×10⁻⁷`, `10⁶`.
  static String scientific(double value) {
    BigDecimal four = new BigDecimal(Double.toString(value)).round(FOUR_DIGITS);
    int power = four.precision() - four.scale() - 1;
    String digits = four.movePointLeft(power).stripTrailingZeros().toPlainString();
    String head = digits.equals("1") ? "" : digits.equals("-1") ? "-" : digits + "×";
    return minus(head) + "10" + superscript(power);
  }

  private static String superscript(int power) {
    StringBuilder text = new StringBuilder();
    for (char c : Integer.toString(power).toCharArray()) {
      text.append(c == '-' ? '⁻' : SUPERSCRIPTS.charAt(c - '0'));
    }
    return text.toString();
  }

  /// Replaces the hyphen with a typographic minus sign.
  static String minus(String number) {
    return number.replace('-', '−');
  }
}
