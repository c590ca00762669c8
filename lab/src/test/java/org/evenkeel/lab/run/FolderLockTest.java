package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One holder at a time, under whatever name the folder goes. Other processes: see the tests of the commands.
final class FolderLockTest {
  @TempDir private Path parent;

  private static String taken(Path folder) {
    return "'%s' is in use by another training (process %d)"
        .formatted(folder, ProcessHandle.current().pid());
  }

  private static String refused(Path folder) {
    return assertThrows(IOException.class, () -> FolderLock.take(folder, "training").close())
        .getMessage();
  }

  @Test
  void theSecondIsRefusedUntilTheFirstLetsGo() throws IOException {
    try (FolderLock _ = FolderLock.take(parent, "training")) {
      assertEquals(taken(parent), refused(parent));
      assertEquals(taken(parent), refused(parent), "a refusal must not let go of it");
      Path same = parent.resolve("below").resolve("..");
      Files.createDirectories(parent.resolve("below"));
      assertEquals(taken(same), refused(same));
      assertEquals(ProcessHandle.current().pid() + "\n", Files.readString(parent.resolve("lock")));
    }
    FolderLock.take(parent, "training").close();
  }

  /// The system lets go of a lock when its process closes any channel to the file. Its list of locks shows it.
  @Test
  void aRefusalDoesNotLetOtherProcessesIn() throws IOException {
    Path list = Path.of("/proc/locks");
    assumeTrue(Files.isReadable(list), "not Linux");
    try (FolderLock _ = FolderLock.take(parent, "training")) {
      String file = ":" + Files.getAttribute(parent.resolve("lock"), "unix:ino") + " ";
      assumeTrue(Files.readString(list).contains(file), "this system does not list its locks");
      refused(parent);
      refused(parent.resolve("."));
      assertTrue(Files.readString(list).contains(file), "another process could take it");
    }
  }

  @Test
  void whatAKilledProcessLeftIsTakenOver() throws IOException {
    Files.writeString(parent.resolve("lock"), "99999999999999999999 and much more\n\n");
    try (FolderLock _ = FolderLock.take(parent, "training")) {
      assertEquals(ProcessHandle.current().pid() + "\n", Files.readString(parent.resolve("lock")));
    }
  }

  @Test
  void aFolderIsMadeWithAllAboveIt() throws IOException {
    Path deep = parent.resolve("a").resolve("b");
    assertEquals("cannot open folder '" + deep + "': no such file or folder", refused(deep));
    FolderLock.make(deep, "training").close();
    assertTrue(Files.isDirectory(deep));
    FolderLock.make(deep, "training").close();
  }

  @Test
  void whatCannotBeAFolderIsSaid() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "mine");
    String sentence =
        assertThrows(IOException.class, () -> FolderLock.make(file, "training").close())
            .getMessage();
    assertEquals("cannot create folder '" + file + "': a file with that name exists", sentence);
    assertEquals("mine", Files.readString(file));
    Path odd = Files.createDirectories(parent.resolve("odd"));
    Files.createDirectories(odd.resolve("lock"));
    assertTrue(refused(odd).startsWith("cannot write to '" + odd + "': "));
  }
}
