package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/// What one trial measured, as a CSV file that is there as a whole or not at all.
///
/// The first line says what was run, the second names the columns, the last has the checksum of all before
/// it; both of these are comments for a program that reads CSV. Columns may be of different lengths: the
/// shorter ones end in empty fields. Numbers are the shortest text that gives the same bits.
final class TrialFile {
  private static final String FIRST = "# evenkeel trial 1: ";
  private static final String LAST = "# crc32c ";

  private TrialFile() {}

  /// The text of a trial without its last line.
  private static StringBuilder text(String settings, Map<String, double[]> columns) {
    StringBuilder text = new StringBuilder();
    text.append(FIRST).append(settings).append('\n');
    text.append("index");
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
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = UTF_8.encode(text.toString());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
    String text = Files.readString(file);
    int end = text.lastIndexOf(LAST);
    if (!text.startsWith(FIRST)
        || end < 0
        || !text.substring(end).equals(LAST + checksum(text.substring(0, end)) + "\n")) {
      throw new IOException("'" + file + "' is damaged: its checksum does not fit");
    }
    List<String> lines = text.substring(0, end).lines().toList();
    String stored = lines.getFirst().substring(FIRST.length());
    if (!stored.equals(settings)) {
      throw new IOException(
          "'%s' is of another trial: it has %s, wanted was %s".formatted(file, stored, settings));
    }
    String[] names = lines.get(1).split(",", -1);
    List<List<Double>> values = new ArrayList<>();
    for (int c = 1; c < names.length; c++) {
      values.add(new ArrayList<>());
    }
    for (String line : lines.subList(2, lines.size())) {
      String[] fields = line.split(",", -1);
      for (int c = 1; c < names.length; c++) {
        if (!fields[c].isEmpty()) {
          values.get(c - 1).add(Double.parseDouble(fields[c]));
        }
      }
    }
    Map<String, double[]> columns = new LinkedHashMap<>();
    for (int c = 1; c < names.length; c++) {
      columns.put(names[c], values.get(c - 1).stream().mapToDouble(Double::doubleValue).toArray());
    }
    return columns;
  }
}
