package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Test;

final class MachineMemoryTest {
  @Test
  void whatFitsIsTaken() {
    MachineMemory.requireFits(7_062_000_000L, 1, 8_000_000_000L);
    MachineMemory.requireFits(7_062_000_000L, 2, 16_000_000_000L);
  }

  @Test
  void whatDoesNotFitIsRefusedWithBothNumbers() {
    assertEquals(
        "the replay buffer and the networks take 7,062 MB, but this machine has 4,000 MB: make replay.capacity smaller",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireFits(7_062_000_000L, 1, 4_000_000_000L))
            .getMessage());
    assertEquals(
        "2 runs at once with replay buffers and networks of 7,062 MB each do not fit into the 8,000 MB of this"
            + " machine: make replay.capacity smaller, or have fewer runs with --threads",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireFits(7_062_000_000L, 2, 8_000_000_000L))
            .getMessage());
  }

  @Test
  void aHeapThatIsTooSmallIsSaid() {
    MachineMemory.requireHeap(800_000_000L, 1, 1_000_000_000L);
    assertEquals(
        "the networks and remembered values of 2 runs at once take 1,600 MB, but this JVM has a heap of"
            + " 1,000 MB: give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireHeap(800_000_000L, 2, 1_000_000_000L))
            .getMessage());
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
        "a trial of this study takes 7,100 MB for its replay buffer and networks, but this machine has 4,000 MB",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireRoom(7_100_000_000L, 4_000_000_000L, 0, 1))
            .getMessage());
    assertEquals(
        "a trial of this study takes 300 MB for its networks and remembered values, but this JVM has a heap of 256 MB:"
            + " give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
        assertThrows(
                IllegalArgumentException.class,
                () -> MachineMemory.requireRoom(0, 1_000_000_000, 300_000_000, 256_000_000))
            .getMessage());
  }

  @Test
  void aRunIsMeasuredByItsReplayMemory() {
    Training small = Training.of(Algorithm.dqn());
    MachineMemory.requireFits(new RunConfig("cartpole", List.of(), 1, small), 1);
    Training huge = small.memorySize(1 << 29);
    assertThrows(
        IllegalArgumentException.class,
        () -> MachineMemory.requireFits(new RunConfig("cartpole", List.of(), 1, huge), 1_000_000));
  }
}
