package org.evenkeel.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A folder that all machines of a cluster reach.
interface SharedFolder {
  /// The names of the files in a folder below it; none if there is no such folder.
  List<String> list(String folder) throws IOException;

  /// The length of a file; -1 if there is none.
  long length(String file) throws IOException;

  /// Copies a file of this machine there; it appears as a whole, or not at all.
  void put(Path local, String file) throws IOException;

  /// Writes a text there; it appears as a whole, or not at all.
  void put(String text, String file) throws IOException;

  /// Copies a file to this machine.
  void get(String file, Path local) throws IOException;

  /// Reads a text.
  String text(String file) throws IOException;

  /// Deletes a file, if it is there.
  void delete(String file) throws IOException;

  /// Deletes a folder below it with its files, if it is there.
  void deleteFolder(String folder) throws IOException;
}
