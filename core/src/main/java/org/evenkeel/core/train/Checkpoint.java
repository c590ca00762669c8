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

/// Writes and reads checkpoints, from which a run continues bit for bit.
///
/// A folder holds the last two checkpoints. Each contains everything except the stored steps of the replay buffer.
/// Those are in separate files, written once and kept as long as one of the two checkpoints needs them, so that the
/// cost of a checkpoint with a large buffer depends only on what is new. (A custom replay buffer is stored entirely in
/// the checkpoint.) Every file is written under a temporary name, forced to disk and then renamed, and ends with a
/// checksum. So a file that exists is complete, and if the disk damages one, the previous checkpoint is used.
///
/// The content consists of named sections ([Sections]): the identity of the run, the range of stored steps it needs,
/// the sections of the trainer, and last an optional text from the caller, such as a log that grows with the run and
/// must never disagree with it.
public final class Checkpoint {
  private static final String ATTACHED = "attached";

  private Checkpoint() {}

  /// The point where a run continues.
  ///
  /// @param step the number of steps taken
  /// @param notes problems found while reading, one sentence each
  /// @param attached the text attached to the checkpoint, empty if there was none
  public record Resumed(long step, List<String> notes, String attached) {
    /// @param notes copied
    public Resumed {
      notes = List.copyOf(notes);
    }
  }

  /// The policy of a checkpoint.
  ///
  /// @param step the number of steps taken
  /// @param policy the evaluated policy at that step
  /// @param notes problems found while reading, one sentence each
  public record Kept(long step, Policy policy, List<String> notes) {
    /// @param notes copied
    public Kept {
      notes = List.copyOf(notes);
    }
  }

  /// Whether a folder has a checkpoint.
  public static boolean exists(Path folder) throws IOException {
    return new RunFolder(folder).hasCheckpoint();
  }

  /// Returns the step of the newest checkpoint in a folder, according to its name; 0 if there is none.
  public static long newest(Path folder) throws IOException {
    return exists(folder) ? RunFolder.step(new RunFolder(folder).checkpoints().getFirst()) : 0;
  }

  /// Writes a checkpoint of a trainer between two steps. The folder is created if it does not exist.
  ///
  /// @throws IOException if it could not be written, or if the folder has checkpoints that the trainer does not know
  ///     of; earlier checkpoints remain intact
  public static void write(Path folder, Trainer trainer) throws IOException {
    write(folder, trainer, "");
  }

  /// Writes a checkpoint of a trainer between two steps, with an attached text that [#resume] returns.
  ///
  /// @param attached data that belongs to this step, such as the log of the run so far
  /// @throws IOException as for [#write(Path, Trainer)]
  public static void write(Path folder, Trainer trainer, String attached) throws IOException {
    trainer.requireWhole();
    trainer.store();
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
      // Files that could not be removed only use space; the next checkpoint tries again.
    }
    trainer.written(run.folder());
  }

  /// The range of stored steps that a checkpoint needs: `tail` to `head` - 1.
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

    /// Returns the oldest stored step that a checkpoint needs, or 0 if the checkpoint cannot be read, so that nothing
    /// is removed.
    static long oldestNeeded(Path checkpoint) {
      try (DataInputStream in = SealedFile.openUnchecked(checkpoint)) {
        return read(in).tail;
      } catch (IOException e) {
        return 0;
      }
    }
  }

  /// Whether a folder has checkpoints, or remains of them left by a process that was killed during [#delete].
  public static boolean hasFiles(Path folder) throws IOException {
    return new RunFolder(folder).hasFiles();
  }

  /// Deletes the checkpoints in a folder and then the stored steps they need, so that its run cannot continue.
  public static void delete(Path folder) throws IOException {
    new RunFolder(folder).removeAll();
  }

  /// Prepares a folder for the first checkpoint of this trainer. Stored steps without a checkpoint were left by a run
  /// that was killed before its first one.
  private static void adopt(RunFolder run, Trainer trainer) throws IOException {
    if (Files.exists(run.folder()) && !Files.isDirectory(run.folder())) {
      throw new IOException("'" + run.folder() + "' is a file, but checkpoints need a folder");
    }
    Files.createDirectories(run.folder());
    if (run.hasCheckpoint()) {
      throw new IOException(
          "'"
              + run.folder()
              + "' already has checkpoints: resume from them or choose another folder");
    }
    run.removeLater(0, 0);
    trainer.home(run.folder());
  }

  /// Restores the newest usable checkpoint of a folder into a new trainer, which continues from there. Files written
  /// after that checkpoint are removed, since they will be written again.
  ///
  /// @throws IOException if there is no usable checkpoint, or if it belongs to another run; the message tells which
  public static Resumed resume(Path folder, Trainer trainer) throws IOException {
    return resume(folder, trainer, Set.of());
  }

  /// Restores a checkpoint like [#resume(Path, Trainer)], for a run whose length has changed since the checkpoint was
  /// written, such as one that is extended. The result is that of a run that always had the trainer's length, except
  /// that a measurement taken at a former end stays.
  ///
  /// @param earlierLengths the lengths the run has had, in steps; ignored if steps depend on the length
  ///     ([#dependsOnLength])
  public static Resumed resume(Path folder, Trainer trainer, Set<Long> earlierLengths)
      throws IOException {
    if (trainer.step() > 0) {
      throw new IllegalStateException(
          "a run must be resumed into a new trainer, but this one is at step " + trainer.step());
    }
    RunFolder run = new RunFolder(folder);
    List<String> notes = new ArrayList<>();
    String[] attached = {""};
    newest(run, notes, file -> attached[0] = restore(run, file, trainer, earlierLengths));
    run.removeLater(trainer.step(), Range.of(trainer).head());
    trainer.home(run.folder());
    return new Resumed(trainer.step(), notes, attached[0]);
  }

  /// Returns the policy of the newest usable checkpoint in a folder. Nothing is changed on disk, and the replay buffer
  /// is not read, so the run may be in progress.
  ///
  /// @throws IOException as for [#resume]
  public static Kept policy(
      Path folder, Supplier<? extends Environment> environments, Training training, long seed)
      throws IOException {
    return policy(folder, environments, training, seed, Set.of());
  }

  /// Returns a policy like [#policy(Path, Supplier, Training, long)], for a run that may have had a different length
  /// when the checkpoint was written.
  ///
  /// @param earlierLengths the lengths the run has had, in steps, as for [#resume(Path, Trainer, Set)]
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

  /// An operation on a checkpoint.
  @FunctionalInterface
  private interface Use {
    void of(Path file) throws IOException;
  }

  /// Applies an operation to the newest checkpoint that is not damaged.
  private static void newest(RunFolder run, List<String> notes, Use use) throws IOException {
    if (!run.hasCheckpoint()) {
      throw new IOException("no checkpoint in '" + run.folder() + "'");
    }
    for (Path file : run.checkpoints()) {
      try {
        SealedFile.check(file);
        use.of(file);
        if (!notes.isEmpty()) {
          notes.add("used the previous one, '" + file.getFileName() + "'");
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
            + "; restore the folder from a copy, or start the run again in another folder");
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

  /// Rejects parameters that are not finite: no checkpoint is written with them.
  private static void requireFinite(Learner learner) throws IOException {
    if (!learner.finite()) {
      throw new IOException("a parameter is not finite");
    }
  }

  /// Returns an exception for a file with a correct checksum but invalid content, whose text may be anything.
  private static IOException unusable(Path file, IOException why) {
    return new IOException(
        "'" + file.getFileName() + "' cannot be used: " + Checks.shown(why.getMessage(), 1_000),
        why);
  }

  /// @return the text attached to the checkpoint
  private static String restore(RunFolder run, Path file, Trainer trainer, Set<Long> earlierLengths)
      throws IOException {
    long steps = trainer.training().schedule().steps();
    if (RunFolder.step(file) > steps) {
      throw new IOException(
          "'%s' is beyond the end: the run should have %d steps"
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

  /// Whether the steps of a run depend on its length, so that it cannot be extended as if it had been longer from the
  /// start. This is the case with priorities, and with a custom replay buffer.
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
          "'%s' is a checkpoint of another run: %s. Use the same settings, or choose another folder"
              .formatted(file.getFileName(), difference));
    }
  }
}
