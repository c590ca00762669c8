package org.evenkeel.core.train;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.SlotStorage;
import org.evenkeel.core.replay.ReplayBuffer;

/// A run as an [Accelerator] sees it: its settings, and its state in the form of a checkpoint's sections.
public final class AcceleratedRun {
  private final Trainer trainer;
  private final Measuring measurements;

  AcceleratedRun(Trainer trainer, Measuring measurements) {
    this.trainer = trainer;
    this.measurements = measurements;
  }

  /// The settings of the run.
  public Training training() {
    return trainer.training();
  }

  /// The root seed of the run.
  public long seed() {
    return trainer.seed();
  }

  /// The identity of the environment.
  public String environment() {
    return trainer.identity().environment();
  }

  /// The environment's observations and actions.
  public Spec spec() {
    return trainer.parts().episode().spec();
  }

  /// The settings on which it depends whether an accelerator can compute the run.
  public RunOutline outline() {
    return new RunOutline(environment(), spec(), training());
  }

  /// The steps taken so far.
  public long step() {
    return trainer.step();
  }

  /// The replay buffer.
  public ReplayBuffer replay() {
    return trainer.parts().replay();
  }

  /// The held-out states, in batches.
  public List<Batch> heldOut() {
    return measurements.heldOutBatches();
  }

  /// The successors of the held-out states, in batches.
  public List<Batch> heldOutSuccessors() {
    return measurements.heldOutSuccessors();
  }

  /// Returns a section of the checkpoint that would be written now.
  public byte[] section(String name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    visit(name, (save, _) -> save.to(new DataOutputStream(bytes)));
    return bytes.toByteArray();
  }

  /// Replaces the part of the state that a section describes.
  public void section(String name, byte[] content) {
    visit(
        name, (_, restore) -> restore.from(new DataInputStream(new ByteArrayInputStream(content))));
  }

  /// Replaces the stored steps of the replay buffer from number `from` on, and what belongs to no step.
  ///
  /// @param slots the steps `[from, to)`, as [SlotStorage#writeSlots] writes them
  /// @param rest as [SlotStorage#saveRest] writes it
  public void storedSteps(long from, long to, byte[] slots, byte[] rest) {
    SlotStorage storage = (SlotStorage) replay();
    try {
      storage.readNewerSlots(from, to, new DataInputStream(new ByteArrayInputStream(slots)));
      storage.restoreRest(new DataInputStream(new ByteArrayInputStream(rest)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Use {
    void of(Sections.Save save, Sections.Restore restore) throws IOException;
  }

  private void visit(String name, Use use) {
    boolean[] found = new boolean[1];
    try {
      trainer.sections(
          (section, save, restore) -> {
            if (section.equals(name)) {
              found[0] = true;
              use.of(save, restore);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!found[0]) {
      throw new IllegalArgumentException("a checkpoint has no section '" + name + "'");
    }
  }
}
