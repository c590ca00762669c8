package org.evenkeel.core.env;

import java.util.Arrays;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// The entries of an [Observation] of any form: the floats of a vector, the bytes of an image, the bits of planes
/// (including the unused ones at the end of the last word), or the one state.
final class Entries {
  /// The content of a buffer before it is passed to an environment. The two fillings differ in every entry, so an entry
  /// that keeps both was not written.
  enum Filling {
    FIRST(-1234567.5f, 0x5555555555555555L, (byte) 0x55, -1_234_567),
    SECOND(7654321.5f, 0xAAAAAAAAAAAAAAAAL, (byte) 0xAA, -7_654_321);

    private final float value;
    private final long word;
    private final byte pixel;
    private final int state;

    Filling(float value, long word, byte pixel, int state) {
      this.value = value;
      this.word = word;
      this.pixel = pixel;
      this.state = state;
    }
  }

  private Entries() {}

  static void fill(Observation observation, Filling filling) {
    switch (observation.form()) {
      case Form.Vector _ -> Arrays.fill(observation.vector(), filling.value);
      case Form.Bytes _ -> Arrays.fill(observation.bytes(), filling.pixel);
      case Form.OneHot _ -> observation.setState(filling.state);
      case Form.BitPlanes p -> {
        // Unused bits after the last one stay 0: an environment may set and clear bit by bit.
        Arrays.fill(observation.bits(), filling.word);
        int used = p.size() & 63;
        if (used != 0) {
          observation.bits()[p.words() - 1] &= (1L << used) - 1;
        }
      }
    }
  }

  /// Returns the first entry that differs, or -1.
  static int firstDifference(Observation a, Observation b) {
    return a.sameAs(b) ? -1 : first(a, b, false, false);
  }

  /// Returns the first entry that still has its filling in both, or -1. `a` was filled with the first
  /// filling, `b` with the second.
  static int firstUnwritten(Observation a, Observation b) {
    return a.sameAs(b) ? -1 : first(a, b, true, true);
  }

  /// Returns the first entry that was written with different values, or -1. Both were filled as for [#firstUnwritten].
  static int firstWrittenDifference(Observation a, Observation b) {
    return a.sameAs(b) ? -1 : first(a, b, true, false);
  }

  private static int first(Observation a, Observation b, boolean filled, boolean kept) {
    Observation first = filledWith(a.form(), Filling.FIRST);
    Observation second = filledWith(a.form(), Filling.SECOND);
    for (int i = 0; i < count(a); i++) {
      if (at(a, i) != at(b, i)) {
        boolean untouched = at(a, i) == at(first, i) && at(b, i) == at(second, i);
        if (!filled || untouched == kept) {
          return i;
        }
      }
    }
    return -1;
  }

  private static Observation filledWith(Form form, Filling filling) {
    Observation observation = new Observation(form);
    fill(observation, filling);
    return observation;
  }

  private static int count(Observation observation) {
    return switch (observation.form()) {
      case Form.Vector v -> v.size();
      case Form.Bytes b -> b.size();
      case Form.OneHot _ -> 1;
      case Form.BitPlanes p -> p.words() * 64;
    };
  }

  private static int at(Observation observation, int index) {
    return switch (observation.form()) {
      case Form.Vector _ -> Float.floatToIntBits(observation.vector()[index]);
      case Form.Bytes _ -> observation.bytes()[index];
      case Form.OneHot _ -> observation.state();
      case Form.BitPlanes _ -> (int) (observation.bits()[index >> 6] >>> index) & 1;
    };
  }

  static String name(Observation observation, int index) {
    return switch (observation.form()) {
      case Form.Vector _ -> "observation[" + index + "]";
      case Form.Bytes b -> {
        int y = index / b.width() % b.height();
        int x = index % b.width();
        yield b.channels() == 1
            ? "byte %d (y %d, x %d)".formatted(index, y, x)
            : "byte %d (channel %d, y %d, x %d)"
                .formatted(index, index / b.width() / b.height(), y, x);
      }
      case Form.OneHot _ -> "the state";
      case Form.BitPlanes p when index < p.size() ->
          "bit %d (y %d, x %d, channel %d)"
              .formatted(
                  index,
                  index / p.channels() / p.width(),
                  index / p.channels() % p.width(),
                  index % p.channels());
      case Form.BitPlanes _ -> "bit " + index;
    };
  }

  static String value(Observation observation, int index) {
    return switch (observation.form()) {
      case Form.Vector _ -> String.valueOf(observation.vector()[index]);
      case Form.Bytes _ -> String.valueOf(observation.bytes()[index] & 255);
      case Form.OneHot _, Form.BitPlanes _ -> String.valueOf(at(observation, index));
    };
  }

  /// Describes the first value that no network can read, or returns null.
  static @Nullable String firstBad(Observation observation) {
    return switch (observation.form()) {
      case Form.Bytes _ -> null;
      case Form.OneHot o -> {
        int state = observation.state();
        // This is the filling: the state was not written, which another check reports.
        yield (state >= 0 && state < o.size()) || state == Filling.FIRST.state
            ? null
            : "the state must be 0 to " + (o.size() - 1) + ", was " + state;
      }
      case Form.Vector v -> {
        for (int i = 0; i < v.size(); i++) {
          if (!Float.isFinite(observation.vector()[i])) {
            yield "%s must be finite, was %s"
                .formatted(name(observation, i), value(observation, i));
          }
        }
        yield null;
      }
      case Form.BitPlanes p -> {
        for (int i = p.size(); i < count(observation); i++) {
          if (at(observation, i) != 0) {
            yield "bits after the last one, %d, must be 0, but bit %d was set"
                .formatted(p.size() - 1, i);
          }
        }
        yield null;
      }
    };
  }
}
