package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Finding;
import org.junit.jupiter.api.Test;

/// Ratios of variances between trials, and how often their intervals are right.
class VarianceRatiosTest {
  /// An arm whose trials have normal estimates of variance 1 at four states.
  private static Outcomes noise(int trials, long seed, double scale) {
    RandomStream random = new RandomStream(seed);
    List<Map<String, double[]>> made = new ArrayList<>();
    for (int t = 0; t < trials; t++) {
      double[] estimates = new double[4];
      for (int s = 0; s < 4; s++) {
        estimates[s] = 5 + scale * random.nextGaussian();
      }
      made.add(Map.of(GridworldTrial.ESTIMATES, estimates));
    }
    SweepSettings settings = SweepSettings.first(Algorithm.dqn()).side(2).iterations(5);
    Arm arm = new Arm("x", "x", 0, trials, new Arm.Protocol.Sweep(settings));
    return new Outcomes(arm, Truth.of(arm.world(), 0.9), made);
  }

  @Test
  void theRatioOfVariancesIsThatOfTheArms() {
    Outcomes wide = noise(20, 1, 2);
    Outcomes narrow = noise(20, 2, 1);
    Effect ratio = VarianceRatios.of("", wide, narrow, 1);
    assertEquals(wide.meanVariance() / narrow.meanVariance(), ratio.value());
    assertTrue(ratio.lower() > 1 && ratio.upper() < 10, ratio.toString());
    assertEquals(ratio.value() / ratio.lower(), ratio.upper() / ratio.value(), 1e-9);
    Effect oneOfFive = VarianceRatios.of("", wide, narrow, 5);
    assertTrue(oneOfFive.lower() < ratio.lower() && oneOfFive.upper() > ratio.upper());
    Effect toNumber = VarianceRatios.of("", wide, 4, 1);
    assertTrue(toNumber.lower() < 1 && toNumber.upper() > 1, toNumber.toString());
  }

  /// Equal variances: an interval of 95 % must hold 1 nearly that often, also with the four trials of the quick
  /// scale. Of 400 repetitions 95 % are 380, with a standard deviation of 4.4; a bootstrap of the squares had 320.
  @Test
  void theIntervalHoldsTheTruthAsOftenAsItSays() {
    for (int trials : new int[] {4, 20}) {
      int held = 0;
      for (int r = 0; r < 400; r++) {
        Effect e = VarianceRatios.of("", noise(trials, 2L * r, 1), noise(trials, 2L * r + 1, 1), 1);
        held += e.lower() <= 1 && e.upper() >= 1 ? 1 : 0;
      }
      assertTrue(held >= 360, trials + " trials: " + held);
    }
  }

  @Test
  void aRatioOfTooFewTrialsIsOpen() {
    for (int few = 0; few < 3; few++) {
      for (Effect ratio :
          List.of(
              VarianceRatios.of("", noise(few, 1, 1), noise(20, 2, 1), 1),
              VarianceRatios.of("", noise(20, 2, 1), noise(few, 1, 1), 1),
              VarianceRatios.of("", noise(few, 1, 1), 1.0, 1))) {
        assertTrue(Double.isNaN(ratio.lower()));
        assertEquals(Finding.Answer.OPEN, Finding.ratioBelowOne(ratio, few).answer());
      }
    }
  }
}
