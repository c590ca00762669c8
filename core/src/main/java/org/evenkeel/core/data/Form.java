package org.evenkeel.core.data;

import org.evenkeel.core.internal.Checks;

/// The form of an observation: what an environment shows and a network reads.
///
/// Each form reaches the first layer in the cheapest way: one-hot indices and bit planes as sums of the
/// weights that count (zeros are never multiplied), bytes scaled to 0..1 on the way, vectors as they are.
///
/// Its `toString` is for sentences.
public sealed interface Form {

  /// Values in one observation, as the first layer counts them.
  int size();

  /// A vector of `size` floats.
  record Vector(int size) implements Form {
    public Vector {
      Checks.atLeast("size", 1, size);
    }

    @Override
    public String toString() {
      return "a vector of length " + size;
    }
  }

  /// One of `size` states, given by its index: the vector that is 1 there and 0 elsewhere.
  record OneHot(int size) implements Form {
    public OneHot {
      Checks.atLeast("size", 1, size);
    }

    @Override
    public String toString() {
      return "one of " + size + " states";
    }
  }

  /// Binary planes as MinAtar emits them: bit `(y * width + x) * channels + c`, 64 to a word, lowest
  /// bit first.
  record BitPlanes(int height, int width, int channels) implements Form {
    public BitPlanes {
      Checks.image(height, width, channels);
    }

    @Override
    public String toString() {
      return channels + " bit planes of " + height + "x" + width;
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

  /// An image of unsigned bytes, which a network reads as 0 to 1 (divided by 255). Channels are stored one
  /// after the other, `[channel][y][x]`: a stack of Atari frames, or the planes of a colour image.
  record Bytes(int height, int width, int channels) implements Form {
    public Bytes {
      Checks.image(height, width, channels);
    }

    @Override
    public String toString() {
      String image = "an image of " + height + "x" + width + " bytes";
      return channels == 1 ? image : image + " with " + channels + " channels";
    }

    @Override
    public int size() {
      return height * width * channels;
    }
  }
}
