package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.data.BatchRows;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Spec.StackStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// A memory that is saved and restored goes on as if nothing had happened, and a broken one is refused.
class ReplayStateTest {
  private static final Sampling PRIORITIZED = new Sampling.Prioritized(0.6, 0.4, 1e-6);

  @Test
  void aRestoredMemoryGoesOnWithTheSameBits() throws IOException {
    List<Spec> specs =
        List.of(
            Spec.vector(2).actions(3).stack(3, StackStart.REPEAT),
            Spec.oneHot(50).actions(300),
            Spec.bitPlanes(5, 5, 3).actions(6),
            Spec.bytes(2, 3).actions(256).stack(4, StackStart.ZEROS));
    int seed = 0;
    for (Spec spec : specs) {
      for (Sampling sampling : List.of(new Sampling.Uniform(), PRIORITIZED)) {
        for (int options = 0; options < 4; options++) {
          ReplayShape shape =
              new ReplayShape(spec, 20, 1 + options, (options & 1) != 0, (options & 2) != 0);
          saveAlongTheWay(shape, sampling, seed++);
        }
      }
    }
  }

  @Test
  void soDoesOneWhoseStacksMayNotReachEverywhere() throws IOException {
    int seed = 100;
    for (Protocol.Stacks lives : Protocol.Stacks.values()) {
      for (StackStart start : StackStart.values()) {
        if (lives == Protocol.Stacks.ANEW && start == StackStart.LEAD_IN) {
          continue;
        }
        for (Sampling sampling : List.of(new Sampling.Uniform(), PRIORITIZED)) {
          for (int nStep = 1; nStep <= 3; nStep++) {
            Spec spec = Spec.bytes(2, 3).actions(18).stack(4, start);
            boolean sarsa = seed % 2 == 0;
            ReplayShape shape = new ReplayShape(spec, 20, nStep, true, sarsa, lives);
            saveAlongTheWay(shape, sampling, seed++);
          }
        }
      }
    }
  }

  /// At each of many moments the memory is replaced by its restored copy, beside one that never is.
  private static void saveAlongTheWay(ReplayShape shape, Sampling sampling, int seed)
      throws IOException {
    PlainHistory history = new PlainHistory(shape, seed, 0.08);
    try (FrameReplay never = ReplayShape.replay(shape, sampling)) {
      FrameReplay replaced = ReplayShape.replay(shape, sampling);
      for (int step = 0; step < 120; step++) {
        if (step % 3 == 0) {
          byte[] slots = slotsOf(replaced);
          byte[] rest = restOf(replaced);
          FrameReplay copy = ReplayShape.replay(shape, sampling);
          copy.readSlots(replaced.tail(), replaced.head(), in(slots));
          copy.restoreRest(in(rest));
          assertArrayEquals(slots, slotsOf(copy));
          assertArrayEquals(rest, restOf(copy));
          assertArrayEquals(slotsOf(never), slots);
          replaced.close();
          replaced = copy;
        }
        history.play(never, replaced);
        assertEquals(never.size(), replaced.size());
        assertEquals(never.sampleable(), replaced.sampleable());
        if (never.sampleable() > 0) {
          assertSameDraw(shape, never, replaced, step);
        }
      }
      replaced.close();
    }
  }

  private static void assertSameDraw(ReplayShape shape, FrameReplay a, FrameReplay b, int seed) {
    Minibatch ofA = new Minibatch(shape.spec().observation(), 5);
    Minibatch ofB = new Minibatch(shape.spec().observation(), 5);
    a.sample(ofA, 0.9, 0.7, new Random(seed));
    b.sample(ofB, 0.9, 0.7, new Random(seed));
    assertArrayEquals(ofA.sequences(), ofB.sequences());
    assertArrayEquals(ofA.nextSequences(), ofB.nextSequences());
    assertArrayEquals(ofA.actions(), ofB.actions());
    assertArrayEquals(ofA.nextActions(), ofB.nextActions());
    assertArrayEquals(ofA.rewards(), ofB.rewards());
    assertArrayEquals(ofA.discounts(), ofB.discounts());
    assertArrayEquals(ofA.weights(), ofB.weights());
    float[] tdErrors = new float[5];
    for (int row = 0; row < 5; row++) {
      assertTrue(BatchRows.same(ofA.observations(), row, ofB.observations(), row));
      assertTrue(BatchRows.same(ofA.nextObservations(), row, ofB.nextObservations(), row));
      tdErrors[row] = ofA.rewards()[row] / 10;
    }
    a.learned(ofA, tdErrors);
    b.learned(ofB, tdErrors);
  }

  @Test
  void slotsCanBeWrittenPieceByPieceAsTheyComplete() throws IOException {
    ReplayShape shape = shape(Spec.vector(2).actions(3));
    PlainHistory history = new PlainHistory(shape, 1, 0.1);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try (FrameReplay replay = ReplayShape.replay(shape, PRIORITIZED);
        FrameReplay copy = ReplayShape.replay(shape, PRIORITIZED)) {
      long written = 0;
      for (int step = 0; step < 60; step++) {
        history.play(replay);
        if (step % 7 == 0) {
          replay.writeSlots(written, replay.head(), new DataOutputStream(log));
          written = replay.head();
        }
      }
      replay.writeSlots(written, replay.head(), new DataOutputStream(log));
      assertEquals(replay.head() * replay.slotBytes(), log.size());
      // Older ones than necessary do no harm, in pieces other than those written.
      DataInputStream in = in(log.toByteArray());
      long middle = replay.tail() - 3;
      in.skipNBytes((middle - 5) * replay.slotBytes());
      copy.readSlots(middle - 5, middle, in);
      copy.readSlots(middle, middle + 8, in);
      copy.readSlots(middle + 8, replay.head(), in);
      copy.restoreRest(in(restOf(replay)));
      assertArrayEquals(slotsOf(replay), slotsOf(copy));
      assertArrayEquals(restOf(replay), restOf(copy));
    }
  }

  @Test
  void anEmptyMemoryIsSavedToo() throws IOException {
    ReplayShape shape = shape(Spec.vector(2).actions(3));
    try (FrameReplay replay = ReplayShape.replay(shape, PRIORITIZED);
        FrameReplay copy = ReplayShape.replay(shape, PRIORITIZED)) {
      copy.restoreRest(in(restOf(replay)));
      assertEquals(0, copy.head());
      copy.start(new Observation(shape.spec().frame()));
    }
  }

  /// What a memory was written as.
  private static final class Saved {
    final ReplayShape shape;
    final Sampling sampling;
    final byte[] slots;
    final byte[] rest;

    Saved(ReplayShape shape, Sampling sampling, byte[] slots, byte[] rest) {
      this.shape = shape;
      this.sampling = sampling;
      this.slots = slots;
      this.rest = rest;
    }

    static Saved of(ReplayShape shape, Sampling sampling, FrameReplay replay) throws IOException {
      return new Saved(shape, sampling, slotsOf(replay), restOf(replay));
    }

    void restore() throws IOException {
      try (FrameReplay replay = ReplayShape.replay(shape, sampling)) {
        replay.readSlots(0, slots.length / replay.slotBytes(), in(slots));
        replay.restoreRest(in(rest));
      }
    }

    /// Refused with that sentence when bytes of the slots are changed: place, value, place, value, ...
    void assertBrokenSlots(String sentence, int... changes) {
      refused(sentence, new Saved(shape, sampling, changed(slots, changes), rest)::restore);
    }

    /// Refused with that sentence when bytes of the rest are changed; places count from the end.
    void assertBrokenRest(String sentence, int... changes) {
      int[] fromStart = changes.clone();
      for (int i = 0; i < changes.length; i += 2) {
        fromStart[i] = rest.length - changes[i];
      }
      refused(sentence, new Saved(shape, sampling, slots, changed(rest, fromStart))::restore);
    }

    private static byte[] changed(byte[] bytes, int... changes) {
      byte[] copy = bytes.clone();
      for (int i = 0; i < changes.length; i += 2) {
        copy[changes[i]] = (byte) changes[i + 1];
      }
      return copy;
    }
  }

  @Test
  void everyByteOfASlotThatCannotBeIsRefused() throws IOException {
    ReplayShape shape = shape(Spec.vector(1).actions(3));
    Sampling uniform = new Sampling.Uniform();
    Saved saved;
    try (FrameReplay replay = ReplayShape.replay(shape, uniform)) {
      Observation frame = new Observation(shape.spec().frame());
      replay.start(frame);
      ReplayShape.add(replay, 2, 1, false, false, false, frame);
      ReplayShape.add(
          replay, 1, 1, false, true, false, frame); // slots 0, 1 and the last observation 2
      replay.start(frame);
      saved = Saved.of(shape, uniform, replay);
    }
    saved.restore();
    // A slot: 4 bytes of frame, action, 4 bytes of reward, flags.
    saved.assertBrokenSlots("slot 0: action must be 0 to 2, was 3", 4, 3);
    saved.assertBrokenSlots("slot 2: action must be 0 to 0, was 1", 24, 1);
    saved.assertBrokenSlots("slot 0: reward must be finite, was NaN", 8, 0x7F, 7, 0xC0);
    saved.assertBrokenSlots("slot 2: reward must be 0, was 0.5", 28, 0x3F);
    saved.assertBrokenSlots("slot 0: flags must be those of a step, was 67", 9, 0x43);
    saved.assertBrokenSlots("slot 2: flags must be those of a step, was 8", 29, 0x08);
    saved.assertBrokenSlots("slot 0 does not continue the previous one", 9, 0x02);
    saved.assertBrokenSlots("slot 1 does not continue the previous one", 9, 0x07);
    saved.assertBrokenSlots("slot 1 does not continue the previous one", 19, 0x03);
    saved.assertBrokenSlots("slot 2 does not continue the previous one", 19, 0x02);
    saved.assertBrokenSlots("slot 2 does not continue the previous one", 29, 0x02);
    saved.assertBrokenSlots(
        "slot 1: observation[0] must be finite, was Infinity", 13, 0x7F, 12, 0x80);
  }

  @Test
  void theFirstSlotOfALifeIsMarkedAndNoOther() throws IOException {
    Spec spec = Spec.vector(1).actions(3);
    ReplayShape shape = new ReplayShape(spec, 20, 2, true, false, Protocol.Stacks.ANEW);
    Saved saved;
    try (FrameReplay replay = ReplayShape.replay(shape, new Sampling.Uniform())) {
      Observation frame = new Observation(spec.frame());
      replay.start(frame);
      ReplayShape.add(replay, 2, 1, false, false, true, frame);
      ReplayShape.add(
          replay, 1, 1, false, true, true, frame); // slots 0, 1 and the last observation 2
      replay.start(frame);
      saved = Saved.of(shape, new Sampling.Uniform(), replay);
    }
    saved.restore();
    saved.assertBrokenSlots("slot 1 does not continue the previous one", 9, 0x03);
    saved.assertBrokenSlots("slot 1 does not continue the previous one", 19, 0x1A);
    saved.assertBrokenSlots("slot 2 does not continue the previous one", 29, 0x00);
    saved.assertBrokenRest("slot 3 does not continue the previous one", 1, 0x41);
  }

  @Test
  void whatALostLifeMeansForStacksMustFitTheRest() {
    Spec spec = Spec.vector(1).actions(3);
    assertEquals(
        "stacks must be THROUGH if lifeLoss is GOES_ON, was WHOLE",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    ReplayShape.replay(
                        new ReplayShape(spec, 20, 2, false, false, Protocol.Stacks.WHOLE),
                        new Sampling.Uniform()))
            .getMessage());
    Spec leadIn = spec.stack(2, StackStart.LEAD_IN);
    assertEquals(
        "with stacks ANEW, stackStart must be ZEROS or REPEAT, was LEAD_IN",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    ReplayShape.replay(
                        new ReplayShape(leadIn, 20, 2, true, false, Protocol.Stacks.ANEW),
                        new Sampling.Uniform()))
            .getMessage());
  }

  @Test
  void statesAndBitsThatCannotBeAreRefused() throws IOException {
    for (Spec spec : List.of(Spec.oneHot(5).actions(2), Spec.bitPlanes(1, 1, 12).actions(2))) {
      ReplayShape shape = shape(spec);
      byte[] slots;
      try (FrameReplay replay = ReplayShape.replay(shape, new Sampling.Uniform())) {
        replay.start(new Observation(spec.frame()));
        ReplayShape.add(replay, 0, 1, true, false, false, new Observation(spec.frame()));
        slots = slotsOf(replay);
      }
      slots[1] = 0x10;
      String sentence =
          slots.length == 10
              ? "slot 0: state must be 0 to 4, was 4096"
              : "slot 0: bit planes have 12 bits, but a bit beyond them is set";
      refused(
          sentence,
          () -> ReplayShape.replay(shape, new Sampling.Uniform()).readSlots(0, 1, in(slots)));
    }
  }

  @Test
  void aRestThatDoesNotBelongToTheSlotsIsRefused() throws IOException {
    ReplayShape shape = shape(Spec.vector(1).actions(3));
    Observation frame = new Observation(shape.spec().frame());
    Saved saved;
    try (FrameReplay replay = ReplayShape.replay(shape, PRIORITIZED)) {
      replay.start(frame);
      ReplayShape.add(replay, 2, 1, false, false, false, frame);
      ReplayShape.add(replay, 2, 1, false, false, false, frame);
      saved = Saved.of(shape, PRIORITIZED, replay);
    }
    saved.restore();
    // From the end: two priorities, the largest, 10 bytes of the pending slot, whether there is
    // one, head.
    saved.assertBrokenRest("slot 2 is missing: the episode is not over", 35, 0);
    saved.assertBrokenRest("slot 2 does not continue the previous one", 25, 1);
    saved.assertBrokenRest("slot 2 does not continue the previous one", 25, 2);
    saved.assertBrokenRest("slot 2: observation[0] must be finite, was NaN", 31, 0x7F, 32, 0xC0);
    saved.assertBrokenRest("slots [0, 3) are needed, but [0, 2) were read", 36, 3);
    saved.assertBrokenRest("the largest priority must be a finite number >= 1, was -1.0", 24, 0xBF);
    saved.assertBrokenRest("slot 0: the priority must be in (0, 1.0], was 65536.0", 16, 0x40);
    saved.assertBrokenRest("slot 0: the priority must be in (0, 1.0], was 0.0", 16, 0, 15, 0);
    saved.assertBrokenRest("slot 1: the priority must be 0, was 2.0", 8, 0x40);
    byte[] shorter = Arrays.copyOf(saved.rest, saved.rest.length - 1);
    assertThrows(EOFException.class, new Saved(shape, PRIORITIZED, saved.slots, shorter)::restore);
    ReplayShape other = new ReplayShape(shape.spec(), 21, 2, true, false);
    refused(
        "the saved replay buffer is %1$s, but this one is %2$s"
            .formatted(shape.description(PRIORITIZED), other.description(PRIORITIZED)),
        new Saved(other, PRIORITIZED, saved.slots, saved.rest)::restore);
  }

  @Test
  void rangesOfSlotsAreChecked() throws IOException {
    ReplayShape shape = shape(Spec.vector(1).actions(3));
    Observation frame = new Observation(shape.spec().frame());
    try (FrameReplay replay = ReplayShape.replay(shape, PRIORITIZED);
        FrameReplay copy = ReplayShape.replay(shape, PRIORITIZED)) {
      replay.start(frame);
      for (int i = 0; i < 30; i++) {
        ReplayShape.add(replay, 2, 1, false, false, false, frame);
      }
      DataOutputStream nowhere = new DataOutputStream(new ByteArrayOutputStream());
      for (long[] range : new long[][] {{9, 12}, {10, 31}, {12, 11}}) {
        assertEquals(
            "slots must be within [10, 30), was [%d, %d)".formatted(range[0], range[1]),
            assertThrows(
                    IllegalArgumentException.class,
                    () -> replay.writeSlots(range[0], range[1], nowhere))
                .getMessage());
      }
      DataInputStream in = in(slotsOf(replay));
      assertEquals(
          "slots must be at most 20, was [10, 31)",
          assertThrows(IllegalArgumentException.class, () -> copy.readSlots(10, 31, in))
              .getMessage());
      copy.readSlots(10, 20, in);
      assertEquals(
          "slots must be at most 20 and start at 20, was [21, 30)",
          assertThrows(IllegalArgumentException.class, () -> copy.readSlots(21, 30, in))
              .getMessage());
      assertEquals(
          "slots can only be read into a new replay buffer",
          assertThrows(IllegalStateException.class, () -> replay.readSlots(0, 1, in)).getMessage());
      DataInputStream rest = in(restOf(replay));
      assertEquals(
          "only a new replay buffer can be restored",
          assertThrows(IllegalStateException.class, () -> replay.restoreRest(rest)).getMessage());
    }
  }

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IOException.class, call).getMessage());
  }

  private static ReplayShape shape(Spec spec) {
    return new ReplayShape(spec, 20, 2, true, false);
  }

  private static byte[] slotsOf(FrameReplay replay) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    replay.writeSlots(replay.tail(), replay.head(), new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static byte[] restOf(FrameReplay replay) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    replay.saveRest(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }
}
