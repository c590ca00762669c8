package org.evenkeel.envs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.core.env.EnvironmentWrapper;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.RewardScale;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.env.TimeLimit;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every environment, and how they are found.
class EnvironmentsTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long PATIENCE_SECONDS = 30;

  /// Keeps a step alive, or the compiler would do without the allocation.
  private Step last = Step.of(0);

  /// All that have a name, also with options, and variants that have none.
  static Stream<Environments.Entry> entries() {
    Stream<Environments.Entry> games =
        Stream.of(Game.values())
            .flatMap(
                game ->
                    Stream.of("actions=minimal", "sticky=0,ramping=off", "sticky=0.9")
                        .map(options -> "minatar/" + game.id() + ":" + options))
            .map(Environments::named);
    return Stream.concat(
        Stream.concat(Environments.all().stream(), games),
        Stream.of(
            new Environments.Entry(
                "semi-implicit", "option", () -> new CartPole(CartPole.Integrator.SEMI_IMPLICIT)),
            new Environments.Entry("chain of one", "option", () -> new Chain(1, 1)),
            new Environments.Entry(
                "from the left", "option", () -> new Corridor(40, Corridor.Start.LEFT))));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void theCheckFindsNothingWrong(Environments.Entry entry) {
    assertEquals(List.of(), EnvironmentCheck.problems(entry));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void goesOnAfterARestoreAtAnyPoint(Environments.Entry entry) throws IOException {
    RandomStream choices = new RandomStream(1);
    RandomStream random = new RandomStream(2);
    Environment environment = entry.get();
    Observation a = new Observation(environment.spec().frame());
    Observation b = new Observation(environment.spec().frame());
    for (int i = 0; i < 50; i++) {
      environment.reset(random, a);
      boolean over = false;
      for (int t = choices.nextInt(15); t > 0 && !over; t--) {
        over = environment.step(choices.nextInt(environment.spec().actions()), a).ends();
      }
      Environment restored = entry.get();
      RandomStream itsRandom = copy(random);
      var saved = new ByteArrayOutputStream();
      ((SavesState) environment).save(new DataOutputStream(saved));
      ((SavesState) restored).restore(input(saved), itsRandom);
      for (int t = 0; t < 30 && !over; t++) {
        int action = choices.nextInt(environment.spec().actions());
        Step step = environment.step(action, a);
        assertEquals(step, restored.step(action, b));
        assertTrue(a.sameAs(b), "step " + t);
        over = step.ends();
      }
    }
  }

  private static RandomStream copy(RandomStream stream) throws IOException {
    var bytes = new ByteArrayOutputStream();
    stream.save(new DataOutputStream(bytes));
    RandomStream copy = new RandomStream(0);
    copy.restore(input(bytes));
    return copy;
  }

  private static DataInputStream input(ByteArrayOutputStream bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void stepsAllocateNothing(Environments.Entry entry) {
    Environment environment = entry.get();
    Observation observation = new Observation(environment.spec().frame());
    RandomStream random = new RandomStream(1);
    environment.reset(random, observation);
    // Loading a class allocates once: windows are repeated until one allocates nothing.
    long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000;
    long allocated = Long.MAX_VALUE;
    while (allocated != 0 && System.nanoTime() < end) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1000; i++) {
        int action = random.nextInt(environment.spec().actions());
        last = environment.step(action, observation);
        if (last.ends()) {
          environment.reset(random, observation);
        }
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    assertEquals(0, allocated, "bytes allocated by 1000 steps");
  }

  @Test
  void namesAreSortedAndLowerCaseAndDescriptionsShort() {
    List<String> names = Environments.all().stream().map(Environments.Entry::name).toList();
    assertEquals(
        List.of(
            "cartpole",
            "chain",
            "corridor",
            "gridworld",
            "gridworld/terminal",
            "identity",
            "minatar/asterix",
            "minatar/breakout",
            "minatar/freeway",
            "minatar/seaquest",
            "minatar/space_invaders"),
        names);
    for (Environments.Entry entry : Environments.all()) {
      assertFalse(entry.description().isBlank());
      assertTrue(entry.description().length() <= 80, entry.description());
      assertFalse(entry.description().contains("\n"));
    }
  }

  /// The class and the spec of many of them are the same.
  @Test
  void eachTaskHasItsOwnIdentity() {
    assertEquals("gridworld(side=20, goal=CONTINUING, maxEpisodeSteps=200)", identity("gridworld"));
    assertEquals(
        "gridworld(side=20, goal=TERMINAL_ON_ENTERING, maxEpisodeSteps=200)",
        identity("gridworld/terminal"));
    assertEquals("chain(states=10, actions=2)", identity("chain"));
    assertEquals("corridor(cells=10, start=ANYWHERE)", identity("corridor"));
    assertEquals("cartpole(integrator=EULER)", identity("cartpole"));
    assertEquals("identity(states=4, episodeSteps=20)", identity("identity"));
    assertEquals(
        "minatar/breakout:sticky=0.1,ramping=on,actions=full", identity("minatar/breakout"));
    assertEquals(
        "minatar/space_invaders:sticky=0.25,ramping=off,actions=minimal",
        identity("minatar/space_invaders:actions=minimal,ramping=off,sticky=0.25"));
    List<String> all = entries().map(entry -> entry.get().identity()).toList();
    assertEquals(List.copyOf(new LinkedHashSet<>(all)), all);
  }

  /// A checkpoint written under one language is continued under another.
  @Test
  void identitiesDoNotDependOnTheLanguage() {
    List<String> wanted = entries().map(entry -> entry.get().identity()).toList();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
    try {
      assertEquals(wanted, entries().map(entry -> entry.get().identity()).toList());
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String identity(String name) {
    return Environments.named(name).get().identity();
  }

  /// A wrapper keeps the exact resume, the screen and the names of what it wraps.
  @ParameterizedTest
  @MethodSource("entries")
  void theCheckFindsNothingWrongWithAWrapper(Environments.Entry entry) {
    Supplier<Environment> wrapped = () -> new RewardScale(new TimeLimit(entry.get(), 50), 0.1);
    assertEquals(List.of(), EnvironmentCheck.problems(wrapped));
    assertEquals(50, wrapped.get().spec().maxEpisodeSteps());
    assertEquals(
        entry.get().as(HasLegend.class) == null, wrapped.get().as(HasLegend.class) == null);
  }

  /// Has something to give back.
  private static final class Held extends EnvironmentWrapper {
    private final AtomicInteger open;

    Held(AtomicInteger open) {
      super(new CartPole());
      this.open = open;
    }

    @Override
    public String identity() {
      return "held";
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }

  @Test
  void asksForASpecAndClosesWhatItMade() {
    AtomicInteger open = new AtomicInteger();
    Environments.Entry entry =
        new Environments.Entry(
            "held",
            "test",
            () -> {
              open.incrementAndGet();
              return new Held(open);
            });
    assertEquals(new CartPole().spec(), entry.spec());
    assertEquals(0, open.get());
  }

  @Test
  void familiesAreFoundAsServices() {
    assertEquals(
        List.of("minatar"), Environments.families().stream().map(EnvironmentFamily::id).toList());
    EnvironmentFamily minAtar = Environments.families().getFirst();
    assertEquals(
        List.of("asterix", "breakout", "freeway", "seaquest", "space_invaders"), minAtar.games());
    assertFalse(minAtar.isLarge());
    assertTrue(Environments.knows("minatar/asterix:sticky=0"));
    assertFalse(Environments.knows("minatar/pong"));
    assertFalse(Environments.knows("asterix"));
    assertEquals("minatar/asterix:sticky=0", Environments.title("minatar/asterix:sticky=0"));
    assertEquals(
        "unknown MinAtar game 'pong'",
        assertThrows(IllegalArgumentException.class, () -> minAtar.entry("pong")).getMessage());
  }

  @Test
  void findsByName() {
    Environments.Entry entry = Environments.named("cartpole");
    assertEquals("cartpole", entry.name());
    assertEquals(new CartPole().spec(), entry.spec());
    assertEquals(CartPole.class, entry.get().getClass());
    assertNotSame(entry.get(), entry.get());
    for (Environments.Entry each : Environments.all()) {
      assertEquals(each, Environments.named(each.name()));
    }
  }

  @Test
  void findsAGameWithOptions() {
    String name = "minatar/breakout:sticky=0.25,actions=minimal";
    Environments.Entry entry = Environments.named(name);
    assertEquals(name, entry.name());
    assertEquals("minatar/breakout", Environments.withoutOptions(name));
    assertEquals("cartpole", Environments.withoutOptions("cartpole"));
    assertEquals(3, entry.spec().actions());
    assertEquals(Game.BREAKOUT, ((MinAtar) entry.get()).game());
    assertEquals(6, Environments.named("minatar/breakout").spec().actions());
  }

  @Test
  void refusesOptionsInASentence() {
    assertRefused(
        "minatar/breakout: sticky must be in [0, 1], was 1.5", "minatar/breakout:sticky=1.5");
    assertRefused(
        "minatar/breakout: unknown option 'stiky': did you mean 'sticky'?"
            + " (MinAtar has sticky, ramping, actions)",
        "minatar/breakout:stiky=0");
    assertRefused(
        "minatar/breakout: an option must be key=value with one of the keys sticky, ramping, actions, was ''",
        "minatar/breakout:");
    assertRefused(
        "environment 'cartpole' has no options, was given 'sticky=0'", "cartpole:sticky=0");
    assertRefused("environment 'cartpole' has no options, was given ''", "cartpole:");
    assertRefused(
        "unknown environment 'minatar/brekout': did you mean 'minatar/breakout'?"
            + " (evenkeel envs lists them)",
        "minatar/brekout:sticky=0");
  }

  @Test
  void refusesAnUnknownNameWithTheNearest() {
    assertRefused(
        "unknown environment 'minatar/brekout': did you mean 'minatar/breakout'?"
            + " (evenkeel envs lists them)",
        "minatar/brekout");
    assertRefused(
        "unknown environment 'breakout': did you mean 'minatar/breakout'? (evenkeel envs lists them)",
        "breakout");
    assertRefused(
        "unknown environment 'seaqest': did you mean 'minatar/seaquest'? (evenkeel envs lists them)",
        "seaqest");
    assertRefused(
        "unknown environment 'MinAtar/Breakout': did you mean 'minatar/breakout'?"
            + " (evenkeel envs lists them)",
        "MinAtar/Breakout");
    assertRefused("unknown environment 'minatar/pong' (evenkeel envs lists them)", "minatar/pong");
    assertRefused(
        "unknown environment 'cartpol': did you mean 'cartpole'? (evenkeel envs lists them)",
        "cartpol");
    assertRefused(
        "unknown environment 'Chain': did you mean 'chain'? (evenkeel envs lists them)", "Chain");
    assertRefused(
        "unknown environment 'minatar': name a game, for example 'minatar/asterix' (evenkeel envs lists them)",
        "minatar");
    assertRefused("unknown environment 'pong' (evenkeel envs lists them)", "pong");
    assertRefused("unknown environment '' (evenkeel envs lists them)", "");
  }

  private static void assertRefused(String message, String name) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> Environments.named(name)).getMessage());
  }
}
