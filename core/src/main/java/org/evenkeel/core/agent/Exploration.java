package org.evenkeel.core.agent;

import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.internal.Checks;

/// Chooses actions during training: Explore(.) in the paper's algorithms.
///
/// A custom strategy either gives the probability of a random action ([#epsilonAt]) or chooses the action itself
/// ([#act]). It must depend only on its arguments, so that a run can be repeated and resumed.
public interface Exploration extends Identified {
  /// Returns the probability of a random action at step `step`; the first step is 1. Runs also report it: a strategy
  /// without such a probability returns NaN.
  double epsilonAt(long step);

  /// Returns the action to take. The default is epsilon-greedy.
  ///
  /// @param now the state of the agent
  /// @return an action, 0 to `now.actions() - 1`
  default int act(Situation now) {
    double epsilon = epsilonAt(now.step());
    if (!(epsilon >= 0 && epsilon <= 1)) {
      throw new IllegalStateException(
          "%s must return a probability from 0 to 1 at step %d, returned %s"
              .formatted(getClass().getName(), now.step(), epsilon));
    }
    return now.random().nextDouble() < epsilon ? now.random().nextInt(now.actions()) : now.best();
  }

  /// The information available when an action is chosen.
  interface Situation {
    /// Returns the step about to be taken; the first is 1.
    long step();

    /// Returns the number of actions.
    int actions();

    /// Returns the value of each action under the acting estimate ([Roles.Actor]). The array must not be changed or
    /// kept. It is computed on demand: a strategy that does not call this saves a forward pass.
    float[] values();

    /// Returns the action with the largest value. [Roles#ties] decides ties.
    int best();

    /// Returns the run's random stream for exploration: all randomness must come from it.
    RandomGenerator random();
  }

  /// The schedules that a configuration file can name. All are epsilon-greedy.
  sealed interface Named extends Exploration {}

  /// The same epsilon at every step.
  record Constant(double epsilon) implements Named {
    /// @param epsilon the probability of a random action
    public Constant {
      Checks.probability("epsilon", epsilon);
    }

    @Override
    public double epsilonAt(long step) {
      return epsilon;
    }
  }

  /// Epsilon is `from` up to step `startSteps`, then a straight line that reaches `to` after `overSteps` more steps. In
  /// the Nature code and the authors' code the line starts when learning starts.
  record Linear(double from, double to, long startSteps, long overSteps) implements Named {
    /// @param from the initial epsilon
    /// @param to the final epsilon
    public Linear {
      Checks.probability("from", from);
      Checks.probability("to", to);
      Checks.atLeast("startSteps", 0, startSteps);
      Checks.atLeast("overSteps", 1, overSteps);
    }

    @Override
    public double epsilonAt(long step) {
      double way = Math.clamp((double) (step - startSteps) / overSteps, 0, 1);
      return from + (to - from) * way;
    }
  }

  /// Straight lines between points; constant before the first point and after the last.
  record Piecewise(List<Point> points) implements Named {
    /// Epsilon at one step.
    public record Point(long step, double epsilon) {
      /// @param step the number of the step
      public Point {
        Checks.atLeast("step", 0, step);
        Checks.probability("epsilon", epsilon);
      }
    }

    /// @param points the points, at least one, with increasing steps
    public Piecewise {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("points must contain at least one point, was empty");
      }
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).step() <= points.get(i - 1).step()) {
          throw new IllegalArgumentException(
              "the steps of points must increase, but %d follows %d"
                  .formatted(points.get(i).step(), points.get(i - 1).step()));
        }
      }
    }

    @Override
    public double epsilonAt(long step) {
      int next = 0;
      while (next < points.size() && points.get(next).step() < step) {
        next++;
      }
      if (next == 0) {
        return points.getFirst().epsilon();
      }
      if (next == points.size()) {
        return points.getLast().epsilon();
      }
      Point a = points.get(next - 1);
      Point b = points.get(next);
      double way = (double) (step - a.step()) / (b.step() - a.step());
      return a.epsilon() + (b.epsilon() - a.epsilon()) * way;
    }
  }
}
