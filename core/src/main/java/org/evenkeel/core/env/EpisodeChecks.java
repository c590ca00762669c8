package org.evenkeel.core.env;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.env.Playthrough.Buffers;
import org.jspecify.annotations.Nullable;

/// The part of [EnvironmentCheck] that is about whole episodes: each check gives the sentence of a problem,
/// or null.
final class EpisodeChecks {
  private static final int ENDLESS = 100_000;

  private final Supplier<Environment> make;
  private final Spec spec;
  private final int steps;
  private final List<Playthrough> plain;

  /// @param make makes a new instance
  /// @param steps what is played of an episode
  /// @param plain episodes 0, 1, ... each as a new instance plays it
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

  /// Two instances step by step in turn: what is static is shared.
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
        : "instances must not disturb each other: alone and with another one stepped in turn, "
            + difference
            + "; look for static fields that are not final, and for objects that instances share";
  }

  /// What happens before a reset.
  private enum Before {
    END("after the end of an episode"),
    MIDDLE("in mid-episode"),
    BEYOND("after steps beyond the end of an episode");

    private final String words;

    Before(String words) {
      this.words = words;
    }
  }

  /// Whether an instance that has played before plays an episode as a new one does.
  @Nullable String startingAnew() {
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
    return "reset must start a new episode whatever was before: on a new instance and "
        + before.words
        + ", "
        + difference
        + "; reset every field, or implement SavesState if something must outlive an episode"
        + (again.drew() || again.failure() != null
            ? ""
            : "; if it has a generator of its own, use the one given to reset (nothing was drawn from it)");
  }

  /// Whether an instance restored in mid-episode plays on as the saved one does, and the next episode too.
  @Nullable String saving() {
    Environment neverSaved = make.get();
    Environment environment = make.get();
    @Nullable Environment restored = null;
    for (int episode = 0; episode < plain.size(); episode++) {
      Playthrough undisturbed = play(neverSaved, episode);
      Playthrough play = start(environment, episode);
      // A share further each time: right after the reset, then in mid-episode.
      play.playTo((undisturbed.end() - 1) * episode / plain.size());
      Environment next = make.get();
      Playthrough resumed;
      try {
        var saved = new ByteArrayOutputStream();
        ((SavesState) environment).save(new DataOutputStream(saved));
        resumed = play.resumedBy(next, saved.toByteArray());
      } catch (Exception | AssertionError | StackOverflowError e) {
        return "save and restore must work at any time, " + play.place(play.end() - 1) + ": " + e;
      }
      play.playTo(steps);
      resumed.playTo(steps);
      String difference = play.difference(undisturbed);
      if (difference != null) {
        return "save must not change anything: with and without it, " + difference;
      }
      difference = play.difference(resumed);
      if (difference == null && restored != null) {
        difference = play.difference(play(restored, episode));
      }
      if (difference != null) {
        return "a restored environment must go on as the saved one does, but "
            + difference
            + "; save everything that decides what happens next, and take up the generator given";
      }
      restored = next;
    }
    return null;
  }

  /// Whether an episode ends, by a limit or by itself.
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
        : "an episode must end some time, but "
            + ENDLESS
            + " random steps did not end one: terminate it, or give it a limit with"
            + " Spec.maxEpisodeSteps";
  }
}
