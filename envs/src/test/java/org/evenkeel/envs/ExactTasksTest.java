package org.evenkeel.envs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Chain, identity and corridor do what their documents say.
class ExactTasksTest {
  private static Observation observation(Environment environment) {
    return new Observation(environment.spec().frame());
  }

  @Test
  void theChainGoesRightAndEndsAfterItsLastState() {
    Chain chain = new Chain(3, 2);
    assertEquals(Spec.oneHot(3).actions(2), chain.spec());
    Observation seen = observation(chain);
    for (int action = 0; action < 2; action++) {
      chain.reset(new RandomStream(1), seen);
      assertEquals(0, seen.state());
      assertEquals(Step.of(0), chain.step(action, seen));
      assertEquals(1, seen.state());
      assertEquals(Step.of(0), chain.step(action, seen));
      assertEquals(2, seen.state());
      assertEquals(Step.of(0, true), chain.step(action, seen));
      assertEquals(2, seen.state());
    }
  }

  @Test
  void aChainOfOneStateEndsAtOnce() {
    Chain chain = new Chain(1, 1);
    Observation seen = observation(chain);
    chain.reset(new RandomStream(1), seen);
    assertEquals(Step.of(0, true), chain.step(0, seen));
  }

  @Test
  void identityPaysForTheStateThatIsSeen() {
    Identity identity = new Identity(4, 20);
    assertEquals(Spec.oneHot(4).actions(4).maxEpisodeSteps(20), identity.spec());
    assertEquals(20, identity.optimalReturn());
    Observation seen = observation(identity);
    identity.reset(new RandomStream(1), seen);
    int[] counts = new int[4];
    for (int i = 0; i < 4000; i++) {
      int state = seen.state();
      counts[state]++;
      int action = i % 4;
      assertEquals(Step.of(action == state ? 1 : 0), identity.step(action, seen));
    }
    for (int count : counts) {
      assertEquals(1000, count, 5 * Math.sqrt(4000 * 0.25 * 0.75));
    }
  }

  @Test
  void theCorridorIsWalked() {
    Corridor corridor = new Corridor(3, Corridor.Start.LEFT);
    assertEquals(Spec.vector(1).actions(2).maxEpisodeSteps(30), corridor.spec());
    Observation seen = observation(corridor);
    corridor.reset(new RandomStream(1), seen);
    assertEquals(0f, seen.vector()[0]);
    assertEquals(Step.of(-0.01), corridor.step(0, seen));
    assertEquals(0f, seen.vector()[0]);
    assertEquals(Step.of(-0.01), corridor.step(1, seen));
    assertEquals(0.5f, seen.vector()[0]);
    assertEquals(Step.of(-0.01), corridor.step(0, seen));
    assertEquals(0f, seen.vector()[0]);
    assertEquals(Step.of(-0.01), corridor.step(1, seen));
    assertEquals(Step.of(1, true), corridor.step(1, seen));
    assertEquals(1f, seen.vector()[0]);
  }

  @Test
  void theCorridorStartsInEveryCellButTheLast() {
    Corridor corridor = new Corridor(5, Corridor.Start.ANYWHERE);
    Observation seen = observation(corridor);
    RandomStream random = new RandomStream(1);
    int[] counts = new int[5];
    for (int i = 0; i < 4000; i++) {
      corridor.reset(random, seen);
      counts[Math.round(seen.vector()[0] * 4)]++;
    }
    assertEquals(0, counts[4]);
    for (int cell = 0; cell < 4; cell++) {
      assertEquals(1000, counts[cell], 5 * Math.sqrt(4000 * 0.25 * 0.75));
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0.9", "3, 0.5", "10, 0.99", "10, 0", "30, 0.9", "10, 1"})
  void theCorridorsValuesAreThoseOfValueIteration(int cells, double discount) {
    double[] v = new double[cells];
    double[][] q = new double[cells][2];
    for (int sweep = 0; sweep < 3000; sweep++) {
      for (int cell = 0; cell < cells - 1; cell++) {
        q[cell][0] = -0.01 + discount * v[Math.max(cell - 1, 0)];
        q[cell][1] = cell + 1 == cells - 1 ? 1 : -0.01 + discount * v[cell + 1];
      }
      for (int cell = 0; cell < cells; cell++) {
        v[cell] = Math.max(q[cell][0], q[cell][1]);
      }
    }
    Corridor corridor = new Corridor(cells, Corridor.Start.LEFT);
    for (int cell = 0; cell < cells; cell++) {
      assertEquals(v[cell], corridor.optimalValue(cell, discount), 1e-13, "cell " + cell);
      for (int action = 0; action < 2; action++) {
        assertEquals(q[cell][action], corridor.optimalValue(cell, action, discount), 1e-13);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10})
  void theCorridorsBestReturnIsWhatGoingRightGets(int cells) {
    Corridor corridor = new Corridor(cells, Corridor.Start.LEFT);
    Observation seen = observation(corridor);
    corridor.reset(new RandomStream(1), seen);
    double sum = 0;
    Step step;
    do {
      step = corridor.step(1, seen);
      sum += step.reward();
    } while (!step.ends());
    assertEquals(1 - 0.01 * (cells - 2), sum, 1e-14);
    assertEquals(corridor.optimalValue(0, 1.0), sum, 1e-14);
    assertTrue(sum > 0);
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertRefused("states must be >= 1, was 0", () -> new Chain(0, 1));
    assertRefused("actions must be >= 1, was 0", () -> new Chain(1, 0));
    assertRefused("states must be >= 1, was -1", () -> new Identity(-1, 5));
    assertRefused("episodeSteps must be >= 1, was 0", () -> new Identity(2, 0));
    assertRefused("cells must be >= 2, was 1", () -> new Corridor(1, Corridor.Start.LEFT));
    assertRefused(
        "10 * cells must be <= 67108864, was 10 * 2147483647",
        () -> new Corridor(Integer.MAX_VALUE, Corridor.Start.LEFT));
    Corridor corridor = new Corridor(4, Corridor.Start.LEFT);
    assertRefused("cell must be 0 to 3, was 4", () -> corridor.optimalValue(4, 0.9));
    assertRefused("cell must be 0 to 3, was -1", () -> corridor.optimalValue(-1, 0, 0.9));
    assertRefused("action must be 0 or 1, was 2", () -> corridor.optimalValue(1, 2, 0.9));
    assertRefused("discount must be in [0, 1], was 1.5", () -> corridor.optimalValue(1, 1.5));
  }

  private static void assertRefused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
