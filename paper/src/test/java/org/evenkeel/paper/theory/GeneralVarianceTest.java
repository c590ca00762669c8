package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.evenkeel.paper.theory.Oracle.assertRelative;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.evenkeel.paper.theory.GeneralVariance.Variances;
import org.evenkeel.paper.theory.Oracle.Row;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class GeneralVarianceTest {
  @Test
  void everyRowOfTheGeneralTableAgrees() {
    for (Row row : Oracle.rows("general_variance.csv", 4)) {
      FixedPolicy policy = new FixedPolicy(row.number("gamma"), row.numbers("p_row_major"));
      assertEquals(row.integer("states"), policy.states());
      ErrorCovariance errors = ErrorCovariance.independent(row.numbers("sigma2"));
      Variances v = GeneralVariance.of(policy, errors, row.integer("k"), 1);
      agree(row, "var_dqn", v.dqn());
      agree(row, "var_ensemble", v.ensemble());
      agree(row, "var_averaged", v.averaged());
      agree(row, "var_averaged_one_network", v.averagedNetwork());
    }
  }

  private static void agree(Row row, String column, double[] computed) {
    double[] expected = row.numbers(column);
    assertEquals(expected.length, computed.length);
    for (int s = 0; s < expected.length; s++) {
      assertRelative(expected[s], computed[s], column + " at state " + s + " of " + row);
    }
  }

  @Test
  void theChainIsASpecialCase() {
    for (Row row : Oracle.rows("chain_variance.csv", 98)) {
      int states = row.integer("states");
      agreesAtTheStart(row, ChainMdp.equal(row.number("gamma"), states, 1), filled(states, 1));
    }
    for (Row row : Oracle.rows("chain_variance_uneven.csv", 4)) {
      double[] sigma2 = row.numbers("sigma2_of_s0_to_last");
      agreesAtTheStart(row, new ChainMdp(row.number("gamma"), sigma2), sigma2);
    }
  }

  private static void agreesAtTheStart(Row row, ChainMdp chain, double[] sigma2) {
    ErrorCovariance errors = ErrorCovariance.independent(sigma2);
    Variances v = GeneralVariance.of(chain.asFixedPolicy(), errors, row.integer("k"), 1);
    row.agrees("var_dqn", v.dqn()[0]);
    row.agrees("var_ensemble", v.ensemble()[0]);
    row.agrees("var_averaged", v.averaged()[0]);
    row.agrees("var_ensemble_one_member", v.ensembleMember()[0]);
    row.agrees("var_averaged_one_network", v.averagedNetwork()[0]);
  }

  /// 144 rows. Only Averaged changes with the correlation, and above some correlation it loses to Ensemble; where
  /// they are equal the table has with six digits.
  @Test
  void everyRowWithCorrelatedErrorsAgrees() {
    for (Row row : Oracle.rows("chain_variance_correlated.csv", 144)) {
      Variances v = correlated(row, row.number("rho"));
      row.agrees("var_dqn", v.dqn()[0]);
      row.agrees("var_ensemble", v.ensemble()[0]);
      row.agrees("var_averaged", v.averaged()[0]);
      double ensemble = v.ensemble()[0];
      boolean below = v.averaged()[0] < ensemble * (1 - 1e-12);
      assertEquals(row.integer("averaged_below_ensemble") == 1, below, row::toString);

      double independent = correlated(row, 0).averaged()[0];
      double together = correlated(row, 1).averaged()[0];
      double even =
          together - independent < 1e-12 * ensemble
              ? Double.POSITIVE_INFINITY
              : (ensemble - independent) / (together - independent);
      assertEquals(row.number("rho_where_equal"), even, 1e-6, row::toString);
    }
  }

  private static Variances correlated(Row row, double rho) {
    int states = row.integer("states");
    FixedPolicy policy = ChainMdp.equal(row.number("gamma"), states, 1).asFixedPolicy();
    ErrorCovariance errors = ErrorCovariance.equallyCorrelated(rho, filled(states, 1));
    return GeneralVariance.of(policy, errors, row.integer("k"), 1);
  }

  /// 156 rows. Averaged is worse than Ensemble within four or five steps of a looping goal, and better further away.
  @Test
  void everyRowOfThePathToALoopingGoalAgrees() {
    int states = 39;
    double[] p = new double[states * states];
    p[0] = 1;
    for (int d = 1; d < states; d++) {
      p[d * states + d - 1] = 1;
    }
    for (int k : new int[] {1, 5, 10, 20}) {
      ErrorCovariance errors = ErrorCovariance.independent(filled(states, 1));
      Variances v = GeneralVariance.of(new FixedPolicy(0.9, p), errors, k, 2);
      int checked = 0;
      for (Row row : Oracle.rows("goal_path_variance.csv", 156)) {
        assertEquals(0.9, row.number("gamma"));
        if (row.integer("k") == k) {
          int d = row.integer("distance");
          row.agrees("var_dqn", v.dqn()[d]);
          row.agrees("var_ensemble", v.ensemble()[d]);
          row.agrees("var_averaged", v.averaged()[d]);
          row.agrees("averaged_over_ensemble", v.averaged()[d] / v.ensemble()[d]);
          int betterFrom = k == 1 ? states : k == 20 ? 6 : 5;
          assertEquals(d >= betterFrom, v.averaged()[d] < v.ensemble()[d], row::toString);
          checked++;
        }
      }
      assertEquals(states, checked);
    }
  }

  @Test
  void everyRowOfTheSelfLoopAgrees() {
    for (Row row : Oracle.rows("self_loop_variance.csv", 18)) {
      FixedPolicy policy = new FixedPolicy(row.number("gamma"), new double[] {1});
      Variances v = GeneralVariance.of(policy, ErrorCovariance.independent(1), row.integer("k"), 1);
      row.agrees("var_dqn", v.dqn()[0]);
      row.agrees("var_ensemble", v.ensemble()[0]);
      row.agrees("var_averaged", v.averaged()[0]);
      row.agrees("averaged_over_ensemble", v.averaged()[0] / v.ensemble()[0]);
      row.agrees("var_averaged_one_network", v.averagedNetwork()[0]);
    }
  }

  /// The other way, for what the tables do not have: recurrent, terminating and correlated at once. The Lyapunov
  /// equation X = A X A^T + C of the K last Q together, as one linear system.
  @Test
  void theSumIsTheSolutionOfTheLyapunovEquation() {
    Random random = new Random(3);
    for (int k = 1; k <= 4; k++) {
      int states = 3;
      double[] p = substochastic(random, states);
      double[] c = covariance(random, states, k == 3 ? 1 : states);
      RealMatrix x = lyapunov(p, 0.95, k, c);
      Variances v = GeneralVariance.of(new FixedPolicy(0.95, p), ErrorCovariance.of(c), k, 1);
      for (int s = 0; s < states; s++) {
        assertRelative(x.getEntry(s, s), v.averagedNetwork()[s], "network, K " + k);
        double averaged = 0;
        for (int i = 0; i < k; i++) {
          for (int j = 0; j < k; j++) {
            averaged += x.getEntry(i * states + s, j * states + s) / (k * k);
          }
        }
        assertRelative(averaged, v.averaged()[s], "average, K " + k);
      }
    }
  }

  private static RealMatrix lyapunov(double[] p, double gamma, int k, double[] c) {
    int states = (int) Math.sqrt(p.length);
    int n = states * k;
    RealMatrix a = MatrixUtils.createRealMatrix(n, n);
    for (int row = 0; row < n; row++) {
      for (int column = 0; column < n; column++) {
        boolean shift = row >= states && column == row - states;
        double first = gamma / k * p[(row % states) * states + column % states];
        a.setEntry(row, column, row < states ? first : shift ? 1 : 0);
      }
    }
    RealMatrix system = MatrixUtils.createRealIdentityMatrix(n * n);
    double[] right = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      for (int j = 0; j < n * n; j++) {
        system.addToEntry(i, j, -a.getEntry(i / n, j / n) * a.getEntry(i % n, j % n));
      }
      boolean newest = i / n < states && i % n < states;
      right[i] = newest ? c[i / n * states + i % n] : 0;
    }
    double[] x =
        new LUDecomposition(system).getSolver().solve(new ArrayRealVector(right)).toArray();
    RealMatrix solution = MatrixUtils.createRealMatrix(n, n);
    for (int i = 0; i < n * n; i++) {
      solution.setEntry(i / n, i % n, x[i]);
    }
    return solution;
  }

  /// The Gridworld's size. If all states err alike, P averages equal values, and each is the self-loop.
  @Test
  void errorsThatAllStatesShareMakeAnyRecurrentMdpASelfLoop() {
    int states = 400;
    Random random = new Random(5);
    double[] p = new double[states * states];
    for (int s = 0; s < states; s++) {
      for (int i = 0; i < 4; i++) {
        p[s * states + random.nextInt(states)] += 0.25;
      }
    }
    ErrorCovariance same = ErrorCovariance.equallyCorrelated(1, filled(states, 2));
    Variances v = GeneralVariance.of(new FixedPolicy(0.9, p), same, 20, 1);
    for (int s = 0; s < states; s += 57) {
      assertRelative(SelfLoop.dqn(0.9, 2), v.dqn()[s], "dqn");
      assertRelative(SelfLoop.ensemble(0.9, 20, 2), v.ensemble()[s], "ensemble");
      assertRelative(SelfLoop.ensembleMember(0.9, 20, 2), v.ensembleMember()[s], "member");
      assertRelative(SelfLoop.averaged(0.9, 20, 2), v.averaged()[s], "averaged");
      assertRelative(SelfLoop.averagedNetwork(0.9, 20, 2), v.averagedNetwork()[s], "network");
    }
  }

  @Test
  void theResultIsTheSameBitsForAnyNumberOfThreads() {
    int states = 70;
    Random random = new Random(6);
    FixedPolicy policy = new FixedPolicy(0.9, substochastic(random, states));
    ErrorCovariance errors = ErrorCovariance.of(covariance(random, states, states));
    Variances one = GeneralVariance.of(policy, errors, 3, 1);
    Variances many = GeneralVariance.of(policy, errors, 3, 3);
    assertArrayEquals(one.averaged(), many.averaged());
    assertArrayEquals(one.averagedNetwork(), many.averagedNetwork());
    assertArrayEquals(one.ensembleMember(), many.ensembleMember());
  }

  @Test
  void statesWithoutErrorsHaveNoVariance() {
    FixedPolicy policy = new FixedPolicy(0.9, new double[] {0.5, 0.5, 0, 1});
    Variances v = GeneralVariance.of(policy, ErrorCovariance.independent(0, 0), 3, 1);
    assertArrayEquals(new double[] {0, 0}, v.averaged());
    v = GeneralVariance.of(policy, ErrorCovariance.independent(1, 0), 3, 1);
    assertEquals(0, v.averaged()[1]);
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    double[] p = {0.5, 0.5, 0, 1};
    FixedPolicy policy = new FixedPolicy(0.9, p);
    ErrorCovariance two = ErrorCovariance.independent(1, 1);
    assertEquals(3, policy.transitions());
    assertRefused("k must be >= 1, was 0", () -> GeneralVariance.of(policy, two, 0, 1));
    assertRefused("threads must be >= 1, was 0", () -> GeneralVariance.of(policy, two, 2, 0));
    assertRefused(
        "the errors must have as many states as the policy, was 3 with 2 states",
        () -> GeneralVariance.of(policy, ErrorCovariance.independent(1, 1, 1), 2, 1));
    assertRefused("gamma must be in [0, 1), was 1.0", () -> new FixedPolicy(1, p));
    assertRefused(
        "transitions must have a square number of entries, was 3",
        () -> new FixedPolicy(0.9, new double[3]));
    assertRefused(
        "transitions must have length >= 1, was 0", () -> new FixedPolicy(0.9, new double[0]));
    assertRefused(
        "transition from 1 to 0 must be in [0, 1], was -0.5",
        () -> new FixedPolicy(0.9, new double[] {1, 0, -0.5, 1}));
    assertRefused(
        "the transitions from state 1 must sum to at most 1, was 1.5",
        () -> new FixedPolicy(0.9, new double[] {1, 0, 0.5, 1}));
  }

  private static double[] filled(int length, double value) {
    double[] all = new double[length];
    Arrays.fill(all, value);
    return all;
  }

  /// Rows that sum to 1, but the last one's to 0.6.
  private static double[] substochastic(Random random, int states) {
    double[] p = new double[states * states];
    for (int s = 0; s < states; s++) {
      double sum = 0;
      for (int next = 0; next < states; next++) {
        p[s * states + next] = random.nextDouble();
        sum += p[s * states + next];
      }
      for (int next = 0; next < states; next++) {
        p[s * states + next] *= (s == states - 1 ? 0.6 : 1) / sum;
      }
    }
    return p;
  }

  private static double[] covariance(Random random, int states, int rank) {
    RealMatrix b = MatrixUtils.createRealMatrix(states, rank);
    for (int s = 0; s < states; s++) {
      for (int c = 0; c < rank; c++) {
        b.setEntry(s, c, random.nextGaussian());
      }
    }
    RealMatrix c = b.multiplyTransposed(b);
    double[] matrix = new double[states * states];
    for (int s = 0; s < states; s++) {
      for (int t = 0; t < states; t++) {
        matrix[s * states + t] = c.getEntry(Math.min(s, t), Math.max(s, t));
      }
    }
    return matrix;
  }
}
