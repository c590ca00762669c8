package org.evenkeel.paper.theory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;

/// A simulation or a long computation of the theory, with its settings. Its result is a set of named columns. A measured
/// column `v` has its standard errors in `v.error`; `runs` has the number of samples on which each number is based.
interface TheoryJob {
  /// The column with the number of samples on which each measurement is based.
  String RUNS = "runs";

  /// The suffix of the name of a column with standard errors.
  String ERROR = ".error";

  /// Returns all settings, under names that never change: a part of [org.evenkeel.lab.study.Trial#describe].
  String text();

  /// Returns the approximate number of random numbers that it draws, or an equivalent amount of other work.
  double work();

  /// Computes the columns.
  Map<String, double[]> run(long seed, DoubleConsumer progress);

  /// A simulation of the chain of section 5, for each number M of states and both distributions of the errors.
  record Chain(boolean averaged, int k, double gamma, List<Integer> states, int runs)
      implements TheoryJob {
    static final String STATES = "states";

    /// Returns the column of a distribution.
    static String column(ErrorLaw law) {
      return law.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String text() {
      return "Chain[averaged=%s, k=%s, gamma=%s, states=%s, runs=%s]"
          .formatted(averaged, k, gamma, states, runs);
    }

    @Override
    public double work() {
      double numbers = 0;
      for (int m : states) {
        numbers += averaged ? m * (m + 1) / 2.0 * (k - 1) + m : (double) m * k;
      }
      return 2 * numbers * runs;
    }

    @Override
    public Map<String, double[]> run(long seed, DoubleConsumer progress) {
      Columns columns = new Columns(runs);
      RandomStream seeds = new RandomStream(seed);
      for (int m : states) {
        columns.add(STATES, m);
        for (ErrorLaw law : ErrorLaw.values()) {
          ChainMdp chain = ChainMdp.equal(gamma, m, 1);
          ChainSimulation simulation = new ChainSimulation(chain, k, law, runs, seeds.nextLong());
          columns.add(
              column(law), (averaged ? simulation.averaged(1) : simulation.ensemble(1)).variance());
        }
      }
      return columns.all();
    }
  }

  /// A simulation of the chain's first state with errors that are correlated between states, for each correlation.
  record Correlated(int k, double gamma, int states, List<Double> correlations, int runs)
      implements TheoryJob {
    static final String CORRELATION = "correlation";

    @Override
    public String text() {
      return "Correlated[k=%s, gamma=%s, states=%s, correlations=%s, runs=%s]"
          .formatted(k, gamma, states, correlations, runs);
    }

    @Override
    public double work() {
      return 1.5 * correlations.size() * states * states * (k + k) * (double) runs;
    }

    @Override
    public Map<String, double[]> run(long seed, DoubleConsumer progress) {
      Columns columns = new Columns(runs);
      RandomStream seeds = new RandomStream(seed);
      FixedPolicy chain = ChainMdp.equal(gamma, states, 1).asFixedPolicy();
      for (double rho : correlations) {
        ErrorCovariance errors = ErrorCovariance.equallyCorrelated(rho, Worlds.ones(states));
        VarianceSimulation simulation =
            new VarianceSimulation(chain, errors, k, runs, seeds.nextLong());
        columns.add(CORRELATION, rho);
        columns.add("averaged", simulation.averaged(k * states)[0]);
        columns.add("ensemble", simulation.ensemble(states)[0]);
      }
      return columns.all();
    }
  }

  /// A simulation of the path into a looping goal, for each distance from the goal. The goal itself, at distance 0, is
  /// the self-loop.
  record Path(int k, double gamma, int states, int horizon, int runs) implements TheoryJob {
    static final String DISTANCE = "distance";

    @Override
    public String text() {
      return "Path[k=%s, gamma=%s, states=%s, horizon=%s, runs=%s]"
          .formatted(k, gamma, states, horizon, runs);
    }

    @Override
    public double work() {
      return 1.5 * states * horizon * (k + 1) / 2.0 * 3 * runs;
    }

    @Override
    public Map<String, double[]> run(long seed, DoubleConsumer progress) {
      ErrorCovariance errors = ErrorCovariance.independent(Worlds.ones(states));
      VarianceSimulation simulation =
          new VarianceSimulation(Worlds.pathToLoop(gamma, states), errors, k, runs, seed);
      // An average over K iterations is (K + 1) / 2 iterations old, so it forgets its start that
      // much more slowly.
      Measurement[] averaged = simulation.averaged(horizon * (k + 1) / 2);
      Measurement[] ensemble = simulation.ensemble(horizon);
      Columns columns = new Columns(runs);
      for (int d = 0; d < states; d++) {
        columns.add(DISTANCE, d);
        columns.add("averaged", averaged[d]);
        columns.add("ensemble", ensemble[d]);
      }
      return columns.all();
    }
  }

  /// A simulation of the overestimation of the target (section 4.2), for each number of actions. The values of the
  /// actions are equal, or each is lower than the previous one by a share of epsilon.
  record Overestimation(double gamma, double epsilon, List<Integer> actions, int runs)
      implements TheoryJob {
    static final String ACTIONS = "actions";

    /// The gap between the value of each action and that of the next, in epsilon. Each constant has a column.
    enum Values {
      EQUAL(0),
      NEAR(0.25),
      FAR(1);

      final double gap;

      Values(double gap) {
        this.gap = gap;
      }

      String column() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Override
    public String text() {
      return "Overestimation[gamma=%s, epsilon=%s, actions=%s, runs=%s]"
          .formatted(gamma, epsilon, actions, runs);
    }

    @Override
    public double work() {
      return 3.0 * runs * actions.stream().mapToInt(n -> n).sum();
    }

    @Override
    public Map<String, double[]> run(long seed, DoubleConsumer progress) {
      Columns columns = new Columns(runs);
      RandomStream seeds = new RandomStream(seed);
      for (int n : actions) {
        columns.add(ACTIONS, n);
        for (Values values : Values.values()) {
          double[] q = new double[n];
          for (int a = 0; a < n; a++) {
            q[a] = -a * epsilon * values.gap;
          }
          columns.add(
              values.column(),
              org.evenkeel.paper.theory.Overestimation.measured(
                  gamma, epsilon, q, runs, seeds.nextLong()));
        }
      }
      return columns.all();
    }
  }

  /// A simulation of the spread of the scores between trials and within one (appendix A), for each K.
  record Deviation(double gap, double sigma, List<Integer> ks, int runs) implements TheoryJob {
    static final String K = "k";

    @Override
    public String text() {
      return "Deviation[gap=%s, sigma=%s, ks=%s, runs=%s]".formatted(gap, sigma, ks, runs);
    }

    @Override
    public double work() {
      return 8.0 * runs * ks.stream().mapToInt(k -> k).sum();
    }

    @Override
    public Map<String, double[]> run(long seed, DoubleConsumer progress) {
      Columns columns = new Columns(runs);
      RandomStream seeds = new RandomStream(seed);
      for (int k : ks) {
        PolicyDeviation model = new PolicyDeviation(gap, sigma, k, ErrorLaw.NORMAL);
        PolicyDeviation.Spread trials = model.measured(runs, 2, seeds.nextLong());
        PolicyDeviation.Spread evaluations = model.measured(2, runs, seeds.nextLong());
        columns.add(K, k);
        columns.add("between", trials.betweenTrials());
        columns.add("within", evaluations.withinTrial());
        columns.add("deviated", trials.deviated());
      }
      return columns.all();
    }
  }

  /// The exact variances at each state of a Gridworld under its optimal policy. Nothing is random here; it is a job
  /// because it takes seconds.
  record Grid(int side, Gridworld.Goal goal, int k, double gamma) implements TheoryJob {
    static final String DISTANCE = "distance";

    @Override
    public String text() {
      return "Grid[side=%s, goal=%s, k=%s, gamma=%s]".formatted(side, goal.name(), k, gamma);
    }

    @Override
    public double work() {
      double states = (double) side * side;
      return states * states * k * 20;
    }

    @Override
    public Map<String, double[]> run(long seed, DoubleConsumer progress) {
      FixedPolicy policy = Worlds.gridworld(side, goal, gamma);
      ErrorCovariance errors = ErrorCovariance.independent(Worlds.ones(side * side));
      GeneralVariance.Variances v = GeneralVariance.of(policy, errors, k, 1);
      Columns columns = new Columns(0);
      for (int s = 0; s < side * side; s++) {
        columns.add(DISTANCE, 2 * (side - 1) - s / side - s % side);
        columns.add("ensemble", v.ensemble()[s]);
        columns.add("averaged", v.averaged()[s]);
      }
      return columns.all();
    }
  }

  /// Columns that grow row by row.
  final class Columns {
    private final Map<String, List<Double>> columns = new LinkedHashMap<>();

    Columns(int runs) {
      add(RUNS, runs);
    }

    void add(String column, double value) {
      columns.computeIfAbsent(column, name -> new ArrayList<>()).add(value);
    }

    void add(String column, Measurement measured) {
      add(column, measured.value());
      add(column + ERROR, measured.standardError());
    }

    Map<String, double[]> all() {
      Map<String, double[]> all = new LinkedHashMap<>();
      columns.forEach(
          (name, values) ->
              all.put(name, values.stream().mapToDouble(Double::doubleValue).toArray()));
      return all;
    }
  }
}
