package org.evenkeel.core.train;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
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

  /// A policy of a checkpoint.
  ///
  /// @param step the steps that had been taken
  /// @param policy the evaluated policy at that step
  /// @param notes what was found wrong on the way, a sentence each
  public record Kept(long step, Policy policy, List<String> notes) {
    /// Copies the list.
    public Kept {
      notes = List.copyOf(notes);
    }
  }

  /// Whether a folder has a checkpoint.
  public static boolean exists(Path folder) throws IOException {
    return Files.isDirectory(folder) && !checkpoints(folder).isEmpty();
  }

  /// The step of the newest checkpoint of a folder, by its name; 0 if there is none.
  public static long newest(Path folder) throws IOException {
    return exists(folder) ? number(checkpoints(folder).getFirst(), 1) : 0;
  }

  /// Writes a checkpoint of a trainer between two steps; the folder is made if there is none.
  ///
  /// @throws IOException if it could not be written, or the folder has checkpoints of which the trainer knows
  ///     nothing; the ones before are still there
  public static void write(Path folder, Trainer trainer) throws IOException {
    trainer.requireWhole();
    if (!trainer.learner().finite()) {
      throw new DivergedException(trainer.step(), "a parameter is not finite");
    }
    if (!folder.equals(trainer.home())) {
      moveIn(folder, trainer);
    }
    Replay replay = trainer.replay();
    long from = replay.tail();
    for (Chunk chunk : chunks(folder)) {
      from = Math.max(from, chunk.to());
    }
    if (from < replay.head()) {
      long start = from;
      // Not by a format: other languages have other digits.
      Path file = folder.resolve(REPLAY + "-" + start + "-" + replay.head() + ".bin");
      SealedFile.write(file, out -> replay.writeSlots(start, replay.head(), out));
    }
    SealedFile.write(
        folder.resolve(CHECKPOINT + "-" + trainer.step() + ".bin"),
        out -> {
          out.writeLong(replay.tail());
          out.writeLong(replay.head());
          writeLines(out, trainer.identity());
          trainer.save(out);
          trainer.saveLater(out);
        });
    try {
      removeOld(folder);
    } catch (IOException e) {
      // What could not be removed takes space and does no harm; the next checkpoint tries again.
      return;
    }
  }

  /// Removes the checkpoints of a folder, and then the stored steps they need, so that its run cannot go on.
  public static void delete(Path folder) throws IOException {
    for (String kind : List.of(CHECKPOINT, REPLAY)) {
      for (Path file : files(folder, kind + "-[\\d-]+\\.bin(\\.next)?")) {
        Files.deleteIfExists(file);
      }
    }
  }

  /// The first checkpoint of this trainer in a folder. Stored steps without a checkpoint are of a run that
  /// was killed before its first one.
  private static void moveIn(Path folder, Trainer trainer) throws IOException {
    Files.createDirectories(folder);
    if (!checkpoints(folder).isEmpty()) {
      throw new IOException(
          "'" + folder + "' has checkpoints already: resume from them or choose another folder");
    }
    forgetFuture(folder, 0, 0);
    trainer.home(folder);
  }

  private static void writeLines(DataOutputStream out, List<String> lines) throws IOException {
    out.writeInt(lines.size());
    for (String line : lines) {
      Bulk.write(out, line);
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
    List<String> notes = new ArrayList<>();
    newest(folder, notes, file -> restore(folder, file, trainer));
    forgetFuture(folder, trainer.step(), trainer.replay().head());
    trainer.home(folder);
    return new Resumed(trainer.step(), notes);
  }

  /// The policy of the newest usable checkpoint of a folder. Nothing is changed on disk, and the replay memory
  /// is not read: a run may be going on there meanwhile.
  ///
  /// @throws IOException as for [#resume]
  public static Kept policy(
      Path folder, Supplier<? extends Environment> environments, Training training, long seed)
      throws IOException {
    Environment environment = environments.get();
    Spec spec = environment.spec();
    List<String> identity =
        Trainer.identity(environment.getClass().getName(), spec, seed, training);
    EpisodeInPlay.close(environment);
    Network network = training.network().build(spec.observation(), spec.actions());
    // What is remembered comes last in a learner and is not wanted.
    Training plain = training.with(Variants.TargetPasses.TOGETHER);
    Learner learner =
        new Learner(
            Parts.learnerSettings(network, plain),
            Parts.initialParameters(network, training, new Seeds(seed)),
            Workers.of(1));
    List<String> notes = new ArrayList<>();
    long[] step = new long[1];
    newest(
        folder,
        notes,
        file -> {
          try (DataInputStream in = SealedFile.openUnchecked(file)) {
            in.skipNBytes(2 * Long.BYTES);
            requireSame(file, readLines(in), identity);
            step[0] = in.readLong();
            learner.restore(in);
          }
        });
    return new Kept(step[0], learner.policy(), notes);
  }

  /// What is done with a checkpoint.
  @FunctionalInterface
  private interface Use {
    void of(Path file) throws IOException;
  }

  /// Uses the newest checkpoint that is not damaged.
  private static void newest(Path folder, List<String> notes, Use use) throws IOException {
    if (!exists(folder)) {
      throw new IOException("there is no checkpoint in '" + folder + "'");
    }
    for (Path file : checkpoints(folder)) {
      try {
        SealedFile.check(file);
        use.of(file);
        if (!notes.isEmpty()) {
          notes.add("used the one before it, '" + file.getFileName() + "'");
        }
        return;
      } catch (SealedFile.DamagedException e) {
        notes.add(String.valueOf(e.getMessage()));
      }
    }
    throw new IOException(
        "no usable checkpoint in '"
            + folder
            + "': "
            + String.join("; ", notes)
            + "; restore the folder from a copy, or start the run again in another one");
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
      trainer.restore(in, replay -> readSlots(needed, replay));
      if (SealedFile.version(file) > 1) {
        trainer.restoreLater(in);
      }
    }
  }

  private static void readSlots(List<Chunk> chunks, Replay replay) throws IOException {
    for (Chunk chunk : chunks) {
      try (DataInputStream slots = SealedFile.openUnchecked(chunk.file())) {
        replay.readSlots(chunk.from(), chunk.to(), slots);
      }
    }
  }

  private static List<String> readLines(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(Bulk.readString(in));
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
            "'%s' is a checkpoint of another run: %s"
                .formatted(file.getFileName(), difference(a, b)));
      }
    }
  }

  /// Only what differs of two descriptions, where they are of the same form.
  private static String difference(String stored, String wanted) {
    String[] a = stored.split(", ", -1);
    String[] b = wanted.split(", ", -1);
    String name = stored.substring(0, stored.indexOf(':') + 2);
    if (a.length != b.length || !wanted.startsWith(name)) {
      return "it has " + stored + ", this run has " + wanted;
    }
    a[0] = a[0].substring(name.length());
    b[0] = b[0].substring(name.length());
    List<String> had = new ArrayList<>();
    List<String> has = new ArrayList<>();
    for (int i = 0; i < a.length; i++) {
      if (!a[i].equals(b[i])) {
        had.add(a[i]);
        has.add(b[i]);
      }
    }
    return "it has %s%s, this run has %s"
        .formatted(name, String.join(", ", had), String.join(", ", has));
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
