package org.evenkeel.core.train;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.core.internal.SlotStorage;

/// The files of a run in its folder: their names, which of them belong together, and which can be removed.
///
/// The last two checkpoints are in files `checkpoint-STEP.bin`. The stored steps FROM to TO - 1 of the replay buffer
/// are in `replay-FROM-TO.bin`, kept as long as one of the two checkpoints needs them.
///
/// @param folder the folder, absolute and normalized
record RunFolder(Path folder) {
  private static final String CHECKPOINT = "checkpoint";
  private static final String REPLAY = "replay";
  private static final int KEPT = 2;

  RunFolder {
    folder = folder.toAbsolutePath().normalize();
  }

  /// A replay file: the stored steps `from` to `to` - 1.
  record Chunk(Path file, long from, long to) {
    private static final int HEADER = 3 * Long.BYTES;

    /// Checks that the file is complete and matches its name. Nothing is changed until this is known for all files.
    ///
    /// @param run the checksum of the run's identity
    void check(SlotStorage replay, long run) throws IOException {
      SealedFile.check(file);
      try (DataInputStream in = SealedFile.openUnchecked(file)) {
        boolean own =
            SealedFile.contentBytes(file) == HEADER + (to - from) * replay.slotBytes()
                && in.readLong() == run
                && in.readLong() == from
                && in.readLong() == to;
        if (!own) {
          throw new SealedFile.DamagedException(
              "'" + file.getFileName() + "' has the content of another file");
        }
      }
    }

    /// Reads the file into a new buffer.
    void readInto(SlotStorage replay) throws IOException {
      try (DataInputStream in = SealedFile.openUnchecked(file)) {
        in.skipNBytes(HEADER);
        replay.readSlots(from, to, in);
      }
    }
  }

  boolean hasCheckpoint() throws IOException {
    return Files.isDirectory(folder) && !checkpoints().isEmpty();
  }

  Path checkpoint(long step) {
    // String.format is avoided because it uses the digits of the user's locale.
    return folder.resolve(CHECKPOINT + "-" + step + ".bin");
  }

  /// Writes the stored steps that are not in any file yet.
  void writeNewSteps(SlotStorage replay, long run) throws IOException {
    long start = replay.tail();
    for (Chunk chunk : chunks()) {
      start = Math.max(start, chunk.to());
    }
    long from = start;
    long to = replay.head();
    if (from < to) {
      SealedFile.write(
          folder.resolve(REPLAY + "-" + from + "-" + to + ".bin"),
          out -> {
            out.writeLong(run);
            out.writeLong(from);
            out.writeLong(to);
            replay.writeSlots(from, to, out);
          });
    }
  }

  /// Returns the replay files that contain the steps `tail` to `head` - 1, in order.
  List<Chunk> chain(Path checkpoint, long tail, long head) throws IOException {
    List<Chunk> needed = new ArrayList<>();
    long reached = tail;
    for (Chunk chunk : chunks()) {
      if (chunk.to() > tail && chunk.from() < head) {
        if (chunk.from() > reached || chunk.to() > head) {
          break;
        }
        needed.add(chunk);
        reached = chunk.to();
      }
    }
    if (reached < head) {
      throw new SealedFile.DamagedException(
          "'%s' cannot be used: no file contains the stored steps from %d on"
              .formatted(checkpoint.getFileName(), reached));
    }
    return needed;
  }

  /// Keeps the newest checkpoints and the replay files they need; removes the rest.
  ///
  /// @param oldestNeeded the oldest stored step that a checkpoint needs
  void removeOld(OldestNeeded oldestNeeded) throws IOException {
    List<Path> checkpoints = checkpoints();
    long needed = Long.MAX_VALUE;
    for (int i = 0; i < checkpoints.size(); i++) {
      if (i >= KEPT) {
        Files.deleteIfExists(checkpoints.get(i));
        continue;
      }
      needed = Math.min(needed, oldestNeeded.of(checkpoints.get(i)));
    }
    for (Chunk chunk : chunks()) {
      if (chunk.to() <= needed) {
        Files.deleteIfExists(chunk.file());
      }
    }
    for (Path unfinished : files("(checkpoint|replay)-[\\d-]+\\.bin\\.next")) {
      Files.deleteIfExists(unfinished);
    }
  }

  /// Finds the oldest stored step that a checkpoint needs, for [#removeOld].
  @FunctionalInterface
  interface OldestNeeded {
    long of(Path checkpoint);
  }

  /// Removes the files written after the checkpoint of this step, since they will be written again.
  void removeLater(long step, long head) throws IOException {
    for (Path file : checkpoints()) {
      if (step(file) > step) {
        Files.deleteIfExists(file);
      }
    }
    for (Chunk chunk : chunks()) {
      if (chunk.to() > head) {
        Files.deleteIfExists(chunk.file());
      }
    }
  }

  /// Whether there is anything for [#removeAll] to remove.
  boolean hasFiles() throws IOException {
    return Files.isDirectory(folder)
        && !files("(" + CHECKPOINT + "|" + REPLAY + ")-[\\d-]+\\.bin(\\.next)?").isEmpty();
  }

  /// Removes the checkpoints and then the stored steps they need.
  void removeAll() throws IOException {
    for (String kind : List.of(CHECKPOINT, REPLAY)) {
      for (Path file : files(kind + "-[\\d-]+\\.bin(\\.next)?")) {
        Files.deleteIfExists(file);
      }
    }
  }

  /// Returns the checkpoints, newest first.
  List<Path> checkpoints() throws IOException {
    List<Path> files = files(CHECKPOINT + "-\\d{1,18}\\.bin");
    files.sort(Comparator.comparingLong(RunFolder::step).reversed());
    return files;
  }

  private List<Chunk> chunks() throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    for (Path file : files(REPLAY + "-\\d{1,18}-\\d{1,18}\\.bin")) {
      chunks.add(new Chunk(file, number(file, 1), number(file, 2)));
    }
    chunks.sort(Comparator.comparingLong(Chunk::from));
    return chunks;
  }

  private List<Path> files(String pattern) throws IOException {
    try (var all = Files.list(folder)) {
      return new ArrayList<>(
          all.filter(file -> String.valueOf(file.getFileName()).matches(pattern)).toList());
    }
  }

  /// Returns the step of a checkpoint, according to its name.
  static long step(Path checkpoint) {
    return number(checkpoint, 1);
  }

  private static long number(Path file, int part) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(0, name.length() - ".bin".length()).split("-", -1)[part]);
  }
}
