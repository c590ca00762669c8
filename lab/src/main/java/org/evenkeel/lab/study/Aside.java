package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.lab.config.Reason;

/// Moves files that are in the way of a trial to a free name in the same folder. A study never deletes files that it
/// cannot use, since they may be all that is left of days of computing.
public final class Aside {
  private Aside() {}

  /// Moves a file or folder to `NAME-before-1`, `NAME-before-2` and so on, with the number before the file extension.
  ///
  /// @return its new path
  public static Path move(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    int dot = Files.isDirectory(file) ? -1 : name.lastIndexOf('.');
    String start = dot < 0 ? name : name.substring(0, dot);
    String ending = dot < 0 ? "" : name.substring(dot);
    int number = 1;
    Path aside;
    do {
      aside = file.resolveSibling(start + "-before-" + number++ + ending);
    } while (Files.exists(aside));
    try {
      Files.move(file, aside);
    } catch (IOException e) {
      throw new IOException("cannot move '%s' to '%s': %s".formatted(file, aside, Reason.of(e)), e);
    }
    AtomicFile.forceFolder(file.toAbsolutePath().getParent());
    return aside;
  }
}
