package org.evenkeel.paper.gridworld;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.theory.ErrorCovariance;
import org.evenkeel.paper.theory.GeneralVariance;

/// Results of a whole plan without any training: trials that obey every claim of the paper, and the theory.
///
/// Everything that is to fall with K falls with an arm's rank: DQN 6, an ensemble of 5 has 5, Averaged of 5 has 4, and
/// so on; Double-DQN is on the other side.
final class FabricatedTrials {
  private static final double SIGMA = 0.1;

  private final Arm arm;
  private final Truth truth;
  private final int rank;
  private final int states;
  private final double[] variances;
  private final RandomStream random;

  /// @param exact whether the estimates vary as the theory says; else all the same, which takes no time
  private FabricatedTrials(Arm arm, Truth truth, boolean exact) {
    this.arm = arm;
    this.truth = truth;
    this.states = truth.world().states();
    this.rank = rank(arm.folder().substring(arm.folder().lastIndexOf('/') + 1));
    this.variances = new double[states];
    Arrays.fill(variances, 1);
    if (exact && arm.protocol() instanceof Arm.Protocol.Sweep) {
      double[] sigma2 = new double[states];
      Arrays.fill(sigma2, SIGMA * SIGMA);
      var v = GeneralVariance.of(truth.policy(), ErrorCovariance.independent(sigma2), arm.k(), 1);
      System.arraycopy(arm.ensemble() ? v.ensemble() : v.averaged(), 0, variances, 0, states);
    }
    random = new RandomStream(arm.folder().hashCode());
  }

  private static int rank(String algorithm) {
    return switch (algorithm) {
      case "dqn" -> 6;
      case "ensemble-5" -> 5;
      case "averaged-5" -> 4;
      case "ensemble-10", "weighted-10-0.5", "weighted-10-0.8" -> 3;
      case "averaged-10" -> 2;
      case "averaged-20" -> 1;
      case "double" -> -2;
      default -> throw new IllegalArgumentException("an arm of its own: " + algorithm);
    };
  }

  /// All trials of a plan by their names.
  static Map<String, Map<String, double[]>> of(Scale scale, int trials, long seed, boolean exact) {
    Map<String, Map<String, double[]>> results = new TreeMap<>();
    for (Arm arm : GridworldPlan.of(scale, trials).arms()) {
      FabricatedTrials maker = new FabricatedTrials(arm, Truth.of(arm.world(), 0.9), exact);
      for (Trial trial : arm.all(seed)) {
        results.put(trial.name(), maker.columns());
      }
    }
    return results;
  }

  private Map<String, double[]> columns() {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put(GridworldTrial.COMBINED, curve());
    columns.put(GridworldTrial.VALUES, values());
    if (arm.protocol() instanceof Arm.Protocol.Sweep) {
      columns.put(GridworldTrial.LATEST, curve());
      addErrors(columns);
    }
    return columns;
  }

  /// Low, then a peak, then up and down about where it settles.
  private double[] curve() {
    int length =
        arm.protocol() instanceof Arm.Protocol.Sweep s
            ? s.settings().iterations()
            : ReplayTrial.MEASUREMENTS;
    double end = truth.mean() * (1 + 0.01 * rank + 0.001 * random.nextGaussian());
    double step = truth.mean() * 0.002 * rank * (1 + 0.02 * random.nextGaussian());
    int climb = 5 * Math.abs(rank) + random.nextInt(2);
    double[] curve = new double[length];
    for (int i = 0; i < length; i++) {
      curve[i] = i < climb ? truth.mean() / 2 : end + (i % 2 - 0.5) * step;
    }
    curve[climb] = truth.mean() * (1 + 0.05 * Math.abs(rank) + 0.002 * random.nextGaussian());
    return curve;
  }

  /// Too high by more in states far away. The agents that explore also think best of the left in some states.
  private double[] values() {
    double slope = 0.01 * (1 + 0.1 * random.nextGaussian());
    double[] values = truth.values().clone();
    for (int pair = 0; pair < values.length; pair++) {
      values[pair] += slope * (1 + truth.world().distance(pair / Gridworld.ACTIONS));
    }
    if (arm.protocol() instanceof Arm.Protocol.Replay) {
      int wrong = 3 * Math.abs(rank) + random.nextInt(3);
      for (int s = 0; s < wrong; s++) {
        values[s * Gridworld.ACTIONS + 3] = 100;
      }
    }
    return values;
  }

  private void addErrors(Map<String, double[]> columns) {
    int length = Math.min(SettledErrors.SAMPLES, arm.settled()) * states;
    int learners = arm.ensemble() ? arm.k() : 1;
    boolean knowsTarget = arm.ensemble() || arm.k() == 1;
    double[] errors = new double[length];
    double[] means = new double[length];
    double[] estimates = new double[length];
    for (int i = 0; i < length; i++) {
      for (int l = 0; l < learners; l++) {
        double z = SIGMA * random.nextGaussian();
        errors[i] = l == 0 ? z : errors[i];
        means[i] += z / learners;
      }
      double known = knowsTarget ? SIGMA * SIGMA / learners : 0;
      double rest = Math.sqrt(Math.max(0, variances[i % states] - known));
      estimates[i] =
          truth.best(i % states) + (knowsTarget ? means[i] : 0) + rest * random.nextGaussian();
    }
    columns.put(GridworldTrial.ERRORS, errors);
    if (learners > 1) {
      columns.put(GridworldTrial.MEAN_ERRORS, means);
    }
    columns.put(GridworldTrial.ESTIMATES, estimates);
    double[] variance = new double[states];
    double[] covariance = new double[states];
    double lag = 0.01 * random.nextGaussian();
    for (int s = 0; s < states; s++) {
      variance[s] = SIGMA * SIGMA;
      covariance[s] = lag * SIGMA * SIGMA;
    }
    columns.put(GridworldTrial.TIME_VARIANCE, variance);
    columns.put(GridworldTrial.TIME_COVARIANCE, covariance);
  }
}
