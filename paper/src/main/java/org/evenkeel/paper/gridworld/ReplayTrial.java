package org.evenkeel.paper.gridworld;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialText;

/// One trial of the Gridworld experiment with true experience replay. The agent explores from the start corner, its
/// transitions are stored in a replay buffer, and minibatches are drawn from there (by the library's own [Trainer]).
///
/// @param group the folder name that its trials share: `replay-double`
/// @param side cells per side of the world
/// @param goal the effect of reaching the goal
/// @param training all other settings
/// @param seed the seed of this trial
public record ReplayTrial(String group, int side, Gridworld.Goal goal, Training training, long seed)
    implements Trial {
  /// The number of measurements in a trial.
  public static final int MEASUREMENTS = 100;

  /// The step limit of an episode, for each cell of a side. A random walk from corner to corner takes about ten times
  /// the square of the side; if episodes are cut much earlier, many agents never see the reward.
  private static final int EPISODE = 200;

  /// Returns the settings of the paper's first experiment as far as the paper gives them: one update per step, and a
  /// snapshot every 100 steps. The replay buffer and the exploration are our choices. The buffer keeps everything,
  /// because the paper's holds every state-action pair. Epsilon is 1 for the first quarter of the steps and then falls
  /// to 0.1 over half of them.
  public static Training training(Algorithm algorithm, int steps) {
    return Training.of(algorithm)
        .hidden(80)
        .initializer(Initializer.NORMAL_002)
        .optimizer(new Optimizer.TensorFlowAdam(0.001))
        .loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN))
        .discount(0.9)
        .memorySize(steps)
        .exploration(new Exploration.Linear(1, 0.1, steps / 4, steps / 2))
        .schedule(new Schedule(steps, 1_000, 1, 1, 32, 100, steps))
        .evaluation(new EvaluationPlan(0, 1, 0, 100));
  }

  @Override
  public String name() {
    return group + "/seed" + seed;
  }

  @Override
  public String describe() {
    return "side "
        + side
        + " episode "
        + EPISODE * side
        + " goal "
        + goal.name()
        + " "
        + TrialText.of(training)
        + " seed "
        + seed;
  }

  @Override
  public double work() {
    return training.schedule().steps() * (10 + training.algorithm().k() + 0.04 * side * side);
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    long steps = training.schedule().steps();
    double[] means = new double[MEASUREMENTS];
    double[] values = {};
    try (Trainer trainer =
        new Trainer(() -> new Gridworld(side, goal, EPISODE * side), training, seed)) {
      for (int i = 0; i < MEASUREMENTS; i++) {
        trainer.run(steps * (i + 1) / MEASUREMENTS);
        values = values(trainer.policy());
        double sum = 0;
        for (double v : values) {
          sum += v;
        }
        means[i] = sum / values.length;
        progress.accept((i + 1.0) / MEASUREMENTS);
      }
    }
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put(GridworldTrial.COMBINED, means);
    columns.put(GridworldTrial.VALUES, values);
    return columns;
  }

  /// Returns the combined estimate of every state-action pair.
  private double[] values(Policy policy) {
    int states = side * side;
    double[] all = new double[states * Gridworld.ACTIONS];
    float[] q = new float[Gridworld.ACTIONS];
    Observation observation = new Observation(new Form.OneHot(states));
    for (int s = 0; s < states; s++) {
      observation.setState(s);
      policy.values(observation, q);
      for (int a = 0; a < q.length; a++) {
        all[s * q.length + a] = q[a];
      }
    }
    return all;
  }
}
