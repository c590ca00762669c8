package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.evenkeel.lab.run.WholeFile;

/// What one trial measured, as a CSV file that is there as a whole or not at all.
///
/// The first line says what was run, the second names the columns, the last has the checksum of all before
/// it; both of these are comments for a program that reads CSV. Columns may be of different lengths: the
/// shorter ones end in empty fields. Numbers are the shortest text that gives the same bits.
final class TrialFile {
  /// The number is raised when the same settings come to give other numbers: older trials then count as missing.
  private static final String FIRST = "# evenkeel trial 1: ";

  private static final String LAST = "# crc32c ";
  private static final String INDEX = "index";

  /// The largest trial of the paper's scale has a hundredth of it.
  private static final long LARGEST_BYTES = 1 << 28;

  private TrialFile() {}

  /// The text of a trial without its last line.
  private static StringBuilder text(String settings, Map<String, double[]> columns) {
    StringBuilder text = new StringBuilder();
    text.append(FIRST).append(settings).append('\n');
    text.append(INDEX);
    int rows = 0;
    for (Map.Entry<String, double[]> column : columns.entrySet()) {
      text.append(',').append(column.getKey());
      rows = Math.max(rows, column.getValue().length);
    }
    text.append('\n');
    for (int i = 0; i < rows; i++) {
      text.append(i);
      for (double[] column : columns.values()) {
        text.append(',');
        if (i < column.length) {
          text.append(column[i]);
        }
      }
      text.append('\n');
    }
    return text;
  }

  /// The checksum of a trial's file.
  static String checksum(String settings, Map<String, double[]> columns) {
    return checksum(text(settings, columns).toString());
  }

  /// Writes a trial under another name, forces it to disk, renames.
  ///
  /// @param settings what was run, one line
  static void write(Path file, String settings, Map<String, double[]> columns) throws IOException {
    StringBuilder text = text(settings, columns);
    String sum = checksum(text.toString());
    text.append(LAST).append(sum).append('\n');
    WholeFile.write(file, text.toString());
  }

  private static String checksum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  /// Reads a trial.
  ///
  /// @param settings what must have been run
  /// @throws IOException if the file is damaged or of other settings; the sentence says which
  static Map<String, double[]> read(Path file, String settings) throws IOException {
    String text = WholeFile.read(file, LARGEST_BYTES);
    int end = text.lastIndexOf(LAST);
    if (!text.startsWith(FIRST)
        || end < 0
        || !text.substring(end).equals(LAST + checksum(text.substring(0, end)) + "\n")) {
      throw damaged(file, "its checksum does not fit");
    }
    List<String> lines = text.substring(0, end).lines().toList();
    String stored = lines.getFirst().substring(FIRST.length());
    if (!stored.equals(settings)) {
      throw new IOException(
          "'%s' is of another trial: it has %s, wanted was %s".formatted(file, stored, settings));
    }
    if (lines.size() < 2) {
      throw damaged(file, "it names no columns");
    }
    String[] names = lines.get(1).split(",", -1);
    if (!names[0].equals(INDEX) || Set.copyOf(Arrays.asList(names)).size() < names.length) {
      throw damaged(file, "its columns must be 'index' and different names, were " + lines.get(1));
    }
    return columns(file, names, lines.subList(2, lines.size()));
  }

  private static Map<String, double[]> columns(Path file, String[] names, List<String> rows)
      throws IOException {
    double[][] values = new double[names.length][rows.size()];
    int[] lengths = new int[names.length];
    for (int i = 0; i < rows.size(); i++) {
      String[] fields = rows.get(i).split(",", -1);
      if (fields.length != names.length || !fields[0].equals(String.valueOf(i))) {
        throw damaged(
            file,
            "row %d must have its index and %d numbers, was '%s'"
                .formatted(i, names.length - 1, rows.get(i)));
      }
      for (int c = 1; c < names.length; c++) {
        if (fields[c].isEmpty()) {
          continue;
        }
        if (lengths[c] < i) {
          throw damaged(file, "column %s goes on at row %d after its end".formatted(names[c], i));
        }
        values[c][lengths[c]++] = number(file, fields[c]);
      }
    }
    Map<String, double[]> columns = new LinkedHashMap<>();
    for (int c = 1; c < names.length; c++) {
      columns.put(names[c], Arrays.copyOf(values[c], lengths[c]));
    }
    return columns;
  }

  private static double number(Path file, String field) throws IOException {
    try {
      return Double.parseDouble(field);
    } catch (NumberFormatException e) {
      throw damaged(file, "'" + field + "' is not a number");
    }
  }

  private static IOException damaged(Path file, String how) {
    return new IOException("'" + file + "' is damaged: " + how);
  }
}
