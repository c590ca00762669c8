package org.evenkeel.core.agent;

import java.util.List;
import org.evenkeel.core.internal.Checks;

/// The probability of a random action at each step of training.
public sealed interface Exploration {
  /// Epsilon at step `step`; the first step is 1.
  double epsilonAt(long step);

  /// The same at every step.
  record Constant(double epsilon) implements Exploration {
    /// Checks the probability.
    public Constant {
      Checks.probability("epsilon", epsilon);
    }

    @Override
    public double epsilonAt(long step) {
      return epsilon;
    }
  }

  /// `from` up to step `startSteps`, then a straight line that reaches `to` after `overSteps` more steps.
  /// The Nature code and the authors' start it when learning starts.
  record Linear(double from, double to, long startSteps, long overSteps) implements Exploration {
    /// Checks every field.
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

  /// Straight lines between points; constant before the first and after the last.
  record Piecewise(List<Point> points) implements Exploration {
    /// Epsilon at a step.
    public record Point(long step, double epsilon) {
      /// Checks every field.
      public Point {
        Checks.atLeast("step", 0, step);
        Checks.probability("epsilon", epsilon);
      }
    }

    /// Checks that there are points and that their steps rise.
    public Piecewise {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("points must have at least one, was empty");
      }
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).step() <= points.get(i - 1).step()) {
          throw new IllegalArgumentException(
              "the steps of points must rise, but %d follows %d"
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
