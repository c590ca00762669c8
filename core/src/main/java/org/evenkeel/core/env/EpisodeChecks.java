package org.evenkeel.core.env;

import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Playthrough.Buffers;
import org.jspecify.annotations.Nullable;

/// The part of [EnvironmentCheck] that covers entire episodes. Each check returns a sentence on a problem, or null.
final class EpisodeChecks {
  private static final int ENDLESS = 100_000;
  private static final String CHANGES = "save must not change anything: with and without it, ";
  private static final String FORGETS =
      "a restored environment must continue like the saved one, but %s%s; save all state that determines what"
          + " happens next, and use the generator passed to restore";

  private final Supplier<Environment> make;
  private final Spec spec;
  private final int steps;
  private final List<Playthrough> plain;

  /// @param make the supplier, which creates a new instance
  /// @param steps the number of steps to play in each episode
  /// @param plain episodes 0, 1, ..., each played by a new instance
  EpisodeChecks(Supplier<Environment> make, Spec spec, int steps, List<Playthrough> plain) {
    this.make = make;
    this.spec = spec;
    this.steps = steps;
    this.plain = List.copyOf(plain);
  }

  private Playthrough start(Environment environment, int episode) {
    return Playthrough.start(environment, spec, episode, Buffers.NEW);
  }

  private Playthrough play(Environment environment, int episode) {
    return start(environment, episode).playTo(steps);
  }

  /// Checks that two instances stepped alternately do not affect each other.
  @Nullable String sharing() {
    Playthrough a = start(make.get(), 0);
    Playthrough b = start(make.get(), 1);
    for (int i = 1; i <= steps; i++) {
      a.playTo(i);
      b.playTo(i);
    }
    String difference = plain.get(0).difference(a);
    if (difference == null) {
      difference = plain.get(1).difference(b);
    }
    return difference == null
        ? null
        : "instances must not affect each other: alone and with another one stepped alternately, "
            + difference
            + "; look for static fields that are not final, and for objects that instances share";
  }

  /// The use of an instance before a reset.
  private enum Before {
    END("after the end of an episode"),
    MIDDLE("in mid-episode"),
    BEYOND("after steps beyond the end of an episode");

    private final String words;

    Before(String words) {
      this.words = words;
    }
  }

  /// Checks that an instance that has played before plays an episode as a new one does.
  @Nullable String startingAgain() {
    for (Before before : Before.values()) {
      Environment environment = make.get();
      for (int episode = 1; episode < plain.size(); episode++) {
        int length = plain.get(episode - 1).end() - 1;
        Playthrough earlier = start(environment, episode - 1);
        earlier.playTo(before == Before.MIDDLE ? length / 2 : length);
        if (before == Before.BEYOND && earlier.ended()) {
          earlier.stepBeyond(3);
        }
        Playthrough again = play(environment, episode);
        String difference = plain.get(episode).difference(again);
        if (difference != null) {
          boolean cut = before == Before.END && !earlier.ended();
          return notNew(cut ? Before.MIDDLE : before, difference, again);
        }
      }
    }
    return null;
  }

  private static String notNew(Before before, String difference, Playthrough again) {
    return "reset must start a new episode whatever happened before: on a new instance and "
        + before.words
        + ", "
        + difference
        + "; reset every field, or implement SavesState with outlivesEpisodes() if something must outlive an episode"
        + (again.drew() || again.failure() != null
            ? ""
            : "; if it has its own generator, use the one passed to reset (nothing was drawn from it)");
  }

  /// Checks that an instance restored in mid-episode continues like the saved one, including the next episode.
  @Nullable String saving() {
    Environment neverSaved = make.get();
    Environment environment = make.get();
    @Nullable Environment restored = null;
    for (int episode = 0; episode < plain.size(); episode++) {
      Playthrough undisturbed = play(neverSaved, episode);
      Playthrough play = start(environment, episode);
      // Later each time: right after the reset, then in mid-episode.
      play.playTo((undisturbed.end() - 1) * episode / plain.size());
      Environment next = make.get();
      Playthrough resumed;
      try {
        resumed = play.resumedBy(next, Playthrough.save(environment));
      } catch (Exception | AssertionError | StackOverflowError e) {
        return "save and restore must work at any time, " + play.place(play.end() - 1) + ": " + e;
      }
      play.playTo(steps);
      resumed.playTo(steps);
      String difference = play.difference(undisturbed);
      if (difference != null) {
        return CHANGES + difference;
      }
      difference = play.difference(resumed);
      if (difference == null && restored != null) {
        difference = play.difference(play(restored, episode));
      }
      if (difference != null) {
        return FORGETS.formatted("", difference);
      }
      restored = next;
    }
    return null;
  }

  /// Checks that saving works before the first reset and after the end of each episode: a
  /// checkpoint may fall there too.
  @Nullable String savingBetweenEpisodes() {
    Environment neverSaved = make.get();
    Environment environment = make.get();
    for (int episode = 0; episode < plain.size(); episode++) {
      String when =
          episode == 0 ? "before the first reset" : "after the end of episode " + (episode - 1);
      Environment restored = make.get();
      try {
        Playthrough.restore(restored, Playthrough.save(environment), new RandomStream(0));
      } catch (Exception | AssertionError | StackOverflowError e) {
        return "save and restore must work at any time, " + when + ": " + e;
      }
      Playthrough play = play(environment, episode);
      String difference = play.difference(play(neverSaved, episode));
      if (difference != null) {
        return CHANGES + difference;
      }
      difference = play.difference(play(restored, episode));
      if (difference != null) {
        return FORGETS.formatted("saved " + when + ", ", difference);
      }
    }
    return null;
  }

  /// Checks that episodes end, by a limit or by themselves.
  @Nullable String ending() {
    if (spec.maxEpisodeSteps() > 0 || plain.stream().anyMatch(Playthrough::ended)) {
      return null;
    }
    Playthrough play = start(make.get(), 0);
    play.rush(ENDLESS);
    if (play.failure() != null) {
      return play.failure();
    }
    return play.ended()
        ? null
        : "an episode must end at some point, but "
            + ENDLESS
            + " random steps did not end one: terminate it, or give it a limit with"
            + " Spec.maxEpisodeSteps";
  }
}
