package org.evenkeel.envs;

import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;

/// The environments by name, as used on the command line and in presets: `cartpole`, or a game of an
/// [EnvironmentFamily], possibly with options: `minatar/breakout:sticky=0.25,actions=minimal`. These are the
/// environments of the running program; [#catalog(ClassLoader)] adds the families in other jars.
public final class Environments {
  /// The separator between the name of a game and its options.
  private static final char OPTIONS = ':';

  private static final List<Entry> TASKS =
      List.of(
          new Entry("cartpole", "keep a pole upright on a cart (Gymnasium)", CartPole::new),
          new Entry("chain", "the paper's chain of 10 states, reward 0", () -> new Chain(10, 2)),
          new Entry(
              "corridor",
              "walk to the right end of 10 cells, optimal values known",
              () -> new Corridor(10, Corridor.Start.ANYWHERE)),
          new Entry(
              "gridworld",
              "the paper's 20x20 gridworld; reaching the goal does not end the episode",
              Gridworld::new),
          new Entry(
              "gridworld/terminal",
              "the same; entering the goal ends the episode",
              () -> new Gridworld(20, Gridworld.Goal.TERMINAL_ON_ENTERING)),
          new Entry(
              "identity",
              "name the state you observe (4 states); a smoke test, solved in a second",
              () -> new Identity(4, 20)));

  private static final FoundFamilies FOUND = found();

  private static final Catalog CATALOG = new Catalog(TASKS, FOUND);

  private static FoundFamilies found() {
    FoundFamilies found = new FoundFamilies(TASKS.stream().map(Entry::name).toList());
    found.add(Environments.class.getClassLoader());
    return found;
  }

  private Environments() {}

  /// A named environment.
  ///
  /// @param name lower case, with the family before a slash
  /// @param description one line
  /// @param maker the supplier, which creates a new environment on each call
  public record Entry(String name, String description, Supplier<Environment> maker)
      implements Supplier<Environment> {
    /// Creates a new environment.
    @Override
    public Environment get() {
      return maker.get();
    }

    /// Returns the observations and actions of the environment.
    public Spec spec() {
      return EnvironmentCalls.ask(this, EnvironmentCalls::spec);
    }
  }

  /// Returns the environments that come with the program, or are on its class path or module path.
  public static Catalog catalog() {
    return CATALOG;
  }

  /// Returns the environments of [#catalog()] and the additional families that a class loader finds.
  public static Catalog catalog(ClassLoader loader) {
    FoundFamilies found = new FoundFamilies(FOUND);
    found.add(loader);
    return new Catalog(TASKS, found);
  }

  /// Returns the environments in [Catalog#all] of [#catalog()].
  public static List<Entry> all() {
    return CATALOG.all();
  }

  /// Returns the families of [#catalog()].
  public static List<EnvironmentFamily> families() {
    return CATALOG.families();
  }

  /// Returns whether [#catalog()] has an environment of this name, whatever its options.
  public static boolean knows(String name) {
    return CATALOG.knows(name);
  }

  /// Returns the name of an environment for a title ([Catalog#title]).
  public static String title(String name) {
    return CATALOG.title(name);
  }

  /// Returns a name without its options.
  public static String withoutOptions(String name) {
    int end = name.indexOf(OPTIONS);
    return end < 0 ? name : name.substring(0, end);
  }

  /// Returns the environment of this name, a supplier of new instances: `Environments.named("cartpole")`.
  ///
  /// @throws IllegalArgumentException if the name or its options are invalid; the message explains why
  public static Entry named(String name) {
    return CATALOG.named(name);
  }
}
