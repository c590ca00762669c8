package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.evenkeel.core.agent.Algorithm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A checkpoint that cannot be read now may be good: it is no reason to go on from an older one, nothing is removed, and
/// the sentence says why.
final class UnreadableCheckpointTest {
  private static final Training TRAINING = Runs.small(Algorithm.averaged(2));

  @TempDir private Path folder;
  private Path newest;

  @BeforeEach
  void twoCheckpoints() throws IOException {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      trainer.run(50);
      Checkpoint.write(folder, trainer);
      trainer.run(80);
      Checkpoint.write(folder, trainer);
    }
    newest = folder.resolve("checkpoint-80.bin");
  }

  @Test
  void oneThatThisUserMustNotReadIsKept() throws IOException {
    assertTrue(newest.toFile().setReadable(false));
    assumeFalse(Files.isReadable(newest), "this user may read everything");
    refused("no permission to read '" + newest + "'");
  }

  /// As with too many open files.
  @Test
  void oneThatCannotBeOpenedIsKept() throws IOException {
    Files.delete(newest);
    Files.createSymbolicLink(newest, newest);
    refused(
        "'"
            + newest
            + "' cannot be opened: Too many levels of symbolic links or unable to access attributes of symbolic link");
  }

  /// As with a disk that fails: opening a folder succeeds, and reading it fails.
  @Test
  void oneThatCannotBeReadIsKept() throws IOException {
    Files.delete(newest);
    Files.createDirectory(newest);
    refused(
        "'"
            + newest
            + "' cannot be read: Is a directory; if the disk has lost it, remove the file to continue from the previous checkpoint");
  }

  private void refused(String sentence) throws IOException {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      IOException e =
          assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer), sentence);
      assertEquals(sentence, e.getMessage());
      assertFalse(String.valueOf(e.getMessage()).contains("Exception"));
    }
    assertTrue(Files.exists(newest, LinkOption.NOFOLLOW_LINKS));
    assertTrue(Files.exists(folder.resolve("checkpoint-50.bin")));
  }
}
