package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.TheoryPlan.CORRELATED_K;
import static org.evenkeel.paper.theory.TheoryPlan.CORRELATED_STATES;
import static org.evenkeel.paper.theory.TheoryPlan.GAMMA;
import static org.evenkeel.paper.theory.TheoryPlan.PATH_KS;
import static org.evenkeel.paper.theory.TheoryPlan.PATH_STATES;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.paper.theory.Comparisons.Comparison;
import org.evenkeel.paper.theory.GeneralVariance.Variances;
import org.evenkeel.paper.theory.TheoryResults.Point;

/// The report's section on whether the order of section 5 holds beyond the chain: with correlated errors, with
/// recurrent states, and in the Gridworld.
///
/// @param results the results of the trials
/// @param plan the planned trials
record BeyondChainSection(TheoryResults results, TheoryPlan plan) {
  private static final String SUPERIOR =
      "We have shown both in theory and in practice that the proposed scheme is superior in TAE variance reduction, "
          + "compared to a straightforward but computationally demanding approach such as Ensemble-DQN";

  /// The largest difference that counts as a rounding error.
  private static final double MARGIN = 1e-9;

  private static final int RANDOM_MDPS = 20;

  Section section() {
    return new Section(
        "theory-beyond",
        "Beyond the chain",
        """
        The start of section 5 applies to any MDP, but its comparison of Averaged with Ensemble is made on the chain. \
        Here the stationary variances are computed exactly for any fixed policy and any covariance of the errors within \
        one iteration, and the same recursions are simulated.

        The members of an ensemble have separate errors. The K networks of Averaged-DQN follow one another; if an error \
        returns, through a loop or because states share it, all of them have it.""",
        List.of(correlated(), recurrent(), gridworld()),
        new BeyondChainFigures(results, plan).all(),
        List.of());
  }

  /// Returns the variances on the chain with one correlation between the errors of any two states.
  static Variances correlated(int k, double rho) {
    FixedPolicy chain = ChainMdp.equal(GAMMA, CORRELATED_STATES, 1).asFixedPolicy();
    ErrorCovariance errors = ErrorCovariance.equallyCorrelated(rho, Worlds.ones(CORRELATED_STATES));
    return GeneralVariance.of(chain, errors, k, 1);
  }

  /// Returns both simulated variances with the exact ones, at each point.
  private List<Comparison> simulated(String group, String x, DoubleFunction<double[]> exact) {
    List<Comparison> all = new ArrayList<>();
    for (Point p : results.points(group, x, "averaged")) {
      all.add(
          new Comparison(
              "Averaged, %s, %s %s".formatted(group, x, p.x()), exact.apply(p.x())[0], p));
    }
    for (Point p : results.points(group, x, "ensemble")) {
      all.add(
          new Comparison(
              "Ensemble, %s, %s %s".formatted(group, x, p.x()), exact.apply(p.x())[1], p));
    }
    return all;
  }

  /// Returns the evidence on a general claim. One exact counterexample contradicts it, provided that the simulations
  /// agree with the exact numbers.
  private static Evidence general(String name, double ratio, List<Comparison> simulated) {
    return Evidence.of(Finding.exact(name, ratio, "at most 1", ratio <= 1 + MARGIN))
        .given(List.of(new Comparisons(simulated).agreement()));
  }

  private Claim correlated() {
    Card card =
        new Card(
            "theory-correlated-errors",
            "Averaged below Ensemble under the assumptions of section 5",
            Standing.ROBUSTNESS,
            "for i≠j: Cov[Z^i_{s,a}, Z^j_{s',a'}]=0 … and therefore the following holds "
                + "Var[Q^A_i(s_0,a)] < Var[Q^E_i(s_0,a)]",
            "sections 5 and 5.3; appendix C adds \"Further assume that for all s≠s': Cov[Z^i_{s,a}, Z^i_{s',a}]=0\"",
            "Contradicts if the exact variance of Averaged is the larger one at any correlation between the states' errors "
                + "of one iteration; agrees if at none. As a precondition, the simulations must agree with the exact "
                + "variances (z test, corrected p below 0.001) and be known to within 20 %.",
            List.of("theory-correlated"));
    List<Comparison> all =
        simulated(
            "correlated",
            TheoryJob.Correlated.CORRELATION,
            rho -> {
              Variances v = correlated(CORRELATED_K, rho);
              return new double[] {v.averaged()[0], v.ensemble()[0]};
            });
    if (all.isEmpty()) {
      return card.missing();
    }
    Variances apart = correlated(CORRELATED_K, 0);
    Variances together = correlated(CORRELATED_K, 1);
    double ensemble = apart.ensemble()[0];
    double equal = // the variance of Averaged is linear in the correlation
        (ensemble - apart.averaged()[0]) / (together.averaged()[0] - apart.averaged()[0]);
    double largest = together.averaged()[0] / ensemble;
    return card.found(
        general("Averaged / Ensemble at ρ 1", largest, all),
        "A chain of %d states with one correlation ρ between the errors of any two states, K %d, γ 0.9. The sums for DQN and "
                .formatted(CORRELATED_STATES, CORRELATED_K)
            + "Ensemble contain one error from each iteration. The sum for Averaged contains the errors of several states "
            + "from the same iteration, so only Averaged needs the additional assumption of appendix C. A network shares "
            + "its weights between states; how correlated its errors are is measured in the Gridworld's trials.",
        Effect.exact("correlation above which Averaged has the larger variance", equal),
        Effect.exact("Averaged / Ensemble at ρ 0", apart.averaged()[0] / ensemble));
  }

  private Claim recurrent() {
    Card card =
        new Card(
            "theory-recurrent-states",
            "In general, Averaged reduces the variance more than Ensemble",
            Standing.ROBUSTNESS,
            SUPERIOR,
            "section 7",
            "Contradicts if the exact variance of Averaged is the larger one in an MDP with a loop; agrees if in none tried. "
                + "As a precondition, the simulations must agree with the exact variances (z test, corrected p below "
                + "0.001) and be known to within 20 %.",
            List.of("theory-loop", "theory-path"));
    List<Comparison> all = new ArrayList<>();
    for (int k : PATH_KS) {
      Variances v = path(k, PATH_STATES);
      List<Comparison> one =
          simulated(
              TheoryPlan.pathGroup(k),
              TheoryJob.Path.DISTANCE,
              d -> new double[] {v.averaged()[(int) d], v.ensemble()[(int) d]});
      if (one.isEmpty()) {
        return card.missing();
      }
      all.addAll(one);
    }
    double loop = SelfLoop.averaged(GAMMA, 10, 1) / SelfLoop.ensemble(GAMMA, 10, 1);
    Variances path = path(10, PATH_STATES);
    int better = 0;
    while (better < PATH_STATES && path.averaged()[better] >= path.ensemble()[better]) {
      better++;
    }
    double[] random = randomRecurrent();
    return card.found(
        general("Averaged / Ensemble, loop, γ 0.9, K 10", loop, all),
        "In a state that loops to itself, Averaged has K(1+γ)/(K+γ) times the variance of Ensemble, which is more for every "
            + "K > 1 and γ > 0 (proved in docs/theory.md). Two other cases are shown: a path into such a state, like the "
            + "Gridworld's goal, and %d random MDPs of 5 states in which every state leads to every state. In these the "
                .formatted(RANDOM_MDPS)
            + "variance of Averaged is %s to %s times that of Ensemble."
                .formatted(Numbers.brief(random[0]), Numbers.brief(random[1])),
        Effect.exact("steps from the loop at which Averaged becomes better, K 10", better),
        Effect.exact("smallest Averaged / Ensemble, random MDPs, γ 0.9, K 10", random[0]),
        Effect.exact("largest Averaged / Ensemble, random MDPs, γ 0.9, K 10", random[1]));
  }

  /// Returns the variances on a path into a loop.
  static Variances path(int k, int states) {
    ErrorCovariance errors = ErrorCovariance.independent(Worlds.ones(states));
    return GeneralVariance.of(Worlds.pathToLoop(GAMMA, states), errors, k, 1);
  }

  /// Returns the smallest and the largest ratio over all states of some random recurrent MDPs.
  private double[] randomRecurrent() {
    RandomStream random = new RandomStream(plan.seed());
    double[] range = {Double.POSITIVE_INFINITY, 0};
    for (int i = 0; i < RANDOM_MDPS; i++) {
      FixedPolicy policy = Worlds.recurrent(random, GAMMA, 5);
      Variances v = GeneralVariance.of(policy, ErrorCovariance.independent(Worlds.ones(5)), 10, 1);
      for (int s = 0; s < 5; s++) {
        double ratio = v.averaged()[s] / v.ensemble()[s];
        range[0] = Math.min(range[0], ratio);
        range[1] = Math.max(range[1], ratio);
      }
    }
    return range;
  }

  private Claim gridworld() {
    Card card =
        new Card(
            "theory-gridworld-prediction",
            "The analysis predicts that Ensemble is inferior in the Gridworld",
            Standing.SECONDARY,
            "as was predicted by the analysis in Section 5, Ensemble-DQN is also inferior to Averaged-DQN regarding "
                + "variance reduction",
            "section 6.2.3",
            "For each K, agrees if the model's mean variance over all states, with the paper's continuing goal, is smaller "
                + "for Averaged; contradicts if it is not. The numbers are exact, so there is no test.",
            List.of("theory-grid"));
    List<Finding> findings = new ArrayList<>();
    List<Effect> beside = new ArrayList<>();
    for (Gridworld.Goal goal : TheoryPlan.GOALS) {
      for (int k : plan.gridKs()) {
        List<Point> averaged = grid(goal, k, "averaged");
        List<Point> ensemble = grid(goal, k, "ensemble");
        if (averaged.isEmpty() || averaged.size() != ensemble.size()) {
          return card.missing();
        }
        boolean asked = goal == Gridworld.Goal.CONTINUING;
        String where = "%s goal, K %d".formatted(asked ? "continuing" : "terminal", k);
        String name = "mean variance over the states, Averaged / Ensemble, " + where;
        double ratio = sum(averaged) / sum(ensemble);
        if (asked) {
          findings.add(Finding.exact(name, ratio, "below 1", ratio < 1));
        } else {
          beside.add(Effect.exact(name, ratio));
        }
        beside.addAll(states(where, averaged, ensemble));
      }
    }
    return card.found(
        Evidence.of(findings),
        "The model of section 5 on the %dx%d Gridworld: optimal policy, equally good actions equally likely, independent "
                .formatted(plan.side(), plan.side())
            + "errors of variance 1, γ 0.9. The paper's goal keeps giving rewards; a goal that ends the episode is shown for "
            + "comparison. For each case, the number of states in which Averaged has the larger variance is given. Trained "
            + "networks are measured in the Gridworld sections.",
        beside.toArray(Effect[]::new));
  }

  private List<Point> grid(Gridworld.Goal goal, int k, String column) {
    return results.points(plan.gridGroup(goal, k), TheoryJob.Grid.DISTANCE, column);
  }

  private static double sum(List<Point> variances) {
    return variances.stream().mapToDouble(Point::value).sum();
  }

  /// Returns the number of states of one world in which Averaged has the larger variance, and the largest ratio.
  private static List<Effect> states(String where, List<Point> averaged, List<Point> ensemble) {
    int larger = 0;
    double worst = 0;
    for (int s = 0; s < averaged.size(); s++) {
      double ratio = averaged.get(s).value() / ensemble.get(s).value();
      larger += ratio > 1 + MARGIN ? 1 : 0;
      worst = Math.max(worst, ratio);
    }
    return List.of(
        Effect.exact(
            "states of %d with more variance under Averaged, %s".formatted(averaged.size(), where),
            larger),
        Effect.exact("largest Averaged / Ensemble, " + where, worst));
  }
}
