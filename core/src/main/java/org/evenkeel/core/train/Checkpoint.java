package org.evenkeel.core.train;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.core.replay.Replay;

/// A run on disk, from which it goes on bit for bit.
///
/// A folder holds `checkpoint-STEP.bin`, the last two, each with everything but the stored steps of the
/// replay memory; those are in `replay-FROM-TO.bin`, written once and kept as long as one of the two
/// checkpoints needs them, so that a checkpoint of a large memory costs only what is new. Every file is
/// written under another name, forced to disk and then renamed, and ends with a checksum: a file that is
/// there is whole, and if the disk spoils one, the checkpoint before it is used.
public final class Checkpoint {
  private static final String CHECKPOINT = "checkpoint";
  private static final String REPLAY = "replay";
  private static final int KEPT = 2;

  private Checkpoint() {}

  /// Where a run went on.
  ///
  /// @param step the steps that had been taken
  /// @param notes what was found wrong on the way, a sentence each
  public record Resumed(long step, List<String> notes) {
    /// Copies the list.
    public Resumed {
      notes = List.copyOf(notes);
    }
  }

  /// A replay file: the stored steps numbered `from` to `to` - 1.
  private record Chunk(Path file, long from, long to) {}

  /// Writes a checkpoint of a trainer between two steps.
  ///
  /// @throws IOException if it could not be written; the ones before are still there
  public static void write(Path folder, Trainer trainer) throws IOException {
    if (!trainer.learner().finite()) {
      throw new DivergedException(trainer.step(), "a parameter is not finite");
    }
    Replay replay = trainer.replay();
    List<Chunk> chunks = chunks(folder);
    long from = replay.tail();
    for (Chunk chunk : chunks) {
      from = Math.max(from, chunk.to());
    }
    if (from < replay.head()) {
      long start = from;
      Path file = folder.resolve("%s-%d-%d.bin".formatted(REPLAY, start, replay.head()));
      SealedFile.write(file, out -> replay.writeSlots(start, replay.head(), out));
    }
    SealedFile.write(
        folder.resolve("%s-%d.bin".formatted(CHECKPOINT, trainer.step())),
        out -> {
          out.writeLong(replay.tail());
          out.writeLong(replay.head());
          writeLines(out, trainer.identity());
          trainer.save(out);
        });
    removeOld(folder);
  }

  private static void writeLines(DataOutputStream out, List<String> lines) throws IOException {
    out.writeInt(lines.size());
    for (String line : lines) {
      out.writeUTF(line);
    }
  }

  /// Keeps the newest checkpoints and the replay files they need.
  private static void removeOld(Path folder) throws IOException {
    List<Path> checkpoints = checkpoints(folder);
    long needed = Long.MAX_VALUE;
    for (int i = 0; i < checkpoints.size(); i++) {
      if (i >= KEPT) {
        Files.deleteIfExists(checkpoints.get(i));
        continue;
      }
      needed = Math.min(needed, tailOf(checkpoints.get(i)));
    }
    for (Chunk chunk : chunks(folder)) {
      if (chunk.to() <= needed) {
        Files.deleteIfExists(chunk.file());
      }
    }
    for (Path unfinished : files(folder, "(checkpoint|replay)-[\\d-]+\\.bin\\.next")) {
      Files.deleteIfExists(unfinished);
    }
  }

  /// The oldest stored step a checkpoint needs; 0 where that cannot be read, so that nothing is removed.
  private static long tailOf(Path checkpoint) {
    try (DataInputStream in = SealedFile.openUnchecked(checkpoint)) {
      return in.readLong();
    } catch (IOException e) {
      return 0;
    }
  }

  /// Puts a fresh trainer where the newest usable checkpoint of a folder was, to go on from there: what was
  /// written after it is removed, since it will be written again.
  ///
  /// @throws IOException if there is none, or it is another run's; the sentence says which
  public static Resumed resume(Path folder, Trainer trainer) throws IOException {
    Resumed resumed = read(folder, trainer);
    forgetFuture(folder, trainer.step(), trainer.replay().head());
    return resumed;
  }

  /// Puts a fresh trainer where the newest usable checkpoint of a folder was, only to look at it: nothing is
  /// changed on disk.
  ///
  /// @throws IOException as for [#resume]
  public static Resumed read(Path folder, Trainer trainer) throws IOException {
    List<String> notes = new ArrayList<>();
    for (Path file : checkpoints(folder)) {
      try {
        SealedFile.check(file);
        restore(folder, file, trainer);
        return new Resumed(trainer.step(), notes);
      } catch (SealedFile.DamagedException e) {
        notes.add(e.getMessage() + "; trying the one before");
      }
    }
    throw new IOException(
        notes.isEmpty()
            ? "there is no checkpoint in '" + folder + "'"
            : "no usable checkpoint in '" + folder + "': " + String.join("; ", notes));
  }

  private static void restore(Path folder, Path file, Trainer trainer) throws IOException {
    try (DataInputStream in = SealedFile.openUnchecked(file)) {
      long tail = in.readLong();
      long head = in.readLong();
      requireSame(file, readLines(in), trainer.identity());
      List<Chunk> needed = chain(folder, file, tail, head);
      for (Chunk chunk : needed) {
        SealedFile.check(chunk.file());
      }
      for (Chunk chunk : needed) {
        try (DataInputStream slots = SealedFile.openUnchecked(chunk.file())) {
          trainer.replay().readSlots(chunk.from(), chunk.to(), slots);
        }
      }
      trainer.restore(in);
    }
  }

  private static List<String> readLines(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(in.readUTF());
    }
    return lines;
  }

  private static void requireSame(Path file, List<String> stored, List<String> wanted)
      throws IOException {
    for (int i = 0; i < Math.max(stored.size(), wanted.size()); i++) {
      String a = i < stored.size() ? stored.get(i) : "(nothing)";
      String b = i < wanted.size() ? wanted.get(i) : "(nothing)";
      if (!a.equals(b)) {
        throw new IOException(
            "'%s' is a checkpoint of another run: it has %s, this run has %s"
                .formatted(file.getFileName(), a, b));
      }
    }
  }

  /// The replay files that hold the steps `tail` to `head` - 1, in order.
  private static List<Chunk> chain(Path folder, Path checkpoint, long tail, long head)
      throws IOException {
    List<Chunk> needed = new ArrayList<>();
    long reached = tail;
    for (Chunk chunk : chunks(folder)) {
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
          "'%s' cannot be used: no file has the stored steps from %d on"
              .formatted(checkpoint.getFileName(), reached));
    }
    return needed;
  }

  /// Removes what was written after the checkpoint that is used.
  private static void forgetFuture(Path folder, long step, long head) throws IOException {
    for (Path file : checkpoints(folder)) {
      if (number(file, 1) > step) {
        Files.deleteIfExists(file);
      }
    }
    for (Chunk chunk : chunks(folder)) {
      if (chunk.to() > head) {
        Files.deleteIfExists(chunk.file());
      }
    }
  }

  /// The checkpoints of a folder, the newest first.
  private static List<Path> checkpoints(Path folder) throws IOException {
    List<Path> files = files(folder, CHECKPOINT + "-\\d{1,18}\\.bin");
    files.sort(Comparator.comparingLong((Path file) -> number(file, 1)).reversed());
    return files;
  }

  private static List<Chunk> chunks(Path folder) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    for (Path file : files(folder, REPLAY + "-\\d{1,18}-\\d{1,18}\\.bin")) {
      chunks.add(new Chunk(file, number(file, 1), number(file, 2)));
    }
    chunks.sort(Comparator.comparingLong(Chunk::from));
    return chunks;
  }

  private static List<Path> files(Path folder, String pattern) throws IOException {
    try (var all = Files.list(folder)) {
      return new ArrayList<>(
          all.filter(file -> String.valueOf(file.getFileName()).matches(pattern)).toList());
    }
  }

  private static long number(Path file, int part) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(0, name.length() - ".bin".length()).split("-", -1)[part]);
  }
}
