package org.evenkeel.core.train;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.SlotStorage;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;

/// A run on disk, from which it continues bit for bit.
///
/// A folder holds the last two checkpoints, each with everything but the stored steps of the replay buffer; those
/// are in files of their own, written once and kept as long as one of the two needs them, so that a checkpoint of a
/// large buffer costs only what is new. (A replay buffer of the user's own is in the checkpoint as a whole.) Every file
/// is written under another name, forced to disk and then renamed, and ends with a checksum: a file that exists is
/// whole, and if the disk damages one, the checkpoint before it is used.
///
/// The content is named sections ([Sections]): what the run is, which stored steps it needs, then the trainer's, and
/// last a text of the caller's own, if there is one: a log that grows with the run and must never disagree with it.
public final class Checkpoint {
  private static final String ATTACHED = "attached";

  private Checkpoint() {}

  /// Where a run continues.
  ///
  /// @param step the steps that had been taken
  /// @param notes what was found wrong on the way, a sentence each
  /// @param attached the text that was given with the checkpoint, empty if none was
  public record Resumed(long step, List<String> notes, String attached) {
    /// @param notes is copied
    public Resumed {
      notes = List.copyOf(notes);
    }
  }

  /// The policy of a checkpoint.
  ///
  /// @param step the steps that had been taken
  /// @param policy the evaluated policy at that step
  /// @param notes what was found wrong on the way, a sentence each
  public record Kept(long step, Policy policy, List<String> notes) {
    /// @param notes is copied
    public Kept {
      notes = List.copyOf(notes);
    }
  }

  /// Whether a folder has a checkpoint.
  public static boolean exists(Path folder) throws IOException {
    return new RunFolder(folder).hasCheckpoint();
  }

  /// The step of the newest checkpoint of a folder, by its name; 0 if there is none.
  public static long newest(Path folder) throws IOException {
    return exists(folder) ? RunFolder.step(new RunFolder(folder).checkpoints().getFirst()) : 0;
  }

  /// Writes a checkpoint of a trainer between two steps; the folder is made if it does not exist.
  ///
  /// @throws IOException if it could not be written, or the folder has checkpoints of which the trainer knows
  ///     nothing; those before are still there
  public static void write(Path folder, Trainer trainer) throws IOException {
    write(folder, trainer, "");
  }

  /// Writes a checkpoint of a trainer between two steps, and with it a text that [#resume] gives back.
  ///
  /// @param attached what belongs to this step, such as the log of the run so far
  /// @throws IOException as for [#write(Path, Trainer)]
  public static void write(Path folder, Trainer trainer, String attached) throws IOException {
    trainer.requireWhole();
    if (!trainer.learner().finite()) {
      throw new DivergedException(trainer.step(), "a parameter is not finite");
    }
    RunFolder run = new RunFolder(folder);
    if (!run.folder().equals(trainer.home())) {
      adopt(run, trainer);
    }
    Range range = Range.of(trainer);
    if (trainer.parts().replay() instanceof SlotStorage slots) {
      run.writeNewSteps(slots, trainer.identity().checksum());
    }
    SealedFile.write(
        run.checkpoint(trainer.step()),
        out -> {
          Sections sections = Sections.writer(out);
          sections.section("identity", trainer.identity()::write, in -> {});
          sections.section("stored", range::write, in -> {});
          trainer.sections(sections);
          if (!attached.isEmpty()) {
            sections.section(ATTACHED, text -> Bulk.write(text, attached), in -> {});
          }
        });
    try {
      run.removeOld(file -> Range.oldestNeeded(file));
    } catch (IOException e) {
      // Files that could not be removed only take space; the next checkpoint tries again.
    }
    trainer.written(run.folder());
  }

  /// The stored steps that a checkpoint needs: `tail` to `head` - 1.
  private record Range(long tail, long head) {
    static Range of(Trainer trainer) {
      return trainer.parts().replay() instanceof SlotStorage slots
          ? new Range(slots.tail(), slots.head())
          : new Range(0, 0);
    }

    void write(DataOutput out) throws IOException {
      out.writeLong(tail);
      out.writeLong(head);
    }

    static Range read(DataInputStream in) throws IOException {
      long[] range = new long[2];
      Sections.read(
          in,
          "stored",
          section -> {
            range[0] = section.readLong();
            range[1] = section.readLong();
          });
      return new Range(range[0], range[1]);
    }

    /// 0 where that cannot be read, so that nothing is removed.
    static long oldestNeeded(Path checkpoint) {
      try (DataInputStream in = SealedFile.openUnchecked(checkpoint)) {
        return read(in).tail;
      } catch (IOException e) {
        return 0;
      }
    }
  }

  /// Whether a folder has checkpoints, or what a process that was killed in [#delete] left of them.
  public static boolean hasFiles(Path folder) throws IOException {
    return new RunFolder(folder).hasFiles();
  }

  /// Removes the checkpoints of a folder, and then the stored steps they need, so that its run cannot continue.
  public static void delete(Path folder) throws IOException {
    new RunFolder(folder).removeAll();
  }

  /// The first checkpoint of this trainer in a folder. Stored steps without a checkpoint are of a run that
  /// was killed before its first one.
  private static void adopt(RunFolder run, Trainer trainer) throws IOException {
    if (Files.exists(run.folder()) && !Files.isDirectory(run.folder())) {
      throw new IOException("'" + run.folder() + "' is a file: checkpoints need a folder");
    }
    Files.createDirectories(run.folder());
    if (run.hasCheckpoint()) {
      throw new IOException(
          "'"
              + run.folder()
              + "' has checkpoints already: resume from them or choose another folder");
    }
    run.removeLater(0, 0);
    trainer.home(run.folder());
  }

  /// Puts a fresh trainer where the newest usable checkpoint of a folder was, to continue from there: what was
  /// written after it is removed, since it will be written again.
  ///
  /// @throws IOException if there is none, or it is another run's; the sentence says which
  public static Resumed resume(Path folder, Trainer trainer) throws IOException {
    return resume(folder, trainer, Set.of());
  }

  /// The same for a run that had another length when the checkpoint was written, as one that is trained longer. The
  /// result is that of a run that always had the trainer's length; only the measurement at an end that is none any
  /// more stays, if it was made.
  ///
  /// @param earlierLengths the lengths it had, in steps; of no use where steps depend on the length
  ///     ([#dependsOnLength])
  public static Resumed resume(Path folder, Trainer trainer, Set<Long> earlierLengths)
      throws IOException {
    if (trainer.step() > 0) {
      throw new IllegalStateException(
          "a run is resumed into a new trainer, this one is at step " + trainer.step());
    }
    RunFolder run = new RunFolder(folder);
    List<String> notes = new ArrayList<>();
    String[] attached = {""};
    newest(run, notes, file -> attached[0] = restore(run, file, trainer, earlierLengths));
    run.removeLater(trainer.step(), Range.of(trainer).head());
    trainer.home(run.folder());
    return new Resumed(trainer.step(), notes, attached[0]);
  }

  /// The policy of the newest usable checkpoint of a folder. Nothing is changed on disk, and the replay buffer
  /// is not read: the run may be in progress.
  ///
  /// @throws IOException as for [#resume]
  public static Kept policy(
      Path folder, Supplier<? extends Environment> environments, Training training, long seed)
      throws IOException {
    return policy(folder, environments, training, seed, Set.of());
  }

  /// The same for a run that may have had another length when the checkpoint was written.
  ///
  /// @param earlierLengths as for [#resume(Path, Trainer, Set)]
  public static Kept policy(
      Path folder,
      Supplier<? extends Environment> environments,
      Training training,
      long seed,
      Set<Long> earlierLengths)
      throws IOException {
    record Task(Spec spec, RunIdentity identity) {}
    Task task =
        EnvironmentCalls.ask(
            environments,
            environment -> {
              Spec spec = EnvironmentCalls.spec(environment);
              String name = EnvironmentCalls.identity(environment);
              return new Task(spec, RunIdentity.of(name, spec, seed, training));
            });
    Spec spec = task.spec();
    Network network = training.network().build(spec.observation(), spec.actions());
    Learner learner =
        new Learner(
            Parts.learnerSettings(network, training, new Execution(1, TargetPasses.TOGETHER)),
            Parts.initialParameters(network, training, new Seeds(seed)),
            Workers.of(1));
    List<String> notes = new ArrayList<>();
    long[] step = new long[1];
    newest(
        new RunFolder(folder),
        notes,
        file -> {
          try (DataInputStream in = SealedFile.openUnchecked(file)) {
            requireSame(file, in, task.identity(), earlierLengths);
            readPolicy(file, in, step, learner);
          }
        });
    return new Kept(step[0], learner.policy().forTask(spec), notes);
  }

  /// What is done with a checkpoint.
  @FunctionalInterface
  private interface Use {
    void of(Path file) throws IOException;
  }

  /// Uses the newest checkpoint that is not damaged.
  private static void newest(RunFolder run, List<String> notes, Use use) throws IOException {
    if (!run.hasCheckpoint()) {
      throw new IOException("there is no checkpoint in '" + run.folder() + "'");
    }
    for (Path file : run.checkpoints()) {
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
            + run.folder()
            + "': "
            + String.join("; ", notes)
            + "; restore the folder from a copy, or start the run again in another one");
  }

  private static void readPolicy(Path file, DataInputStream in, long[] step, Learner learner)
      throws IOException {
    try {
      Sections.read(
          in,
          "progress",
          section -> {
            step[0] = section.readLong();
            section.readBoolean();
          });
      Sections.read(in, "learner", learner::restore);
      requireFinite(learner);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /// No checkpoint is written of others.
  private static void requireFinite(Learner learner) throws IOException {
    if (!learner.finite()) {
      throw new IOException("a parameter is not finite");
    }
  }

  /// A sentence about a file whose checksum is right and whose content is not; what it says may be anything.
  private static IOException unusable(Path file, IOException why) {
    return new IOException(
        "'" + file.getFileName() + "' cannot be used: " + Checks.shown(why.getMessage(), 1_000),
        why);
  }

  /// @return the text that was given with the checkpoint
  private static String restore(RunFolder run, Path file, Trainer trainer, Set<Long> earlierLengths)
      throws IOException {
    long steps = trainer.training().schedule().steps();
    if (RunFolder.step(file) > steps) {
      throw new IOException(
          "'%s' is beyond the end: the run is to have %d steps"
              .formatted(file.getFileName(), steps));
    }
    try (DataInputStream in = SealedFile.openUnchecked(file)) {
      requireSame(file, in, trainer.identity(), earlierLengths);
      return restoreRest(run, file, in, trainer);
    }
  }

  private static String restoreRest(RunFolder run, Path file, DataInputStream in, Trainer trainer)
      throws IOException {
    try {
      Range range = Range.read(in);
      if (trainer.parts().replay() instanceof SlotStorage slots) {
        List<RunFolder.Chunk> chunks = run.chain(file, range.tail(), range.head());
        for (RunFolder.Chunk chunk : chunks) {
          chunk.check(slots, trainer.identity().checksum());
        }
        trainer.halfRestored(true);
        for (RunFolder.Chunk chunk : chunks) {
          chunk.readInto(slots);
        }
      }
      trainer.halfRestored(true);
      trainer.sections(Sections.reader(in));
      requireFinite(trainer.learner());
      String[] attached = {""};
      if (in.available() > 0) {
        Sections.read(in, ATTACHED, section -> attached[0] = Bulk.readString(section));
      }
      if (in.available() > 0) {
        throw new IOException("it has more sections than this version writes");
      }
      trainer.halfRestored(false);
      return attached[0];
    } catch (SealedFile.DamagedException e) {
      throw e;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /// Whether the steps of a run depend on its length, so that it cannot be continued beyond its end as if it had been
  /// longer from the beginning: with priorities, and with a replay buffer of the user's own.
  public static boolean dependsOnLength(Training training) {
    return !(training.replay() instanceof Memory.Frames frames
        && frames.sampling() instanceof Sampling.Uniform);
  }

  private static void requireSame(
      Path file, DataInputStream in, RunIdentity wanted, Set<Long> earlierLengths)
      throws IOException {
    RunIdentity[] stored = new RunIdentity[1];
    try {
      Sections.read(in, "identity", section -> stored[0] = RunIdentity.read(section));
    } catch (IOException e) {
      throw unusable(file, e);
    }
    if (!wanted.dependsOnLength()
        && earlierLengths.stream().anyMatch(steps -> wanted.steps(steps).equals(stored[0]))) {
      return;
    }
    String difference = stored[0].difference(wanted);
    if (!difference.isEmpty()) {
      throw new IOException(
          "'%s' is a checkpoint of another run: %s. Make the two equal, or use another folder"
              .formatted(file.getFileName(), difference));
    }
  }
}
