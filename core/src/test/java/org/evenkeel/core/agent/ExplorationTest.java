package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Exploration.Constant;
import org.evenkeel.core.agent.Exploration.Linear;
import org.evenkeel.core.agent.Exploration.Piecewise;
import org.evenkeel.core.agent.Exploration.Piecewise.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Epsilon at each step, and what it does.
final class ExplorationTest {
  /// The agent at step 7 of a task with 4 actions, the third of which is best. Its random numbers are given.
  private record At7(double drawn, int chosen) implements Exploration.Situation {
    @Override
    public long step() {
      return 7;
    }

    @Override
    public int actions() {
      return 4;
    }

    @Override
    public float[] values() {
      throw new AssertionError("epsilon-greedy asks for the best action alone");
    }

    @Override
    public int best() {
      return 2;
    }

    @Override
    public RandomGenerator random() {
      return new RandomGenerator() {
        @Override
        public double nextDouble() {
          return drawn;
        }

        @Override
        public int nextInt(int bound) {
          assertEquals(4, bound);
          return chosen;
        }

        @Override
        public long nextLong() {
          throw new AssertionError("not drawn from");
        }
      };
    }
  }

  @Test
  void aNumberBelowEpsilonMeansARandomAction() {
    Exploration quarter = new Constant(0.25);
    assertEquals(3, quarter.act(new At7(0.2, 3)));
    assertEquals(0, quarter.act(new At7(0, 0)));
    assertEquals(2, quarter.act(new At7(0.25, 3)));
    assertEquals(2, quarter.act(new At7(0.9, 3)));
  }

  @Test
  void epsilonZeroIsNeverRandomAndEpsilonOneAlways() {
    assertEquals(2, new Constant(0).act(new At7(0, 3)));
    assertEquals(3, new Constant(1).act(new At7(Math.nextDown(1.0), 3)));
  }

  @Test
  void epsilonIsThatOfTheStep() {
    Exploration atSeven = step -> step == 7 ? 0.5 : 0;
    assertEquals(1, atSeven.act(new At7(0.4, 1)));
    assertEquals(2, atSeven.act(new At7(0.6, 1)));
  }

  @Test
  void anEpsilonThatIsNoProbabilityIsRefusedWithItsStep() {
    for (double bad : new double[] {-0.01, 1.01, Double.NaN}) {
      Exploration own = _ -> bad;
      String message =
          assertThrows(IllegalStateException.class, () -> own.act(new At7(0.5, 1))).getMessage();
      assertTrue(message.contains("7") && message.contains(" " + bad), message);
      assertTrue(message.contains(own.getClass().getName()), message);
    }
  }

  @Test
  void aStraightLineGoesFromTheStartToTheEndAndNoFurther() {
    Linear line = new Linear(1, 0.1, 50, 100);
    assertEquals(1, line.epsilonAt(1));
    assertEquals(1, line.epsilonAt(50));
    assertEquals(1 - 0.9 * 0.25, line.epsilonAt(75), 1e-15);
    assertEquals(0.55, line.epsilonAt(100), 1e-15);
    assertEquals(0.1, line.epsilonAt(150), 1e-15);
    assertEquals(0.1, line.epsilonAt(1_000_000), 1e-15);
    assertEquals(0.25, new Constant(0.25).epsilonAt(3));
  }

  @Test
  void straightLinesConnectThePoints() {
    Piecewise lines =
        new Piecewise(List.of(new Point(10, 1), new Point(20, 0.5), new Point(60, 0.1)));
    assertEquals(1, lines.epsilonAt(1));
    assertEquals(1, lines.epsilonAt(10));
    assertEquals(0.8, lines.epsilonAt(14), 1e-15);
    assertEquals(0.5, lines.epsilonAt(20), 1e-15);
    assertEquals(0.4, lines.epsilonAt(30), 1e-15);
    assertEquals(0.1, lines.epsilonAt(60), 1e-15);
    assertEquals(0.1, lines.epsilonAt(61));
    assertEquals(0.3, new Piecewise(List.of(new Point(5, 0.3))).epsilonAt(1));
    assertEquals(0.3, new Piecewise(List.of(new Point(5, 0.3))).epsilonAt(9));
    assertEquals(0, new Point(0, 0).step());
  }

  @Test
  void schedulesThatCannotBeAreRefused() {
    refused("epsilon", "1.5", () -> new Constant(1.5));
    refused("from", "-0.5", () -> new Linear(-0.5, 0, 0, 1));
    refused("to", "1.5", () -> new Linear(0, 1.5, 0, 1));
    refused("startSteps", "-1", () -> new Linear(1, 0, -1, 1));
    refused("overSteps", "0", () -> new Linear(1, 0, 0, 0));
    refused("step", "-1", () -> new Point(-1, 0));
    refused("epsilon", "2.0", () -> new Point(1, 2));
    refused("points", "", () -> new Piecewise(List.of()));
    for (long second : new long[] {9, 10}) {
      List<Point> falling = List.of(new Point(1, 1), new Point(10, 1), new Point(second, 0.5));
      String message =
          assertThrows(IllegalArgumentException.class, () -> new Piecewise(falling)).getMessage();
      assertTrue(message.contains("10") && message.contains(Long.toString(second)), message);
    }
  }

  private static void refused(String name, String value, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(name) && message.contains(value), message);
  }
}
