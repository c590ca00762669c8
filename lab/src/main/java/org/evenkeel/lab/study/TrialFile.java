package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.evenkeel.lab.run.WholeFile;

/// The result of one trial as a CSV file, written completely or not at all.
///
/// The first line has the trial's identity, the SHA-256 of its settings ([Trial#describe]). The second line has the
/// settings, for human readers. Then come the column names and the rows or, for a trial that diverged, one line that
/// says so. The last line has the checksum of everything before it. Lines that begin with `#` are comments for CSV
/// readers. Columns may have different lengths; the shorter ones end in empty fields. Numbers are written as the
/// shortest text that gives the same bits.
///
/// Files of the first version have the settings instead of the hash, and can be read as well.
final class TrialFile {
  /// The start of the first line. Its number is increased when the format changes. If the same settings start to give
  /// different numbers, the settings must change, so that older results count as those of another trial.
  private static final String FIRST = "# evenkeel trial 2: ";

  private static final String FIRST_VERSION_1 = "# evenkeel trial 1: ";
  private static final String SETTINGS = "# settings: ";
  private static final String LAST = "# crc32c ";
  private static final String INDEX = "index";
  private static final Pattern FAILED = Pattern.compile("# failed at step (\\d{1,18}): (.*)");

  /// The largest size of a file in bytes: a hundred times that of the largest trial of `reproduce`.
  private static final long LARGEST_BYTES = 1 << 28;

  /// The number of characters of foreign settings that a message shows.
  private static final int SHOWN = 60;

  private TrialFile() {}

  /// Thrown if a file was read but has no result of the trial; the message explains why.
  static final class UnusableException extends IOException {
    private static final long serialVersionUID = 1;

    private UnusableException(String sentence) {
      super(sentence);
    }
  }

  private static void append(StringBuilder text, Map<String, double[]> columns) {
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
  }

  /// Returns the checksum of settings and columns that `trials.csv` contains. It is that of a file of the first version
  /// and must stay so, since it is compared with published ones.
  static String checksum(String settings, Map<String, double[]> columns) {
    StringBuilder text = new StringBuilder(FIRST_VERSION_1).append(settings).append('\n');
    append(text, columns);
    return checksum(text.toString());
  }

  /// Writes a trial atomically. On return it is durably on disk.
  ///
  /// @param settings the settings of the trial, one line
  static void write(Path file, String settings, TrialResult result) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(FIRST).append(TrialText.hash(settings)).append('\n');
    text.append(SETTINGS).append(settings).append('\n');
    switch (result) {
      case TrialResult.Finished f -> append(text, f.columns());
      case TrialResult.Failed f ->
          text.append("# failed at step ")
              .append(f.step())
              .append(": ")
              .append(f.reason())
              .append('\n');
    }
    String sum = checksum(text.toString());
    text.append(LAST).append(sum).append('\n');
    WholeFile.write(file, text.toString());
  }

  private static String checksum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /// Reads a trial.
  ///
  /// @param settings the settings that the trial must have
  /// @throws UnusableException if the file is damaged or has other settings
  /// @throws IOException if it cannot be read
  static TrialResult read(Path file, String settings) throws IOException {
    String text;
    try {
      text = WholeFile.read(file, LARGEST_BYTES);
    } catch (IOException e) {
      throw e.getCause() instanceof CharacterCodingException
          ? damaged(file, "it is not UTF-8 text")
          : e;
    }
    int end = text.lastIndexOf(LAST);
    boolean first = text.startsWith(FIRST_VERSION_1);
    if (!(first || text.startsWith(FIRST))
        || end < 0
        || !text.substring(end).equals(LAST + checksum(text.substring(0, end)) + "\n")) {
      throw damaged(file, "its checksum does not match");
    }
    List<String> lines = text.substring(0, end).lines().toList();
    List<String> rest = first ? ofVersion1(file, lines, settings) : own(file, lines, settings);
    if (rest.isEmpty()) {
      throw damaged(file, "it has no column names");
    }
    Matcher failed = FAILED.matcher(rest.getFirst());
    if (failed.matches() && rest.size() == 1) {
      return new TrialResult.Failed(failed.group(2), Long.parseLong(failed.group(1)));
    }
    String[] names = rest.getFirst().split(",", -1);
    if (!names[0].equals(INDEX) || Set.copyOf(Arrays.asList(names)).size() < names.length) {
      throw damaged(
          file, "its columns must be 'index' and distinct names, were " + shown(rest.getFirst()));
    }
    return new TrialResult.Finished(columns(file, names, rest.subList(1, rest.size())));
  }

  /// Returns the lines after the settings of a file with a hash.
  private static List<String> own(Path file, List<String> lines, String settings)
      throws UnusableException {
    if (lines.size() < 2 || !lines.get(1).startsWith(SETTINGS)) {
      throw damaged(file, "its settings are missing");
    }
    if (!lines.getFirst().substring(FIRST.length()).equals(TrialText.hash(settings))) {
      throw foreign(file, lines.get(1).substring(SETTINGS.length()), settings);
    }
    return lines.subList(2, lines.size());
  }

  private static List<String> ofVersion1(Path file, List<String> lines, String settings)
      throws UnusableException {
    String stored = lines.getFirst().substring(FIRST_VERSION_1.length());
    if (!stored.equals(settings)) {
      throw foreign(file, stored, settings);
    }
    return lines.subList(1, lines.size());
  }

  /// Returns the exception for other settings. As settings are long, the message shows the place where the two begin to
  /// differ.
  private static UnusableException foreign(Path file, String stored, String settings) {
    int same = Arrays.mismatch(stored.getBytes(UTF_8), settings.getBytes(UTF_8));
    int from =
        Math.max(0, Math.min(same, Math.min(stored.length(), settings.length())) - SHOWN / 3);
    return new UnusableException(
        "'%s' belongs to another trial: it has '%s', this one has '%s'"
            .formatted(file, shown(stored.substring(from)), shown(settings.substring(from))));
  }

  private static String shown(String text) {
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    return shown.replaceAll("\\p{Cntrl}", "?");
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
            "row %s must have its index and %s numbers, was '%s'"
                .formatted(i, names.length - 1, shown(rows.get(i))));
      }
      for (int c = 1; c < names.length; c++) {
        if (fields[c].isEmpty()) {
          continue;
        }
        if (lengths[c] < i) {
          throw damaged(
              file, "column %s continues at row %s after its end".formatted(shown(names[c]), i));
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
      throw damaged(file, "'" + shown(field) + "' is not a number");
    }
  }

  private static UnusableException damaged(Path file, String how) {
    return new UnusableException("'" + file + "' is damaged: " + how);
  }
}
