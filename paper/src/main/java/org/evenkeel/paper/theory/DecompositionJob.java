package org.evenkeel.paper.theory;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.statistics.Sample;

/// A simulation for section 4: DQN in random MDPs, starting from zero, with target approximation errors uniform in
/// [-epsilon, epsilon]. The columns are the parts of its error after each iteration, averaged over the state-action
/// pairs.
///
/// `tabular` is the error of the same iterations without approximation.
record DecompositionJob(
    double gamma, double epsilon, int states, int actions, int iterations, int runs)
    implements TheoryJob {
  static final String ITERATION = "iteration";

  /// The largest difference between Delta and the sum of its parts, over all pairs and MDPs.
  static final String RESIDUAL = "residual";

  /// The columns of the total, its three parts, and the error of the table.
  private static final List<String> PARTS =
      List.of("total", "approximation", "overestimation", "optimality", "tabular");

  @Override
  public String text() {
    return "DecompositionJob[gamma=%s, epsilon=%s, states=%s, actions=%s, iterations=%s, runs=%s]"
        .formatted(gamma, epsilon, states, actions, iterations, runs);
  }

  @Override
  public double work() {
    return 2.0 * runs * (iterations + 200) * states * actions * states;
  }

  @Override
  public Map<String, double[]> run(long seed, DoubleConsumer progress) {
    RandomStream random = new RandomStream(seed);
    double[][][] means = new double[PARTS.size()][iterations][runs];
    double[] residuals = new double[iterations];
    for (int run = 0; run < runs; run++) {
      one(random, run, means, residuals);
    }
    Columns columns = new Columns(runs);
    for (int i = 0; i < iterations; i++) {
      columns.add(ITERATION, i + 1.0);
      columns.add(RESIDUAL, residuals[i]);
      for (int part = 0; part < PARTS.size(); part++) {
        Sample sample = Sample.of(means[part][i]);
        columns.add(PARTS.get(part), new Measurement(sample.mean(), sample.standardError()));
      }
    }
    return columns.all();
  }

  private void one(RandomStream random, int run, double[][][] means, double[] residuals) {
    TabularMdp mdp = Worlds.mdp(random, gamma, states, actions);
    double[] optimal = mdp.optimalValues();
    double[] table = new double[optimal.length];
    double[] previousY = table;
    double[] previousQ = table;
    for (int i = 0; i < iterations; i++) {
      double[] y = mdp.targets(previousQ);
      double[] q = y.clone();
      for (int pair = 0; pair < q.length; pair++) {
        q[pair] += epsilon * (2 * random.nextDouble() - 1);
      }
      ErrorDecomposition errors = ErrorDecomposition.ofDqn(mdp, q, previousQ, previousY, optimal);
      table = mdp.targets(table);
      double[] tabular = table.clone();
      for (int pair = 0; pair < tabular.length; pair++) {
        tabular[pair] -= optimal[pair];
      }
      double[][] parts = {
        errors.total(),
        errors.targetApproximation(),
        errors.overestimation(),
        errors.optimality(),
        tabular
      };
      for (int part = 0; part < parts.length; part++) {
        means[part][i][run] = Arrays.stream(parts[part]).average().orElseThrow();
      }
      for (int pair = 0; pair < q.length; pair++) {
        double left = parts[0][pair] - (parts[1][pair] + parts[2][pair] + parts[3][pair]);
        residuals[i] = Math.max(residuals[i], Math.abs(left));
      }
      previousY = y;
      previousQ = q;
    }
  }
}
