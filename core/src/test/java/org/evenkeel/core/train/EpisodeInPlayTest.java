package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Test;

/// A step as it is learned from.
final class EpisodeInPlayTest {
  /// The last step that was made is kept, so that none is allocated again; it must not stand in for a different one.
  @Test
  void stepsThatDifferByOneThingAreLearnedFromAsDifferent() {
    Protocol clipped = Protocol.plain().rewards(Protocol.Rewards.CLIPPED);
    EpisodeInPlay episode = new EpisodeInPlay(new Tasks.Walk(), new Seeds(1), clipped);
    assertEquals(Step.of(1), episode.learned(Step.of(5)));
    Step lost = episode.learned(new Step(5, false, false, true));
    assertEquals(new Step(1, false, false, true), lost);
    assertSame(lost, episode.learned(new Step(7, false, false, true)));
    assertEquals(Step.of(1), episode.learned(Step.of(5)));
    assertEquals(Step.of(1, true), episode.learned(Step.of(5, true)));
    assertEquals(new Step(1, false, true, false), episode.learned(new Step(5, false, true, false)));
    assertEquals(Step.of(-1), episode.learned(Step.of(-5)));
  }
}
