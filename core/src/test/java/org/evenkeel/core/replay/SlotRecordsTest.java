package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Spec.StackStart;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Slots as bytes: in pieces, as a whole, and where they cannot be.
class SlotRecordsTest {
  private static final Sampling UNIFORM = new Sampling.Uniform();
  private static final Sampling PRIORITIZED = Sampling.Prioritized.published();
  private static final Spec SPEC = Spec.vector(1).actions(3);

  private static FrameReplay replay(Spec spec, int capacity, Sampling sampling) {
    return ReplayShape.replay(new ReplayShape(spec, capacity, 1, false, false), sampling);
  }

  /// Steps of one episode that goes on.
  private static FrameReplay filled(int capacity, int steps, Sampling sampling) {
    FrameReplay replay = replay(SPEC, capacity, sampling);
    Observation frame = new Observation(SPEC.frame());
    replay.start(frame);
    for (int i = 1; i <= steps; i++) {
      frame.set(0, i);
      replay.add(i % 3, Step.of(i), frame);
    }
    return replay;
  }

  private static byte[] saved(FrameReplay replay) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    replay.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static byte[] rest(FrameReplay replay) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    replay.saveRest(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static byte[] slots(FrameReplay replay, long from, long to) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    replay.writeSlots(from, to, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  /// Slots of 262,144 + 9 bytes: three fit into 1 MiB.
  @Test
  void largeSlotsGoOutAndInByPiecesOfAtMostOneMebibyte() throws IOException {
    Spec spec = Spec.bytes(512, 512).actions(300);
    try (FrameReplay replay = replay(spec, 8, UNIFORM);
        FrameReplay copy = replay(spec, 8, UNIFORM)) {
      Observation frame = new Observation(spec.frame());
      Random random = new Random(1);
      replay.start(frame);
      for (int i = 0; i < 8; i++) {
        random.nextBytes(frame.bytes());
        replay.add(290 + i, Step.of(i), frame);
      }
      List<Integer> pieces = new ArrayList<>();
      ByteArrayOutputStream all =
          new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int count) {
              pieces.add(count);
              super.write(bytes, from, count);
            }
          };
      replay.writeSlots(0, 8, new DataOutputStream(all));
      int slot = 512 * 512 + 9;
      assertEquals(slot, replay.slotBytes());
      assertEquals(List.of(3 * slot, 3 * slot, 2 * slot), pieces);
      copy.readSlots(0, 8, in(all.toByteArray()));
      copy.restoreRest(in(rest(replay)));
      assertArrayEquals(all.toByteArray(), slots(copy, 0, 8));
      Minibatch drawn = new Minibatch(spec.frame(), 30);
      copy.sample(drawn, 0, new Random(1));
      for (int row = 0; row < 30; row++) {
        assertEquals(290 + drawn.rewards()[row], drawn.actions()[row]);
      }
    }
  }

  /// A byte for the action up to 256 actions, four beyond; four for the reward, one for the flags.
  @Test
  void theSizeOfASlotDependsOnTheNumberOfActions() {
    try (FrameReplay small = replay(Spec.oneHot(9).actions(256), 4, UNIFORM);
        FrameReplay large = replay(Spec.oneHot(9).actions(257), 4, UNIFORM)) {
      assertEquals(4 + 1 + 4 + 1, small.slotBytes());
      assertEquals(4 + 4 + 4 + 1, large.slotBytes());
    }
  }

  @Test
  void aWholeMemoryIsSavedAndRestored() throws IOException {
    for (Sampling sampling : List.of(UNIFORM, PRIORITIZED)) {
      for (int steps : new int[] {0, 3, 5, 12}) {
        try (FrameReplay replay = filled(5, steps, sampling);
            FrameReplay copy = replay(SPEC, 5, sampling)) {
          copy.restore(in(saved(replay)));
          assertEquals(steps, copy.head());
          assertEquals(Math.max(0, steps - 5), copy.tail());
          assertEquals(Math.min(5, steps), copy.sampleable());
          assertArrayEquals(saved(replay), saved(copy));
          if (steps > 0) {
            Minibatch a = new Minibatch(SPEC.frame(), 20);
            Minibatch b = new Minibatch(SPEC.frame(), 20);
            replay.sample(a, 0, new Random(2));
            copy.sample(b, 0, new Random(2));
            assertArrayEquals(a.rewards(), b.rewards());
            assertArrayEquals(a.observations().floats(), b.observations().floats());
            assertArrayEquals(a.nextObservations().floats(), b.nextObservations().floats());
          }
        }
      }
    }
  }

  @Test
  void aMemoryThatWasNeverFilledIsSavedAndRestored() throws IOException {
    try (FrameReplay replay = replay(SPEC, 5, PRIORITIZED);
        FrameReplay copy = replay(SPEC, 5, PRIORITIZED)) {
      copy.restore(in(saved(replay)));
      assertArrayEquals(saved(replay), saved(copy));
      copy.start(new Observation(SPEC.frame()));
    }
  }

  @Test
  void rangesThatNoMemoryHasAreRefusedWhenAWholeOneIsRestored() throws IOException {
    byte[] good;
    try (FrameReplay replay = filled(5, 3, UNIFORM)) {
      good = saved(replay);
    }
    for (long[] range : new long[][] {{-1, 2}, {5, 3}, {0, 6}, {-3, -1}}) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeLong(range[0]);
      out.writeLong(range[1]);
      out.write(good, 16, good.length - 16);
      try (FrameReplay copy = replay(SPEC, 5, UNIFORM)) {
        IOException e =
            assertThrows(IOException.class, () -> copy.restore(in(bytes.toByteArray())));
        String count = Long.toString(range[1] - range[0]);
        assertTrue(e.getMessage().contains(count), e.getMessage());
      }
    }
  }

  @Test
  void onlyAFreshMemoryIsRestored() throws IOException {
    try (FrameReplay empty = replay(SPEC, 5, UNIFORM);
        FrameReplay running = replay(SPEC, 5, UNIFORM);
        FrameReplay filled = filled(5, 3, UNIFORM)) {
      running.start(new Observation(SPEC.frame()));
      byte[] slots = slots(filled, 0, 3);
      assertThrows(IllegalStateException.class, () -> running.readSlots(0, 3, in(slots)));
      assertThrows(IllegalStateException.class, () -> running.restoreRest(in(rest(empty))));
      assertThrows(IllegalStateException.class, () -> filled.restoreRest(in(rest(empty))));
    }
  }

  @Test
  void slotsThatStartAfterTheOldestNeededAreTooFew() throws IOException {
    try (FrameReplay replay = filled(20, 30, UNIFORM);
        FrameReplay copy = replay(SPEC, 20, UNIFORM)) {
      copy.readSlots(15, 25, in(slots(replay, 15, 25)));
      copy.readSlots(25, 30, in(slots(replay, 25, 30)));
      IOException e = assertThrows(IOException.class, () -> copy.restoreRest(in(rest(replay))));
      assertTrue(e.getMessage().contains("[10, 30)"), e.getMessage());
      assertTrue(e.getMessage().contains("[15, 30)"), e.getMessage());
    }
  }

  /// A copy that another buffer has overtaken, by few steps or by more than the capacity, draws the same again.
  @Test
  void aCopyCatchesUpWithABufferThatHasAdvanced() throws IOException {
    for (int before : new int[] {0, 3, 20, 33}) {
      for (int steps : new int[] {0, 1, 7, 20, 55}) {
        try (FrameReplay replay = filled(20, before, UNIFORM);
            FrameReplay copy = replay(SPEC, 20, UNIFORM)) {
          copy.restore(in(saved(replay)));
          Observation frame = new Observation(SPEC.frame());
          for (int i = 0; i < steps; i++) {
            frame.set(0, 100 + i);
            replay.add(i % 3, Step.of(100 + i), frame);
          }
          long from = Math.max(before, replay.tail());
          copy.readNewerSlots(from, replay.head(), in(slots(replay, from, replay.head())));
          copy.restoreRest(in(rest(replay)));
          assertArrayEquals(saved(replay), saved(copy), before + " and " + steps);
          assertEquals(replay.sampleable(), copy.sampleable());
          if (before + steps > 0) {
            Minibatch a = new Minibatch(SPEC.frame(), 40);
            Minibatch b = new Minibatch(SPEC.frame(), 40);
            replay.sample(a, 0, new Random(3));
            copy.sample(b, 0, new Random(3));
            assertArrayEquals(a.sequences(), b.sequences());
            assertArrayEquals(a.rewards(), b.rewards());
          }
        }
      }
    }
  }

  @Test
  void newerSlotsMustContinueTheBuffer() throws IOException {
    try (FrameReplay replay = filled(20, 40, UNIFORM);
        FrameReplay copy = filled(20, 10, UNIFORM)) {
      byte[] slots = slots(replay, 25, 40);
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> copy.readNewerSlots(25, 40, in(slots)));
      assertEquals("slots must be at most 20 and continue [0, 10), was [25, 40)", e.getMessage());
    }
  }

  /// The last observation of a truncated episode is complete; it never waits for an action.
  @Test
  void aPendingSlotAfterATruncatedStepIsRefused() throws IOException {
    Observation frame = new Observation(SPEC.frame());
    try (FrameReplay truncated = replay(SPEC, 5, UNIFORM);
        FrameReplay running = replay(SPEC, 5, UNIFORM);
        FrameReplay copy = replay(SPEC, 5, UNIFORM)) {
      truncated.start(frame);
      truncated.add(0, new Step(1, false, true, false), frame);
      running.start(frame);
      running.add(0, Step.of(1), frame);
      assertEquals(2, truncated.head());
      assertEquals(1, running.head());
      copy.readSlots(0, 1, in(slots(truncated, 0, 1)));
      IOException e = assertThrows(IOException.class, () -> copy.restoreRest(in(rest(running))));
      assertTrue(e.getMessage().contains("slot 1"), e.getMessage());
    }
  }

  @Test
  void theStateAfterTheLastOneIsRefused() throws IOException {
    Spec spec = Spec.oneHot(5).actions(2);
    Observation frame = new Observation(spec.frame());
    byte[] slots;
    try (FrameReplay replay = replay(spec, 5, UNIFORM)) {
      replay.start(frame);
      replay.add(0, Step.of(1, true), frame);
      slots = slots(replay, 0, 1);
    }
    try (FrameReplay copy = replay(spec, 5, UNIFORM)) {
      slots[0] = 5;
      IOException e = assertThrows(IOException.class, () -> copy.readSlots(0, 1, in(slots)));
      assertTrue(e.getMessage().contains("5"), e.getMessage());
      slots[0] = 4;
      copy.readSlots(0, 1, in(slots));
    }
  }

  @Test
  void aLargestPriorityThatIsNotFiniteIsRefused() throws IOException {
    try (FrameReplay replay = filled(5, 2, PRIORITIZED);
        FrameReplay copy = replay(SPEC, 5, PRIORITIZED)) {
      byte[] rest = rest(replay);
      // From the end: two priorities and the largest, 8 bytes each.
      int largest = rest.length - 24;
      rest[largest] = 0x7F;
      rest[largest + 1] = (byte) 0xF0;
      copy.readSlots(0, 2, in(slots(replay, 0, 2)));
      IOException e = assertThrows(IOException.class, () -> copy.restoreRest(in(rest)));
      assertTrue(e.getMessage().contains("Infinity"), e.getMessage());
    }
  }

  @Test
  void aClosedMemoryDoesNothingMore() throws IOException {
    FrameReplay replay = filled(5, 2, UNIFORM);
    byte[] rest = rest(replay);
    Minibatch batch = new Minibatch(SPEC.frame(), 1);
    Observation frame = new Observation(SPEC.frame());
    DataOutputStream nowhere = new DataOutputStream(new ByteArrayOutputStream());
    FrameReplay fresh = replay(SPEC, 5, UNIFORM);
    replay.close();
    fresh.close();
    List<Executable> calls =
        List.of(
            () -> replay.add(0, Step.of(1), frame),
            () -> replay.learned(batch, new float[1]),
            () -> replay.writeSlots(0, 1, nowhere),
            () -> replay.saveRest(nowhere),
            () -> fresh.readSlots(0, 0, in(new byte[0])),
            () -> fresh.restoreRest(in(rest)));
    for (Executable call : calls) {
      IllegalStateException e = assertThrows(IllegalStateException.class, call);
      assertTrue(e.getMessage().contains("closed"), e.getMessage());
    }
  }

  /// 68 MB: more than is kept on the heap.
  @Test
  void theFramesOfALargeMemoryAreFreedWithIt() {
    Spec spec = Spec.bytes(100, 100).actions(2).stack(2, StackStart.ZEROS);
    FrameStore frames = new FrameStore(spec, 6_800);
    byte[] one = new byte[10_000];
    Arrays.fill(one, (byte) 7);
    frames.set(6_799, one, 0);
    byte[] back = new byte[10_000];
    frames.get(6_799, back, 0);
    assertArrayEquals(one, back);
    frames.close();
    assertThrows(IllegalStateException.class, () -> frames.get(0, back, 0));
    FrameStore small = new FrameStore(Spec.vector(3).actions(2), 2);
    small.close(); // nothing to free
    assertEquals(new Form.Vector(3).size() * 4, small.frameBytes());
  }
}
