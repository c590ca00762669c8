package org.evenkeel.core.nn;

import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;

/// Turns a batch of observations into the input of the first stage, once for all parameter sets.
///
/// Vectors and indices are copied. Bit planes become lists of set bits, one list per patch of the first convolution.
/// Bytes become floats in NHWC order by a table look-up. The conversion is done once, and K target networks read the
/// result; a first layer that read bytes would convert each of them once for every patch that contains it.
final class Decoder {
  private static final float[] UNIT_INTERVAL = new float[256];

  static {
    for (int i = 0; i < 256; i++) {
      UNIT_INTERVAL[i] = i / 255f;
    }
  }

  private final Form input;
  private final boolean sparse;
  private final Network.Patches patches;
  final Signal signal;

  Decoder(Network network, int maxBatch) {
    this.input = network.input();
    this.sparse = network.firstStageIsSparse();
    this.patches = network.patches();
    signal = new Signal(new float[sparse ? 0 : maxBatch * input.size()]);
    if (sparse) {
      int lists = patches.count() + 1;
      signal.starts = new int[maxBatch * lists];
      boolean bits = input instanceof Form.BitPlanes;
      long perSample = bits ? (long) patches.count() * patches.size() : 1;
      signal.indices =
          new int[Checks.size("maxBatch * inputs of all patches", maxBatch, perSample)];
      for (int i = 0; !bits && i < maxBatch; i++) {
        signal.starts[2 * i] = i;
        signal.starts[2 * i + 1] = i + 1;
      }
    }
  }

  /// Copies vectors and indices, since the batch may be refilled before the backward pass.
  void copy(Batch batch) {
    if (input instanceof Form.Vector) {
      System.arraycopy(batch.floats(), 0, signal.floats, 0, batch.size() * input.size());
    } else if (input instanceof Form.OneHot) {
      System.arraycopy(batch.indices(), 0, signal.indices, 0, batch.size());
    }
  }

  /// Whether [#decode] has anything to do.
  boolean decodes() {
    return input instanceof Form.BitPlanes || input instanceof Form.Bytes;
  }

  /// Decodes one sample.
  void decode(Batch batch, int sample) {
    switch (input) {
      case Form.Vector v -> {}
      case Form.OneHot o -> {}
      case Form.BitPlanes b when sparse -> listPatches(batch.bits(), sample, b);
      case Form.BitPlanes b -> expandBits(batch.bits(), sample, b);
      case Form.Bytes b -> scaleBytes(batch.bytes(), sample, b);
    }
  }

  private void listPatches(long[] words, int sample, Form.BitPlanes planes) {
    int word = sample * planes.words();
    int start = sample * (patches.count() + 1);
    int end = sample * patches.count() * patches.size();
    int[] indices = signal.indices;
    for (int p = 0; p < patches.count(); p++) {
      signal.starts[start + p] = end;
      int bit = patches.at()[p];
      for (int row = 0; row < patches.rows(); row++) {
        for (int done = 0; done < patches.run(); done += 64) {
          long set = bits(words, word, bit + done, Math.min(64, patches.run() - done));
          for (int weight = row * patches.run() + done; set != 0; set &= set - 1) {
            indices[end++] = weight + Long.numberOfTrailingZeros(set);
          }
        }
        bit += patches.runStride();
      }
    }
    signal.starts[start + patches.count()] = end;
  }

  /// Returns up to 64 bits that start at any position.
  private static long bits(long[] words, int word, int bit, int count) {
    int at = word + (bit >>> 6);
    int shift = bit & 63;
    long low = words[at] >>> shift;
    if (shift + count > 64) {
      low |= words[at + 1] << (64 - shift);
    }
    return count == 64 ? low : low & ((1L << count) - 1);
  }

  private void expandBits(long[] words, int sample, Form.BitPlanes planes) {
    int word = sample * planes.words();
    int at = sample * planes.size();
    for (int i = 0; i < planes.size(); i++) {
      signal.floats[at + i] = (words[word + (i >>> 6)] >>> (i & 63)) & 1;
    }
  }

  private void scaleBytes(byte[] bytes, int sample, Form.Bytes frames) {
    int channels = frames.channels();
    int pixels = frames.height() * frames.width();
    int from = sample * channels * pixels;
    if (channels == 4) {
      scaleFourFrames(bytes, from, pixels, signal.floats);
      return;
    }
    for (int p = 0; p < pixels; p++) {
      for (int c = 0; c < channels; c++) {
        signal.floats[from + p * channels + c] = UNIT_INTERVAL[bytes[from + c * pixels + p] & 255];
      }
    }
  }

  /// Converts Atari's stack of four frames: writing from left to right is twice as fast as frame by frame.
  private static void scaleFourFrames(byte[] bytes, int from, int pixels, float[] floats) {
    float[] scaled = UNIT_INTERVAL;
    int to = from;
    for (int p = from; p < from + pixels; p++) {
      floats[to] = scaled[bytes[p] & 255];
      floats[to + 1] = scaled[bytes[p + pixels] & 255];
      floats[to + 2] = scaled[bytes[p + 2 * pixels] & 255];
      floats[to + 3] = scaled[bytes[p + 3 * pixels] & 255];
      to += 4;
    }
  }
}
