package org.evenkeel.lab.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Test;

final class AlgorithmsTest {

  @Test
  void everyNameIsDescribedByItself() {
    for (String name : Algorithms.names()) {
      Integer k = Algorithms.takesK(name) ? 3 : null;
      Double decay = name.equals("weighted-averaged") ? 0.5 : null;
      Double tau = name.equals("moving-average") ? 0.25 : null;
      String wanted =
          tau != null
              ? name + "(0.25)"
              : k == null ? name : decay == null ? name + "(3)" : name + "(3, 0.5)";
      assertEquals(wanted, Algorithms.describe(Algorithms.named(name, k, decay, tau)));
    }
  }

  @Test
  void otherPointsAreDescribedByTheirThreeChoices() {
    assertEquals(
        "snapshots(5) min double",
        Algorithms.describe(
            new Algorithm(new Estimates.Snapshots(5), new Combine.Min(), Bootstrap.Named.DOUBLE)));
    assertEquals(
        "snapshots(2) recency-weighted(0.5) action-taken",
        Algorithms.describe(
            new Algorithm(
                new Estimates.Snapshots(2),
                new Combine.RecencyWeighted(0.5),
                Bootstrap.Named.ACTION_TAKEN)));
    assertEquals(
        "moving-average(0.25) mean double",
        Algorithms.describe(
            new Algorithm(
                new Estimates.MovingAverage(0.25), new Combine.Mean(), Bootstrap.Named.DOUBLE)));
    assertEquals(
        "weight-mean(4) min max",
        Algorithms.describe(
            new Algorithm(new Estimates.WeightMean(4), new Combine.Min(), Bootstrap.Named.MAX)));
  }

  @Test
  void kChangesAloneWhereThereAreSeveralEstimates() {
    assertEquals(Algorithm.ensemble(7), Algorithms.withK(Algorithm.ensemble(2), 7));
    assertEquals(Algorithm.weightMean(7), Algorithms.withK(Algorithm.weightMean(2), 7));
    assertEquals(2, Algorithms.k(Algorithm.weightMean(2)));
    assertEquals(3, Algorithms.k(Algorithm.averaged(3)));
    assertEquals(1, Algorithms.k(Algorithm.movingAverage(0.1)));
    assertEquals(
        "k does not apply to moving-average, which has a single estimate: did you mean averaged with k 7?",
        assertThrows(
                IllegalArgumentException.class,
                () -> Algorithms.withK(Algorithm.movingAverage(0.5), 7))
            .getMessage());
    assertEquals(
        "k does not apply to double-dqn, which has a single estimate: did you mean averaged with k 7?",
        assertThrows(
                IllegalArgumentException.class, () -> Algorithms.withK(Algorithm.doubleDqn(), 7))
            .getMessage());
  }

  @Test
  void aRunHasANameFitForAFolder() {
    Training averaged = Training.of(Algorithm.averaged(10));
    assertEquals(
        "minatar-breakout-averaged-10-seed3",
        new RunConfig("minatar/breakout", List.of(), 3, averaged).slug());
    assertEquals(
        "my.pkg.outer-inner-dqn-seed-1",
        new RunConfig("my.pkg.Outer$Inner", List.of(), -1, averaged.algorithm(Algorithm.dqn()))
            .slug());
    assertEquals(
        "cartpole-weighted-averaged-5-0.9-seed1",
        new RunConfig(
                "cartpole", List.of(), 1, averaged.algorithm(Algorithm.weightedAveraged(5, 0.9)))
            .slug());
    assertEquals(
        "cartpole-moving-average-0.2-seed1",
        new RunConfig("cartpole", List.of(), 1, averaged.algorithm(Algorithm.movingAverage(0.2)))
            .slug());
    assertEquals(
        "cartpole-weight-mean-9-seed1",
        new RunConfig("cartpole", List.of(), 1, averaged.algorithm(Algorithm.weightMean(9)))
            .slug());
  }
}
