package org.evenkeel.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;

/// Measures the time of a step with its update, and of each kernel.
final class Speed {
  private Speed() {}

  static Training training(int k) {
    return Training.of(Algorithm.averaged(k))
        .network(new Architecture.MinAtar(false))
        .optimizer(new Optimizer.PyTorchRmsProp(0.001953, 0.95, 0.01, 0, true))
        .loss(new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN))
        .discount(0.99)
        .replay(new Memory.Frames(100_000))
        .exploration(new Exploration.Linear(1, 0.1, 0, 2_000))
        .schedule(new Schedule(5_000_000, 1_000, 1, 1, 32, 1_000, 5_000))
        .evaluation(new EvaluationPlan(0, 20, 0, 500));
  }

  /// Measures.
  ///
  /// @param args the number of runs, then values of K
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    int runs = Integer.parseInt(args[0]);
    int steps = Integer.getInteger("steps", 2_000);
    for (int i = 1; i < args.length; i++) {
      measure(runs, Integer.parseInt(args[i]), steps);
    }
  }

  private static void measure(int runs, int k, int steps) throws Exception {
    try (Gpu gpu = Gpu.open()) {
      Execution execution = Execution.alone().accelerator(gpu);
      List<Trainer> trainers = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        trainers.add(new Trainer(() -> new MinAtar(Game.BREAKOUT), training(k), i, execution));
      }
      List<Future<?>> futures = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(runs)) {
        for (Trainer trainer : trainers) {
          futures.add(threads.submit(() -> trainer.run(2_500)));
        }
      }
      for (Future<?> future : futures) {
        future.get();
      }
      Fleet fleet = gpu.fleet();
      for (int round = 0; round < 3; round++) {
        long start = System.nanoTime();
        for (Fleet.Member member : fleet.members()) {
          RunField.TARGET.set(member.state(), RunField.STEP.get(member.state()) + steps);
        }
        fleet.advance(List.copyOf(fleet.members()));
        double us = (System.nanoTime() - start) / 1e3 / steps / runs;
        System.out.printf("K=%d, %d runs: %.3f us a step and update%n", k, runs, us);
      }
      fleet.profile(
          20, (name, ms) -> System.out.printf("  %-16s %.3f us%n", name, 1e3 * ms / runs));
      trainers.forEach(Trainer::close);
    }
  }
}
