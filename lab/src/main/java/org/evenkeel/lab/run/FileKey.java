package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Identifies a file, to notice later that its name refers to a different one. As long as a process has a file open,
/// the system does not reuse its key.
///
/// @param key the system's file key; null if it has none, and then any file with the name counts as the same
record FileKey(@Nullable Object key) {
  /// Returns the key of an existing file.
  static FileKey of(Path file) throws IOException {
    return new FileKey(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  /// Returns whether the name still refers to this file.
  boolean isStill(Path file) {
    try {
      return equals(of(file));
    } catch (IOException e) {
      return false;
    }
  }
}
