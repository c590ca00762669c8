package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.lab.config.Reason;

/// A small text file, written by [AtomicFile]. Every failure is a sentence with the file's name.
public final class WholeFile {
  private WholeFile() {}

  /// Writes it as a whole or not at all. The folder is made if it does not exist.
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

  /// All of a file.
  ///
  /// @param largestBytes more than it can sensibly have: a larger one is refused before it fills the memory
  public static String read(Path file, long largestBytes) throws IOException {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      long size = Files.size(file);
      if (size > largestBytes) {
        throw new IOException("it has %d bytes, at most %d are read".formatted(size, largestBytes));
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IOException("cannot read '" + file + "': it is not text in UTF-8", e);
    } catch (IOException e) {
      throw new IOException("cannot read '" + file + "': " + Reason.of(e), e);
    }
  }
}
