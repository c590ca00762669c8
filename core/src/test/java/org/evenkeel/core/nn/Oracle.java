package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/// Reads reference data made by PyTorch and NumPy: an index in text and the raw values beside it.
public final class Oracle {
  private final String name;
  private final Map<String, String[]> entries = new HashMap<>();
  private final Map<String, String> meta = new HashMap<>();
  private final Map<String, Double> tolerances = new HashMap<>();
  private final ByteBuffer data;

  public Oracle(String name) {
    this.name = name;
    data = ByteBuffer.wrap(read(name + ".bin")).order(ByteOrder.LITTLE_ENDIAN);
    String index = new String(read(name + ".idx"), StandardCharsets.UTF_8);
    Map<String, Double> sums = new HashMap<>();
    for (String line : index.lines().toList()) {
      String[] f = line.split(" ", -1);
      switch (f[0]) {
        case "#" -> {}
        case "meta" -> meta.put(f[1], String.join(" ", Arrays.copyOfRange(f, 2, f.length)));
        case "tol" -> tolerances.put(f[1], Double.parseDouble(f[2]));
        case "sum" -> sums.put(f[1], Double.parseDouble(f[2]));
        default -> entries.put(f[1], f);
      }
    }
    sums.forEach(
        (n, sum) -> {
          double s = 0;
          for (float v : floats(n)) {
            s += v;
          }
          assertEquals(sum, s, name + " " + n);
        });
  }

  private static byte[] read(String file) {
    try (InputStream in = Oracle.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource " + file);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int integer(String key) {
    return Integer.parseInt(text(key));
  }

  public double number(String key) {
    return Double.parseDouble(text(key));
  }

  public String text(String key) {
    String value = meta.get(key);
    if (value == null) {
      throw new IllegalArgumentException(name + " has no setting " + key);
    }
    return value;
  }

  public boolean has(String tensor) {
    return entries.containsKey(tensor);
  }

  public int[] shape(String tensor) {
    return Arrays.stream(entry(tensor)[2].split("x", -1)).mapToInt(Integer::parseInt).toArray();
  }

  private String[] entry(String tensor) {
    String[] entry = entries.get(tensor);
    if (entry == null) {
      throw new IllegalArgumentException(name + " has no tensor " + tensor);
    }
    return entry;
  }

  private int size(String tensor) {
    return Arrays.stream(shape(tensor)).reduce(1, (a, b) -> a * b);
  }

  public float[] floats(String tensor) {
    String[] e = entry(tensor);
    float[] values = new float[size(tensor)];
    if (e[0].equals("gen")) {
      SplittableRandom random = new SplittableRandom(Long.parseLong(e[4]));
      double arg = Double.parseDouble(e[5]);
      for (int i = 0; i < values.length; i++) {
        long u = random.nextLong() >>> 40;
        values[i] =
            switch (e[3]) {
              case "uniform" -> (float) ((u - (1 << 23)) * 0x1p-23 * arg);
              case "bits" -> u < arg * (1 << 24) ? 1 : 0;
              case "gray" -> (u >>> 16) / 255f;
              default -> throw new IllegalArgumentException(e[3]);
            };
      }
      return values;
    }
    data.position(Integer.parseInt(e[3]));
    data.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  public double[] doubles(String tensor) {
    double[] values = new double[size(tensor)];
    data.position(Integer.parseInt(entry(tensor)[3]));
    data.slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
    return values;
  }

  public int[] integers(String tensor) {
    int[] values = new int[size(tensor)];
    data.position(Integer.parseInt(entry(tensor)[3]));
    data.slice().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(values);
    return values;
  }

  public boolean[] flags(String tensor) {
    boolean[] values = new boolean[size(tensor)];
    int at = Integer.parseInt(entry(tensor)[3]);
    for (int i = 0; i < values.length; i++) {
      values[i] = data.get(at + i) != 0;
    }
    return values;
  }

  public double tolerance(String tensor) {
    return tolerances.get(tensor);
  }

  /// Asserts every element within the tolerance that the oracle states.
  public void check(String tensor, float[] given) {
    Double tolerance = tolerances.get(tensor);
    if (tolerance == null) {
      throw new IllegalArgumentException(name + " has no tolerance for " + tensor);
    }
    check(tensor, doubles(tensor), widen(given), tolerance);
  }

  void check(String tensor, double[] wanted, double[] given, double tolerance) {
    assertEquals(wanted.length, given.length, name + " " + tensor);
    for (int i = 0; i < wanted.length; i++) {
      String where = "%s %s[%d] wanted %s was %s".formatted(name, tensor, i, wanted[i], given[i]);
      assertTrue(Math.abs(wanted[i] - given[i]) <= tolerance, where);
    }
  }

  /// A gradient that is given in full, or by sums, projections and samples.
  void checkGradient(String tensor, float[] g) {
    if (has(tensor)) {
      check(tensor, g);
      return;
    }
    int[] samples = integers(tensor + ".sample_index");
    float[] sampled = new float[samples.length];
    for (int i = 0; i < samples.length; i++) {
      sampled[i] = g[samples[i]];
    }
    check(tensor + ".sample", sampled);
    int rows = size(tensor + ".rowsum");
    int columns = g.length / rows;
    double[] rowSums = new double[rows];
    double[] columnSums = new double[columns];
    double[] projections = new double[4];
    for (int i = 0; i < g.length; i++) {
      rowSums[i / columns] += g[i];
      columnSums[i % columns] += g[i];
    }
    for (int p = 0; p < 4; p++) {
      float[] projector = floats(tensor + ".projector" + p);
      for (int i = 0; i < g.length; i++) {
        projections[p] += (double) projector[i] * g[i];
      }
    }
    check(tensor + ".rowsum", doubles(tensor + ".rowsum"), rowSums, tolerance(tensor, "rowsum"));
    check(tensor + ".colsum", doubles(tensor + ".colsum"), columnSums, tolerance(tensor, "colsum"));
    check(
        tensor + ".projection",
        doubles(tensor + ".projection"),
        projections,
        tolerance(tensor, "projection"));
  }

  private double tolerance(String tensor, String part) {
    return tolerances.getOrDefault(tensor + "." + part, 0.0);
  }

  private static double[] widen(float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }
}
