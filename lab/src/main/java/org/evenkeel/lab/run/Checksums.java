package org.evenkeel.lab.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.config.Reason;

/// The file `checksums.txt`, with the SHA-256 of each file of a finished run, so that damage is noticed once the
/// checkpoints are gone. `sha256sum -c checksums.txt` reads it. It is written last; an unfinished run has none.
final class Checksums {
  static final String NAME = "checksums.txt";

  private static final List<String> FILES =
      List.of(RunDirectory.CONFIG, MetricsFile.NAME, RunDirectory.POLICY);
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  ([a-z.]{1,40})");
  private static final long LARGEST_BYTES = 4_096;

  private Checksums() {}

  /// Writes the checksums of a finished run.
  ///
  /// @param rows the expected content of `metrics.csv`
  static void write(Path folder, String rows) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String name : FILES) {
      String sum = name.equals(MetricsFile.NAME) ? of(rows) : of(folder.resolve(name));
      text.append(sum).append("  ").append(name).append('\n');
    }
    AtomicFile.write(folder.resolve(NAME), text.toString());
  }

  static boolean exist(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /// Removes the checksums because the files are about to change.
  static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME));
  }

  /// Compares files with their checksums. A run without checksums passes: it is unfinished, or from an older version.
  ///
  /// @throws IOException if a file is damaged; the message says what to do
  static void compare(Path folder, String... names) throws IOException {
    if (!exist(folder)) {
      return;
    }
    Map<String, String> sums = read(folder);
    for (String name : names) {
      Path file = folder.resolve(name);
      String wanted = sums.get(name);
      if (wanted == null) {
        throw damaged(folder, NAME, "is damaged: it has no checksum for " + name);
      }
      if (!Files.isRegularFile(file)) {
        throw damaged(folder, name, "is missing");
      }
      if (!of(file).equals(wanted)) {
        throw damaged(
            folder, name, "is damaged: it does not match " + NAME + " in the same folder");
      }
    }
  }

  /// Compares all files with their checksums.
  static void compareAll(Path folder) throws IOException {
    compare(folder, FILES.toArray(String[]::new));
  }

  private static Map<String, String> read(Path folder) throws IOException {
    Map<String, String> sums = new LinkedHashMap<>();
    for (String line : WholeFile.read(folder.resolve(NAME), LARGEST_BYTES).lines().toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw damaged(folder, NAME, "is damaged");
      }
      sums.put(parts.group(2), parts.group(1));
    }
    return sums;
  }

  private static IOException damaged(Path folder, String name, String what) throws IOException {
    boolean mended = Checkpoint.exists(folder) && !name.equals(RunDirectory.CONFIG);
    return new IOException(
        "'%s' %s; %s"
            .formatted(
                folder.resolve(name),
                what,
                mended
                    ? Shell.command("resume", folder) + " repairs it"
                    : "restore it from a copy, or delete "
                        + NAME
                        + " to use the files as they are"));
  }

  /// Returns the checksum of a text.
  static String of(String text) {
    return hex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String of(Path file) throws IOException {
    MessageDigest digest = digest();
    byte[] piece = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        digest.update(piece, 0, n);
      }
    } catch (IOException e) {
      throw new IOException("cannot read '" + file + "': " + Reason.of(e), e);
    }
    return hex(digest.digest());
  }

  private static String hex(byte[] sum) {
    return HexFormat.of().formatHex(sum);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has SHA-256
    }
  }
}
