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
final class PathWordTest {
  /// They stand in the paths of committed results.
  @Test
  void thePapersAlgorithmsKeepTheirPaths() {
    assertEquals("dqn", PathWord.of(Algorithm.dqn()));
    assertEquals("dqn", PathWord.of(Algorithm.averaged(1)));
    assertEquals("double", PathWord.of(Algorithm.doubleDqn()));
    assertEquals("averaged-10", PathWord.of(Algorithm.averaged(10)));
    assertEquals("ensemble-5", PathWord.of(Algorithm.ensemble(5)));
    assertEquals("weighted-5-0.5", PathWord.of(Algorithm.weightedAveraged(5, 0.5)));
  }

  @Test
  void theOthersAreNotMistakenForThem() {
    assertEquals("averaged-double-10", PathWord.of(Algorithm.averagedDouble(10)));
    assertEquals("maxmin-5", PathWord.of(Algorithm.maxmin(5)));
    assertEquals("moving-average-0.2", PathWord.of(Algorithm.movingAverage(0.2)));
    assertEquals("weight-mean-9", PathWord.of(Algorithm.weightMean(9)));
    assertEquals("averaged-sarsa-5", PathWord.of(Algorithm.averagedSarsa(5)));
    Algorithm own =
        new Algorithm(
            new Algorithm.Estimates.Snapshots(5), new Combine.Min(), Bootstrap.Named.DOUBLE);
    assertTrue(PathWord.of(own).matches("snapshots-5-min-double-[0-9a-f]{8}"), PathWord.of(own));
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
              Algorithm.movingAverage(1.0 / k),
              Algorithm.weightMean(k),
              Algorithm.weightedAveraged(k, 0.5),
              Algorithm.weightedAveraged(k, 0.25))) {
        assertTrue(words.add(PathWord.of(algorithm)), PathWord.of(algorithm));
      }
    }
  }
}
