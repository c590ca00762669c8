package org.evenkeel.core.nn;

import java.util.random.RandomGenerator;

/// How parameters start. The names say whose habit it is; each draws from the given stream alone.
public enum Initializer {
  /// PyTorch's default for linear and convolution layers: weights and biases uniform in
  /// +-1/sqrt(fan in).
  PYTORCH {
    @Override
    float draw(boolean bias, int fanIn, RandomGenerator random) {
      return uniform(1 / StrictMath.sqrt(fanIn), random);
    }
  },

  /// The authors' Atari code (Lasagne's HeUniform with gain 1): weights uniform in +-sqrt(3/fan in),
  /// biases 0.1.
  HE_UNIFORM {
    @Override
    float draw(boolean bias, int fanIn, RandomGenerator random) {
      return bias ? 0.1f : uniform(StrictMath.sqrt(3.0 / fanIn), random);
    }
  },

  /// The authors' Gridworld code: weights normal with deviation 0.02, biases 0.
  NORMAL_002 {
    @Override
    float draw(boolean bias, int fanIn, RandomGenerator random) {
      return bias ? 0 : (float) (0.02 * gaussian(random));
    }
  },

  /// Torch 7's default, DeepMind's Nature code: the same bounds as [#PYTORCH], which took them over.
  TORCH7 {
    @Override
    float draw(boolean bias, int fanIn, RandomGenerator random) {
      return PYTORCH.draw(bias, fanIn, random);
    }
  };

  /// One weight or bias of an output with `fanIn` inputs.
  abstract float draw(boolean bias, int fanIn, RandomGenerator random);

  private static float uniform(double bound, RandomGenerator random) {
    return (float) ((2 * random.nextDouble() - 1) * bound);
  }

  /// Marsaglia's polar method with StrictMath: the same bits on every machine.
  private static double gaussian(RandomGenerator random) {
    while (true) {
      double u = 2 * random.nextDouble() - 1;
      double v = 2 * random.nextDouble() - 1;
      double s = u * u + v * v;
      if (s > 0 && s < 1) {
        return u * StrictMath.sqrt(-2 * StrictMath.log(s) / s);
      }
    }
  }
}
