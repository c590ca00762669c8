package org.evenkeel.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Reason;
import org.jspecify.annotations.Nullable;

/// `metrics.csv`, with one row for each [RunEvent.Measured]. Equal runs produce the same bytes.
///
/// A row is written immediately. If the write fails, the row stays in memory, in order, and is tried again with the
/// next one, after cutting off the remains of the failed write. Rows are durably on disk after [#sync], which precedes
/// every checkpoint. The checkpoint has a copy of all rows up to its step, so that a damaged or lost file is rewritten
/// on resume ([#restore]).
final class MetricsFile implements AutoCloseable {
  static final String NAME = "metrics.csv";

  private final Path file;
  private final Deque<String> unsaved = new ArrayDeque<>();
  private @Nullable FileChannel channel;
  private @Nullable FileKey key;
  private long good;
  private CRC32C sum = new CRC32C();

  /// Creates a writer for a file that does not exist yet, or that [#restore] or [#cut] has prepared.
  MetricsFile(Path folder) {
    file = folder.resolve(NAME);
  }

  /// Starts an empty file with the column names, durably on disk.
  void start() throws IOException {
    unsaved.clear();
    endsAfter("");
    try {
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
      unsaved.add(MetricsRow.header());
      write();
      sync();
    } catch (IOException e) {
      throw new IOException("cannot write '" + file + "': " + Reason.of(e), e);
    }
  }

  /// Starts again without a checkpoint. Existing rows are kept in another file.
  ///
  /// @return a sentence about that file; empty if there were no rows
  Optional<String> startAgain() throws IOException {
    Optional<String> kept = Optional.empty();
    if (Files.isRegularFile(file) && hasRows()) {
      Path aside = free();
      Files.move(file, aside);
      kept = Optional.of("the old rows of %s are in '%s'".formatted(NAME, aside.getFileName()));
    }
    start();
    return kept;
  }

  /// Returns whether there is a complete line after the first.
  private boolean hasRows() throws IOException {
    int ends = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      for (int b = in.read(); b >= 0 && ends < 2; b = in.read()) {
        ends += b == '\n' ? 1 : 0;
      }
    }
    return ends == 2;
  }

  private Path free() {
    int number = 1;
    Path aside;
    do {
      aside = file.resolveSibling("metrics-before-" + number++ + ".csv");
    } while (Files.exists(aside));
    return aside;
  }

  /// Continues with the rows of a checkpoint. Later rows in the file are discarded, since the run repeats those steps.
  /// A file that does not begin with the checkpoint's rows is rewritten.
  ///
  /// @return a sentence about the damage to the file; empty if it was intact
  Optional<String> restore(String rows) throws IOException {
    if (!rows.startsWith(MetricsRow.header())) {
      throw new IOException(
          "the checkpoint has different columns of "
              + NAME
              + " than this version writes: finish the run with the version of Evenkeel that started it");
    }
    byte[] wanted = rows.getBytes(UTF_8);
    Optional<String> fault = fault(wanted);
    if (fault.isPresent() || Files.size(file) != wanted.length) {
      AtomicFile.write(file, rows);
    }
    endsAfter(rows);
    return fault.map(what -> what + "; its rows are restored from the checkpoint");
  }

  private Optional<String> fault(byte[] wanted) throws IOException {
    if (!Files.exists(file)) {
      return Optional.of(NAME + " is missing");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException("'" + file + "' must be a file");
    }
    byte[] found;
    try (InputStream in = Files.newInputStream(file)) {
      found = in.readNBytes(wanted.length);
    } catch (IOException e) {
      throw new IOException("cannot read '" + file + "': " + Reason.of(e), e);
    }
    int same = Arrays.mismatch(wanted, found);
    if (same < 0) {
      return Optional.empty();
    }
    long line = 1;
    for (int i = 0; i < same; i++) {
      line += wanted[i] == '\n' ? 1 : 0;
    }
    return Optional.of("line " + line + " of " + NAME + " is damaged or missing");
  }

  /// Records that the file ends after these rows.
  private void endsAfter(String rows) {
    byte[] bytes = rows.getBytes(UTF_8);
    good = bytes.length;
    sum = new CRC32C();
    sum.update(bytes);
  }

  /// Continues with a file whose rows are in no checkpoint, from the row of step `step` or the last one before it.
  /// Later rows and an incomplete one are discarded, since the run repeats those steps.
  ///
  /// @return the number of discarded rows
  /// @throws IOException if the file is missing, since its rows cannot be recovered
  int cut(long step) throws IOException {
    if (!Files.exists(file)) {
      throw lost();
    }
    String text = ConfigYaml.text(file, MetricsRows.LARGEST_BYTES);
    List<String> lines = text.lines().toList();
    if (!text.startsWith(MetricsRow.header())) {
      // Either the very first write was incomplete, or another version wrote the file.
      if (MetricsRow.header().startsWith(text)) {
        throw lost();
      }
      throw new IOException("'" + file + "' has different columns than this version writes");
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
    endsAfter(rows);
    return lines.size() - kept;
  }

  private IOException lost() {
    return new IOException(
        "'"
            + file
            + "' is missing or empty, and the checkpoint has no copy of its rows: restore the file from a copy,"
            + " or start the run again in another folder");
  }

  private boolean isKept(List<String> lines, int index, String text, long step) {
    String line = lines.get(index);
    boolean torn = index == lines.size() - 1 && !text.endsWith("\n");
    int comma = line.indexOf(',');
    return !torn
        && comma > 0
        && line.chars().filter(c -> c == ',').count() == MetricsRow.columns() - 1
        && line.substring(0, comma).matches("\\d{1,18}")
        && Long.parseLong(line.substring(0, comma)) <= step;
  }

  /// Adds a row and writes all unsaved rows.
  void add(RunEvent.Measured measured) throws IOException {
    unsaved.add(MetricsRow.of(measured));
    write();
  }

  /// Writes all unsaved rows and waits until they are on disk.
  ///
  /// @return the content of the file, for a checkpoint
  /// @throws FolderChangedException if someone else changed or replaced the file
  String sync() throws IOException {
    write();
    FileChannel open = open();
    open.force(true);
    FileKey own = key;
    if (own != null && !own.isStill(file)) {
      throw changed("removed or replaced");
    }
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(good));
    while (bytes.hasRemaining() && open.read(bytes, bytes.position()) > 0) {}
    CRC32C found = new CRC32C();
    found.update(bytes.array(), 0, bytes.position());
    if (bytes.hasRemaining() || found.getValue() != sum.getValue()) {
      throw changed("changed");
    }
    return new String(bytes.array(), UTF_8);
  }

  private FolderChangedException changed(String how) {
    return new FolderChangedException(
        "'%s' was %s by another program while the run was training. Continue from the last checkpoint, which restores the rows, with: %s"
            .formatted(
                file,
                how,
                Shell.command("resume", String.valueOf(file.toAbsolutePath().getParent()))));
  }

  /// Returns the number of rows that could not be written.
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
        sum.update(bytes.flip());
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
      // Not created: if the file is missing now, someone else removed it.
      open = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileKey now = FileKey.of(file);
      if (key != null && !key.equals(now)) {
        open.close();
        throw changed("replaced");
      }
      key = now;
      channel = open;
    }
    return open;
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      channel = null; // the earlier failure is the one to report
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
}
