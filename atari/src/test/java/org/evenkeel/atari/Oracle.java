package org.evenkeel.atari;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// What ale-py and OpenCV gave.
final class Oracle {
  static final int HEIGHT = 210;
  static final int WIDTH = 160;

  private Oracle() {}

  private static InputStream open(String name) throws IOException {
    InputStream in = Oracle.class.getResourceAsStream(name);
    if (in == null) {
      throw new IOException("no " + name);
    }
    return name.endsWith(".gz") ? new GZIPInputStream(in) : in;
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = open(name)) {
      return in.readAllBytes();
    }
  }

  /// The rows of a table, without the first.
  static List<String[]> rows(String name) throws IOException {
    return new String(bytes(name), UTF_8).lines().skip(1).map(l -> l.split(",", -1)).toList();
  }

  /// The colours of American televisions, those that are known.
  static Palette palette() throws IOException {
    int[] rgb = new int[Palette.NUMBERS];
    byte[] gray = new byte[Palette.NUMBERS];
    for (String[] row : rows("palette.csv")) {
      int number = Integer.parseInt(row[0]);
      rgb[number] =
          (Integer.parseInt(row[1]) << 16)
              | (Integer.parseInt(row[2]) << 8)
              | Integer.parseInt(row[3]);
      gray[number] = (byte) Integer.parseInt(row[4]);
    }
    return new Palette(rgb, gray);
  }
}
