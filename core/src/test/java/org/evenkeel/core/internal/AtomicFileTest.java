package org.evenkeel.core.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir Path folder;

  @Test
  void aFileIsReplacedAsAWhole() throws IOException {
    Path file = folder.resolve("kept.csv");
    AtomicFile.write(file, "grün");
    AtomicFile.write(file, "blue");
    assertEquals("blue", Files.readString(file));
    assertEquals(List.of("kept.csv"), names());
  }

  @Test
  void whatFailsLeavesTheOldContentAndNothingElse() throws IOException {
    Path file = folder.resolve("kept.csv");
    AtomicFile.write(file, "old");
    IOException full = new IOException("No space left on device");
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write(new byte[1 << 20]);
                      throw full;
                    }));
    assertEquals(full, e);
    assertThrows(
        IllegalStateException.class,
        () ->
            AtomicFile.writeShared(
                file,
                out -> {
                  throw new IllegalStateException("a bug");
                }));
    assertEquals("old", Files.readString(file));
    assertEquals(List.of("kept.csv"), names());
  }

  @Test
  void whileItIsWrittenTheOldContentIsThere() throws IOException {
    Path file = folder.resolve("kept.csv");
    AtomicFile.write(file, "old");
    AtomicFile.write(
        file,
        out -> {
          out.write('n');
          out.flush();
          assertEquals("old", Files.readString(file));
          assertEquals("n", Files.readString(folder.resolve("kept.csv.next")));
        });
    assertEquals("n", Files.readString(file));
  }

  @Test
  void severalMayWriteASharedFileAtOnce() throws Exception {
    Path file = folder.resolve("rom.bin");
    try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        byte[] content = new byte[100_000];
        Arrays.fill(content, (byte) i);
        all.add(
            writers.submit(
                () -> {
                  AtomicFile.writeShared(file, out -> out.write(content));
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    byte[] read = Files.readAllBytes(file);
    assertEquals(100_000, read.length);
    for (byte b : read) {
      assertEquals(read[0], b);
    }
    assertEquals(List.of("rom.bin"), names());
  }

  @Test
  void aMissingFolderIsSaid() {
    assertThrows(
        NoSuchFileException.class, () -> AtomicFile.write(folder.resolve("none/file"), "x"));
    AtomicFile.forceFolder(folder.resolve("none")); // what cannot be forced is left alone
    assertTrue(Files.isDirectory(folder));
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }
}
