package org.evenkeel.core.nn;

import org.evenkeel.core.internal.Checks;

/// What a network observes. Each form reaches the first layer in the cheapest way: one-hot indices and
/// bit planes as sums of the weights that count (zeros are never multiplied), bytes scaled on the way,
/// vectors as they are.
public sealed interface Input {

  /// Values of one observation, as the first layer counts them.
  int size();

  /// A vector of `size` floats.
  record Vector(int size) implements Input {
    /// Checks the size.
    public Vector {
      Checks.atLeast("size", 1, size);
    }
  }

  /// One of `size` states, given by its index: the vector that is 1 there and 0 elsewhere.
  record OneHot(int size) implements Input {
    /// Checks the size.
    public OneHot {
      Checks.atLeast("size", 1, size);
    }
  }

  /// Binary planes as MinAtar emits them: bit `(y * width + x) * channels + c`, 64 to a word, lowest
  /// bit first.
  record BitPlanes(int height, int width, int channels) implements Input {
    /// Checks the sizes.
    public BitPlanes {
      Checks.image(height, width, channels);
    }

    @Override
    public int size() {
      return height * width * channels;
    }

    /// Words of 64 bits that hold one observation.
    public int words() {
      return (size() + 63) / 64;
    }
  }

  /// Unsigned bytes, frame after frame (`[channel][y][x]`), scaled by 1/255: Atari's stack of frames.
  record Bytes(int channels, int height, int width) implements Input {
    /// Checks the sizes.
    public Bytes {
      Checks.image(height, width, channels);
    }

    @Override
    public int size() {
      return height * width * channels;
    }
  }
}
