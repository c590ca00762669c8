package org.evenkeel.lab.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.junit.jupiter.api.Test;

/// Names and colours of algorithms on pages.
final class LookTest {
  private static List<Integer> colours(Algorithm... algorithms) {
    return Look.together(List.of(algorithms)).stream().map(Look::colour).toList();
  }

  @Test
  void theKnownOnesHaveTheirNames() {
    assertEquals("DQN", Look.of(Algorithm.dqn()).label());
    assertEquals("DQN", Look.of(Algorithm.averaged(1)).label());
    assertEquals("Double-DQN", Look.of(Algorithm.doubleDqn()).label());
    assertEquals("Averaged-DQN, K=10", Look.of(Algorithm.averaged(10)).label());
    assertEquals("Ensemble-DQN, K=5", Look.of(Algorithm.ensemble(5)).label());
    assertEquals("moving average, tau=0.2", Look.of(Algorithm.movingAverage(0.2)).label());
    assertEquals("mean of weights, K=9", Look.of(Algorithm.weightMean(9)).label());
    assertEquals("averaged-double(10)", Look.of(Algorithm.averagedDouble(10)).label());
  }

  /// Whatever stands beside them, DQN and Averaged-DQN of ten networks look the same.
  @Test
  void anAlgorithmKeepsItsColourBesideOthers() {
    assertEquals(List.of(0, 2), colours(Algorithm.dqn(), Algorithm.averaged(10)));
    assertEquals(List.of(2, 0), colours(Algorithm.averaged(10), Algorithm.dqn()));
    assertEquals(
        List.of(0, 1, 2, 6, 4),
        colours(
            Algorithm.dqn(),
            Algorithm.averaged(5),
            Algorithm.averaged(10),
            Algorithm.doubleDqn(),
            Algorithm.ensemble(5)));
  }

  @Test
  void averagedDqnAndItsControlsAreToldApart() {
    assertEquals(
        List.of(0, 2, 5, 7),
        colours(
            Algorithm.dqn(),
            Algorithm.averaged(10),
            Algorithm.movingAverage(0.2),
            Algorithm.weightMean(10)));
  }

  /// The second of one colour takes none that belongs to another.
  @Test
  void twoOfOneColourAreToldApart() {
    assertEquals(
        List.of(0, 3, 1, 4),
        colours(
            Algorithm.dqn(),
            Algorithm.averaged(15),
            Algorithm.averaged(20),
            Algorithm.ensemble(5)));
  }
}
