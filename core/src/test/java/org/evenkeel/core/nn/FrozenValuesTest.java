package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Test;

class FrozenValuesTest {
  private static final int SLOTS = 40;
  private static final int SETS = 3;
  private static final int BATCH = 8;

  private final Network network = Network.dense(new Form.OneHot(500), 20, 4);
  private final Random random = new Random(1);
  private final float[][] thetas = new float[SETS][];
  private final int[] stored = new int[SLOTS];

  /// A small replay that is written, sampled and whose window moves: what is remembered must always be
  /// what the plain way computes.
  @Test
  void rememberedValuesAreTheSameBitsAsComputedOnes() {
    for (int s = 0; s < SETS; s++) {
      thetas[s] = network.newParameters(Initializer.PYTORCH, random);
    }
    for (int i = 0; i < SLOTS; i++) {
      stored[i] = random.nextInt(500);
    }
    FrozenValues memory = new FrozenValues(SLOTS, SETS, 4, BATCH);
    Evaluator some = new Evaluator(network, BATCH, SETS, Workers.of(1));
    Evaluator all = new Evaluator(network, BATCH, SETS, Workers.of(1));
    Batch batch = new Batch(network.input(), BATCH);
    int[] slots = new int[BATCH];
    for (int step = 0; step < 400; step++) {
      if (step % 7 == 0) {
        int slot = random.nextInt(SLOTS);
        stored[slot] = random.nextInt(500);
        memory.forgetSlot(slot);
      }
      if (step % 31 == 30) {
        int set = step / 31 % SETS;
        thetas[set] = network.newParameters(Initializer.PYTORCH, random);
        memory.forgetSet(set);
      }
      batch.resize(1 + random.nextInt(BATCH));
      for (int j = 0; j < batch.size(); j++) {
        slots[j] = random.nextInt(SLOTS);
        batch.setIndex(j, stored[slots[j]]);
      }
      memory.complete(some, thetas, batch, slots);
      all.evaluate(thetas, SETS, batch);
      for (int set = 0; set < SETS; set++) {
        for (int j = 0; j < batch.size(); j++) {
          for (int a = 0; a < 4; a++) {
            assertEquals(
                all.values(set)[j * 4 + a],
                memory.values()[memory.at(slots[j], set) + a],
                "step " + step);
          }
        }
      }
    }
    assertEquals(all.passes(), memory.passes() + memory.passesSaved());
    assertEquals(some.passes(), memory.passes());
    // 400 steps of 4.5 rows on average: the window moves 12 times and 57 slots change, far less.
    assertEquals(true, memory.passes() < all.passes() / 4, memory.passes() + " of " + all.passes());
  }

  @Test
  void agesThatComeRoundAgainAreForgotten() {
    FrozenValues memory = new FrozenValues(1, 1, 4, 1);
    Evaluator evaluator = new Evaluator(network, 1, 1, Workers.of(1));
    Batch batch = new Batch(network.input(), 1).resize(1);
    float[][] one = {network.newParameters(Initializer.PYTORCH, random)};
    memory.complete(evaluator, one, batch, new int[] {0});
    assertEquals(1, memory.passes());
    for (int i = 0; i < 65_535; i++) {
      memory.forgetSet(0);
    }
    memory.complete(evaluator, one, batch, new int[] {0});
    assertEquals(2, memory.passes());
  }

  @Test
  void badInputIsRefusedInOneSentence() {
    assertMessage("slots must be >= 1, was 0", () -> new FrozenValues(0, 1, 1, 1));
    assertMessage(
        "slots * sets * actions must be < 2^31, was 1000000000 * 10 * 18",
        () -> new FrozenValues(1_000_000_000, 10, 18, 32));
    FrozenValues memory = new FrozenValues(5, 2, 4, 2);
    assertMessage("slot must be 0 to 4, was 5", () -> memory.forgetSlot(5));
    assertMessage("set must be 0 to 1, was -1", () -> memory.forgetSet(-1));
    Evaluator evaluator = new Evaluator(network, 3, 2, Workers.of(1));
    assertMessage(
        "batch size must be <= 2, was 3",
        () ->
            memory.complete(
                evaluator, thetas, new Batch(network.input(), 3).resize(3), new int[3]));
    assertMessage(
        "the network must have 7 actions, had 4",
        () ->
            new FrozenValues(5, 2, 7, 2)
                .complete(evaluator, thetas, new Batch(network.input(), 1).resize(1), new int[1]));
    assertEquals(1_000_000L * 10 * 26, FrozenValues.bytes(1_000_000, 10, 6));
  }

  private static void assertMessage(
      String message, org.junit.jupiter.api.function.Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
