package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.junit.jupiter.api.Test;

/// Which transitions are drawn how often, and how they are weighed.
class PrioritizedReplayTest {
  private static final Spec SPEC = Spec.oneHot(100).actions(4);
  private static final Sampling.Prioritized RULE = new Sampling.Prioritized(0.5, 0.4, 0.25);

  /// Transitions 0 to count - 1, then one pending observation.
  private static FrameReplay filled(int capacity, int count, Sampling sampling) {
    FrameReplay replay =
        ReplayShape.replay(new ReplayShape(SPEC, capacity, 1, false, false), sampling);
    Observation frame = new Observation(SPEC.frame());
    replay.start(frame);
    for (int i = 0; i < count; i++) {
      add(replay, i);
    }
    return replay;
  }

  private static int slot(FrameReplay replay, long sequence) {
    return (int) (sequence % replay.slots());
  }

  private static int[] slots(FrameReplay replay, Minibatch batch) {
    return Arrays.stream(batch.sequences()).mapToInt(s -> slot(replay, s)).toArray();
  }

  private static void add(FrameReplay replay, int reward) {
    ReplayShape.add(replay, 0, reward, false, false, false, new Observation(SPEC.frame()));
  }

  /// Draws until every transition has been drawn, and tells the TD error of each.
  private static void learnAll(FrameReplay replay, Minibatch batch, float... tdErrors) {
    float[] told = new float[batch.size()];
    for (int i = 0; i < 50; i++) {
      replay.sample(batch, 1, 1, new Random(i));
      for (int row = 0; row < batch.size(); row++) {
        told[row] = tdErrors[slot(replay, batch.sequences()[row])];
      }
      replay.learned(batch, told);
    }
  }

  private static Minibatch minibatch(int size) {
    return new Minibatch(new Form.OneHot(100), size);
  }

  @Test
  void transitionsAreDrawnInProportionToTheirPriority() {
    try (FrameReplay replay = filled(6, 5, RULE)) {
      // (|td| + 0.25)^0.5
      learnAll(replay, minibatch(8), 0.75f, -3.75f, 8.75f, 0, 15.75f);
      double[] priorities = {1, 2, 3, 0.5, 4};
      int draws = 40_000;
      int[] counts = new int[5];
      Minibatch one = minibatch(1);
      RandomGenerator random = new Random(3);
      for (int i = 0; i < draws; i++) {
        replay.sample(one, 1, 1, random);
        counts[slot(replay, one.sequences()[0])]++;
      }
      assertFrequencies(draws, counts, priorities);
    }
  }

  @Test
  void uniformDrawsAreUniform() {
    try (FrameReplay replay = filled(6, 5, new Sampling.Uniform())) {
      int draws = 40_000;
      int[] counts = new int[5];
      Minibatch batch = minibatch(10);
      RandomGenerator random = new Random(4);
      for (int i = 0; i < draws / 10; i++) {
        replay.sample(batch, 1, 1, random);
        for (int slot : slots(replay, batch)) {
          counts[slot]++;
        }
      }
      assertFrequencies(draws, counts, new double[] {1, 1, 1, 1, 1});
      assertArrayEquals(new float[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, batch.weights());
    }
  }

  /// Within 5 standard deviations of a binomial: beyond them once in 1.7 million.
  private static void assertFrequencies(int draws, int[] counts, double[] priorities) {
    double total = 0;
    for (double priority : priorities) {
      total += priority;
    }
    for (int i = 0; i < counts.length; i++) {
      double p = priorities[i] / total;
      assertEquals(draws * p, counts[i], 5 * Math.sqrt(draws * p * (1 - p)), "transition " + i);
    }
  }

  @Test
  void drawsAreStratified() {
    try (FrameReplay replay = filled(6, 4, RULE)) {
      Minibatch batch = minibatch(8);
      for (int seed = 0; seed < 100; seed++) {
        replay.sample(batch, 1, 1, new Random(seed));
        int[] counts = new int[4];
        for (int slot : slots(replay, batch)) {
          counts[slot]++;
        }
        assertArrayEquals(new int[] {2, 2, 2, 2}, counts);
      }
    }
  }

  @Test
  void weightsAreThoseOfAHandComputation() {
    try (FrameReplay replay = filled(6, 5, RULE)) {
      learnAll(replay, minibatch(8), 0.75f, -3.75f, 8.75f, 0, 15.75f);
      double[] p = {1 / 10.5, 2 / 10.5, 3 / 10.5, 0.5 / 10.5, 4 / 10.5};
      Minibatch batch = minibatch(4);
      for (int seed = 0; seed < 50; seed++) {
        replay.sample(batch, 1, 0.4, new Random(seed));
        double largest = 0;
        for (int slot : slots(replay, batch)) {
          largest = Math.max(largest, Math.pow(5 * p[slot], -0.4));
        }
        for (int row = 0; row < 4; row++) {
          double wanted = Math.pow(5 * p[slot(replay, batch.sequences()[row])], -0.4) / largest;
          assertEquals(wanted, batch.weights()[row], 1e-7);
        }
      }
      // beta 0 corrects nothing
      replay.sample(batch, 1, 0, new Random(1));
      assertArrayEquals(new float[] {1, 1, 1, 1}, batch.weights());
    }
  }

  @Test
  void aNewTransitionHasTheLargestPrioritySoFar() {
    try (FrameReplay replay = filled(6, 2, RULE)) {
      Minibatch batch = minibatch(2);
      learnAll(replay, batch, 15.75f, 0.75f);
      learnAll(replay, batch, 0.75f, 0.75f); // the largest stays 4
      add(replay, 2);
      Minibatch six = minibatch(6);
      replay.sample(six, 1, 1, new Random(1));
      int[] counts = new int[3];
      for (int slot : slots(replay, six)) {
        counts[slot]++;
      }
      assertArrayEquals(new int[] {1, 1, 4}, counts);
    }
  }

  @Test
  void theErrorOfATransitionThatHasBeenOverwrittenIsPassedOver() throws IOException {
    try (FrameReplay replay = filled(1, 1, RULE)) {
      Minibatch old = minibatch(1);
      replay.sample(old, 1, 1, new Random(1));
      add(replay, 1);
      add(replay, 2); // two slots: the same place again
      Minibatch young = minibatch(1);
      replay.sample(young, 1, 1, new Random(1));
      assertEquals(slot(replay, old.sequences()[0]), slot(replay, young.sequences()[0]));
      assertEquals(2, young.rewards()[0]);
      byte[] before = saved(replay);
      replay.learned(old, new float[] {63.75f});
      assertArrayEquals(before, saved(replay));
      replay.learned(young, new float[] {63.75f});
      assertFalse(Arrays.equals(before, saved(replay)));
    }
  }

  private static byte[] saved(FrameReplay replay) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    replay.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
