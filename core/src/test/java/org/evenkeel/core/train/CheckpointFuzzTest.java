package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints with any content and a right checksum: each is resumed, or refused in one sentence. Nothing is allocated
/// because a damaged length says so.
class CheckpointFuzzTest {
  /// Of each of the four kinds of run below.
  private static final int EACH = 1_000;

  /// Lengths and numbers that a reader might believe.
  private static final int[] EXTREMES = {
    -1, 0, 1, 7, 255, 65_535, 65_536, 1 << 20, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE
  };

  @TempDir Path folder;

  @Test
  void someOfEveryBuild() throws IOException {
    fuzz(Tasks.Walk::new, Runs.small(Algorithm.dqn()).hidden(4), 5, 200);
  }

  @Test
  @Tag("slow")
  void aRunWhoseEpisodeIsPlayedAgain() throws IOException {
    fuzz(Tasks.Walk::new, Runs.small(Algorithm.averaged(2)).hidden(4), 1, EACH);
  }

  @Test
  @Tag("slow")
  void aRunWhoseEnvironmentSavesItsStateWithPriorities() throws IOException {
    Training training = Runs.small(Algorithm.dqn()).hidden(4).nStep(2);
    fuzz(Tasks.SavedWalk::new, training.sampling(Sampling.Prioritized.published()), 2, EACH);
  }

  @Test
  @Tag("slow")
  void aRunOnStates() throws IOException {
    fuzz(Tasks.Naming::new, Runs.small(Algorithm.ensemble(2)).hidden(4), 3, EACH);
  }

  @Test
  @Tag("slow")
  void aRunOnImages() throws IOException {
    fuzz(() -> new Tasks.Catch(true), Runs.small(Algorithm.dqn()).hidden(4), 4, EACH);
  }

  private void fuzz(Supplier<Environment> environments, Training training, long seed, int cases)
      throws IOException {
    try (Trainer trainer = new Trainer(environments, training, 1)) {
      trainer.run(117);
      Checkpoint.write(folder, trainer, "a log\nof the run\n");
    }
    List<Path> files;
    try (var all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    byte[][] good = new byte[files.size()][];
    for (int i = 0; i < good.length; i++) {
      good[i] = Files.readAllBytes(files.get(i));
    }
    Random random = new Random(seed);
    int refused = 0;
    for (int n = 0; n < cases; n++) {
      int chosen = random.nextInt(4) == 0 ? random.nextInt(good.length) : 0; // mostly checkpoints
      Files.write(files.get(chosen), sealed(changed(good[chosen], random)));
      refused += tried(environments, training, n) ? 0 : 1;
      Files.write(files.get(chosen), good[chosen]);
    }
    assertTrue(refused > cases / 4, "only " + refused + " were refused");
    assertTrue(tried(environments, training, 0), "the good one is used");
  }

  /// Whether it was used.
  private boolean tried(Supplier<Environment> environments, Training training, int number)
      throws IOException {
    boolean[] used = new boolean[1];
    try (Trainer trainer = new Trainer(environments, training, 1)) {
      sentence(
          number,
          () -> {
            Checkpoint.resume(folder, trainer);
            used[0] = true;
          });
    }
    if (number % 10 == 0) {
      sentence(number, () -> Checkpoint.policy(folder, environments, training, 1));
    }
    return used[0];
  }

  private interface Reading {
    void read() throws IOException;
  }

  private static void sentence(int number, Reading reading) {
    try {
      reading.read();
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      String at = "case " + number + ": " + message;
      assertTrue(message.contains("'checkpoint-117.bin'") || message.contains("'replay-"), at);
      assertFalse(message.contains("null"), at);
      assertFalse(message.contains("Exception"), at);
      assertTrue(message.lines().count() == 1 && message.length() < 5_000, at);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("case " + number + ": " + e, e);
    }
  }

  /// The content with one to three changes; the header before it and the checksum behind it stay.
  private static byte[] changed(byte[] file, Random random) {
    byte[] content = Arrays.copyOfRange(file, 12, file.length - 8);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(Math.max(1, content.length - 8));
      switch (random.nextInt(7)) {
        case 0 -> content[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> content[at] = (byte) random.nextInt(256);
        case 2 -> ByteBuffer.wrap(content).putInt(at, EXTREMES[random.nextInt(EXTREMES.length)]);
        case 3 ->
            ByteBuffer.wrap(content).putLong(at, EXTREMES[random.nextInt(EXTREMES.length)] * 3L);
        case 4 -> content = Arrays.copyOf(content, Math.max(8, at));
        case 5 -> {
          byte[] longer = Arrays.copyOf(content, content.length + 1 + random.nextInt(40));
          int shift = longer.length - content.length;
          System.arraycopy(content, at, longer, at + shift, content.length - at);
          content = longer;
        }
        default -> {
          int gone = Math.min(content.length - 8 - at, 1 + random.nextInt(40));
          if (gone > 0) {
            System.arraycopy(content, at + gone, content, at, content.length - at - gone);
            content = Arrays.copyOf(content, content.length - gone);
          }
        }
      }
      if (content.length < 16) {
        break;
      }
    }
    return ByteBuffer.allocate(12 + content.length + 8).put(file, 0, 12).put(content).array();
  }

  private static byte[] sealed(byte[] file) {
    CRC32C sum = new CRC32C();
    sum.update(file, 0, file.length - 8);
    ByteBuffer.wrap(file).putLong(file.length - 8, sum.getValue());
    return file;
  }

  @Test
  void aLengthIsNotBelievedBeforeItsNumbersArrive() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(Integer.MAX_VALUE);
    out.writeLong(0);
    for (Reading reading :
        List.<Reading>of(
            () -> Bulk.readInts(input(bytes), Integer.MAX_VALUE, 1),
            () -> Bulk.readString(input(bytes)))) {
      assertThrows(IOException.class, reading::read);
    }
    int[] values = new Random(1).ints(200_000).toArray();
    bytes.reset();
    Bulk.write(out, values, values.length);
    assertEquals(
        Arrays.hashCode(values), Arrays.hashCode(Bulk.readInts(input(bytes), values.length, 5)));
  }

  private static DataInputStream input(ByteArrayOutputStream bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }
}
