package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.BatchRows;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Spec.StackStart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The memory against a plain one that keeps everything, over random episodes and many times round the ring.
@Tag("slow")
class ReplayHistoryTest {
  private static final double DISCOUNT = 0.5; // powers and sums are exact
  private static final int STEPS = 600;
  static final List<Sampling> SAMPLINGS =
      List.of(new Sampling.Uniform(), new Sampling.Prioritized(0.6, 0.4, 1e-6));

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 7, 8, 13, 40})
  void everyTransitionDrawnIsOneThatHappened(int capacity) {
    int seed = 0;
    for (int nStep = 1; nStep <= 4; nStep++) {
      for (int stack = 1; stack <= 4; stack++) {
        for (int options = 0; options < 4; options++) {
          seed++;
          Spec spec =
              Spec.vector(2)
                  .actions(3)
                  .stack(stack, seed % 2 == 0 ? StackStart.ZEROS : StackStart.REPEAT);
          ReplayShape shape =
              new ReplayShape(spec, capacity, nStep, (options & 1) != 0, (options & 2) != 0);
          // Short episodes, long ones, and some longer than the ring.
          double end = List.of(0.15, 0.04, 0.002).get(seed % 3);
          play(shape, SAMPLINGS.get((seed >> 1) & 1), seed, end, STEPS);
        }
      }
    }
  }

  /// Stacks that heed lives, and stacks with frames that were never stored.
  @ParameterizedTest
  @ValueSource(ints = {5, 6, 7, 13, 40})
  void soItIsWhereverStacksMayNotReach(int capacity) {
    int seed = 1000;
    for (Protocol.Stacks lives : Protocol.Stacks.values()) {
      for (StackStart start : StackStart.values()) {
        if (lives == Protocol.Stacks.ANEW && start == StackStart.LEAD_IN) {
          continue;
        }
        for (int stack = 1; stack <= 4; stack++) {
          for (int options = 0; options < 6; options++) {
            Spec frame = options < 3 ? Spec.vector(2).actions(3) : Spec.bytes(2, 3).actions(18);
            Spec spec = frame.stack(stack, start);
            boolean sarsa = options % 2 == 1;
            ReplayShape shape =
                new ReplayShape(spec, capacity, 1 + options % 3, true, sarsa, lives);
            double end = List.of(0.15, 0.04, 0.002).get(++seed % 3);
            play(shape, SAMPLINGS.get((seed >> 1) & 1), seed, end, STEPS);
          }
        }
      }
    }
  }

  @Test
  void soItIsForEveryFormOfFrame() {
    List<Spec> specs =
        List.of(
            Spec.oneHot(1000).actions(300),
            Spec.bitPlanes(5, 4, 3).actions(256),
            Spec.bitPlanes(4, 4, 4).actions(257),
            Spec.bitPlanes(10, 10, 4).actions(6),
            Spec.bytes(3, 5).actions(18).stack(3, StackStart.ZEROS),
            Spec.bytes(2, 2).actions(18).stack(4, StackStart.REPEAT),
            Spec.vector(5).actions(1).stack(2, StackStart.ZEROS));
    for (int i = 0; i < specs.size(); i++) {
      play(
          new ReplayShape(specs.get(i), 11, 2, true, i % 2 == 0),
          SAMPLINGS.get(i & 1),
          i,
          0.05,
          STEPS);
    }
  }

  /// Plays random episodes into a memory, and compares all that it gives.
  static void play(ReplayShape shape, Sampling sampling, int seed, double end, int steps) {
    PlainHistory history = new PlainHistory(shape, seed, end);
    Random random = new Random(seed);
    Minibatch minibatch = new Minibatch(shape.spec().observation(), 8);
    try (FrameReplay replay = ReplayShape.replay(shape, sampling)) {
      for (int step = 0; step < steps; step++) {
        history.play(replay);
        List<Long> drawable = history.drawable();
        assertEquals(history.head(), replay.head());
        assertEquals(history.tail(), replay.tail());
        assertEquals(history.size(), replay.size());
        assertEquals(drawable.size(), replay.sampleable(), () -> shape + " " + replay.head());
        if (step % 3 == 0 && !drawable.isEmpty()) {
          compare(shape, history, replay, minibatch, random);
        }
        if (step % 100 == 99) {
          assertEquals(
              new HashSet<>(drawable), drawnOf(replay, minibatch, random), shape::toString);
        }
      }
    }
  }

  private static void compare(
      ReplayShape shape, PlainHistory history, FrameReplay replay, Minibatch drawn, Random random) {
    replay.sample(drawn, DISCOUNT, 0.5, random);
    float[] tdErrors = new float[drawn.size()];
    for (int row = 0; row < drawn.size(); row++) {
      long at = drawn.sequences()[row];
      assertTrue(history.drawable().contains(at), () -> shape + " " + at);
      PlainHistory.Window window = history.window(at, DISCOUNT);
      assertEquals(history.moment(at).action, drawn.actions()[row]);
      assertEquals(window.reward(), drawn.rewards()[row]);
      assertEquals(window.discount(), drawn.discounts()[row]);
      assertEquals(window.nextAction(), drawn.nextActions()[row]);
      assertEquals(window.next(), drawn.nextSequences()[row]);
      assertTrue(
          BatchRows.same(history.moment(at).seen, 0, drawn.observations(), row),
          () -> "observation " + at + " of " + shape);
      assertTrue(
          BatchRows.same(history.moment(window.next()).seen, 0, drawn.nextObservations(), row),
          () -> "next observation " + window.next() + " of " + shape);
      tdErrors[row] = 0.5f + random.nextFloat();
    }
    replay.learned(drawn, tdErrors);
    if (shape.spec().frame() instanceof Form.Vector) {
      compareObservations(shape, history, replay, random.nextLong());
    }
  }

  /// Each vector is shown once: what was drawn is known by what it shows.
  private static void compareObservations(
      ReplayShape shape, PlainHistory history, FrameReplay replay, long seed) {
    Batch alone = new Batch(shape.spec().observation(), 5).resize(5);
    Batch out = new Batch(shape.spec().observation(), 5).resize(5);
    Batch next = new Batch(shape.spec().observation(), 5);
    replay.sampleObservations(alone, null, new Random(seed));
    replay.sampleObservations(out, next, new Random(seed));
    int rows = 0;
    for (int row = 0; row < 5; row++) {
      int r = row;
      assertTrue(BatchRows.same(alone, row, out, row));
      long at =
          history.drawable().stream()
              .filter(d -> BatchRows.same(history.moment(d).seen, 0, out, r))
              .findFirst()
              .orElseThrow();
      PlainHistory.Window window = history.window(at, DISCOUNT);
      if (window.discount() > 0) {
        assertTrue(BatchRows.same(history.moment(window.next()).seen, 0, next, rows++));
      }
    }
    assertEquals(rows, next.size());
  }

  /// All that come out in so many draws that one which can be drawn is missed with a probability < 1e-9.
  private static Set<Long> drawnOf(FrameReplay replay, Minibatch minibatch, Random random) {
    Set<Long> drawn = new HashSet<>();
    for (int i = 0; i < 500 && replay.sampleable() > 0; i++) {
      replay.sample(minibatch, DISCOUNT, 0.5, random);
      for (long sequence : minibatch.sequences()) {
        drawn.add(sequence);
      }
    }
    return drawn;
  }
}
