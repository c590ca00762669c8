package org.evenkeel.core.internal;

import java.util.Locale;

/// Formats a number with the noun it counts: `1 step`, `2,000 steps`.
public final class Counted {
  private Counted() {}

  /// Returns the number and the noun, in the plural unless the number is 1.
  public static String of(long number, String noun) {
    return String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun);
  }
}
