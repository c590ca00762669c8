package org.evenkeel.core.internal;

import org.jspecify.annotations.Nullable;

/// Rejects invalid arguments with one sentence: what was expected and what was given.
public final class Checks {
  /// The limit for products of sizes: far above any network, far below the overflow of an `int`.
  private static final int LARGEST = 1 << 26;

  private Checks() {}

  public static void atLeast(String name, long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
    }
  }

  /// Rejects a value above a limit.
  public static void atMost(String name, long most, long value) {
    if (value > most) {
      throw new IllegalArgumentException(name + " must be <= " + most + ", was " + value);
    }
  }

  public static void image(int height, int width, int channels) {
    atLeast("height", 1, height);
    atLeast("width", 1, width);
    atLeast("channels", 1, channels);
    size("height * width * channels", (long) height * width, channels);
  }

  /// Returns the product of two sizes as an `int`; rejects absurd sizes.
  public static int size(String name, long a, long b) {
    if (a < 0 || b < 0 || a > LARGEST || b > LARGEST || a * b > LARGEST) {
      throw new IllegalArgumentException(
          name + " must be <= " + LARGEST + ", was " + a + " * " + b);
    }
    return (int) (a * b);
  }

  /// Returns a size as an `int`; rejects absurd sizes.
  public static int size(String name, long size) {
    atMost(name, LARGEST, size);
    return (int) size;
  }

  public static void length(String name, int wanted, int given) {
    if (wanted != given) {
      throw new IllegalArgumentException(name + " must have length " + wanted + ", was " + given);
    }
  }

  public static void lengthAtLeast(String name, long wanted, int given) {
    if (given < wanted) {
      throw new IllegalArgumentException(
          name + " must have length >= " + wanted + ", was " + given);
    }
  }

  /// Rejects a number that is not finite.
  public static void finite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " must be a finite number, was " + value);
    }
  }

  /// Rejects a number outside 0 to 1, both included.
  public static void probability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be in [0, 1], was " + value);
    }
  }

  /// Rejects a number that is negative or not finite.
  public static void notNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be a finite number >= 0, was " + value);
    }
  }

  public static void positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be a finite number > 0, was " + value);
    }
  }

  /// Shortens text from a file or a user for a message and makes it harmless to a terminal.
  public static String shown(@Nullable String text, int longest) {
    String line = String.valueOf(text).replaceAll("[\\p{Cntrl}\\u2028\\u2029\\u0080-\\u009F]", "?");
    return line.length() <= longest ? line : line.substring(0, longest) + "…";
  }

  public static void fraction(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must be in [0, 1), was " + value);
    }
  }

  /// Returns the index of the first value that is not finite, or -1. One fast pass sums the values times 0: the sum is
  /// finite only if all values are, since 0 times a non-finite value is NaN.
  public static int firstNonFinite(float[] values, int from, int to) {
    float zero = 0;
    for (int i = from; i < to; i++) {
      zero += values[i] * 0f;
    }
    if (zero == 0f) {
      return -1;
    }
    for (int i = from; i < to; i++) {
      if (!Float.isFinite(values[i])) {
        return i;
      }
    }
    return -1;
  }
}
