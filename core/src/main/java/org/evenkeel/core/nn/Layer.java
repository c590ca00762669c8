package org.evenkeel.core.nn;

import java.util.Objects;
import org.evenkeel.core.internal.Checks;

/// One layer of a network, with PyTorch's names. A layer with weights may have a name, which prefixes its tensors in
/// files (`fc.weight`); without one, they are named as in `nn.Sequential` (`4.weight`). A dueling head has two pairs of
/// tensors, `value` and `advantage`, prefixed by its name if it has one.
public sealed interface Layer {

  /// A fully connected layer: `y = W x + b`.
  record Dense(int outputs, String name) implements Layer {
    public Dense {
      Checks.atLeast("outputs", 1, outputs);
      Objects.requireNonNull(name, "name");
    }
  }

  /// A two-dimensional cross-correlation. Pixels left over at the right and at the bottom are not read.
  record Conv2d(
      int filters, int kernelHeight, int kernelWidth, int stride, int padding, String name)
      implements Layer {
    public Conv2d {
      Checks.atLeast("filters", 1, filters);
      Checks.atLeast("kernelHeight", 1, kernelHeight);
      Checks.atLeast("kernelWidth", 1, kernelWidth);
      Checks.atLeast("stride", 1, stride);
      Checks.atLeast("padding", 0, padding);
      Objects.requireNonNull(name, "name");
    }

    /// Returns a copy with a border of `padding` zeros around the image.
    public Conv2d padded(int padding) {
      return new Conv2d(filters, kernelHeight, kernelWidth, stride, padding, name);
    }
  }

  /// `max(0, x)`; its slope at 0 is 0.
  record Relu() implements Layer {}

  /// Turns an image into a vector, in PyTorch's order of channels, rows and columns.
  record Flatten() implements Layer {}

  /// The dueling head (Wang et al. 2016): `q(a) = v + advantage(a) - mean of the advantages`, where `v` and the
  /// advantages each come from a dense layer. Its tensors are `value.weight`, `advantage.weight` and so on.
  record Dueling(int actions, String name) implements Layer {
    public Dueling {
      Checks.atLeast("actions", 1, actions);
      Objects.requireNonNull(name, "name");
    }
  }

  /// Returns a dense layer without a name.
  static Dense dense(int outputs) {
    return new Dense(outputs, "");
  }

  /// Returns a dense layer whose tensors are named `name.weight` and `name.bias`.
  static Dense dense(int outputs, String name) {
    return new Dense(outputs, name);
  }

  /// Returns a square convolution without padding and without a name.
  static Conv2d conv(int filters, int kernel, int stride) {
    return new Conv2d(filters, kernel, kernel, stride, 0, "");
  }

  /// Returns a square convolution without padding whose tensors are named `name.weight` and `name.bias`.
  static Conv2d conv(int filters, int kernel, int stride, String name) {
    return new Conv2d(filters, kernel, kernel, stride, 0, name);
  }

  /// Returns a rectifier (ReLU).
  static Layer relu() {
    return new Relu();
  }

  /// Returns a layer that turns an image into a vector.
  static Layer flatten() {
    return new Flatten();
  }

  /// Returns a dueling head whose tensors are named `value.weight`, `advantage.weight` and so on.
  static Layer dueling(int actions) {
    return new Dueling(actions, "");
  }
}
