package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.theory.ErrorCovariance;
import org.evenkeel.paper.theory.GeneralVariance;
import org.junit.jupiter.api.Test;

/// Errors made to measure, in a world of 3x3 cells: 30 trials of 10 samples.
class ErrorStatisticsTest {
  private static final int SIDE = 3;
  private static final int STATES = SIDE * SIDE;
  private static final int TRIALS = 30;
  private static final int SAMPLES = 10;
  private static final int K = 4;

  /// Makes the columns of a trial.
  private interface Maker {
    void fill(RandomStream random, Columns to);
  }

  /// Columns of `[sample][state]`.
  private static final class Columns {
    private final double[] errors = new double[SAMPLES * STATES];
    private final double[] meanErrors = new double[SAMPLES * STATES];
    private final double[] estimates = new double[SAMPLES * STATES];
    private final double[] variance = new double[STATES];
    private final double[] covariance = new double[STATES];

    private Map<String, double[]> named() {
      Map<String, double[]> columns = new LinkedHashMap<>();
      columns.put(GridworldTrial.ERRORS, errors);
      columns.put(GridworldTrial.MEAN_ERRORS, meanErrors);
      columns.put(GridworldTrial.ESTIMATES, estimates);
      columns.put(GridworldTrial.TIME_VARIANCE, variance);
      columns.put(GridworldTrial.TIME_COVARIANCE, covariance);
      return columns;
    }
  }

  private static Outcomes outcomes(Algorithm algorithm, Maker maker) {
    SweepSettings settings = SweepSettings.first(algorithm).side(SIDE).iterations(50);
    Arm arm = new Arm("f", "label", 0, TRIALS, new Arm.Protocol.Sweep(settings));
    RandomStream random = new RandomStream(17);
    List<Map<String, double[]>> trials = new ArrayList<>();
    for (int t = 0; t < TRIALS; t++) {
      Columns columns = new Columns();
      maker.fill(random, columns);
      trials.add(columns.named());
    }
    return new Outcomes(arm, Truth.of(arm.world(), 0.9), trials);
  }

  /// Each state's error has a mean and a size of its own; any two have this correlation.
  private static Maker correlated(double rho) {
    return (random, to) -> {
      for (int i = 0; i < SAMPLES; i++) {
        double common = random.nextGaussian();
        for (int s = 0; s < STATES; s++) {
          double own = random.nextGaussian();
          to.errors[i * STATES + s] =
              s + (1 + s) * (Math.sqrt(rho) * common + Math.sqrt(1 - rho) * own);
          // As the mean of K members with uncorrelated errors has it.
          to.meanErrors[i * STATES + s] = to.errors[i * STATES + s] / Math.sqrt(K);
        }
      }
    };
  }

  private static double[] column(Outcomes outcomes, int state) {
    double[][] samples = outcomes.samples(GridworldTrial.ERRORS);
    double[] column = new double[samples.length];
    for (int i = 0; i < column.length; i++) {
      column[i] = samples[i][state];
    }
    return column;
  }

  /// Divided by n - 1.
  private static double covariance(double[] a, double[] b) {
    double meanA = Sample.of(a).mean();
    double meanB = Sample.of(b).mean();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - meanA) * (b[i] - meanB);
    }
    return sum / (a.length - 1);
  }

  private static double pearson(double[] a, double[] b) {
    return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
  }

  private static int steps(int a, int b) {
    return Math.abs(a / SIDE - b / SIDE) + Math.abs(a % SIDE - b % SIDE);
  }

  private static double meanPearson(Outcomes outcomes, IntPredicate apart) {
    double sum = 0;
    int pairs = 0;
    for (int a = 0; a < STATES; a++) {
      for (int b = a + 1; b < STATES; b++) {
        if (apart.test(steps(a, b))) {
          sum += pearson(column(outcomes, a), column(outcomes, b));
          pairs++;
        }
      }
    }
    return sum / pairs;
  }

  @Test
  void theCorrelationOfStatesIsPearsonsMeanOverThePairs() {
    for (double rho : new double[] {0, 0.5}) {
      Outcomes made = outcomes(Algorithm.dqn(), correlated(rho));
      ErrorStatistics statistics = new ErrorStatistics(made);
      for (int d = 1; d <= 4; d++) {
        int apart = d;
        Estimate found = statistics.correlation(steps -> steps == apart);
        double n = TRIALS * SAMPLES;
        assertEquals(meanPearson(made, steps -> steps == apart) * (n - 1) / n, found.value(), 1e-9);
        assertTrue(found.low() < rho && rho < found.high(), found::toString);
        assertTrue(found.high() - found.low() < 0.35, found::toString);
      }
    }
  }

  /// Only the two states of the left edge's lower end go together: one of the twelve pairs of neighbours.
  @Test
  void neighboursAreThoseOneStepApart() {
    Outcomes made =
        outcomes(
            Algorithm.dqn(),
            (random, to) -> {
              for (int i = 0; i < to.errors.length; i++) {
                to.errors[i] = random.nextGaussian();
                if (i % STATES == 1) {
                  to.errors[i] = to.errors[i - 1];
                }
              }
            });
    ErrorStatistics statistics = new ErrorStatistics(made);
    assertEquals(1 / 12.0, statistics.correlation(steps -> steps == 1).value(), 0.03);
    assertEquals(0, statistics.correlation(steps -> steps > 1).value(), 0.03);
    assertEquals(0, statistics.correlation(steps -> steps > 4).value());
  }

  @Test
  void aStateWithoutErrorsIsCorrelatedWithNothing() {
    Outcomes made =
        outcomes(
            Algorithm.dqn(),
            (random, to) -> {
              for (int i = 0; i < to.errors.length; i++) {
                to.errors[i] = i % STATES < 7 ? 3 : random.nextGaussian();
              }
            });
    Estimate found = new ErrorStatistics(made).correlation(steps -> true);
    assertEquals(0, found.value(), 0.01);
  }

  @Test
  void theCorrelationOfIterationsIsCovarianceOverVariance() {
    double[] next = {0};
    Outcomes made =
        outcomes(
            Algorithm.dqn(),
            (random, to) -> {
              correlated(0).fill(random, to);
              for (int s = 0; s < STATES; s++) {
                to.variance[s] = s + 1;
                to.covariance[s] = next[0] * (s + 1);
              }
              next[0] -= 0.02;
            });
    Estimate found = new ErrorStatistics(made).lagCorrelation();
    assertEquals(-0.02 * (TRIALS - 1) / 2, found.value(), 1e-12);
    assertTrue(found.low() < found.value() && found.value() < found.high());
  }

  /// The variances of all states together count, not the mean of ratios: 1 and 100 with covariances 1 and 0.
  @Test
  void statesWithLargeErrorsCountMoreInTheCorrelationOfIterations() {
    Outcomes made =
        outcomes(
            Algorithm.dqn(),
            (random, to) -> {
              correlated(0).fill(random, to);
              to.variance[0] = 1;
              to.covariance[0] = 1;
              to.variance[1] = 99;
            });
    assertEquals(0.01, new ErrorStatistics(made).lagCorrelation().value(), 1e-12);
  }

  /// Members whose errors have this correlation at each state; the target has a correlation with their mean.
  private static Maker members(double rho, double ofTarget) {
    return (random, to) -> {
      for (int i = 0; i < to.errors.length; i++) {
        double common = random.nextGaussian();
        for (int k = 0; k < K; k++) {
          double z = 5 + Math.sqrt(rho) * common + Math.sqrt(1 - rho) * random.nextGaussian();
          to.errors[i] = k == 0 ? z : to.errors[i];
          to.meanErrors[i] += z / K;
        }
        double size = Math.sqrt((1 + (K - 1) * rho) / K);
        double target =
            2 * size * Math.sqrt(1 - ofTarget * ofTarget) * random.nextGaussian()
                + 2 * ofTarget * (to.meanErrors[i] - 5);
        to.estimates[i] = 100 * (i % STATES) + target + to.meanErrors[i];
      }
    };
  }

  @Test
  void theCorrelationOfMembersComesFromTheVarianceOfTheirMean() {
    for (double rho : new double[] {0, 0.3, 0.8}) {
      Outcomes made = outcomes(Algorithm.ensemble(K), members(rho, 0));
      Estimate found = new ErrorStatistics(made).memberCorrelation();
      assertEquals(rho, found.value(), 0.05);
      assertTrue(found.low() < rho && rho < found.high(), found::toString);
    }
  }

  @Test
  void theCorrelationOfMembersByItsFormula() {
    double[][] cases = {{1, 1}, {0.5, 0}, {Math.sqrt(0.1), -0.2}, {0, -1.0 / 3}};
    for (double[] one : cases) {
      Outcomes made =
          outcomes(
              Algorithm.ensemble(K),
              (random, to) -> {
                correlated(0.5).fill(random, to);
                for (int i = 0; i < to.errors.length; i++) {
                  to.meanErrors[i] = one[0] * to.errors[i];
                }
              });
      assertEquals(one[1], new ErrorStatistics(made).memberCorrelation().value(), 1e-12);
    }
  }

  /// Every other trial has errors three times as large whose mean is 0: of all squares a tenth is left. The mean of
  /// what each trial says for itself would be a half.
  @Test
  void theVarianceOfTheErrorsIsThatOfAllTrials() {
    int[] trial = {0};
    Outcomes made =
        outcomes(
            Algorithm.ensemble(K),
            (random, to) -> {
              boolean large = trial[0]++ % 2 == 1;
              for (int i = 0; i < to.errors.length; i++) {
                double z = random.nextGaussian();
                to.errors[i] = large ? 3 * z : z;
                to.meanErrors[i] = large ? 0 : z;
              }
            });
    double rho = new ErrorStatistics(made).memberCorrelation().value();
    assertEquals((K * 0.1 - 1) / (K - 1), rho, 0.02);
  }

  @Test
  void targetsAreKnownOfOneNetworkAndOfAnEnsemble() {
    assertTrue(outcomes(Algorithm.dqn(), correlated(0)).arm().knowsTargets());
    assertTrue(outcomes(Algorithm.ensemble(2), correlated(0)).arm().knowsTargets());
    assertFalse(outcomes(Algorithm.averaged(2), correlated(0)).arm().knowsTargets());
  }

  @Test
  void anEnsemblesTargetsAreComparedWithItsMeanError() {
    for (double rho : new double[] {-0.6, 0, 0.4}) {
      Outcomes made = outcomes(Algorithm.ensemble(K), members(0.3, rho));
      Estimate found = new ErrorStatistics(made).targetCorrelation();
      assertEquals(rho, found.value(), 0.05);
      assertTrue(found.low() < rho && rho < found.high(), found::toString);
    }
  }

  /// A network that goes half of the way to its target has errors against it.
  @Test
  void aNetworkThatLagsBehindItsTargetIsNegativelyCorrelated() {
    Outcomes made =
        outcomes(
            Algorithm.dqn(),
            (random, to) -> {
              for (int i = 0; i < to.errors.length; i++) {
                double target = 7 + random.nextGaussian();
                to.estimates[i] = 10 * (i % STATES) + target / 2;
                to.errors[i] = to.estimates[i] - target;
              }
            });
    // The target is known but for each state's mean.
    assertEquals(-1, new ErrorStatistics(made).targetCorrelation().value(), 1e-12);
    Outcomes beyond =
        outcomes(
            Algorithm.dqn(),
            (random, to) -> {
              for (int i = 0; i < to.errors.length; i++) {
                double target = 7 + random.nextGaussian();
                to.estimates[i] = 2 * target;
                to.errors[i] = to.estimates[i] - target;
              }
            });
    assertEquals(1, new ErrorStatistics(beyond).targetCorrelation().value(), 1e-12);
  }

  private static ErrorCovariance byHand(Outcomes made, boolean correlations) {
    double[] matrix = new double[STATES * STATES];
    for (int a = 0; a < STATES; a++) {
      for (int b = 0; b <= a; b++) {
        if (a == b || correlations) {
          double c = covariance(column(made, a), column(made, b));
          matrix[a * STATES + b] = c;
          matrix[b * STATES + a] = c;
        }
      }
    }
    return ErrorCovariance.of(matrix);
  }

  private static double[] theory(Outcomes made, int k, boolean ensemble, boolean correlations) {
    GeneralVariance.Variances v =
        GeneralVariance.of(made.truth().policy(), byHand(made, correlations), k, 1);
    return ensemble ? v.ensemble() : v.averaged();
  }

  @Test
  void thePredictionsAreThoseOfTheRecursion() {
    for (Algorithm algorithm :
        List.of(Algorithm.dqn(), Algorithm.averaged(K), Algorithm.ensemble(K))) {
      Outcomes made = outcomes(algorithm, correlated(0.5));
      ErrorStatistics statistics = new ErrorStatistics(made);
      boolean ensemble = algorithm.learners() > 1;
      double[] together = theory(made, algorithm.k(), ensemble, true);
      double[] apart = theory(made, algorithm.k(), ensemble, false);
      assertRelative(together, statistics.predictedVariance());
      assertRelative(apart, statistics.predictedWithoutCorrelation());
      // On the way to the goal no state is seen twice in one sum of DQN: only the means of networks
      // of
      // different times change.
      if (algorithm.k() > 1 && !ensemble) {
        assertTrue(together[0] > 1.05 * apart[0]);
      }
    }
  }

  private static void assertRelative(double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length);
    for (int s = 0; s < expected.length; s++) {
      assertEquals(expected[s], actual[s], 1e-9 * expected[s], "state " + s);
    }
  }

  /// DQN by hand: the goal loops, so its variance is sigma^2 / (1 - gamma^2), and one step away that times gamma^2
  /// plus the state's own; uncorrelated, as errors of different iterations are.
  @Test
  void thePredictionForOneNetworkByHand() {
    Outcomes made = outcomes(Algorithm.dqn(), correlated(0.5));
    double[] predicted = new ErrorStatistics(made).predictedVariance();
    ErrorCovariance errors = made.errors();
    double goal = errors.variance(8) / (1 - 0.81);
    assertEquals(goal, predicted[8], 1e-9 * goal);
    assertEquals(errors.variance(7) + 0.81 * goal, predicted[7], 1e-9 * predicted[7]);
    assertEquals(errors.variance(6) + 0.81 * predicted[7], predicted[6], 1e-9 * predicted[6]);
    assertArrayEquals(
        predicted, new ErrorStatistics(made).predictedVariance(), "the same bits each time");
  }
}
