package org.evenkeel.envs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The paper's world, and its optimal values against NumPy's.
class GridworldTest {
  @ParameterizedTest
  @EnumSource(Gridworld.Goal.class)
  void optimalValuesAreNumPys(Gridworld.Goal goal) throws IOException {
    Gridworld world = new Gridworld(20, goal);
    double[] q = world.optimalValues(0.9);
    List<String[]> rows = rows("optimal_" + file(goal));
    assertEquals(400, rows.size());
    for (int s = 0; s < rows.size(); s++) {
      String[] row = rows.get(s);
      int x = Integer.parseInt(row[0]);
      int y = Integer.parseInt(row[1]);
      assertEquals(s, (x - 1) * 20 + (y - 1));
      for (int a = 0; a < Gridworld.ACTIONS; a++) {
        assertEquals(
            Double.parseDouble(row[3 + a]), q[s * Gridworld.ACTIONS + a], 2e-12, s + " " + a);
      }
    }
  }

  @Test
  void theSummaryOfTheOptimalValues() throws IOException {
    for (String[] row : rows("optimal_summary")) {
      for (Gridworld.Goal goal : Gridworld.Goal.values()) {
        if (file(goal).equals(row[0])) {
          double[] q = new Gridworld(20, goal).optimalValues(0.9);
          assertEquals(Double.parseDouble(row[3]), Arrays.stream(q).average().orElseThrow(), 1e-11);
        }
      }
    }
    double[] paper = new Gridworld().optimalValues(0.9);
    assertEquals(1.738662, Arrays.stream(paper).average().orElseThrow(), 1e-6);
  }

  private static String file(Gridworld.Goal goal) {
    return switch (goal) {
      case CONTINUING -> "continuing";
      case TERMINAL_ON_ENTERING -> "terminal_on_entering";
      case TERMINAL_AFTER_ACTION -> "terminal_after_goal_action";
    };
  }

  private static List<String[]> rows(String name) throws IOException {
    try (var in = GridworldTest.class.getResourceAsStream("gridworld/" + name + ".csv");
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
    }
  }

  @Test
  void walkingUpAndRightReachesTheGoalAndItsRewards() {
    for (Gridworld.Goal goal : Gridworld.Goal.values()) {
      Gridworld world = new Gridworld(3, goal);
      Observation seen = new Observation(world.spec().frame());
      world.reset(new RandomStream(1), seen);
      assertEquals(0, seen.state());
      int[] path = {0, 1, 0, 1};
      Step step = Step.of(0);
      for (int action : path) {
        assertEquals(0, step.reward());
        step = world.step(action, seen);
      }
      assertEquals(8, seen.state());
      assertEquals(goal == Gridworld.Goal.TERMINAL_ON_ENTERING, step.terminated());
      assertEquals(step.terminated() ? 1 : 0, step.reward());
      if (!step.terminated()) {
        step = world.step(0, seen);
        assertEquals(1, step.reward());
        assertEquals(8, seen.state());
        assertEquals(goal == Gridworld.Goal.TERMINAL_AFTER_ACTION, step.terminated());
      }
    }
  }

  @Test
  void theEdgesHold() {
    Gridworld world = new Gridworld(3, Gridworld.Goal.CONTINUING);
    assertEquals(0, world.next(0, 2));
    assertEquals(0, world.next(0, 3));
    assertEquals(1, world.next(0, 0));
    assertEquals(3, world.next(0, 1));
    assertEquals(2, world.next(2, 0));
    assertEquals(8, world.next(8, 1));
  }

  /// The distance is that of the shortest way, found by walking.
  @ParameterizedTest
  @EnumSource(Gridworld.Goal.class)
  void theDistanceIsThatOfTheShortestWay(Gridworld.Goal goal) {
    Gridworld world = new Gridworld(5, goal);
    int[] steps = new int[world.states()];
    Arrays.fill(steps, Integer.MAX_VALUE);
    steps[world.goalState()] = 0;
    for (int round = 0; round < world.states(); round++) {
      for (int s = 0; s < world.states(); s++) {
        for (int a = 0; a < Gridworld.ACTIONS; a++) {
          int there = steps[world.next(s, a)];
          steps[s] = Math.min(steps[s], there == Integer.MAX_VALUE ? there : there + 1);
        }
      }
    }
    for (int s = 0; s < world.states(); s++) {
      assertEquals(steps[s], world.distance(s), "state " + s);
    }
    assertEquals(8, world.distance(0));
    assertEquals(38, new Gridworld().distance(0));
  }

  @Test
  void onlyAGoalThatEndsOnEnteringIsOver() {
    for (Gridworld.Goal goal : Gridworld.Goal.values()) {
      Gridworld world = new Gridworld(3, goal);
      for (int s = 0; s < world.states(); s++) {
        boolean over = goal == Gridworld.Goal.TERMINAL_ON_ENTERING && s == 8;
        assertEquals(over, world.over(s), goal + " state " + s);
      }
    }
  }

  @Test
  void anEpisodeIsAsLongAsItIsAskedToBe() {
    assertEquals(30, new Gridworld(3, Gridworld.Goal.CONTINUING).spec().maxEpisodeSteps());
    assertEquals(200, new Gridworld().spec().maxEpisodeSteps());
    Gridworld longer = new Gridworld(3, Gridworld.Goal.CONTINUING, 600);
    assertEquals(600, longer.spec().maxEpisodeSteps());
    assertEquals(9, longer.states());
    assertEquals(
        "maxEpisodeSteps must be >= 0, was -1",
        assertThrows(
                IllegalArgumentException.class,
                () -> new Gridworld(3, Gridworld.Goal.CONTINUING, -1))
            .getMessage());
  }

  @Test
  void badInputIsRefused() {
    assertEquals(
        "side must be >= 2, was 1",
        assertThrows(
                IllegalArgumentException.class, () -> new Gridworld(1, Gridworld.Goal.CONTINUING))
            .getMessage());
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> new Gridworld().optimalValues(1))
            .getMessage()
            .startsWith("discount must be in [0, 1), was 1.0"));
  }
}
