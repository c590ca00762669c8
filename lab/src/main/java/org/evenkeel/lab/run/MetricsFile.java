package org.evenkeel.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Metrics;
import org.evenkeel.core.train.RunEvent;
import org.jspecify.annotations.Nullable;

/// `metrics.csv`: one row for each [RunEvent.Measured], the same bytes for the same run.
///
/// A row goes to the system at once. One that cannot be written stays in memory, in order, and is tried
/// again with the next; what a failed write left behind is cut off first. A row is on disk for good after
/// [#sync], which comes before every checkpoint: so on resume all rows up to its step are there.
final class MetricsFile implements AutoCloseable {
  static final String NAME = "metrics.csv";

  private static final List<String> COLUMNS = columns();

  private final Path file;
  private final Deque<String> unsaved = new ArrayDeque<>();
  private @Nullable FileChannel channel;
  private long good;

  /// For a file that does not exist yet, or that [#cut] has prepared.
  MetricsFile(Path folder) {
    file = folder.resolve(NAME);
  }

  /// Starts an empty file with the names of the columns, on disk for good.
  void start() throws IOException {
    unsaved.clear();
    good = 0;
    unsaved.add(header());
    sync();
  }

  /// Goes on with a file, from the end of the row of step `step` or the last before it: later ones, and a torn
  /// one, are of a future that did not happen.
  ///
  /// @return how many rows were dropped; -1 if there was no file, and rows before are lost
  int cut(long step) throws IOException {
    if (!Files.exists(file)) {
      start();
      return -1;
    }
    String text = ConfigYaml.text(file, MetricsRows.LARGEST_BYTES);
    List<String> lines = text.lines().toList();
    if (!text.startsWith(header())) {
      // The very first write was torn, or this is another version's.
      if (header().startsWith(text)) {
        start();
        return -1;
      }
      throw new IOException("'" + file + "' has other columns than this version writes");
    }
    int kept = 1;
    while (kept < lines.size() && isKept(lines, kept, text, step)) {
      kept++;
    }
    for (int i = kept + 1; i < lines.size(); i++) {
      if (isKept(lines, i, text, step)) {
        throw new IOException("line " + (kept + 1) + " of '" + file + "' is damaged");
      }
    }
    String rows = String.join("\n", lines.subList(0, kept)) + "\n";
    if (!rows.equals(text)) {
      AtomicFile.write(file, rows);
    }
    good = rows.getBytes(UTF_8).length;
    return lines.size() - kept;
  }

  private boolean isKept(List<String> lines, int index, String text, long step) {
    String line = lines.get(index);
    boolean torn = index == lines.size() - 1 && !text.endsWith("\n");
    int comma = line.indexOf(',');
    return !torn
        && comma > 0
        && line.chars().filter(c -> c == ',').count() == COLUMNS.size() - 1
        && line.substring(0, comma).matches("\\d{1,18}")
        && Long.parseLong(line.substring(0, comma)) <= step;
  }

  /// Adds a row and writes what is unsaved.
  void add(RunEvent.Measured measured) throws IOException {
    unsaved.add(row(measured));
    write();
  }

  /// Writes what is unsaved and waits until all is on disk.
  void sync() throws IOException {
    write();
    if (channel != null) {
      channel.force(true);
    }
  }

  /// How many rows could not be written.
  int unsaved() {
    return unsaved.size();
  }

  private void write() throws IOException {
    try {
      FileChannel out = open();
      while (!unsaved.isEmpty()) {
        ByteBuffer bytes = UTF_8.encode(unsaved.getFirst());
        int length = bytes.remaining();
        if (out.size() > good) {
          out.truncate(good);
        }
        long at = good;
        while (bytes.hasRemaining()) {
          at += out.write(bytes, at);
        }
        good += length;
        unsaved.removeFirst();
      }
    } catch (IOException e) {
      closeQuietly();
      throw e;
    }
  }

  private FileChannel open() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel = open;
    }
    return open;
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      channel = null; // the write that failed before is what is told
    }
  }

  @Override
  public void close() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      open.close();
    }
  }

  /// The first line: the names of the columns.
  static String header() {
    return line(COLUMNS);
  }

  private static String line(List<String> fields) {
    return String.join(",", fields) + "\n";
  }

  /// The columns: those of [Metrics], and of [EvaluationResult] with `eval` before them.
  private static List<String> columns() {
    List<String> names = new ArrayList<>();
    for (RecordComponent c : Metrics.class.getRecordComponents()) {
      names.add(c.getName());
    }
    for (RecordComponent c : EvaluationResult.class.getRecordComponents()) {
      names.add(evaluated(c.getName()));
    }
    names.add(evaluated("overestimation"));
    return List.copyOf(names);
  }

  private static String evaluated(String name) {
    return "eval" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  static String row(RunEvent.Measured measured) {
    Map<String, Object> values = new HashMap<>();
    Metrics metrics = measured.metrics();
    for (RecordComponent c : Metrics.class.getRecordComponents()) {
      values.put(c.getName(), get(c, metrics));
    }
    EvaluationResult evaluation = measured.evaluation();
    if (evaluation != null) {
      for (RecordComponent c : EvaluationResult.class.getRecordComponents()) {
        values.put(evaluated(c.getName()), get(c, evaluation));
      }
      values.put(evaluated("overestimation"), evaluation.overestimation());
    }
    return line(COLUMNS.stream().map(name -> field(values.getOrDefault(name, ""))).toList());
  }

  private static Object get(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Numbers as their shortest text, nothing where there is none.
  private static String field(Object value) {
    return value instanceof Double d && d.isNaN() ? "" : value.toString();
  }
}
