package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertMeasured;
import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import org.evenkeel.paper.theory.GeneralVariance.Variances;
import org.junit.jupiter.api.Test;

class VarianceSimulationTest {
  private static final int RUNS = 4_000;

  /// A state that loops, one that leads there or ends, one that leads to both; two errors correlated.
  private final FixedPolicy policy =
      new FixedPolicy(0.8, new double[] {1, 0, 0, 0.7, 0, 0, 0.4, 0.6, 0});

  private final ErrorCovariance errors =
      ErrorCovariance.of(new double[] {1, 0.5, 0, 0.5, 2, -1, 0, -1, 3});

  @Test
  void allStatesAgreeWithTheSum() {
    for (int k : new int[] {1, 2, 6}) {
      Variances exact = GeneralVariance.of(policy, errors, k, 1);
      VarianceSimulation simulation = new VarianceSimulation(policy, errors, k, RUNS, 7);
      Measurement[] averaged = simulation.averaged(60 * k);
      Measurement[] ensemble = simulation.ensemble(60);
      for (int s = 0; s < 3; s++) {
        String what = ", K " + k + ", state " + s;
        assertMeasured(exact.averaged()[s], averaged[s], "averaged" + what);
        assertMeasured(exact.ensemble()[s], ensemble[s], "ensemble" + what);
      }
    }
  }

  /// With errors that all states share, Averaged has 1.73 times the variance on a chain of 20.
  @Test
  void sharedErrorsOnTheChain() {
    double[] ones = new double[20];
    Arrays.fill(ones, 1);
    FixedPolicy chain = ChainMdp.equal(0.9, 20, 1).asFixedPolicy();
    ErrorCovariance shared = ErrorCovariance.equallyCorrelated(1, ones);
    VarianceSimulation simulation = new VarianceSimulation(chain, shared, 10, RUNS, 8);
    Variances exact = GeneralVariance.of(chain, shared, 10, 1);
    assertMeasured(exact.averaged()[0], simulation.averaged(200)[0], "averaged");
    assertMeasured(exact.ensemble()[0], simulation.ensemble(20)[0], "ensemble");
    assertMeasured(0.899, simulation.averaged(200)[0], "averaged, as docs/theory.md has it");
  }

  @Test
  void theSameSeedGivesTheSameBits() {
    VarianceSimulation one = new VarianceSimulation(policy, errors, 3, 50, 9);
    assertArrayEquals(one.averaged(20), one.averaged(20));
    VarianceSimulation other = new VarianceSimulation(policy, errors, 3, 50, 10);
    assertFalse(Arrays.equals(one.averaged(20), other.averaged(20)));
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    assertRefused(
        "k must be >= 1, was 0", () -> new VarianceSimulation(policy, errors, 0, RUNS, 1));
    assertRefused(
        "runs must be >= 2, was 1", () -> new VarianceSimulation(policy, errors, 2, 1, 1));
    assertRefused(
        "the errors must have length 3, was 1",
        () -> new VarianceSimulation(policy, ErrorCovariance.independent(1), 2, RUNS, 1));
    VarianceSimulation simulation = new VarianceSimulation(policy, errors, 2, 2, 1);
    assertRefused("iterations must be >= 1, was 0", () -> simulation.averaged(0));
  }
}
