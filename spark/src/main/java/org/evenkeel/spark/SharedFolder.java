package org.evenkeel.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A folder that all machines of a cluster can reach.
interface SharedFolder {
  /// Returns the names of the files in a subfolder; none if there is no such folder.
  List<String> list(String folder) throws IOException;

  /// Returns the length of a file; -1 if there is none.
  long length(String file) throws IOException;

  /// Copies a local file into the folder. It appears completely or not at all.
  void put(Path local, String file) throws IOException;

  /// Writes a text file into the folder. It appears completely or not at all.
  void put(String text, String file) throws IOException;

  /// Copies a file to this machine.
  void get(String file, Path local) throws IOException;

  /// Reads a text file.
  String text(String file) throws IOException;

  /// Deletes a file if it exists.
  void delete(String file) throws IOException;

  /// Deletes a subfolder with its files if it exists.
  void deleteFolder(String folder) throws IOException;
}
