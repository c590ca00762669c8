package org.evenkeel.lab.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Chooses the numbers on an axis. The choice depends only on the range and the available space, never on the machine's
/// fonts, so that a figure is the same everywhere.
final class Ticks {
  /// @param at its position
  /// @param label its text
  record Tick(double at, String label) {}

  private Ticks() {}

  /// Returns steps of 1, 2 or 5 times a power of ten.
  ///
  /// @param most the number of ticks for which there is space
  static List<Tick> linear(double from, double to, int most) {
    BigDecimal step = step((to - from) / Math.max(1, most));
    double size = step.doubleValue();
    boolean scientific = size < 1e-4 || Math.max(Math.abs(from), Math.abs(to)) >= 1e7;
    int decimals = Math.max(0, step.stripTrailingZeros().scale());
    List<Tick> ticks = new ArrayList<>();
    // With a tolerance of a billionth of a step, since the end of a range is often a tick.
    for (long i = (long) Math.ceil(from / size - 1e-9); i <= to / size + 1e-9; i++) {
      double at = step.multiply(BigDecimal.valueOf(i)).doubleValue();
      String label =
          i == 0
              ? "0"
              : scientific
                  ? Numbers.scientific(at)
                  : Numbers.minus(String.format(Locale.ROOT, "%,." + decimals + "f", at));
      ticks.add(new Tick(at, label));
    }
    return ticks;
  }

  private static BigDecimal step(double least) {
    int power = (int) Math.floor(StrictMath.log10(least));
    for (int digit : new int[] {1, 2, 5, 10}) {
      BigDecimal step = BigDecimal.valueOf(digit).scaleByPowerOfTen(power);
      if (step.doubleValue() >= least * (1 - 1e-9)) {
        return step;
      }
    }
    return BigDecimal.ONE.scaleByPowerOfTen(power + 1);
  }

  /// Returns powers of ten. If the range is short, 2 and 5 times these powers are included; if it is very short, the
  /// ticks are those of a linear axis.
  static List<Tick> logarithmic(double from, double to, int most) {
    double decades = StrictMath.log10(to / from);
    if (decades < 0.7) {
      return linear(from, to, most);
    }
    int first = (int) Math.floor(StrictMath.log10(from));
    int last = (int) Math.ceil(StrictMath.log10(to));
    int[] digits = decades * 3 <= most ? new int[] {1, 2, 5} : new int[] {1};
    int stride = Math.max(1, (int) Math.ceil(decades / Math.max(1, most)));
    List<Tick> ticks = new ArrayList<>();
    for (int power = first; power <= last; power++) {
      for (int digit : digits) {
        double at = BigDecimal.valueOf(digit).scaleByPowerOfTen(power).doubleValue();
        if (Math.floorMod(power, stride) == 0 && at >= from * (1 - 1e-9) && at <= to * (1 + 1e-9)) {
          ticks.add(new Tick(at, logLabel(at, power)));
        }
      }
    }
    return ticks;
  }

  private static String logLabel(double at, int power) {
    return power < -3 || power > 4 ? Numbers.scientific(at) : Numbers.shown(at);
  }

  /// Moves ascending positions apart, each as little as possible: those that are too close to each other are centred on
  /// their original middle.
  static void spread(double[] at, double apart) {
    int n = at.length;
    int[] sizes = new int[n];
    double[] middles = new double[n];
    int groups = 0;
    for (int i = 0; i < n; i++) {
      sizes[groups] = 1;
      middles[groups++] = at[i];
      while (groups > 1
          && middles[groups - 1] - middles[groups - 2]
              < apart * (sizes[groups - 1] + sizes[groups - 2]) / 2) {
        groups--;
        int size = sizes[groups - 1] + sizes[groups];
        middles[groups - 1] =
            (middles[groups - 1] * sizes[groups - 1] + middles[groups] * sizes[groups]) / size;
        sizes[groups - 1] = size;
      }
    }
    int i = 0;
    for (int g = 0; g < groups; g++) {
      for (int j = 0; j < sizes[g]; j++) {
        at[i++] = middles[g] + apart * (j - (sizes[g] - 1) / 2.0);
      }
    }
  }
}
