package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A small text file that is there as a whole or not at all. Every failure is a sentence with the file's name.
public final class WholeFile {
  /// What is put behind the name of a file while it is written.
  public static final String NEXT = ".next";

  private WholeFile() {}

  /// Writes under another name, forces it to disk, renames. The folder is made if it is not there.
  public static void write(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + NEXT);
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      MetricsFile.writeAndSync(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      deleteQuietly(next);
      throw new IOException("cannot write '" + file + "': " + Reason.of(e), e);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException ignored) {
      // the first failure is the one to report
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
