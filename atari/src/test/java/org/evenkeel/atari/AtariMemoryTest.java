package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.bytedeco.javacpp.Pointer;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What playing takes of memory: nothing for each step, and no more with time.
@Tag("slow")
class AtariMemoryTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long PATIENCE_SECONDS = 60;
  private static final long MEGABYTE = 1 << 20;

  /// Keeps a step alive, or the compiler would do without the allocation.
  private Step last = Step.of(0);

  private static Atari atari(String game, String options) {
    return new Atari(Game.named(game), AtariOptions.parse(options), TestRoms.require());
  }

  private static Observation frame(Atari atari) {
    return new Observation(atari.spec().frame());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "pool=max,resize=area,sticky=0.25", "pool=max,resize=torch,repeat=life"})
  void stepsAllocateNothing(String options) {
    try (Atari atari = atari("breakout", options)) {
      Observation frame = frame(atari);
      RandomStream random = new RandomStream(1);
      atari.reset(random, frame);
      // Loading a class allocates once: windows are repeated until one allocates nothing.
      long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000;
      long allocated = Long.MAX_VALUE;
      while (allocated != 0 && System.nanoTime() < end) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 500; i++) {
          last = atari.step(random.nextInt(atari.spec().actions()), frame);
          if (last.ends()) {
            atari.reset(random, frame);
          }
        }
        allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      }
      assertEquals(0, allocated, "bytes allocated by 500 steps and their resets");
    }
  }

  @Test
  void stepsOfTheSameRewardAreTheSame() {
    Steps steps = new Steps();
    for (int reward : new int[] {0, 1, -1, 1023, 1024, -1024, 1_000_000}) {
      Step step = steps.of(reward, false, false);
      assertEquals(Step.of(reward), step);
      assertSame(step, steps.of(reward, false, false));
      assertEquals(Step.of(reward, true), steps.of(reward, true, false));
      assertEquals(new Step(reward, false, false, true), steps.of(reward, false, true));
      assertEquals(Step.of(reward), steps.of(reward, false, false));
    }
  }

  /// A leak of one state of the console, some kilobytes, would show after so many resets.
  @Test
  void memoryDoesNotGrowWithResets() {
    try (Atari atari = atari("breakout", "")) {
      Observation frame = frame(atari);
      RandomStream random = new RandomStream(1);
      long before = 0;
      for (int i = 0; i < 600; i++) {
        if (i == 100) {
          before = Pointer.physicalBytes();
        }
        atari.reset(random, frame);
        atari.step(1, frame);
      }
      long grown = Pointer.physicalBytes() - before;
      assertTrue(grown < 8 * MEGABYTE, grown + " bytes more after 500 resets");
    }
  }

  @Test
  void aClosedGameGivesItsMemoryBack() {
    long before = 0;
    for (int i = 0; i < 30; i++) {
      if (i == 10) {
        before = Pointer.physicalBytes();
      }
      try (Atari atari = atari("pong", "")) {
        atari.reset(new RandomStream(1), frame(atari));
      }
    }
    long grown = Pointer.physicalBytes() - before;
    assertTrue(grown < 40 * MEGABYTE, grown + " bytes more after 20 games");
  }
}
