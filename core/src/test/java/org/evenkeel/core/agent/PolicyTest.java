package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Network;
import org.junit.jupiter.api.Test;

/// What a policy says about an observation, together and set by set.
final class PolicyTest {
  private static final Network NETWORK = Network.dense(new Form.Vector(2), 8, 3);

  private final float[][] thetas = new float[3][];
  private final Observation observation = new Observation(NETWORK.input());

  PolicyTest() {
    for (int set = 0; set < thetas.length; set++) {
      thetas[set] = NETWORK.newParameters(Initializer.PYTORCH, new Random(set));
    }
    observation.set(0, 0.25);
    observation.set(1, -1);
  }

  private float[] alone(int set) {
    float[] q = new float[3];
    new Policy(NETWORK, new Combine.Mean(), new float[][] {thetas[set]}).values(observation, q);
    return q;
  }

  @Test
  void eachSetSaysWhatItSaysAlone() {
    Policy policy = new Policy(NETWORK, new Combine.Min(), thetas);
    float[] q = new float[3];
    float[][] each = new float[3][3];
    policy.values(observation, q, each);
    float[] wanted = {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY};
    for (int set = 0; set < 3; set++) {
      assertArrayEquals(alone(set), each[set], "set " + set);
      for (int action = 0; action < 3; action++) {
        wanted[action] = Math.min(wanted[action], each[set][action]);
      }
    }
    assertArrayEquals(wanted, q);
    float[] combined = new float[3];
    policy.values(observation, combined);
    assertArrayEquals(combined, q);
  }

  @Test
  void anArrayForEverySetIsNeeded() {
    Policy policy = new Policy(NETWORK, new Combine.Mean(), thetas);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> policy.values(observation, new float[3], new float[2][3]));
    assertEquals("each must have length 3, was 2", e.getMessage());
  }

  /// Each thread asks about its own observations; the answers are those of a single thread.
  @Test
  void manyThreadsGetTheAnswersOfOne() throws Exception {
    Policy policy = new Policy(NETWORK, new Combine.Mean(), thetas);
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      CyclicBarrier together = new CyclicBarrier(6);
      List<Future<Integer>> wrong = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        float[] seen = {thread, 1 - thread};
        float[] wanted = new float[3];
        policy.values(seen, wanted);
        wrong.add(
            threads.submit(
                () -> {
                  together.await();
                  int mistakes = 0;
                  float[] q = new float[3];
                  for (int i = 0; i < 20_000; i++) {
                    policy.values(seen, q);
                    mistakes += Arrays.equals(wanted, q) ? 0 : 1;
                  }
                  return mistakes;
                }));
      }
      for (Future<Integer> mistakes : wrong) {
        assertEquals(0, mistakes.get());
      }
    }
  }
}
