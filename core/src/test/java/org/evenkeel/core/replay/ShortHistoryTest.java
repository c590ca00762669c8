package org.evenkeel.core.replay;

import java.util.List;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Spec.StackStart;
import org.junit.jupiter.api.Test;

/// [ReplayHistoryTest] in a second: fewer shapes, shorter histories.
class ShortHistoryTest {
  private static final int STEPS = 120;

  @Test
  void everyTransitionDrawnIsOneThatHappened() {
    int seed = 0;
    for (int nStep = 1; nStep <= 3; nStep++) {
      for (int options = 0; options < 4; options++) {
        StackStart start = options % 2 == 0 ? StackStart.ZEROS : StackStart.REPEAT;
        Spec spec = Spec.vector(2).actions(3).stack(1 + seed % 3, start);
        ReplayShape shape =
            new ReplayShape(spec, 6 + seed % 4, nStep, (options & 1) != 0, (options & 2) != 0);
        play(shape, seed++);
      }
    }
  }

  @Test
  void soItIsWhereverStacksMayNotReach() {
    int seed = 100;
    for (Protocol.Stacks lives : Protocol.Stacks.values()) {
      for (StackStart start : StackStart.values()) {
        if (lives == Protocol.Stacks.ANEW && start == StackStart.LEAD_IN) {
          continue;
        }
        Spec spec = Spec.bytes(2, 3).actions(18).stack(3, start);
        for (int nStep = 1; nStep <= 2; nStep++) {
          play(new ReplayShape(spec, 7 + seed % 3, nStep, true, seed % 3 == 0, lives), seed++);
        }
      }
    }
  }

  @Test
  void soItIsForEveryFormOfFrame() {
    List<Spec> specs =
        List.of(
            Spec.oneHot(1000).actions(300),
            Spec.bitPlanes(5, 4, 3).actions(256),
            Spec.bitPlanes(4, 4, 4).actions(257),
            Spec.bitPlanes(10, 10, 4).actions(6),
            Spec.vector(5).actions(1).stack(4, StackStart.ZEROS));
    for (int i = 0; i < specs.size(); i++) {
      play(new ReplayShape(specs.get(i), 11, 2, true, i % 2 == 0), i);
    }
  }

  private static void play(ReplayShape shape, int seed) {
    double end = List.of(0.15, 0.04, 0.002).get(seed % 3);
    Sampling sampling = ReplayHistoryTest.SAMPLINGS.get((seed >> 1) & 1);
    ReplayHistoryTest.play(shape, sampling, seed, end, STEPS);
  }
}
