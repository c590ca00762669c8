package org.evenkeel.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.evenkeel.spark.probe.HadoopSettings;

/// A folder in one of Hadoop's file systems: `file:`, `hdfs:`, `s3a:` and others that the user's Spark supports.
final class HadoopFolder implements SharedFolder {
  /// The largest size of a text file in bytes. A longer file cannot be a list of files that we wrote.
  private static final int LARGEST_TEXT = 1 << 24;

  private final FileSystem system;
  private final Path folder;

  HadoopFolder(String address) throws IOException {
    folder = new Path(address);
    system = folder.getFileSystem(HadoopSettings.here());
  }

  private Path at(String file) {
    return new Path(folder, file);
  }

  @Override
  public List<String> list(String below) throws IOException {
    List<String> names = new ArrayList<>();
    try {
      for (FileStatus status : system.listStatus(at(below))) {
        if (status.isFile()) {
          names.add(status.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    return names;
  }

  @Override
  public long length(String file) throws IOException {
    try {
      return system.getFileStatus(at(file)).getLen();
    } catch (FileNotFoundException e) {
      return -1;
    }
  }

  /// Writes a file under a temporary name and renames it. (In an object store, a file is visible only when complete
  /// anyway.)
  private void put(InputStream in, String file) throws IOException {
    Path target = at(file);
    Path next = new Path(target.getParent(), "." + UUID.randomUUID() + ".next");
    try {
      try (OutputStream out = system.create(next, true)) {
        in.transferTo(out);
      }
      if (!system.rename(next, target)) { // some file systems refuse without an exception
        throw new IOException("'" + next.getName() + "' could not be renamed to '" + target + "'");
      }
    } catch (IOException e) {
      system.delete(next, false);
      throw e;
    }
  }

  @Override
  public void put(java.nio.file.Path local, String file) throws IOException {
    try (InputStream in = Files.newInputStream(local)) {
      put(in, file);
    }
  }

  @Override
  public void put(String text, String file) throws IOException {
    put(new ByteArrayInputStream(text.getBytes(UTF_8)), file);
  }

  @Override
  public void get(String file, java.nio.file.Path local) throws IOException {
    try (InputStream in = system.open(at(file))) {
      Files.copy(in, local);
    }
  }

  @Override
  public String text(String file) throws IOException {
    try (InputStream in = system.open(at(file))) {
      return new String(in.readNBytes(LARGEST_TEXT), UTF_8);
    }
  }

  @Override
  public void delete(String file) throws IOException {
    system.delete(at(file), false);
  }

  @Override
  public void deleteFolder(String below) throws IOException {
    system.delete(at(below), true);
  }
}
