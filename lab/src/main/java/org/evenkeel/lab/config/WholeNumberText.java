package org.evenkeel.lab.config;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/// Reads whole numbers as people type them: `1000000`, `1_000_000` and `1e6` are the same, as in configuration files.
public final class WholeNumberText {
  private static final Pattern FORM =
      Pattern.compile("[-+]?\\d[\\d_]{0,39}(\\.\\d{0,40})?([eE][+]?\\d{1,2})?");

  private WholeNumberText() {}

  /// Returns the number that a text represents.
  ///
  /// @throws IllegalArgumentException if it is not a whole number or outside the range. The message continues a
  /// sentence:
  ///     `must be a whole number, was 'x'`
  public static long read(String text, long least, long most) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("must be a whole number, was '" + text + "'");
    }
    BigDecimal value = new BigDecimal(text.replace("_", ""));
    if (value.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException("must be a whole number, was '" + text + "'");
    }
    if (value.compareTo(BigDecimal.valueOf(least)) < 0
        || value.compareTo(BigDecimal.valueOf(most)) > 0) {
      throw new IllegalArgumentException(
          "must be a whole number from %d to %d, was '%s'".formatted(least, most, text));
    }
    return value.longValueExact();
  }
}
