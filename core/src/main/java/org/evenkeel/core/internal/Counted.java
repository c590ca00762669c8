package org.evenkeel.core.internal;

import java.util.Locale;

/// A number with what it counts: `1 step`, `2,000 steps`.
public final class Counted {
  private Counted() {}

  /// The number and the noun, in the plural unless there is one.
  public static String of(long number, String noun) {
    return String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun);
  }
}
