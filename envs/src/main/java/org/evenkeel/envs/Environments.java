package org.evenkeel.envs;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;

/// The environments by name, as the command line and the presets write them: `cartpole`, or a game of an
/// [EnvironmentFamily], which may have options: `minatar/breakout:sticky=0.25,actions=minimal`.
public final class Environments {
  /// Between the name of a game and its options.
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

  /// The small ones first: their games are what is meant if a family is missing from a name.
  private static final List<EnvironmentFamily> FAMILIES =
      ServiceLoader.load(EnvironmentFamily.class, Environments.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(
              Comparator.comparing(EnvironmentFamily::isLarge).thenComparing(EnvironmentFamily::id))
          .toList();

  private static final List<Entry> ALL =
      Stream.concat(
              TASKS.stream(),
              FAMILIES.stream()
                  .filter(family -> !family.isLarge())
                  .flatMap(family -> family.games().stream().map(family::entry)))
          .sorted(Comparator.comparing(Entry::name))
          .toList();

  private Environments() {}

  /// A named environment.
  ///
  /// @param name lower case, with the family before a slash
  /// @param description one line
  /// @param maker makes a new environment each time
  public record Entry(String name, String description, Supplier<Environment> maker)
      implements Supplier<Environment> {
    /// A new environment.
    @Override
    public Environment get() {
      return maker.get();
    }

    /// What is observed and what can be done.
    public Spec spec() {
      return EnvironmentCalls.ask(this, EnvironmentCalls::spec);
    }
  }

  /// All environments but the games of large families, with their default options, sorted by name.
  public static List<Entry> all() {
    return ALL;
  }

  /// All families, the small ones first.
  public static List<EnvironmentFamily> families() {
    return FAMILIES;
  }

  /// Whether there is an environment of this name, whatever its options.
  public static boolean knows(String name) {
    String plain = withoutOptions(name);
    return isTask(plain) || familyOf(plain).isPresent();
  }

  /// A name for a reader: without options if they are too many for a title.
  public static String title(String name) {
    boolean large = familyBefore(name).map(EnvironmentFamily::isLarge).orElse(false);
    return large ? withoutOptions(name) : name;
  }

  /// A name without its options.
  public static String withoutOptions(String name) {
    int end = name.indexOf(OPTIONS);
    return end < 0 ? name : name.substring(0, end);
  }

  /// The environment of this name, a supplier of new instances: `Environments.named("cartpole")`.
  ///
  /// @throws IllegalArgumentException with a sentence if the name or its options are not understood
  public static Entry named(String name) {
    String plain = withoutOptions(name);
    boolean hasOptions = plain.length() < name.length();
    String options = hasOptions ? name.substring(plain.length() + 1) : "";
    Optional<Entry> listed = ALL.stream().filter(entry -> entry.name.equals(name)).findFirst();
    if (listed.isPresent()) {
      return listed.get();
    }
    if (isTask(plain)) {
      throw new IllegalArgumentException(
          "environment '%s' has no options, was given '%s'".formatted(plain, options));
    }
    Optional<EnvironmentFamily> family = familyOf(plain);
    if (family.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown environment '%s'%s (%s lists them)"
              .formatted(plain, question(plain), Shell.command("envs")));
    }
    return hasOptions ? family.get().entry(game(plain), options) : family.get().entry(game(plain));
  }

  private static boolean isTask(String plain) {
    return TASKS.stream().anyMatch(entry -> entry.name.equals(plain));
  }

  /// The family whose name stands before the slash.
  private static Optional<EnvironmentFamily> familyBefore(String name) {
    return FAMILIES.stream().filter(family -> name.startsWith(family.id() + "/")).findFirst();
  }

  /// The family that has the game.
  private static Optional<EnvironmentFamily> familyOf(String plain) {
    return familyBefore(plain).filter(family -> family.games().contains(game(plain)));
  }

  private static String game(String plain) {
    return plain.substring(plain.indexOf('/') + 1);
  }

  /// What may have been meant: a similar game of the family named, or else of a small family, a similar task, or a
  /// game of that name in any family. Games are compared without their family, which may be missing and would make all
  /// of them similar.
  private static String question(String name) {
    String game = name.substring(name.lastIndexOf('/') + 1);
    for (EnvironmentFamily family : FAMILIES) {
      if (name.equals(family.id()) || name.equals(family.id() + "/")) {
        return ": name a game, for example '%s/%s'"
            .formatted(family.id(), family.games().getFirst());
      }
    }
    Optional<EnvironmentFamily> named = familyBefore(name);
    Stream<EnvironmentFamily> compared =
        named.isPresent() ? named.stream() : FAMILIES.stream().filter(family -> !family.isLarge());
    for (EnvironmentFamily family : compared.toList()) {
      List<String> near = Nearest.to(game, family.games());
      if (!near.isEmpty()) {
        return didYouMean(family, near.getFirst());
      }
    }
    String task =
        named.isPresent() ? "" : Nearest.question(name, TASKS.stream().map(Entry::name).toList());
    return task.isEmpty()
        ? FAMILIES.stream()
            .filter(family -> family.games().contains(game))
            .findFirst()
            .map(family -> didYouMean(family, game))
            .orElse("")
        : task;
  }

  private static String didYouMean(EnvironmentFamily family, String game) {
    return ": did you mean '" + family.id() + "/" + game + "'?";
  }
}
