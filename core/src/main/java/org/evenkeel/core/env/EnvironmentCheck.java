package org.evenkeel.core.env;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Playthrough.Buffers;
import org.jspecify.annotations.Nullable;

/// Tests an [Environment] and explains any violation of its contract:
///
///     EnvironmentCheck.verify(Thermostat::new);
///
/// It plays a few thousand random steps with fixed seeds, on many instances side by side, and checks that
///
///   - the supplier, the [Spec] and the identity are valid;
///   - nothing throws, and every value can be read by a network;
///   - observations are written completely, and are neither kept nor read;
///   - the same seed and actions give the same episode, on a new instance and on one that has played before;
///   - instances do not affect each other;
///   - episodes end;
///   - [SavesState], if implemented, works before the first reset, during an episode and after its end.
///
/// The check is deterministic, and as fast as the environment.
public final class EnvironmentCheck {
  private static final int EPISODES = 4;
  private static final int STEPS = 250;

  private final Supplier<? extends Environment> environments;
  private final Set<Environment> made = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> problems = new ArrayList<>();

  private EnvironmentCheck(Supplier<? extends Environment> environments) {
    this.environments = environments;
  }

  /// Returns the problems found, one sentence each; empty if there are none.
  ///
  /// @param environments the supplier, which creates a new environment on each call
  public static List<String> problems(Supplier<? extends Environment> environments) {
    EnvironmentCheck check = new EnvironmentCheck(environments);
    try {
      check.run();
    } catch (CannotGoOn e) {
      check.problems.add(e.problem);
    } finally {
      check.made.forEach(check::close);
    }
    return List.copyOf(check.problems);
  }

  /// Rejects an environment that has problems; the message has one sentence per line.
  ///
  /// @param environments the supplier, which creates a new environment on each call
  /// @throws IllegalArgumentException if there are problems
  public static void verify(Supplier<? extends Environment> environments) {
    List<String> problems = problems(environments);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  /// A problem that makes further checks impossible.
  private static final class CannotGoOn extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String problem;

    CannotGoOn(String problem) {
      super(problem);
      this.problem = problem;
    }
  }

  private void run() {
    Environment one = make();
    Environment two = make();
    Spec spec = spec(one);
    checkSpecs(spec, spec(one), "was %s and then %s");
    checkSpecs(spec, spec(two), "was %s and, for another instance, %s");
    if (EnvironmentCalls.lacksLeadIn(one, spec)) {
      throw new CannotGoOn(
          "spec has a stack that starts with LEAD_IN, so the environment must implement HasLeadIn;"
              + " otherwise use ZEROS or REPEAT");
    }
    IdentityCheck identity = new IdentityCheck(one, two);
    add(identity.problem());
    List<Playthrough> plain = playEach(spec, Buffers.NEW);
    for (Playthrough play : plain) {
      if (play.failure() != null) {
        throw new CannotGoOn(play.failure());
      }
    }
    EpisodeChecks episodes = new EpisodeChecks(this::make, spec, steps(spec), plain);
    boolean keeps = writesLater(plain);
    if (isDeterministic(spec, plain)) {
      if (!keeps) {
        checkWriting(plain, playEach(spec, Buffers.NEW_OTHER));
        checkKeeping(plain, playEach(spec, Buffers.SAME));
      }
      add(episodes.sharing());
      checkBetweenEpisodes(episodes, one.as(SavesState.class));
    }
    checkValues(plain);
    add(episodes.ending());
    var _ = Playthrough.start(one, spec, 0, Buffers.NEW).playTo(steps(spec));
    checkSpecs(spec, spec(one), "was %s and, after an episode, %s");
    add(identity.problemAfterAnEpisode());
  }

  private void checkBetweenEpisodes(EpisodeChecks episodes, @Nullable SavesState saves) {
    if (saves == null) {
      add(episodes.startingAgain());
      return;
    }
    String problem = episodes.saving();
    if (problem == null) {
      problem = episodes.savingBetweenEpisodes();
    }
    if (problem == null && !saves.outlivesEpisodes()) {
      problem = episodes.startingAgain();
    }
    add(problem);
  }

  private void add(@Nullable String problem) {
    if (problem != null) {
      problems.add(problem);
    }
  }

  private Environment make() {
    Environment environment;
    try {
      environment = environments.get();
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new CannotGoOn("the supplier must create an environment, threw " + e);
    }
    if (environment == null) {
      throw new CannotGoOn("the supplier must create an environment, returned null");
    }
    if (!made.add(environment)) {
      throw new CannotGoOn(
          "the supplier must create a new environment each time, returned the same one twice: use"
              + " Thermostat::new or () -> new Thermostat(), not () -> thermostat");
    }
    return environment;
  }

  private void close(Environment environment) {
    if (environment instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception | AssertionError | StackOverflowError e) {
        String problem = "close threw " + e;
        if (!problems.contains(problem)) {
          problems.add(problem); // once for all instances
        }
      }
    }
  }

  private static Spec spec(Environment environment) {
    Spec spec;
    try {
      spec = environment.spec();
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new CannotGoOn("spec threw " + e);
    }
    if (spec == null) {
      throw new CannotGoOn(
          "spec must describe the observations and actions, was null: return for example"
              + " Spec.vector(3).actions(2)");
    }
    return spec;
  }

  private static void checkSpecs(Spec wanted, Spec seen, String how) {
    if (!wanted.equals(seen)) {
      throw new CannotGoOn(
          "spec must be the same for every instance and at any time, "
              + how.formatted(wanted, seen));
    }
  }

  /// Plays each episode on its own instance.
  private List<Playthrough> playEach(Spec spec, Buffers buffers) {
    List<Playthrough> plays = new ArrayList<>();
    for (int episode = 0; episode < EPISODES; episode++) {
      plays.add(Playthrough.start(make(), spec, episode, buffers).playTo(steps(spec)));
    }
    return plays;
  }

  private static int steps(Spec spec) {
    return spec.maxEpisodeSteps() == 0 ? STEPS : Math.min(STEPS, spec.maxEpisodeSteps());
  }

  private boolean writesLater(List<Playthrough> plain) {
    for (Playthrough play : plain) {
      for (int t = 0; t < play.end(); t++) {
        Observation seen = play.at(t).seen();
        int index = Entries.firstDifference(seen, play.at(t).given());
        if (index >= 0) {
          problems.add(
              "an observation belongs to the caller once reset or step has returned: the one given "
                  + play.difference(t, seen, play.at(t).given(), index)
                  + " some steps later; write only to the observation given to the same call");
          return true;
        }
      }
    }
    return false;
  }

  private boolean isDeterministic(Spec spec, List<Playthrough> plain) {
    String difference = firstDifference(plain, playEach(spec, Buffers.NEW));
    if (difference == null) {
      return true;
    }
    boolean drew = plain.stream().anyMatch(Playthrough::drew);
    problems.add(
        "not deterministic: with the same seed and the same actions, "
            + difference
            + "; some randomness does not come from the generator passed to reset"
            + (drew ? "" : ", from which nothing was ever drawn"));
    return false;
  }

  private static @Nullable String firstDifference(List<Playthrough> as, List<Playthrough> bs) {
    for (int i = 0; i < as.size(); i++) {
      String difference = as.get(i).difference(bs.get(i));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  /// Checks that an observation is written completely, and that its old content is not read.
  private void checkWriting(List<Playthrough> plain, List<Playthrough> otherFilling) {
    @Nullable String unwritten = null;
    @Nullable String read = null;
    for (int i = 0; i < EPISODES; i++) {
      Playthrough a = plain.get(i);
      Playthrough b = otherFilling.get(i);
      for (int t = 0; t < Math.min(a.end(), b.end()) && read == null; t++) {
        Observation seen = a.at(t).seen();
        int kept = Entries.firstUnwritten(seen, b.at(t).seen());
        if (kept >= 0 && unwritten == null) {
          boolean last = a.ended() && t == a.end() - 1;
          unwritten =
              "every value of the observation must be written each time: %s was not, %s%s"
                  .formatted(
                      Entries.name(seen, kept),
                      a.place(t),
                      last ? ", the end: the observation after the last action is needed too" : "");
        }
        int differs = Entries.firstWrittenDifference(seen, b.at(t).seen());
        if (differs >= 0) {
          read = a.difference(t, seen, b.at(t).seen(), differs);
        }
      }
      if (read == null && unwritten == null) {
        read = a.difference(b);
      }
    }
    add(unwritten);
    if (read != null) {
      problems.add(
          "an observation must be written, not read: with different values in it before the call, "
              + read
              + "; keep the state in fields of the environment");
    }
  }

  private void checkKeeping(List<Playthrough> plain, List<Playthrough> sameBuffer) {
    String difference = firstDifference(plain, sameBuffer);
    if (difference != null) {
      problems.add(
          "an observation given earlier must not be kept and read: after the caller reused it for something"
              + " else, "
              + difference
              + "; keep the state in fields of the environment");
    }
  }

  private void checkValues(List<Playthrough> plain) {
    for (Playthrough play : plain) {
      for (int t = 0; t < play.end(); t++) {
        String bad = Entries.firstBad(play.at(t).seen());
        if (bad != null) {
          problems.add(bad + " " + play.place(t));
          return;
        }
      }
    }
  }
}
