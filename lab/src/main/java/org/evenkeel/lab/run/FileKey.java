package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Which file a name stands for, to notice that it stands for another one later. As long as a process has a file open,
/// the system gives its key to no other.
///
/// @param key the system's; null where it has none, and then any file of the name counts as the same
record FileKey(@Nullable Object key) {
  /// The key of a file that exists.
  static FileKey of(Path file) throws IOException {
    return new FileKey(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  /// Whether the name still stands for this file.
  boolean isStill(Path file) {
    try {
      return equals(of(file));
    } catch (IOException e) {
      return false;
    }
  }
}
