package org.evenkeel.core.nn;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.data.RandomStream;

/// Draws the initial parameters of a network.
///
/// The supported rules are the constants of [Named], named after their origin. A custom rule is a class or record that
/// implements [#draw].
// No default methods here: they would make Named initialize this interface, whose constants require
// Named to be initialized.
public interface Initializer extends Identified {
  Initializer PYTORCH = Named.PYTORCH;
  Initializer HE_UNIFORM = Named.HE_UNIFORM;
  Initializer NORMAL_002 = Named.NORMAL_002;
  Initializer TORCH7 = Named.TORCH7;

  /// The tensor that a number is drawn for.
  ///
  /// @param bias whether it contains biases
  /// @param fanIn the number of inputs of one output
  /// @param fanOut the number of outputs that one input affects, as PyTorch counts them: for a convolution, the filters
  ///     times the pixels of the kernel
  record Weights(boolean bias, int fanIn, int fanOut) {}

  /// Returns one finite number for a weight or bias. It is called tensor by tensor, with elements in PyTorch's order.
  ///
  /// @param random the only source of randomness
  float draw(Weights of, RandomGenerator random);

  /// The initializers that a configuration file can name.
  enum Named implements Initializer {
    /// PyTorch's default for linear and convolution layers: weights and biases uniform in
    /// +-1/sqrt(fan in).
    PYTORCH,

    /// The rule of the authors' Atari code (Lasagne's HeUniform with gain 1): weights uniform in
    /// +-sqrt(3/fan in), biases 0.1.
    HE_UNIFORM,

    /// The rule of the authors' Gridworld code: weights normal with standard deviation 0.02, biases 0.
    NORMAL_002,

    /// Torch 7's default, used by DeepMind's Nature code: the same bounds as [#PYTORCH], which adopted them.
    TORCH7;

    @Override
    public float draw(Weights of, RandomGenerator random) {
      return switch (this) {
        case PYTORCH, TORCH7 -> uniform(1 / StrictMath.sqrt(of.fanIn()), random);
        case HE_UNIFORM -> of.bias() ? 0.1f : uniform(StrictMath.sqrt(3.0 / of.fanIn()), random);
        case NORMAL_002 -> of.bias() ? 0 : (float) (0.02 * RandomStream.gaussian(random));
      };
    }

    private static float uniform(double bound, RandomGenerator random) {
      return (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }
}
