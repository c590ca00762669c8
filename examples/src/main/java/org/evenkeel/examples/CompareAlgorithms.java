package org.evenkeel.examples;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains several algorithms with several seeds, and prints the return and the overestimation of each.
public final class CompareAlgorithms {
  private CompareAlgorithms() {}

  /// The means over the seeds.
  record Row(double meanReturn, double overestimation) {}

  static Map<String, Row> compare(long steps, int seeds) {
    Map<String, Algorithm> algorithms = new LinkedHashMap<>();
    algorithms.put("DQN", Algorithm.dqn());
    algorithms.put("Double-DQN", Algorithm.doubleDqn());
    algorithms.put("Averaged-DQN(5)", Algorithm.averaged(5));
    algorithms.put("Ensemble-DQN(3)", Algorithm.ensemble(3));
    Map<String, Row> rows = new LinkedHashMap<>();
    algorithms.forEach(
        (name, algorithm) -> {
          Training training = Training.of(algorithm).steps(steps).discount(0.9).targetPeriod(100);
          double returned = 0;
          double over = 0;
          for (int seed = 1; seed <= seeds; seed++) {
            var policy = Trainer.train(Thermostat::new, training, seed).policy();
            EvaluationResult result =
                Evaluation.of(Thermostat::new, policy, training, 100 + seed, 20, 0);
            returned += result.meanReturn() / seeds;
            over += result.overestimation() / seeds;
          }
          rows.put(name, new Row(returned, over));
        });
    return rows;
  }

  public static void main(String[] args) {
    System.out.println("algorithm         return  estimate - return");
    compare(4_000, 2)
        .forEach(
            (name, row) ->
                System.out.printf(
                    "%-16s  %6.1f  %17.2f%n", name, row.meanReturn(), row.overestimation()));
  }
}
