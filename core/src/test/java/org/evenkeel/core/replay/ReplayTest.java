package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.BatchRows;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Spec.StackStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What the memory takes, what it refuses, and windows computed by hand.
class ReplayTest {
  private static final Sampling UNIFORM = new Sampling.Uniform();
  private static final Spec SPEC = Spec.vector(1).actions(3);

  private static ReplayShape shape(int capacity) {
    return new ReplayShape(SPEC, capacity, 1, false, false);
  }

  private static Observation frame(double value) {
    Observation frame = new Observation(SPEC.frame());
    frame.set(0, value);
    return frame;
  }

  @Test
  void aMillionAtariTransitionsTakeAtMost7100000000Bytes() {
    Spec atari = Spec.bytes(84, 84).actions(18).stack(4, StackStart.ZEROS);
    ReplayShape shape = new ReplayShape(atari, 1_000_000, 1, true, false);
    assertEquals(1_000_001L * (84 * 84 + 1 + 4 + 1), ReplayShape.bytes(shape, UNIFORM));
    assertTrue(ReplayShape.bytes(shape, UNIFORM) <= 7_100_000_000L);
    assertEquals(
        1_000_001L * (84 * 84 + 6 + 16),
        ReplayShape.bytes(shape, Sampling.Prioritized.published()));
  }

  @Test
  void aHundredThousandMinAtarTransitionsTakeLessThan6000000Bytes() {
    Spec minAtar = Spec.bitPlanes(10, 10, 4).actions(6);
    ReplayShape shape = new ReplayShape(minAtar, 100_000, 1, false, false);
    assertEquals(100_001L * (50 + 6), ReplayShape.bytes(shape, UNIFORM));
    assertTrue(ReplayShape.bytes(shape, UNIFORM) < 6_000_000);
  }

  @Test
  void nStepRewardsAreThoseOfAHandComputation() {
    ReplayShape shape = new ReplayShape(SPEC, 10, 3, false, false);
    try (FrameReplay replay = ReplayShape.replay(shape, UNIFORM)) {
      replay.start(frame(0));
      ReplayShape.add(replay, 1, 1, false, false, false, frame(1));
      ReplayShape.add(replay, 2, 10, false, false, false, frame(2));
      assertEquals(0, replay.sampleable());
      ReplayShape.add(replay, 0, 100, false, false, false, frame(3));
      assertEquals(1, replay.sampleable());
      Minibatch one = new Minibatch(new Form.Vector(1), 1);
      replay.sample(one, 0.99, 1, new Random(1));
      assertEquals((float) (1 + 0.99 * 10 + 0.99 * 0.99 * 100), one.rewards()[0]);
      assertEquals((float) (0.99 * 0.99 * 0.99), one.discounts()[0]);
      assertEquals(1, one.actions()[0]);
      assertEquals(0, one.nextActions()[0]);
      assertArrayEquals(new float[] {3}, (float[]) BatchRows.row(one.nextObservations(), 0));
      assertEquals(3, one.nextSequences()[0]);
    }
  }

  /// The next observation of a window that ends is its first one, in number too: a number always means the same
  /// observation, or remembered values would be those of another.
  @Test
  void aWindowThatEndsLeadsToItsOwnFirstObservation() {
    try (FrameReplay replay = ReplayShape.replay(shape(5), UNIFORM)) {
      replay.start(frame(7));
      ReplayShape.add(replay, 1, 1, true, false, false, frame(8));
      Minibatch one = new Minibatch(new Form.Vector(1), 1);
      replay.sample(one, 0.99, 1, new Random(1));
      assertEquals(0, one.discounts()[0]);
      assertEquals(0, one.sequences()[0]);
      assertEquals(0, one.nextSequences()[0]);
      assertArrayEquals(new float[] {7}, (float[]) BatchRows.row(one.nextObservations(), 0));
    }
  }

  @Test
  void theNewestTransitionCanBeDrawnAtOnce() {
    try (FrameReplay replay = ReplayShape.replay(shape(5), UNIFORM)) {
      replay.start(frame(7));
      assertEquals(0, replay.sampleable());
      ReplayShape.add(replay, 1, 1, false, false, false, frame(8));
      assertEquals(1, replay.sampleable());
      assertEquals(6, replay.slots());
    }
  }

  @Test
  void inSteadyStateAsManyTransitionsAreKeptAsTheCapacitySays() {
    try (FrameReplay replay = ReplayShape.replay(shape(5), UNIFORM)) {
      for (int episode = 0; episode < 4; episode++) {
        replay.start(frame(0));
        for (int i = 0; i < 9; i++) {
          ReplayShape.add(replay, 0, 0, i == 8, false, false, frame(i));
        }
        assertEquals(5, replay.size());
        assertEquals(5, replay.sampleable());
      }
    }
  }

  @Test
  void observationsAreDrawnUniformly() {
    Spec spec = Spec.vector(1).actions(3).stack(2, StackStart.REPEAT);
    ReplayShape shape = new ReplayShape(spec, 10, 1, false, false);
    try (FrameReplay replay = ReplayShape.replay(shape, Sampling.Prioritized.published())) {
      replay.start(frame(1));
      ReplayShape.add(replay, 0, 0, false, false, false, frame(2));
      ReplayShape.add(
          replay, 0, 0, false, true, false, frame(3)); // the last observation is not a transition
      Batch batch = new Batch(new Form.Vector(2), 1200).resize(1000);
      replay.sampleObservations(batch, null, new Random(1));
      int first = 0;
      for (int row = 0; row < 1000; row++) {
        float[] seen = (float[]) BatchRows.row(batch, row);
        assertTrue(seen[0] == 1 && (seen[1] == 1 || seen[1] == 2));
        first += seen[1] == 1 ? 1 : 0;
      }
      assertEquals(500, first, 5 * Math.sqrt(250));
    }
  }

  /// Most slots hold nothing that can be drawn, so that draws miss and the memory is searched.
  @Test
  void fewTransitionsAmongManyAreFound() {
    ReplayShape shape = new ReplayShape(SPEC, 20_000, 2, false, true);
    try (FrameReplay replay = ReplayShape.replay(shape, UNIFORM)) {
      for (int i = 0; i < 10_000; i++) {
        replay.start(frame(i));
        // Truncated before its next action is known, but for three.
        boolean whole = i == 5000 || i == 5001 || i == 8000;
        ReplayShape.add(replay, 0, i, whole, true, false, frame(i));
      }
      assertEquals(3, replay.sampleable());
      int[] counts = new int[3];
      Minibatch batch = new Minibatch(new Form.Vector(1), 900);
      replay.sample(batch, 1, 1, new Random(1));
      for (float reward : batch.rewards()) {
        counts[List.of(5000f, 5001f, 8000f).indexOf(reward)]++;
      }
      for (int count : counts) {
        assertEquals(300, count, 5 * Math.sqrt(200));
      }
    }
  }

  @Test
  void aLargeMemoryIsOffTheHeapAndWorksTheSame() {
    Spec spec = Spec.bytes(84, 84).actions(3).stack(4, StackStart.ZEROS);
    ReplayShape shape = new ReplayShape(spec, 10_000, 1, false, false);
    Random random = new Random(1);
    Observation frame = new Observation(spec.frame());
    try (FrameReplay replay = ReplayShape.replay(shape, UNIFORM)) {
      replay.start(frame);
      for (int i = 0; i < 10_500; i++) {
        frame.bytes()[i % 7056] = (byte) random.nextInt();
        ReplayShape.add(replay, 0, i, false, false, false, frame);
      }
      Minibatch batch = new Minibatch(spec.observation(), 16);
      replay.sample(batch, 1, 1, random);
      for (int row = 0; row < 16; row++) {
        byte[] seen = (byte[]) BatchRows.row(batch.observations(), row);
        byte[] next = (byte[]) BatchRows.row(batch.nextObservations(), row);
        int step = (int) batch.rewards()[row];
        for (int back = 0; back < 3; back++) {
          for (int pixel = 0; pixel < 7056; pixel++) {
            assertEquals(seen[(back + 1) * 7056 + pixel], next[back * 7056 + pixel]);
          }
        }
        for (int pixel = 0; pixel < 7056; pixel++) {
          boolean changed = seen[3 * 7056 + pixel] != next[3 * 7056 + pixel];
          assertTrue(!changed || pixel == step % 7056);
        }
      }
    }
  }

  @Test
  void shapesThatCannotBeAreRefused() {
    refused("capacity must be >= 1, was 0", () -> ReplayShape.replay(shape(0), UNIFORM));
    refused(
        "capacity must be <= 536870912, was 536870913",
        () -> ReplayShape.replay(shape(536870913), UNIFORM));
    refused(
        "nStep must be >= 1, was 0",
        () -> ReplayShape.replay(new ReplayShape(SPEC, 5, 0, false, false), UNIFORM));
    refused(
        "nStep must be <= capacity (5), was 6",
        () -> ReplayShape.replay(new ReplayShape(SPEC, 5, 6, false, false), UNIFORM));
    refused("size must be >= 1, was 0", () -> new Minibatch(new Form.Vector(1), 0));
  }

  @Test
  void aMemoryThatTheMachineDoesNotGiveIsRefusedWithItsBytes() {
    Spec huge = Spec.bytes(8192, 8192).actions(1); // more than the address space
    ReplayShape shape = new ReplayShape(huge, 1 << 29, 1, false, false);
    refused(
        "a replay buffer of 536870912 transitions needs 36028800307298310 bytes, more than this machine provides",
        () -> ReplayShape.replay(shape, UNIFORM));
  }

  @Test
  void stepsThatCannotBeAreRefusedAndChangeNothing() {
    try (FrameReplay replay = ReplayShape.replay(shape(5), UNIFORM)) {
      refusedNow(
          "no episode is in progress: start one before adding to it",
          () -> ReplayShape.add(replay, 0, 0, false, false, false, frame(0)));
      refused("observation[0] must be finite, was NaN", () -> replay.start(frame(Double.NaN)));
      refused(
          "this replay buffer stores a vector of length 1, was given one of 2 states",
          () -> replay.start(new Observation(new Form.OneHot(2))));
      replay.start(frame(0));
      refusedNow(
          "an episode is in progress: add its last step before the next start",
          () -> replay.start(frame(0)));
      refused(
          "action must be 0 to 2, was 3",
          () -> ReplayShape.add(replay, 3, 0, false, false, false, frame(0)));
      refused(
          "action must be 0 to 2, was -1",
          () -> ReplayShape.add(replay, -1, 0, false, false, false, frame(0)));
      refused(
          "reward must be a finite number, was NaN",
          () -> ReplayShape.add(replay, 0, Float.NaN, false, false, false, frame(0)));
      refused(
          "observation[0] must be finite, was -Infinity",
          () ->
              ReplayShape.add(replay, 0, 0, false, false, false, frame(Double.NEGATIVE_INFINITY)));
      assertEquals(0, replay.size());
      ReplayShape.add(
          replay, 0, 0, true, false, false, frame(Double.NaN)); // terminated: not stored
      refusedNow(
          "no episode is in progress: start one before adding to it",
          () -> ReplayShape.add(replay, 0, 0, false, false, false, frame(0)));
    }
  }

  @Test
  void statesAndBitsOutOfRangeAreRefused() {
    Spec states = Spec.oneHot(5).actions(2);
    Observation state = new Observation(states.frame());
    state.setState(5);
    Spec planes = Spec.bitPlanes(2, 3, 2).actions(2);
    Observation bits = new Observation(planes.frame());
    bits.bits()[0] = 1 << 12;
    try (FrameReplay a = ReplayShape.replay(new ReplayShape(states, 5, 1, false, false), UNIFORM);
        FrameReplay b = ReplayShape.replay(new ReplayShape(planes, 5, 1, false, false), UNIFORM)) {
      refused("state must be 0 to 4, was 5", () -> a.start(state));
      refused("bit planes have 12 bits, but a bit beyond them is set", () -> b.start(bits));
    }
  }

  @Test
  void drawsThatCannotBeAreRefused() {
    Minibatch batch = new Minibatch(new Form.Vector(1), 2);
    Minibatch other = new Minibatch(new Form.Vector(2), 2);
    Random random = new Random(1);
    try (FrameReplay replay = ReplayShape.replay(shape(5), UNIFORM)) {
      replay.start(frame(0));
      String nothing = "nothing can be drawn yet: none of the 0 stored transitions is complete";
      refusedNow(nothing, () -> replay.sample(batch, 1, 1, random));
      refusedNow(nothing, () -> replay.sampleObservations(batch.observations(), null, random));
      ReplayShape.add(replay, 0, 0, false, false, false, frame(0));
      refused("discount must be in [0, 1], was 1.5", () -> replay.sample(batch, 1.5, 1, random));
      refused("beta must be in [0, 1], was -1.0", () -> replay.sample(batch, 1, -1, random));
      String form =
          "this replay buffer stores a vector of length 1, was given a vector of length 2";
      refused(form, () -> replay.sample(other, 1, 1, random));
      refused(form, () -> replay.sampleObservations(other.observations(), null, random));
      refused("tdErrors must have length >= 2, was 1", () -> replay.learned(batch, new float[1]));
      refused(
          "tdErrors[1] must be finite, was NaN",
          () -> replay.learned(batch, new float[] {0, Float.NaN}));
    }
  }

  @Test
  void aClosedMemoryIsRefusedWhereverItWas() {
    FrameReplay replay = ReplayShape.replay(shape(5), UNIFORM);
    replay.close();
    replay.close();
    refusedNow("the replay buffer is closed", () -> replay.start(frame(0)));
    refusedNow(
        "the replay buffer is closed",
        () -> replay.sample(new Minibatch(new Form.Vector(1), 2), 1, 1, new Random(1)));
  }

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  private static void refusedNow(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalStateException.class, call).getMessage());
  }
}
