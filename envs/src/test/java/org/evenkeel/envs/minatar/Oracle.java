package org.evenkeel.envs.minatar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;

/// What was recorded from MinAtar 1.0.15, and how it was recorded.
final class Oracle {
  private Oracle() {}

  /// The lines of a file behind its heading, as fields.
  static List<List<String>> rows(String name) {
    String file = name + ".csv.gz";
    try (InputStream raw = Objects.requireNonNull(Oracle.class.getResourceAsStream(file), file);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(raw), StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> List.of(line.split(",", -1))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The random policy of the recordings.
  static final class RandomPolicy {
    private int state;

    RandomPolicy(int start) {
      state = start;
    }

    int next() {
      state = (1_103_515_245 * state + 12_345) & 0x7fffffff;
      return (state >> 16) % 6;
    }
  }

  /// NumPy's `packbits` of the state, row by row, cell by cell, channel by channel.
  static byte[] packed(Observation observation) {
    int size = ((Form.BitPlanes) observation.form()).size();
    byte[] packed = new byte[(size + 7) / 8];
    for (int i = 0; i < packed.length; i++) {
      int bits = (int) (observation.bits()[i >> 3] >>> (8 * i)); // NumPy has the first bit on top
      packed[i] = (byte) (Integer.reverse(bits) >>> 24);
    }
    return packed;
  }

  /// The checksum of one state.
  static String checksum(Observation observation) {
    CRC32 sum = new CRC32();
    sum.update(packed(observation));
    return hex(sum);
  }

  static String hex(CRC32 sum) {
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }
}
