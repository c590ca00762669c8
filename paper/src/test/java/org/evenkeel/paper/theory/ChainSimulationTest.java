package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertMeasured;
import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.paper.theory.Oracle.Row;
import org.junit.jupiter.api.Test;

class ChainSimulationTest {
  private static final long SEED = 4;

  /// 56 rows: the table's closed form is ours, our own runs lie within 5 standard errors of it, and so do the
  /// table's.
  @Test
  void everyMonteCarloRowIsWithinFiveStandardErrorsOfTheClosedForm() {
    Map<List<Object>, ChainSimulation.Result> results = new HashMap<>();
    for (Row row : Oracle.rows("monte_carlo.csv", 56)) {
      int k = row.integer("k");
      ChainMdp chain = ChainMdp.equal(row.number("gamma"), row.integer("states"), 1);
      ErrorLaw law = ErrorLaw.valueOf(row.text("noise").toUpperCase(Locale.ROOT));
      ChainSimulation simulation = new ChainSimulation(chain, k, law, 10_000, SEED);
      String estimate = row.text("estimate");
      boolean averaged = estimate.startsWith("averaged");
      // One simulation serves two rows: the average and one network.
      ChainSimulation.Result result =
          results.computeIfAbsent(
              List.of(chain.gamma(), k, chain.states(), law, averaged),
              _ -> averaged ? simulation.averaged(2) : simulation.ensemble(2));
      double closed =
          switch (estimate) {
            case "averaged" -> chain.averaged(k);
            case "averaged_one_network" -> chain.averagedNetwork(k);
            case "ensemble" -> chain.ensemble(k);
            case "ensemble_one_network" -> chain.ensembleMember(k);
            default -> throw new AssertionError(row);
          };
      row.agrees("closed_form", closed);
      boolean one = estimate.endsWith("_one_network");
      assertMeasured(closed, one ? result.networkVariance() : result.variance(), row.toString());
      assertMeasured(0, result.mean(), row.toString());
      double theirs = (row.number("measured") - closed) / row.number("standard_error");
      assertEquals(0, theirs, Oracle.STANDARD_ERRORS, row::toString);
    }
  }

  @Test
  void unevenVariancesAreMeasuredToo() {
    ChainMdp chain = new ChainMdp(0.9, 0.2, 3, 0, 1.5, 0.7);
    ChainSimulation simulation = new ChainSimulation(chain, 4, ErrorLaw.NORMAL, 40_000, SEED);
    ChainSimulation.Result averaged = simulation.averaged(1);
    assertMeasured(chain.averaged(4), averaged.variance(), "averaged");
    assertMeasured(chain.averagedNetwork(4), averaged.networkVariance(), "one network");
    ChainSimulation.Result ensemble = simulation.ensemble(1);
    assertMeasured(chain.ensemble(4), ensemble.variance(), "ensemble");
    assertMeasured(chain.ensembleMember(4), ensemble.networkVariance(), "one member");
  }

  /// The check above can fail: the measured variances tell K = 4 from K = 5, and Averaged from Ensemble.
  @Test
  void aWrongFormulaIsFarOutsideTheErrors() {
    ChainMdp chain = ChainMdp.equal(0.9, 10, 1);
    ChainSimulation simulation = new ChainSimulation(chain, 4, ErrorLaw.UNIFORM, 20_000, SEED);
    Measurement averaged = simulation.averaged(2).variance();
    assertTrue(Math.abs(averaged.standardErrorsFrom(chain.averaged(5))) > 10);
    assertTrue(Math.abs(averaged.standardErrorsFrom(chain.ensemble(4))) > 10);
  }

  @Test
  void theResultIsTheSameBitsForAnyNumberOfThreads() {
    ChainMdp chain = ChainMdp.equal(0.9, 5, 1);
    for (ErrorLaw law : ErrorLaw.values()) {
      ChainSimulation simulation = new ChainSimulation(chain, 3, law, 3_001, SEED);
      assertEquals(simulation.averaged(1), simulation.averaged(2));
      assertEquals(simulation.averaged(1), simulation.averaged(7));
      assertEquals(simulation.ensemble(1), simulation.ensemble(3));
      ChainSimulation other = new ChainSimulation(chain, 3, law, 3_001, SEED + 1);
      assertNotEquals(simulation.averaged(1), other.averaged(1));
    }
  }

  /// Without errors only the start is left: gone exactly at iteration K M (Ensemble: M), and not one earlier.
  @Test
  void theStartIsForgottenExactlyAfterKTimesMIterations() {
    for (int k : new int[] {1, 2, 5}) {
      for (int states : new int[] {1, 2, 6}) {
        ChainMdp silent = ChainMdp.equal(0.9, states, 0);
        ChainSimulation simulation = new ChainSimulation(silent, k, ErrorLaw.NORMAL, 2, SEED);
        String what = "K " + k + ", M " + states;
        assertEquals(0, simulation.averaged(1, k * states, 7).mean().value(), what);
        assertEquals(0, simulation.averaged(1, k * states + 1, 7).mean().value(), what);
        assertEquals(0, simulation.ensemble(1, states, 7).mean().value(), what);
        if (k * states > 1) {
          assertTrue(simulation.averaged(1, k * states - 1, 7).mean().value() > 0, what);
        }
        if (states > 1) {
          assertTrue(simulation.ensemble(1, states - 1, 7).mean().value() > 0, what);
        }
      }
    }
  }

  /// Two states, K = 2, gamma 1/2, start 8 and no errors, by hand. s_1 is 0 from iteration 1 on, so s_0 is
  /// 4 at iteration 1, 2 at iteration 2, 0 after.
  @Test
  void theRecursionFromAStartByHand() {
    ChainMdp silent = ChainMdp.equal(0.5, 2, 0);
    ChainSimulation simulation = new ChainSimulation(silent, 2, ErrorLaw.UNIFORM, 2, SEED);
    assertEquals((8 + 4) / 2.0, simulation.averaged(1, 1, 8).mean().value());
    assertEquals((4 + 2) / 2.0, simulation.averaged(1, 2, 8).mean().value());
    assertEquals((2 + 0) / 2.0, simulation.averaged(1, 3, 8).mean().value());
    assertEquals(0, simulation.averaged(1, 4, 8).mean().value());
  }

  /// After one iteration only the newest of three networks has an error.
  @Test
  void theOneNetworkIsTheNewest() {
    ChainMdp one = ChainMdp.equal(0.9, 1, 1);
    ChainSimulation.Result first =
        new ChainSimulation(one, 3, ErrorLaw.NORMAL, 5_000, SEED).averaged(1, 1, 6);
    assertMeasured(1, first.networkVariance(), "the newest network");
    assertMeasured(1 / 9.0, first.variance(), "the average of it and two starts");
    assertMeasured(4, first.mean(), "two starts of 6 among three");
  }

  @Test
  void aMeasurementWithoutSpreadIsExactOrInfinitelyWrong() {
    ChainMdp silent = ChainMdp.equal(0.9, 3, 0);
    Measurement zero =
        new ChainSimulation(silent, 2, ErrorLaw.NORMAL, 5, SEED).averaged(1).variance();
    assertEquals(new Measurement(0, 0), zero);
    assertEquals(0, zero.standardErrorsFrom(0));
    assertEquals(Double.NEGATIVE_INFINITY, zero.standardErrorsFrom(1));
  }

  /// Samples 1, 2, 3, 6: mean 3, squares 4 1 0 9, m2 3.5, m4 (16 + 1 + 81) / 4 = 24.5.
  @Test
  void meanAndVarianceAndTheirErrorsByHand() {
    double[] samples = {1, 2, 3, 6};
    Measurement mean = Measurement.ofMean(samples);
    assertEquals(3, mean.value());
    assertEquals(Math.sqrt(14 / 3.0 / 4), mean.standardError(), 1e-15);
    Measurement variance = Measurement.ofVariance(samples);
    assertEquals(14 / 3.0, variance.value(), 1e-15);
    assertEquals(Math.sqrt((24.5 - 3.5 * 3.5) / 4), variance.standardError(), 1e-15);
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    ChainMdp chain = ChainMdp.equal(0.9, 3, 1);
    ChainSimulation good = new ChainSimulation(chain, 2, ErrorLaw.NORMAL, 5, SEED);
    assertRefused(
        "k must be >= 1, was 0", () -> new ChainSimulation(chain, 0, ErrorLaw.NORMAL, 5, SEED));
    assertRefused(
        "runs must be >= 2, was 1", () -> new ChainSimulation(chain, 2, ErrorLaw.NORMAL, 1, SEED));
    assertRefused(
        "states * k must be <= 67108864, was 3 * 30000000",
        () -> new ChainSimulation(chain, 30_000_000, ErrorLaw.NORMAL, 5, SEED));
    assertRefused("threads must be >= 1, was 0", () -> good.averaged(0));
    assertRefused("iterations must be >= 1, was 0", () -> good.ensemble(1, 0, 0));
    assertRefused("start must be a finite number, was NaN", () -> good.averaged(1, 4, Double.NaN));
  }
}
