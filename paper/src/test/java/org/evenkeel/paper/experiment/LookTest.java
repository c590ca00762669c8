package org.evenkeel.paper.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.junit.jupiter.api.Test;

/// Each algorithm has a name and a path of its own.
final class LookTest {
  /// They stand in the paths of committed results.
  @Test
  void thePapersAlgorithmsKeepTheirPaths() {
    assertEquals(new Look("dqn", "DQN", 0), Look.of(Algorithm.dqn()));
    assertEquals(new Look("dqn", "DQN", 0), Look.of(Algorithm.averaged(1)));
    assertEquals(new Look("double", "Double-DQN", 6), Look.of(Algorithm.doubleDqn()));
    assertEquals("averaged-10", Look.of(Algorithm.averaged(10)).word());
    assertEquals("Ensemble-DQN, K=5", Look.of(Algorithm.ensemble(5)).label());
    assertEquals("weighted-5-0.5", Look.of(Algorithm.weightedAveraged(5, 0.5)).word());
  }

  @Test
  void theOthersAreNotMistakenForThem() {
    assertEquals("averaged-double-10", Look.of(Algorithm.averagedDouble(10)).word());
    assertEquals("averaged-double(10)", Look.of(Algorithm.averagedDouble(10)).label());
    assertEquals("maxmin-5", Look.of(Algorithm.maxmin(5)).word());
    assertEquals("averaged-sarsa-5", Look.of(Algorithm.averagedSarsa(5)).word());
    Algorithm own =
        new Algorithm(
            new Algorithm.Estimates.Snapshots(5), new Combine.Min(), Bootstrap.Named.DOUBLE);
    assertTrue(
        Look.of(own).word().matches("snapshots-5-min-double-[0-9a-f]{8}"), Look.of(own).word());
  }

  @Test
  void noTwoShareAPath() {
    Set<String> words = new HashSet<>();
    for (int k : List.of(2, 5, 10)) {
      for (Algorithm algorithm :
          List.of(
              Algorithm.averaged(k),
              Algorithm.ensemble(k),
              Algorithm.maxmin(k),
              Algorithm.averagedDouble(k),
              Algorithm.averagedSarsa(k),
              Algorithm.weightedAveraged(k, 0.5),
              Algorithm.weightedAveraged(k, 0.25))) {
        assertTrue(words.add(Look.of(algorithm).word()), Look.of(algorithm).word());
      }
    }
  }
}
