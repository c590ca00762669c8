package org.evenkeel.core.env;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.jspecify.annotations.Nullable;

/// A record of one episode of one environment, played with the actions and the seed that belong to the episode's
/// number. Two records with the same number are equal if the environment is correct.
final class Playthrough {
  /// The observation buffers that are passed to the environment.
  enum Buffers {
    /// A new buffer for each call, filled with the first filling.
    NEW(Entries.Filling.FIRST, false),
    /// A new buffer for each call, filled with the second filling.
    NEW_OTHER(Entries.Filling.SECOND, false),
    /// One buffer for all calls, filled again before each: earlier output of the environment is lost.
    SAME(Entries.Filling.FIRST, true);

    private final Entries.Filling filling;
    private final boolean reused;

    Buffers(Entries.Filling filling, boolean reused) {
      this.filling = filling;
      this.reused = reused;
    }
  }

  /// One call and its result.
  ///
  /// @param action the action, -1 for a reset
  /// @param step the result; null for a reset
  /// @param given the buffer passed to the environment
  /// @param seen a copy of it after the call
  record Moment(int action, @Nullable Step step, Observation given, Observation seen) {}

  private final Environment environment;
  private final Spec spec;
  private final int episode;
  private final Buffers buffers;
  private final Observation reused;
  private final RandomStream random;
  private final RandomStream actions;
  private final byte[] startOfRandom;
  private final List<Moment> moments = new ArrayList<>();
  private final int firstStep;
  private @Nullable String failure;
  private boolean ended;

  private Playthrough(
      Environment environment, Spec spec, int episode, Buffers buffers, int firstStep) {
    this.environment = environment;
    this.spec = spec;
    this.episode = episode;
    this.buffers = buffers;
    this.firstStep = firstStep;
    reused = new Observation(spec.frame());
    random = new RandomStream(1000 + episode);
    actions = new RandomStream(2000 + episode);
    startOfRandom = state(random);
  }

  /// Starts the episode.
  static Playthrough start(Environment environment, Spec spec, int episode, Buffers buffers) {
    Playthrough play = new Playthrough(environment, spec, episode, buffers, 0);
    Observation given = play.buffer();
    try {
      environment.reset(play.random, given);
      play.moments.add(new Moment(-1, null, given, copy(given)));
    } catch (Exception | AssertionError | StackOverflowError e) {
      play.failure =
          "reset threw %s%s in episode %d".formatted(e, EnvironmentCalls.place(e), episode);
    }
    return play;
  }

  /// Returns the same episode continued by another environment, which is restored from `saved`.
  Playthrough resumedBy(Environment other, byte[] saved) throws IOException {
    Playthrough play = new Playthrough(other, spec, episode, buffers, end());
    play.random.restore(input(state(random)));
    play.actions.restore(input(state(actions)));
    restore(other, saved, play.random);
    return play;
  }

  /// Returns the saved state of an environment.
  static byte[] save(Environment environment) throws IOException {
    var saved = new ByteArrayOutputStream();
    saves(environment).save(new DataOutputStream(saved));
    return saved.toByteArray();
  }

  /// Restores an environment, which must read all of the saved bytes.
  static void restore(Environment environment, byte[] saved, RandomStream random)
      throws IOException {
    var in = new ByteArrayInputStream(saved);
    saves(environment).restore(new DataInputStream(in), random);
    if (in.available() > 0) {
      throw new IOException(
          "%d of the %d bytes that save wrote were not read"
              .formatted(in.available(), saved.length));
    }
  }

  private static SavesState saves(Environment environment) {
    return Objects.requireNonNull(
        environment.as(SavesState.class), "as(SavesState.class) was null for another instance");
  }

  /// Plays until the episode has `steps` steps or is over.
  Playthrough playTo(int steps) {
    while (end() <= steps && !over()) {
      advance();
    }
    return this;
  }

  /// Plays one more step and records it.
  void advance() {
    int action = actions.nextInt(spec.actions());
    Observation given = buffer();
    Step step = step(end(), action, given);
    if (step != null) {
      moments.add(new Moment(action, step, given, copy(given)));
    }
  }

  /// Plays steps without recording them, until the end or for `limit` steps, and returns their number.
  int rush(int limit) {
    int steps = 0;
    while (steps < limit && !over()) {
      step(end() + steps, actions.nextInt(spec.actions()), reused);
      steps++;
    }
    return steps;
  }

  /// Plays steps after the end and ignores their results.
  void stepBeyond(int steps) {
    for (int i = 0; i < steps && failure == null; i++) {
      step(end() + i, actions.nextInt(spec.actions()), reused);
    }
  }

  private @Nullable Step step(int number, int action, Observation given) {
    try {
      Step step = environment.step(action, given);
      if (step == null) {
        failure =
            "step must return a Step, returned null at step %d of episode %d (action %d)"
                .formatted(number, episode, action);
      } else {
        ended = step.ends();
      }
      return step;
    } catch (Exception | AssertionError | StackOverflowError e) {
      failure =
          "step threw %s%s at step %d of episode %d (action %d)"
              .formatted(e, EnvironmentCalls.place(e), number, episode, action);
      return null;
    }
  }

  private Observation buffer() {
    Observation given = buffers.reused ? reused : new Observation(spec.frame());
    Entries.fill(given, buffers.filling);
    return given;
  }

  private static Observation copy(Observation observation) {
    Observation copy = new Observation(observation.form());
    copy.copyFrom(observation);
    return copy;
  }

  /// Whether there is nothing more to play.
  boolean over() {
    return ended || failure != null;
  }

  /// Whether the environment has ended the episode.
  boolean ended() {
    return ended;
  }

  /// Returns a sentence on the failure of the environment, or null.
  @Nullable String failure() {
    return failure;
  }

  /// Whether anything was drawn from the generator of the episode.
  boolean drew() {
    return !Arrays.equals(startOfRandom, state(random));
  }

  /// Returns the number of the next step: the first that is not recorded.
  int end() {
    return firstStep + moments.size();
  }

  /// Returns the first recorded step; 0 is the reset.
  int begin() {
    return firstStep;
  }

  Moment at(int step) {
    return moments.get(step - firstStep);
  }

  /// Returns the position of a step, for a message.
  String place(int step) {
    return step == 0
        ? "at the reset of episode " + episode
        : "at step %d of episode %d (action %d)".formatted(step, episode, at(step).action());
  }

  /// Returns the first difference between the two records, for a message; null if there is none.
  @Nullable String difference(Playthrough other) {
    for (int t = Math.max(begin(), other.begin()); t < Math.min(end(), other.end()); t++) {
      Moment a = at(t);
      Moment b = other.at(t);
      int index = Entries.firstDifference(a.seen(), b.seen());
      if (index >= 0) {
        return difference(t, a.seen(), b.seen(), index);
      }
      if (a.step() != null && !a.step().equals(b.step())) {
        return "%s the result was %s and %s".formatted(place(t), a.step(), b.step());
      }
    }
    String only = failure == null ? other.failure : other.failure == null ? failure : null;
    return only == null ? null : "in only one of the two " + only;
  }

  String difference(int step, Observation a, Observation b, int index) {
    return "%s %s was %s and %s"
        .formatted(
            place(step), Entries.name(a, index), Entries.value(a, index), Entries.value(b, index));
  }

  private static byte[] state(RandomStream stream) {
    try {
      var bytes = new ByteArrayOutputStream();
      stream.save(new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }

  private static DataInputStream input(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }
}
