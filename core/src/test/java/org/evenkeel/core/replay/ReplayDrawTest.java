package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Test;

/// Draws whose random numbers are given.
class ReplayDrawTest {
  private static final Form FORM = new Form.Vector(1);
  private static final Spec SPEC = Spec.vector(1).actions(3);

  /// Gives numbers from a list, and keeps the bounds it was asked for.
  private static final class Given implements RandomGenerator {
    final List<Integer> bounds = new ArrayList<>();
    private final List<Integer> numbers;

    Given(List<Integer> numbers) {
      this.numbers = numbers;
    }

    @Override
    public int nextInt(int bound) {
      bounds.add(bound);
      return numbers.get(bounds.size() - 1);
    }

    @Override
    public long nextLong() {
      throw new AssertionError("only whole numbers below a bound are drawn");
    }
  }

  private static Observation frame(double value) {
    Observation frame = new Observation(FORM);
    frame.set(0, value);
    return frame;
  }

  private static FrameReplay replay(int nStep, Sampling sampling) {
    return ReplayShape.replay(new ReplayShape(SPEC, 20, nStep, false, false), sampling);
  }

  /// Three episodes of one step, all truncated: transitions 0, 2 and 4, last observations 1, 3 and 5.
  private static FrameReplay everySecond() {
    FrameReplay replay = replay(1, new Sampling.Uniform());
    for (int i = 0; i < 3; i++) {
      replay.start(frame(i));
      ReplayShape.add(replay, 0, i, false, true, false, frame(i));
    }
    return replay;
  }

  private static long drawn(FrameReplay replay, Given random) {
    Minibatch one = new Minibatch(FORM, 1);
    replay.sample(one, 1, 1, random);
    return one.sequences()[0];
  }

  @Test
  void aDrawThatMissesIsMadeAgain() {
    try (FrameReplay replay = everySecond()) {
      Given random = new Given(List.of(1, 5, 4));
      assertEquals(4, drawn(replay, random));
      assertEquals(List.of(6, 6, 6), random.bounds);
    }
  }

  @Test
  void theLastOf256DrawsMayHit() {
    try (FrameReplay replay = everySecond()) {
      List<Integer> numbers = new ArrayList<>(Collections.nCopies(255, 3));
      numbers.add(2);
      Given random = new Given(numbers);
      assertEquals(2, drawn(replay, random));
      assertEquals(256, random.bounds.size());
    }
  }

  @Test
  void after256MissesOneDrawAmongTheDrawableDecides() {
    for (int which = 0; which < 3; which++) {
      try (FrameReplay replay = everySecond()) {
        List<Integer> numbers = new ArrayList<>(Collections.nCopies(256, 3));
        numbers.add(which);
        Given random = new Given(numbers);
        assertEquals(2L * which, drawn(replay, random));
        assertEquals(257, random.bounds.size());
        assertEquals(3, random.bounds.getLast());
      }
    }
  }

  /// Beta goes from 0.4 to 1 with the progress: 0.4, 0.7, 1, and 1 beyond. Priorities 1 and 4 by
  /// (|TD error| + 0.25)^0.5.
  @Test
  void betaGrowsWithTheProgressOfTheRun() {
    try (FrameReplay replay = replay(1, new Sampling.Prioritized(0.5, 0.4, 0.25))) {
      replay.start(frame(0));
      ReplayShape.add(replay, 0, 1, false, false, false, frame(1));
      ReplayShape.add(replay, 0, 2, false, false, false, frame(2));
      Minibatch batch = new Minibatch(FORM, 5);
      replay.sample(batch, 0, new Random(1));
      float[] errors = new float[5];
      for (int row = 0; row < 5; row++) {
        errors[row] = batch.sequences()[row] == 0 ? 0.75f : 15.75f;
      }
      replay.learned(batch, errors);
      double[] progress = {0, 0.5, 1, 3};
      double[] beta = {0.4, 0.7, 1, 1};
      for (int i = 0; i < progress.length; i++) {
        replay.sample(batch, progress[i], new Random(1));
        for (int row = 0; row < 5; row++) {
          double wanted = batch.sequences()[row] == 0 ? 1 : Math.pow(0.25, beta[i]);
          assertEquals(wanted, batch.weights()[row], 1e-7);
          assertEquals(0.99f, batch.discounts()[row]);
        }
        assertTrue(Arrays.stream(batch.sequences()).anyMatch(s -> s == 1));
      }
    }
  }

  @Test
  void theWeightsOfUniformDrawsAreOneWhateverTheMinibatchHeldBefore() {
    try (FrameReplay replay = everySecond()) {
      Minibatch batch = new Minibatch(FORM, 3);
      Arrays.fill(batch.weights(), 0.5f);
      replay.sample(batch, 0.5, new Random(1));
      assertArrayEquals(new float[] {1, 1, 1}, batch.weights());
      assertArrayEquals(new float[] {0.99f, 0.99f, 0.99f}, batch.discounts());
    }
  }

  /// Windows of two steps. Frames 1, 2 terminated; 10, 11, 12 truncated; 20 to 23 running.
  @Test
  void observationsAreDrawnWithThoseThatFollowThem() {
    try (FrameReplay replay = replay(2, new Sampling.Uniform())) {
      replay.start(frame(1));
      ReplayShape.add(replay, 0, 0, false, false, false, frame(2));
      ReplayShape.add(replay, 0, 0, true, false, false, frame(3));
      replay.start(frame(10));
      ReplayShape.add(replay, 0, 0, false, false, false, frame(11));
      ReplayShape.add(replay, 0, 0, false, true, false, frame(12));
      replay.start(frame(20));
      for (int i = 21; i <= 23; i++) {
        ReplayShape.add(replay, 0, 0, false, false, false, frame(i));
      }
      Batch out = new Batch(FORM, 6).resize(5);
      Batch next = new Batch(FORM, 6);
      // Slot 4 is the last observation 12 and slot 7 has no complete window: both are drawn again.
      replay.sampleObservations(out, next, new Given(List.of(0, 2, 4, 3, 7, 5, 1)));
      assertArrayEquals(new float[] {1, 10, 11, 20, 2}, Arrays.copyOf(out.floats(), 5));
      assertEquals(3, next.size());
      assertArrayEquals(new float[] {12, 12, 22}, Arrays.copyOf(next.floats(), 3));
      // Nothing follows where all windows end.
      replay.sampleObservations(out.resize(2), next, new Given(List.of(0, 1)));
      assertEquals(0, next.size());
      Batch other = new Batch(new Form.Vector(2), 6);
      assertThrows(
          IllegalArgumentException.class,
          () -> replay.sampleObservations(out, other, new Random(1)));
    }
  }

  /// A buffer of a user's own: observation n leads to n + 0.5, and every third window ends.
  private static final class Counting implements ReplayBuffer {
    private int draws;

    @Override
    public void sample(Minibatch out, double progress, RandomGenerator random) {
      draws++;
      out.observations().setVector(0, new float[] {draws}, 0);
      out.nextObservations().setVector(0, new float[] {draws + 0.5f}, 0);
      out.discounts()[0] = draws % 3 == 0 ? 0 : 0.9f;
    }

    @Override
    public void start(Observation frame) {}

    @Override
    public void add(int action, Step step, Observation next) {}

    @Override
    public int sampleable() {
      return 1;
    }

    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}
  }

  @Test
  void theObservationsOfABufferOfTheUsersOwnAreThoseOfItsMinibatches() {
    try (Counting buffer = new Counting()) {
      Batch out = new Batch(FORM, 7).resize(5);
      Batch next = new Batch(FORM, 7);
      buffer.sampleObservations(out, next, new Random(1));
      assertEquals(5, buffer.draws);
      assertArrayEquals(new float[] {1, 2, 3, 4, 5}, Arrays.copyOf(out.floats(), 5));
      assertEquals(4, next.size());
      assertArrayEquals(new float[] {1.5f, 2.5f, 4.5f, 5.5f}, Arrays.copyOf(next.floats(), 4));
      buffer.sampleObservations(out, null, new Random(1));
      assertArrayEquals(new float[] {6, 7, 8, 9, 10}, Arrays.copyOf(out.floats(), 5));
      buffer.draws = 2;
      buffer.sampleObservations(out.resize(1), next, new Random(1));
      assertEquals(0, next.size());
    }
  }

  @Test
  void theFirstTdErrorMustBeFiniteToo() {
    try (FrameReplay replay = everySecond()) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> replay.learned(new Minibatch(FORM, 2), new float[] {Float.NaN, 0}));
      assertTrue(e.getMessage().contains("[0]"), e.getMessage());
    }
  }

  @Test
  void aRewardThatNoFloatCanHoldIsRefused() {
    try (FrameReplay replay = replay(1, new Sampling.Uniform())) {
      replay.start(frame(0));
      assertThrows(IllegalArgumentException.class, () -> replay.add(0, Step.of(1e39), frame(1)));
      replay.add(0, Step.of(1e38), frame(1));
      assertEquals(1, replay.size());
    }
  }
}
