package org.evenkeel.paper.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.games.GameTrial;
import org.junit.jupiter.api.Test;

class AtariPaceTest {
  private static GameTrial trial(Algorithm algorithm) {
    return new GameTrial(
        new AtariProtocol(),
        "breakout",
        TinyGame.class.getName(),
        new AtariProtocol().training("breakout", algorithm, 480_000).hidden(32),
        1);
  }

  /// The slowest steps are scaled from the fastest, which are measured.
  @Test
  void theTimeIsThatOfAllRunsShared() {
    GameTrial dqn = trial(Algorithm.dqn());
    GameTrial averaged = trial(Algorithm.averaged(10));
    double hours = 10;
    double work = hours * 3600 * AtariTraining.stepWork(dqn.training()) / 0.01;
    List<TrialRunner.Batch> batches =
        List.of(
            new TrialRunner.Batch(
                List.of(new AtariProtocol().baseline("breakout", "random")), 5, 4, 1),
            new TrialRunner.Batch(List.of(averaged, dqn), 2 * work, 2, 3));
    String said =
        AtariPace.sentence(
                batches,
                (trial, threads) -> {
                  assertEquals(dqn, trial);
                  assertEquals(3, threads);
                  return 0.01;
                })
            .orElseThrow();
    assertTrue(
        said.startsWith("2 training runs, 2 at once with 3 threads each: about 10 hours on this"),
        said);
    assertEquals(
        Optional.empty(), AtariPace.sentence(batches.subList(0, 1), (trial, threads) -> 1));
  }

  @Test
  void timesAreRounded() {
    assertEquals("about 1 min", AtariPace.time(5));
    assertEquals("about 119 min", AtariPace.time(119 * 60));
    assertEquals("about 47 hours", AtariPace.time(47 * 3600));
    assertEquals("about 1,234 days", AtariPace.time(1234 * 86_400.0));
  }

  @Test
  void aStepIsMeasured() {
    double seconds = AtariPace.measure(trial(Algorithm.averaged(2)), 1, 0.05, 0.1);
    assertTrue(seconds > 1e-7 && seconds < 1e-2, "seconds " + seconds);
  }
}
