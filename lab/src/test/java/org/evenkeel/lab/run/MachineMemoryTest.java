package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.junit.jupiter.api.Test;

final class MachineMemoryTest {
  @Test
  void whatFitsIsTaken() {
    MachineMemory.requireFits(7_062_000_000L, 8_000_000_000L);
    MachineMemory.requireHeap(800_000_000L, 1_000_000_000L);
  }

  @Test
  void whatDoesNotFitIsRefusedWithBothNumbers() {
    assertEquals(
        "the replay buffer and the networks need 7,062 MB, but this machine has 4,000 MB: reduce replay.capacity",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireFits(7_062_000_000L, 4_000_000_000L))
            .getMessage());
    assertEquals(
        "a run needs about 800 MB for its networks and cached values, but this JVM has 500 MB of heap for it:"
            + " give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireHeap(800_000_000L, 500_000_000L))
            .getMessage());
  }

  @Test
  void fewerRunsAtOnceAreExplained() {
    assertEquals(
        new MachineMemory.Fit(4, ""),
        MachineMemory.fit(1_000_000, 100_000_000, 1_000_000, 100_000_000, 4));
    assertEquals(
        new MachineMemory.Fit(
            2,
            ", not 4: each needs about 7,200 MB, of which 200 MB on the heap; this machine has 16,384 MB, and the"
                + " heap of this JVM is at most 4,096 MB (EVENKEEL_JAVA_OPTS=-Xmx...)"),
        MachineMemory.fit(7_000_000_000L, 16_384_000_000L, 200_000_000, 4_096_000_000L, 4));
  }

  @Test
  void asManyRunAtOnceAsReplayMemoriesAndHeapHaveRoomFor() {
    assertEquals(4, MachineMemory.atOnce(0, 100, 0, 100, 4));
    assertEquals(3, MachineMemory.atOnce(30, 100, 0, 100, 4));
    assertEquals(2, MachineMemory.atOnce(30, 200, 45, 100, 4));
    assertEquals(2, MachineMemory.atOnce(30, 100, 15, 100, 4));
    assertEquals(1, MachineMemory.atOnce(90, 100, 1, 100, 4));
    assertEquals(1, MachineMemory.atOnce(1, 100, 1, 100, 1));
    MachineMemory.requireRoom(600, 1000, 300, 1000);
    assertThrows(
        IllegalArgumentException.class, () -> MachineMemory.requireRoom(600, 1000, 301, 1000));
    assertEquals(
        "a trial of this study needs 7,100 MB for its replay buffer and networks, but this machine has 4,000 MB",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireRoom(7_100_000_000L, 4_000_000_000L, 0, 1))
            .getMessage());
    assertEquals(
        "a trial of this study needs 300 MB for its networks and cached values, but this JVM has a heap of 256 MB:"
            + " give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireRoom(0, 1_000_000_000, 300_000_000, 256_000_000))
            .getMessage());
  }

  @Test
  void aRunIsMeasuredByItsReplayMemory() {
    Training small = Training.of(Algorithm.dqn());
    RunConfig config = new RunConfig("cartpole", List.of(), 1, small);
    MachineMemory.requireFits(config);
    assertEquals(3, MachineMemory.fit(List.of(config, config, config), 3).atOnce());
    RunConfig unknown = new RunConfig("nosuch", List.of(), 1, small);
    assertEquals(2, MachineMemory.fit(List.of(config, unknown), 2).atOnce());
  }
}
