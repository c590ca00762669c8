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
      String wanted = k == null ? name : decay == null ? name + "(3)" : name + "(3, 0.5)";
      assertEquals(wanted, Algorithms.describe(Algorithms.named(name, k, decay)));
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
  }

  @Test
  void kChangesAloneWhereThereAreSeveralEstimates() {
    assertEquals(Algorithm.ensemble(7), Algorithms.withK(Algorithm.ensemble(2), 7));
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
  }
}
