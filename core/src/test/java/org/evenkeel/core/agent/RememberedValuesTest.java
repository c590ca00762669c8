package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.api.Test;

class RememberedValuesTest {
  private static final int SLOTS = 40;
  private static final int SETS = 3;
  private static final int BATCH = 8;

  private final Network network = Network.dense(new Form.OneHot(500), 20, 4);
  private final Random random = new Random(1);
  private final float[][] thetas = new float[SETS][];
  private final int[] stored = new int[SLOTS];
  private final long[] numbers = new long[SLOTS];

  /// A small replay that is written, sampled and whose window moves: what is remembered must always be
  /// what the plain way computes.
  @Test
  void rememberedValuesAreTheSameBitsAsComputedOnes() {
    for (int s = 0; s < SETS; s++) {
      thetas[s] = network.newParameters(Initializer.PYTORCH, random);
    }
    for (int i = 0; i < SLOTS; i++) {
      stored[i] = random.nextInt(500);
      numbers[i] = i;
    }
    RememberedValues memory = new RememberedValues(SLOTS, SETS, 4, BATCH);
    Evaluator some = new Evaluator(network, BATCH, SETS, Workers.of(1));
    Evaluator all = new Evaluator(network, BATCH, SETS, Workers.of(1));
    Batch batch = new Batch(network.input(), BATCH);
    long[] drawn = new long[BATCH];
    for (int step = 0; step < 400; step++) {
      if (step % 7 == 0) {
        int slot = random.nextInt(SLOTS);
        stored[slot] = random.nextInt(500);
        numbers[slot] += SLOTS; // another observation is stored there: nobody tells
      }
      if (step % 31 == 30) {
        int set = step / 31 % SETS;
        thetas[set] = network.newParameters(Initializer.PYTORCH, random);
        memory.forgetSnapshot(set);
      }
      batch.resize(1 + random.nextInt(BATCH));
      for (int j = 0; j < batch.size(); j++) {
        int slot = random.nextInt(SLOTS);
        drawn[j] = numbers[slot];
        batch.setIndex(j, stored[slot]);
      }
      assertTrue(memory.claim(drawn, batch.size()));
      memory.complete(some, thetas, SETS, batch, drawn);
      all.evaluate(thetas, SETS, batch);
      for (int set = 0; set < SETS; set++) {
        for (int j = 0; j < batch.size(); j++) {
          for (int a = 0; a < 4; a++) {
            assertEquals(
                all.values(set)[j * 4 + a],
                memory.values()[memory.at(drawn[j], set) + a],
                "step " + step);
          }
        }
      }
    }
    assertEquals(all.passes(), memory.passes() + memory.passesSaved());
    assertEquals(some.passes(), memory.passes());
    // 400 steps of 4.5 rows on average: the window moves 12 times and 57 slots change, far less.
    assertTrue(memory.passes() < all.passes() / 4, memory.passes() + " of " + all.passes());
  }

  @Test
  void agesThatComeRoundAgainAreForgotten() {
    RememberedValues memory = new RememberedValues(1, 1, 4, 1);
    Evaluator evaluator = new Evaluator(network, 1, 1, Workers.of(1));
    Batch batch = new Batch(network.input(), 1).resize(1);
    float[][] one = {network.newParameters(Initializer.PYTORCH, random)};
    memory.claim(new long[1], 1);
    memory.complete(evaluator, one, 1, batch, new long[1]);
    assertEquals(1, memory.passes());
    for (int i = 0; i < 65_535; i++) {
      memory.forgetSnapshot(0);
    }
    memory.claim(new long[1], 1);
    memory.complete(evaluator, one, 1, batch, new long[1]);
    assertEquals(2, memory.passes());
  }

  /// Four observations and two snapshots; the second snapshot changes until its age starts over. Its values are computed
  /// again for each observation, those of the first are not; a new observation is computed for both.
  @Test
  void agesThatStartOverConcernOneSnapshotAndEveryObservation() {
    RememberedValues memory = new RememberedValues(4, 2, 4, 4);
    Evaluator evaluator = new Evaluator(network, 4, 2, Workers.of(1));
    Batch batch = new Batch(network.input(), 4).resize(4);
    float[][] two = {
      network.newParameters(Initializer.PYTORCH, random),
      network.newParameters(Initializer.PYTORCH, random)
    };
    long[] numbers = {0, 1, 2, 3};
    assertTrue(memory.claim(numbers, 4));
    memory.complete(evaluator, two, 2, batch, numbers);
    assertEquals(8, memory.passes());
    for (int i = 0; i < 65_535; i++) {
      memory.forgetSnapshot(1);
    }
    long[] oneIsNew = {0, 1, 2, 7};
    assertTrue(memory.claim(oneIsNew, 4));
    memory.complete(evaluator, two, 2, batch, oneIsNew);
    assertEquals(8 + 1 + 4, memory.passes());
    assertEquals(3, memory.passesSaved());
  }

  @Test
  void arraysHoldAsManyValuesAsTheyCan() {
    assertTrue(RememberedValues.fits(Integer.MAX_VALUE - 8, 1, 1));
    assertFalse(RememberedValues.fits(Integer.MAX_VALUE - 7, 1, 1));
    assertTrue(RememberedValues.fits(1 << 20, 32, 63));
    assertFalse(RememberedValues.fits(1 << 20, 32, 64));
  }

  /// A source that gives no numbers, or numbers that share a place: nothing must be remembered of it.
  @Test
  void whatCannotBeToldApartIsNotClaimed() {
    RememberedValues memory = new RememberedValues(5, 2, 4, 4);
    assertTrue(memory.claim(new long[] {0, 1, 7, 0}, 4));
    assertFalse(memory.claim(new long[] {0, -1}, 2));
    assertFalse(memory.claim(new long[] {2, 7}, 2));
    assertTrue(memory.claim(new long[] {2, 7}, 1));
  }

  @Test
  void badInputIsRefusedInOneSentence() {
    assertMessage("places must be >= 1, was 0", () -> new RememberedValues(0, 1, 1, 1));
    assertMessage(
        "places * snapshots * actions must be < 2^31, was 1000000000 * 10 * 18",
        () -> new RememberedValues(1_000_000_000, 10, 18, 32));
    RememberedValues memory = new RememberedValues(5, 2, 4, 2);
    assertMessage("snapshot must be 0 to 1, was -1", () -> memory.forgetSnapshot(-1));
    Evaluator evaluator = new Evaluator(network, 3, 2, Workers.of(1));
    assertMessage(
        "batch size must be <= 2, was 3",
        () ->
            memory.complete(
                evaluator, thetas, 2, new Batch(network.input(), 3).resize(3), new long[3]));
    assertMessage(
        "the network must have 7 actions, had 4",
        () ->
            new RememberedValues(5, 2, 7, 2)
                .complete(
                    evaluator, thetas, 2, new Batch(network.input(), 1).resize(1), new long[1]));
    assertEquals(1_000_000L * (10 * 26 + 8), RememberedValues.bytes(1_000_000, 10, 6));
    assertNamed("snapshots", () -> new RememberedValues(1, 0, 1, 1));
    assertNamed("actions", () -> new RememberedValues(1, 1, 0, 1));
    assertNamed("maxBatch", () -> new RememberedValues(1, 1, 1, 0));
    assertNamed("2", () -> memory.forgetSnapshot(2));
    Batch two = new Batch(network.input(), 2).resize(2);
    assertNamed("active", () -> memory.complete(evaluator, thetas, 0, two, new long[2]));
    assertNamed("active", () -> memory.complete(evaluator, thetas, 3, two, new long[2]));
    assertNamed("sequences", () -> memory.complete(evaluator, thetas, 2, two, new long[1]));
  }

  private static void assertNamed(String name, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(name), message);
  }

  private static void assertMessage(
      String message, org.junit.jupiter.api.function.Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
