package org.evenkeel.core.data;

import org.evenkeel.core.internal.Checks;

/// The form of an observation, as environments write it and networks read it.
///
/// The first layer reads each form in the cheapest way. One-hot indices and bit planes become sums of the weights that
/// count, so zeros are never multiplied. Bytes are scaled to 0..1 while they are read. Vectors are used unchanged.
///
/// The text of `toString` is meant for messages.
public sealed interface Form {

  /// Returns the number of values in one observation, as the first layer counts them.
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

  /// One of `size` states, given by its index. A network sees a vector that is 1 at the index and 0 elsewhere.
  record OneHot(int size) implements Form {
    public OneHot {
      Checks.atLeast("size", 1, size);
    }

    @Override
    public String toString() {
      return "one of " + size + " states";
    }
  }

  /// Binary planes in MinAtar's layout: bit `(y * width + x) * channels + c`, 64 bits per word, lowest bit first.
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

    /// Returns the number of 64-bit words in one observation.
    public int words() {
      return (size() + 63) / 64;
    }
  }

  /// An image of unsigned bytes, which a network reads as 0 to 1 (divided by 255). Channels are stored one after
  /// another, `[channel][y][x]`: the frames of an Atari stack, or the planes of a colour image.
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
