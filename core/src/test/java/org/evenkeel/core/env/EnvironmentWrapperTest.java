package org.evenkeel.core.env;

import static org.evenkeel.core.env.Samples.assertFine;
import static org.evenkeel.core.env.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Samples.SavedWalk;
import org.evenkeel.core.env.Samples.Walk;
import org.junit.jupiter.api.Test;

class EnvironmentWrapperTest {
  /// Has every capability that says something about what is shown.
  private static final class Shown extends Walk
      implements HasScreen, HasLeadIn, SkipsFrames, AutoCloseable {
    private boolean closed;

    @Override
    public int screenHeight() {
      return 2;
    }

    @Override
    public int screenWidth() {
      return 3;
    }

    @Override
    public void screen(int[] rgb) {}

    @Override
    public void leadIn(int back, Observation frame) {}

    @Override
    public int framesPerStep() {
      return 4;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void keepsTheCapabilitiesOfWhatItWraps() {
    Shown shown = new Shown();
    EnvironmentWrapper wrapped = new RewardScale(new TimeLimit(shown, 7), 0.5);
    assertSame(shown, wrapped.as(HasScreen.class));
    assertSame(shown, wrapped.as(HasLeadIn.class));
    assertSame(shown, wrapped.as(SkipsFrames.class));
    assertSame(shown, wrapped.as(Shown.class));
    assertSame(wrapped, wrapped.as(Environment.class));
    assertSame(wrapped.inner(), wrapped.as(TimeLimit.class));
    assertNull(wrapped.as(HasLegend.class));
    assertNull(wrapped.as(SavesState.class));
    assertNotNull(new TimeLimit(new SavedWalk(), 7).as(SavesState.class));
    assertFalse(shown.closed);
    wrapped.close();
    assertTrue(shown.closed);
  }

  @Test
  void identityNamesTheWrapperItsParametersAndWhatItWraps() {
    EnvironmentWrapper wrapped = new RewardScale(new TimeLimit(new Walk(), 7), 0.5);
    String identity =
        "rewardScale(factor=0.5, of=timeLimit(maxEpisodeSteps=7, of=org.evenkeel.core.env.Samples$Walk))";
    assertEquals(identity, wrapped.identity());
    assertEquals(identity, wrapped.toString());
    SavesState saves = new TimeLimit(new SavedWalk(), 7).as(SavesState.class);
    assertNotNull(saves);
    assertEquals(
        "timeLimit(maxEpisodeSteps=7, of=org.evenkeel.core.env.Samples$SavedWalk)",
        saves.identity());
  }

  @Test
  void theCheckFindsNothingWrong() {
    assertFine(() -> new RewardScale(new Walk(), -2));
    assertFine(() -> new RewardScale(new SavedWalk(), 0.01));
    assertFine(() -> new TimeLimit(new Walk(), 9));
    assertFine(() -> new TimeLimit(new SavedWalk(), 9));
    assertFine(() -> new RewardScale(new TimeLimit(new SavedWalk(), 30), 3));
    assertFine(() -> new Counted(new Walk()));
    assertFine(() -> new Counted(new SavedWalk()));
    assertFine(() -> new TimeLimit(new Counted(new SavedWalk()), 9));
  }

  @Test
  void scalesRewardsAndNothingElse() {
    RewardScale scaled = new RewardScale(new Lives(), -0.5);
    Observation frame = new Observation(scaled.spec().frame());
    scaled.reset(new RandomStream(1), frame);
    for (int round = 0; round < 2; round++) {
      assertEquals(Step.of(-0.5), scaled.step(0, frame));
      assertEquals(new Step(-1, true, false, false), scaled.step(1, frame));
      assertEquals(new Step(-1.5, false, true, false), scaled.step(2, frame));
      assertEquals(new Step(-2, false, false, true), scaled.step(3, frame));
    }
    assertSame(scaled.step(3, frame), scaled.step(3, frame));
    for (double factor : new double[] {0, -0.0, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertEquals(
          "factor must be finite and not 0, was " + factor,
          assertThrows(IllegalArgumentException.class, () -> new RewardScale(new Walk(), factor))
              .getMessage());
    }
  }

  /// Action a gives a + 1, each with another flag.
  private static final class Lives extends Walk {
    @Override
    public Spec spec() {
      return super.spec();
    }

    @Override
    public Step step(int action, Observation observation) {
      return new Step(action + 1, action == 1, action == 2, action == 3);
    }
  }

  @Test
  void aTimeLimitReplacesThatOfTheSpec() {
    Environment limited = new TimeLimit(new Walk(), 7);
    assertEquals(new Walk().spec().maxEpisodeSteps(7), limited.spec());
    assertEquals(9, new TimeLimit(limited, 9).spec().maxEpisodeSteps());
    assertEquals(0, new TimeLimit(limited, 0).spec().maxEpisodeSteps());
    assertEquals(
        "maxEpisodeSteps must be >= 0, was -1",
        assertThrows(IllegalArgumentException.class, () -> new TimeLimit(limited, -1))
            .getMessage());
  }

  /// A wrapper with state: each reward is the sum of those before it in the episode.
  private static class Counted extends EnvironmentWrapper {
    private double sum;

    Counted(Environment inner) {
      super(inner);
    }

    @Override
    public String identity() {
      return "counted(of=" + inner().identity() + ")";
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      super.reset(random, observation);
      sum = 0;
    }

    @Override
    public Step step(int action, Observation observation) {
      Step step = super.step(action, observation);
      sum += step.reward();
      return Step.of(sum, step.terminated());
    }

    @Override
    protected void saveOwn(DataOutput out) throws IOException {
      out.writeDouble(sum);
    }

    @Override
    protected void restoreOwn(DataInput in, RandomGenerator random) throws IOException {
      sum = in.readDouble();
    }
  }

  @Test
  void theCheckNoticesAWrapperThatForgetsItsState() {
    assertSays(
        () ->
            new Counted(new SavedWalk()) {
              @Override
              protected void saveOwn(DataOutput out) {}

              @Override
              protected void restoreOwn(DataInput in, RandomGenerator random) {}
            },
        "a restored environment must continue like the saved one, but at step 6 of episode 1 (action 1)"
            + " the result was Step[reward=8.406303997309454, terminated=false, truncated=false,"
            + " lifeLost=false] and Step[reward=3.567057320073461, terminated=false, truncated=false,"
            + " lifeLost=false]; save all state that determines what happens next, and use the generator passed to restore");
  }
}
