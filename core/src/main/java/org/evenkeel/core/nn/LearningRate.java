package org.evenkeel.core.nn;

import org.evenkeel.core.data.Identified;
import org.evenkeel.core.internal.Checks;

/// A learning rate schedule: the factor applied to the optimizer's own learning rate at each update.
public interface LearningRate extends Identified {

  /// Returns the factor for an update: finite and not negative.
  ///
  /// @param update the number of the update, starting at 1
  double factorAt(long update);

  /// The schedules that a configuration file can name.
  sealed interface Named extends LearningRate {}

  /// A factor of 1 throughout: the optimizer's own learning rate.
  record Constant() implements Named {
    @Override
    public double factorAt(long update) {
      return 1;
    }
  }

  /// A factor of 1 up to update `startUpdates`, then a straight line that reaches `to` at update
  /// `startUpdates + overUpdates` and stays there.
  record Linear(double to, long startUpdates, long overUpdates) implements Named {
    public Linear {
      checkLine(to, startUpdates, overUpdates);
    }

    @Override
    public double factorAt(long update) {
      return between(to, progress(update, startUpdates, overUpdates));
    }
  }

  /// A factor of 1 up to update `startUpdates`, then half a cosine that reaches `to` at update
  /// `startUpdates + overUpdates` and stays there (Loshchilov and Hutter 2017, without restarts).
  record Cosine(double to, long startUpdates, long overUpdates) implements Named {
    public Cosine {
      checkLine(to, startUpdates, overUpdates);
    }

    @Override
    public double factorAt(long update) {
      double angle = StrictMath.PI * progress(update, startUpdates, overUpdates);
      return between(to, (1 - StrictMath.cos(angle)) / 2);
    }
  }

  /// A factor of 1 for the first `everyUpdates` updates, `factor` for the next `everyUpdates`, then `factor^2` and so
  /// on. If `factor` is below 1, the result becomes 0 once the power is too small for a double.
  record Steps(double factor, long everyUpdates) implements Named {
    public Steps {
      if (!(factor > 0 && factor <= 1)) {
        throw new IllegalArgumentException("factor must be in (0, 1], was " + factor);
      }
      Checks.atLeast("everyUpdates", 1, everyUpdates);
    }

    @Override
    public double factorAt(long update) {
      long steps = (Math.max(1, update) - 1) / everyUpdates;
      return power(factor, steps);
    }
  }

  /// Returns `x^n` by squaring: unlike `StrictMath.pow`, it never allocates.
  private static double power(double x, long n) {
    double power = 1;
    for (double square = x; n > 0; n >>= 1, square *= square) {
      if ((n & 1) == 1) {
        power *= square;
      }
    }
    return power;
  }

  private static void checkLine(double to, long startUpdates, long overUpdates) {
    if (!(to >= 0) || Double.isInfinite(to)) {
      throw new IllegalArgumentException("to must be a finite number >= 0, was " + to);
    }
    Checks.atLeast("startUpdates", 0, startUpdates);
    Checks.atLeast("overUpdates", 1, overUpdates);
  }

  /// Returns 0 up to the start and 1 from the end on.
  private static double progress(long update, long startUpdates, long overUpdates) {
    if (update <= startUpdates) {
      return 0;
    }
    long made = update - startUpdates;
    return made >= overUpdates ? 1 : (double) made / overUpdates;
  }

  /// Interpolates from 1 to `to`: exactly 1 at the start, so that nothing changes before it,
  /// and exactly `to` at the end.
  private static double between(double to, double share) {
    return share == 1 ? to : 1 + (to - 1) * share;
  }
}
