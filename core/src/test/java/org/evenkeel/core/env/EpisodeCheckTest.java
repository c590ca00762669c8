package org.evenkeel.core.env;

import static org.evenkeel.core.env.Samples.assertFine;
import static org.evenkeel.core.env.Samples.assertSays;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Samples.SavedWalk;
import org.evenkeel.core.env.Samples.Walk;
import org.junit.jupiter.api.Test;

/// What [EnvironmentCheck] says about whole episodes: the same again, the next one, one that was saved.
class EpisodeCheckTest {
  @Test
  void noticesRandomnessFromElsewhere() {
    AtomicInteger clock = new AtomicInteger();
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                super.write(observation);
                observation.set(1, clock.getAndIncrement());
              }
            },
        "not deterministic: with the same seed and the same actions, at the reset of episode 0"
            + " observation[1] was 0.0 and 84.0; some randomness does not come from the generator passed to reset");
    assertSays(
        () ->
            new Walk() {
              @Override
              public void reset(RandomGenerator random, Observation observation) {
                super.reset(new RandomStream(clock.getAndIncrement()), observation);
              }

              @Override
              void write(Observation observation) {
                super.write(observation);
                observation.set(0, steps > 2 ? place : 0);
                observation.set(1, 0);
              }

              @Override
              public Step step(int action, Observation observation) {
                super.step(action, observation);
                return Step.of(steps < 3 ? 0 : Math.rint(place), steps >= 20);
              }
            },
        "not deterministic: with the same seed and the same actions, at step 3 of episode 0"
            + " (action 0) observation[0] was 1.2917844 and 1.527462; some randomness does not come from the generator passed to reset, from which nothing was ever drawn");
  }

  @Test
  void noticesAGeneratorOfItsOwn() {
    assertSays(
        () ->
            new Walk() {
              final RandomStream own = new RandomStream(5);

              @Override
              public void reset(RandomGenerator random, Observation observation) {
                super.reset(own, observation);
              }
            },
        "reset must start a new episode whatever happened before: on a new instance and after"
            + " the end of an episode, at the reset of episode 1 observation[0] was 0.29202288"
            + " and 0.23901415; reset every field, or implement SavesState with outlivesEpisodes() if something must"
            + " outlive an episode; if it has its own generator, use the one passed to reset (nothing was drawn from it)");
  }

  @Test
  void noticesWhatLeaksFromOneEpisodeToTheNext() {
    assertSays(
        () ->
            new Walk() {
              int total;

              @Override
              public Step step(int action, Observation observation) {
                Step step = super.step(action, observation);
                return ++total == 25 ? Step.of(1000) : step;
              }
            },
        "reset must start a new episode whatever happened before: on a new instance and after"
            + " the end of an episode, at step 5 of episode 1 (action 1) the result was"
            + " Step[reward=2.4848273746232272, terminated=false, truncated=false,"
            + " lifeLost=false] and Step[reward=1000.0, terminated=false, truncated=false,"
            + " lifeLost=false]; reset every field, or implement SavesState with outlivesEpisodes() if something must"
            + " outlive an episode");
  }

  @Test
  void noticesAResetThatWorksOnlyAfterTheEnd() {
    assertSays(
        () ->
            new Walk() {
              @Override
              public void reset(RandomGenerator random, Observation observation) {
                int before = steps;
                super.reset(random, observation);
                if (before < 20) {
                  steps = before;
                }
                write(observation);
              }
            },
        "reset must start a new episode whatever happened before: on a new instance and in"
            + " mid-episode, at the reset of episode 1 observation[2] was 0.0 and 10.0; reset"
            + " every field, or implement SavesState with outlivesEpisodes() if something must outlive an episode");
  }

  @Test
  void noticesStepsBeyondTheEndThatSpoilTheNextEpisode() {
    assertSays(
        () ->
            new Walk() {
              int beyond;

              @Override
              public Step step(int action, Observation observation) {
                beyond += steps >= 20 ? 1 : 0;
                Step step = super.step(action, observation);
                observation.set(1, beyond);
                return step;
              }
            },
        "reset must start a new episode whatever happened before: on a new instance and after"
            + " steps beyond the end of an episode, at step 1 of episode 1 (action 0)"
            + " observation[1] was 0.0 and 3.0; reset every field, or implement SavesState with outlivesEpisodes() if"
            + " something must outlive an episode");
  }

  @Test
  void noticesAThrowingSecondEpisode() {
    assertSays(
        () ->
            new Walk() {
              boolean used;

              @Override
              public void reset(RandomGenerator random, Observation observation) {
                if (used) {
                  throw new IllegalStateException("already started");
                }
                used = true;
                super.reset(random, observation);
              }
            },
        "reset must start a new episode whatever happened before: on a new instance and after"
            + " the end of an episode, in only one of the two reset threw"
            + " java.lang.IllegalStateException: already started (EpisodeCheckTest.java:N) in"
            + " episode 1; reset every field, or implement SavesState with outlivesEpisodes() if something must outlive an episode");
  }

  /// What the instances of one test share.
  private static final class Shared {
    int steps;
  }

  @Test
  void noticesInstancesThatShareState() {
    Shared shared = new Shared();
    assertSays(
        () ->
            new Walk() {
              @Override
              public void reset(RandomGenerator random, Observation observation) {
                shared.steps = 0;
                super.reset(random, observation);
              }

              @Override
              public Step step(int action, Observation observation) {
                steps = shared.steps;
                Step step = super.step(action, observation);
                shared.steps = steps;
                return step;
              }
            },
        "instances must not affect each other: alone and with another one stepped alternately, at step 2 of episode 0 (action 0) observation[2] was 2.0 and 3.0; look for"
            + " static fields that are not final, and for objects that instances share");
  }

  @Test
  void noticesAnEpisodeThatNeverEnds() {
    assertSays(
        () ->
            new Walk() {
              @Override
              public Step step(int action, Observation observation) {
                super.step(action, observation);
                return Step.of(0);
              }
            },
        "an episode must end at some point, but 100000 random steps did not end one: terminate it, or give"
            + " it a limit with Spec.maxEpisodeSteps");
    assertFine(() -> new LongWalk(0, 99_999));
    assertFine(() -> new LongWalk(500, Integer.MAX_VALUE));
    assertSays(
        () -> new LongWalk(0, -300),
        "step threw java.lang.IllegalStateException: worn out (EpisodeCheckTest.java:N) at step 300 of"
            + " episode 0 (action 0)");
  }

  /// Ends late, fails late, or never.
  private static final class LongWalk extends Walk {
    private final int limit;
    private final int last;

    LongWalk(int limit, int last) {
      this.limit = limit;
      this.last = last;
    }

    @Override
    public String identity() {
      return "long walk(limit=" + limit + ", last=" + last + ")";
    }

    @Override
    public Spec spec() {
      return super.spec().maxEpisodeSteps(limit);
    }

    @Override
    public Step step(int action, Observation observation) {
      super.step(action, observation);
      if (steps == -last) {
        throw new IllegalStateException("worn out");
      }
      return Step.of(0, steps == last);
    }
  }

  @Test
  void noticesWhatSaveForgets() {
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public void restore(DataInput in, RandomGenerator random) throws IOException {
                super.restore(in, random);
                float rounded = (float) place;
                place = rounded;
              }
            },
        "a restored environment must continue like the saved one, but at step 1 of episode"
            + " 0 (action 1) the result was Step[reward=2.047540923281824, terminated=false,"
            + " truncated=false, lifeLost=false] and Step[reward=2.047540933579512,"
            + " terminated=false, truncated=false, lifeLost=false]; save all state that determines what happens next, and use the generator passed to restore");
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public void restore(DataInput in, RandomGenerator random) throws IOException {
                super.restore(in, new RandomStream(3));
              }
            },
        "a restored environment must continue like the saved one, but at step 1 of episode 0"
            + " (action 1) observation[0] was 2.047541 and 1.9942547; save all state that determines what happens next, and use the generator passed to restore");
    // Only the episode after the one that was resumed shows this.
    assertSays(
        () ->
            new SavedWalk() {
              boolean odd;

              @Override
              public void reset(RandomGenerator random, Observation observation) {
                odd = !odd;
                super.reset(random, observation);
                observation.set(1, odd ? 1 : 2);
              }
            },
        "a restored environment must continue like the saved one, but at the reset of episode 1"
            + " observation[1] was 2.0 and 1.0; save all state that determines what happens next, and use the generator passed to restore");
  }

  @Test
  void noticesThatSavingFails() {
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public void save(DataOutput out) throws IOException {
                throw new IOException("not in mid-air");
              }
            },
        "save and restore must work at any time, at the reset of episode 0:"
            + " java.io.IOException: not in mid-air");
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public void save(DataOutput out) throws IOException {
                super.save(out);
                out.writeInt(7);
              }
            },
        "save and restore must work at any time, at the reset of episode 0: java.io.IOException: 4 of"
            + " the 20 bytes that save wrote were not read");
  }

  /// Forgets its place at the end of an episode, as one does that lets go of a simulator.
  private static class Forgetful extends SavedWalk {
    private int[] kept = {};

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      kept = new int[1];
      super.reset(random, observation);
    }

    @Override
    public Step step(int action, Observation observation) {
      Step step = super.step(action, observation);
      kept = step.ends() ? new int[0] : kept;
      return step;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      super.save(out);
      out.writeInt(kept[0]);
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      super.restore(in, random);
      kept = new int[] {in.readInt()};
    }
  }

  @Test
  void noticesThatSavingFailsBetweenEpisodes() {
    String nothing = "java.lang.ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0";
    assertSays(
        Forgetful::new,
        "save and restore must work at any time, before the first reset: " + nothing);
    assertSays(
        () ->
            new Forgetful() {
              @Override
              public void save(DataOutput out) throws IOException {
                if (episodes > 0) {
                  super.save(out);
                }
              }

              @Override
              public void restore(DataInput in, RandomGenerator random) throws IOException {
                try {
                  super.restore(in, random);
                } catch (EOFException e) {
                  episodes = 0;
                }
              }
            },
        "save and restore must work at any time, after the end of episode 0: " + nothing);
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public void save(DataOutput out) throws IOException {
                episodes -= steps == 20 ? 1 : 0;
                super.save(out);
                episodes += steps == 20 ? 1 : 0;
              }
            },
        "a restored environment must continue like the saved one, but saved after the end of episode 0,"
            + " at the reset of episode 1 observation[2] was 200.0 and 100.0; save all state that determines what happens next, and use the generator passed to restore");
  }

  @Test
  void noticesWhatOutlivesAnEpisodeInSilence() {
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public boolean outlivesEpisodes() {
                return false;
              }
            },
        "reset must start a new episode whatever happened before: on a new instance and after the end"
            + " of an episode, at the reset of episode 1 observation[2] was 100.0 and 200.0; reset every"
            + " field, or implement SavesState with outlivesEpisodes() if something must outlive an"
            + " episode");
  }

  @Test
  void noticesThatSavingChangesSomething() {
    assertSays(
        () ->
            new SavedWalk() {
              @Override
              public void save(DataOutput out) throws IOException {
                random.nextLong();
                super.save(out);
              }
            },
        "save must not change anything: with and without it, at step 1 of episode 0"
            + " (action 1) observation[0] was 2.075695 and 2.047541");
  }
}
