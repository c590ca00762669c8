package org.evenkeel.paper.theory;

import org.evenkeel.core.data.RandomStream;

/// The distribution of a target approximation error Z with mean 0 and variance 1. The variances of section 5 do not
/// depend on it; Thrun and Schwartz used the uniform one.
public enum ErrorLaw {
  /// The normal distribution.
  NORMAL {
    @Override
    void fill(RandomStream random, double[] z, int count) {
      // The polar method gives two numbers for one logarithm, and the logarithm is the expensive
      // part.
      for (int i = 0; i < count; i += 2) {
        double u;
        double v;
        double s;
        do {
          u = 2 * random.nextDouble() - 1;
          v = 2 * random.nextDouble() - 1;
          s = u * u + v * v;
        } while (s >= 1 || s == 0);
        double scale = Math.sqrt(-2 * StrictMath.log(s) / s);
        z[i] = u * scale;
        if (i + 1 < count) {
          z[i + 1] = v * scale;
        }
      }
    }
  },

  /// The uniform distribution in [-sqrt(3), sqrt(3)].
  UNIFORM {
    @Override
    void fill(RandomStream random, double[] z, int count) {
      for (int i = 0; i < count; i++) {
        z[i] = (2 * random.nextDouble() - 1) * SQRT_3;
      }
    }
  };

  private static final double SQRT_3 = Math.sqrt(3);

  /// Draws the first `count` numbers of `z`.
  abstract void fill(RandomStream random, double[] z, int count);
}
