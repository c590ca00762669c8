package org.evenkeel.core.train;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.SlotStorage;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;

/// A run on disk, from which it continues bit for bit.
///
/// A folder holds the last two checkpoints, each with everything but the stored steps of the replay buffer; those
/// are in files of their own, written once and kept as long as one of the two needs them, so that a checkpoint of a
/// large buffer costs only what is new. (A replay buffer of the user's own is in the checkpoint as a whole.) Every file
/// is written under another name, forced to disk and then renamed, and ends with a checksum: a file that exists is
/// whole, and if the disk damages one, the checkpoint before it is used.
///
/// The content is named sections ([Sections]): what the run is, which stored steps it needs, then the trainer's.
public final class Checkpoint {
  private Checkpoint() {}

  /// Where a run continues.
  ///
  /// @param step the steps that had been taken
  /// @param notes what was found wrong on the way, a sentence each
  public record Resumed(long step, List<String> notes) {
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
    if (trainer.step() > 0) {
      throw new IllegalStateException(
          "a run is resumed into a new trainer, this one is at step " + trainer.step());
    }
    RunFolder run = new RunFolder(folder);
    List<String> notes = new ArrayList<>();
    newest(run, notes, file -> restore(run, file, trainer));
    run.removeLater(trainer.step(), Range.of(trainer).head());
    trainer.home(run.folder());
    return new Resumed(trainer.step(), notes);
  }

  /// The policy of the newest usable checkpoint of a folder. Nothing is changed on disk, and the replay buffer
  /// is not read: the run may be in progress.
  ///
  /// @throws IOException as for [#resume]
  public static Kept policy(
      Path folder, Supplier<? extends Environment> environments, Training training, long seed)
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
            requireSame(file, in, task.identity());
            Sections.read(
                in,
                "progress",
                section -> {
                  step[0] = section.readLong();
                  section.readBoolean();
                });
            Sections.read(in, "learner", learner::restore);
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

  private static void restore(RunFolder run, Path file, Trainer trainer) throws IOException {
    try (DataInputStream in = SealedFile.openUnchecked(file)) {
      requireSame(file, in, trainer.identity());
      restoreRest(run, file, in, trainer);
    }
  }

  private static void restoreRest(RunFolder run, Path file, DataInputStream in, Trainer trainer)
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
      trainer.halfRestored(false);
    } catch (SealedFile.DamagedException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("'" + file.getFileName() + "' cannot be used: " + e.getMessage(), e);
    }
  }

  private static void requireSame(Path file, DataInputStream in, RunIdentity wanted)
      throws IOException {
    RunIdentity[] stored = new RunIdentity[1];
    Sections.read(in, "identity", section -> stored[0] = RunIdentity.read(section));
    String difference = stored[0].difference(wanted);
    if (!difference.isEmpty()) {
      throw new IOException(
          "'%s' is a checkpoint of another run: %s. Make the two equal, or use another folder"
              .formatted(file.getFileName(), difference));
    }
  }
}
