package org.evenkeel.paper.claims;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.gridworld.GridworldTrial;
import org.evenkeel.paper.gridworld.SweepSettings;
import org.evenkeel.paper.gridworld.SweepTrial;
import org.evenkeel.paper.gridworld.Truth;

/// The process that produces the values of a trial: trained networks, or a table with injected errors.
sealed interface ValueProcess {
  /// Returns everything that determines a trial besides its seed and the iterations that are read.
  String text();

  /// Returns the approximate duration of a trial in microseconds.
  double work();

  /// Returns the number of iterations.
  int iterations();

  /// Returns the exact values of its world.
  Truth truth();

  /// Returns whether its output is the mean of several learners.
  boolean ensemble();

  /// Returns the number of tables whose mean gives the target: 1 for an ensemble, because its members have a common
  /// target; 0 if the target is not a mean of values.
  int averaged();

  /// Returns a table with injected errors in the same world, with as many iterations and the same targets.
  Injected with(InjectedErrors errors);

  /// Computes a trial.
  Map<String, double[]> run(long seed, List<Window> windows, DoubleConsumer progress);

  /// Trained networks.
  record Networks(SweepSettings settings) implements ValueProcess {
    @Override
    public String text() {
      return settings.text();
    }

    @Override
    public double work() {
      return new GridworldTrial("", settings, 0).work();
    }

    @Override
    public int iterations() {
      return settings.iterations();
    }

    @Override
    public Truth truth() {
      return Truth.of(new Gridworld(settings.side(), settings.goal()), settings.discount());
    }

    @Override
    public boolean ensemble() {
      return settings.algorithm().learners() > 1;
    }

    @Override
    public int averaged() {
      return switch (settings.algorithm().estimates()) {
        case Algorithm.Estimates.Snapshots s -> s.k();
        case Algorithm.Estimates.Learners _ -> 1;
        case Algorithm.Estimates.MovingAverage _, Algorithm.Estimates.WeightMean _ -> 0;
      };
    }

    @Override
    public Injected with(InjectedErrors errors) {
      if (averaged() == 0) {
        throw new IllegalStateException("the target is not a mean of values");
      }
      return new Injected(
          settings.side(),
          settings.goal(),
          settings.discount(),
          averaged(),
          settings.iterations(),
          errors);
    }

    @Override
    public Map<String, double[]> run(long seed, List<Window> windows, DoubleConsumer progress) {
      SweepRecord kept = new SweepRecord(truth(), averaged(), iterations(), windows);
      new SweepTrial(settings, seed)
          .observe(
              (i, tables, combined, targets) -> {
                kept.after(i, tables, combined, targets);
                progress.accept((i + 1.0) / iterations());
              });
      return kept.columns(ensemble());
    }
  }

  /// A table with injected errors.
  record Injected(
      int side, Gridworld.Goal goal, double discount, int k, int iterations, InjectedErrors errors)
      implements ValueProcess {
    @Override
    public String text() {
      return "Injected[side=%s, goal=%s, discount=%s, k=%s, iterations=%s, errors=%s]"
          .formatted(side, goal.name(), discount, k, iterations, errors.text());
    }

    @Override
    public double work() {
      return 0.2 * side * side * iterations;
    }

    @Override
    public Truth truth() {
      return Truth.of(new Gridworld(side, goal), discount);
    }

    @Override
    public boolean ensemble() {
      return false;
    }

    @Override
    public int averaged() {
      return k;
    }

    @Override
    public Injected with(InjectedErrors others) {
      return new Injected(side, goal, discount, k, iterations, others);
    }

    @Override
    public Map<String, double[]> run(long seed, List<Window> windows, DoubleConsumer progress) {
      Truth truth = truth();
      SweepRecord kept = new SweepRecord(truth, k, iterations, windows);
      new InjectedSweep(truth.world(), discount, k, iterations, errors)
          .run(
              seed,
              (i, tables, combined, targets) -> {
                kept.after(i, tables, combined, targets);
                progress.accept((i + 1.0) / iterations);
              });
      return kept.columns(false);
    }
  }
}
