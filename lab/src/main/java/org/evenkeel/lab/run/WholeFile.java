package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.lab.config.Reason;

/// Reads and writes small text files, with [AtomicFile]. Every error message names the file.
public final class WholeFile {
  private WholeFile() {}

  /// Writes a file completely or not at all. Creates the folder if it does not exist.
  public static void write(Path file, String text) throws IOException {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      AtomicFile.write(file, text);
    } catch (IOException e) {
      throw new IOException("cannot write '" + file + "': " + Reason.of(e), e);
    }
  }

  /// Returns the content of a file.
  ///
  /// @param largestBytes the size limit; a larger file is rejected before it fills the memory
  public static String read(Path file, long largestBytes) throws IOException {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      long size = Files.size(file);
      if (size > largestBytes) {
        throw new IOException(
            "it has %d bytes, but at most %d are allowed".formatted(size, largestBytes));
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IOException("cannot read '" + file + "': it is not UTF-8 text", e);
    } catch (IOException e) {
      throw new IOException("cannot read '" + file + "': " + Reason.of(e), e);
    }
  }
}
