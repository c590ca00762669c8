package org.evenkeel.paper.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

/// The tables that NumPy and SciPy made: plain CSV with a header, numbers with all their digits.
final class Oracle {
  /// Doubles computed in another order agree to this.
  static final double RELATIVE = 1e-9;

  /// How far a measured number may be from the expected one, in standard errors.
  static final double STANDARD_ERRORS = 5;

  private Oracle() {}

  /// One line of a table.
  static final class Row {
    private final List<String> header;
    private final List<String> fields;

    Row(List<String> header, List<String> fields) {
      this.header = header;
      this.fields = fields;
      assertEquals(header.size(), fields.size(), () -> "fields in " + fields);
    }

    String text(String column) {
      int at = header.indexOf(column);
      if (at < 0) {
        throw new IllegalArgumentException("no column " + column + " in " + header);
      }
      return fields.get(at);
    }

    int integer(String column) {
      return Integer.parseInt(text(column));
    }

    double number(String column) {
      return text(column).equals("inf")
          ? Double.POSITIVE_INFINITY
          : Double.parseDouble(text(column));
    }

    double[] numbers(String column) {
      return Arrays.stream(text(column).split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /// Fails unless this is the number of that column, to [#RELATIVE].
    void agrees(String column, double computed) {
      assertRelative(number(column), computed, column + " of " + this);
    }

    @Override
    public String toString() {
      return fields.toString();
    }
  }

  /// All rows of a table; as many as the table is known to have, so that no test runs over nothing.
  static List<Row> rows(String name, int expected) {
    try (InputStream in = Oracle.class.getResourceAsStream(name)) {
      assertNotNull(in, name);
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      List<String> header = List.of(lines.getFirst().split(",", -1));
      List<Row> rows =
          lines.stream()
              .skip(1)
              .map(line -> new Row(header, List.of(line.split(",", -1))))
              .toList();
      assertEquals(expected, rows.size(), "rows of " + name);
      return rows;
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }

  static void assertRelative(double expected, double computed, String what) {
    assertEquals(expected, computed, RELATIVE * Math.abs(expected), what);
  }

  /// Fails unless the measured number is within [#STANDARD_ERRORS] of the expected one.
  static void assertMeasured(double expected, Measurement measured, String what) {
    double z = measured.standardErrorsFrom(expected);
    assertEquals(0, z, STANDARD_ERRORS, what + ": expected " + expected + ", was " + measured);
  }

  /// Fails unless the call is refused in exactly this sentence.
  static void assertRefused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
