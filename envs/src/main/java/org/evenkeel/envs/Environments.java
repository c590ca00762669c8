package org.evenkeel.envs;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.envs.minatar.MinAtarOptions;

/// The environments by name, as the command line and the presets write them.
public final class Environments {
  /// Between the name of a game and its options: `minatar/breakout:sticky=0`.
  private static final char OPTIONS = ':';

  private static final String FAMILY = "minatar/";

  private static final List<Entry> ALL =
      Stream.concat(Stream.of(Game.values()).map(Environments::entry), tasks())
          .sorted(Comparator.comparing(Entry::name))
          .toList();

  /// What other modules bring.
  private static final List<EnvironmentFamily> FAMILIES =
      ServiceLoader.load(EnvironmentFamily.class, Environments.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(Comparator.comparing(EnvironmentFamily::word))
          .toList();

  private static Stream<Entry> tasks() {
    return Stream.of(
        new Entry("cartpole", "keep a pole upright on a cart (Gymnasium)", CartPole::new),
        new Entry("chain", "the paper's chain of 10 states, reward 0", () -> new Chain(10, 2)),
        new Entry(
            "corridor",
            "walk to the right end of 10 cells, optimal values known",
            () -> new Corridor(10, Corridor.Start.ANYWHERE)),
        new Entry("gridworld", "the paper's 20x20 world, the goal goes on", Gridworld::new),
        new Entry(
            "gridworld/terminal",
            "the same, entering the goal ends the episode",
            () -> new Gridworld(20, Gridworld.Goal.TERMINAL_ON_ENTERING)),
        new Entry(
            "identity",
            "say which of 4 states you see, learned in a second",
            () -> new Identity(4, 20)));
  }

  private static Entry entry(Game game) {
    return new Entry(
        FAMILY + game.word(), "MinAtar: " + game.description(), () -> new MinAtar(game));
  }

  private Environments() {}

  /// An environment that has a name.
  ///
  /// @param name lower case; a family stands before a slash
  /// @param description one line
  /// @param maker makes a new one each time
  public record Entry(String name, String description, Supplier<Environment> maker)
      implements Supplier<Environment> {
    /// A new environment.
    @Override
    public Environment get() {
      return maker.get();
    }

    /// What is observed and what can be done.
    public Spec spec() {
      return get().spec();
    }
  }

  /// All that are here, sorted by name.
  public static List<Entry> all() {
    return ALL;
  }

  /// What other modules bring, sorted by their words.
  public static List<EnvironmentFamily> families() {
    return FAMILIES;
  }

  /// Whether there is an environment of this name, whatever its options.
  public static boolean knows(String name) {
    String plain = withoutOptions(name);
    return ALL.stream().anyMatch(entry -> entry.name.equals(plain))
        || family(plain).map(f -> f.games().contains(game(plain))).orElse(false);
  }

  /// A name for a reader: games of a family have too many options for a title.
  public static String title(String name) {
    return family(name).isPresent() ? withoutOptions(name) : name;
  }

  private static Optional<EnvironmentFamily> family(String plain) {
    return FAMILIES.stream().filter(family -> plain.startsWith(family.word() + "/")).findFirst();
  }

  private static String game(String plain) {
    return plain.substring(plain.indexOf('/') + 1);
  }

  /// The one with this name: `Environments.named("cartpole")` is a supplier of new environments. A game of
  /// MinAtar may have options behind its name ([MinAtarOptions]):
  /// `minatar/breakout:sticky=0.25,actions=minimal`.
  public static Entry named(String name) {
    String plain = withoutOptions(name);
    for (Entry entry : ALL) {
      if (entry.name.equals(plain)) {
        return plain.length() == name.length()
            ? entry
            : withOptions(entry, name.substring(plain.length() + 1));
      }
    }
    Optional<EnvironmentFamily> family = family(plain);
    if (family.isPresent() && family.get().games().contains(game(plain))) {
      String options = plain.length() == name.length() ? "" : name.substring(plain.length() + 1);
      return family.get().entry(game(plain), options);
    }
    throw new IllegalArgumentException(
        "unknown environment '%s'%s (evenkeel envs lists them)".formatted(plain, question(plain)));
  }

  /// What may have been meant. Games are compared without their family: it may be missing, and it would make all
  /// of them alike.
  private static String question(String name) {
    String word = name.substring(name.lastIndexOf('/') + 1);
    Optional<EnvironmentFamily> family = family(name);
    if (family.isPresent()) {
      String before = family.get().word() + "/";
      List<String> near = Nearest.to(word, family.get().games());
      return near.isEmpty() ? "" : ": did you mean '" + before + near.getFirst() + "'?";
    }
    List<String> games = Nearest.to(word, Stream.of(Game.values()).map(Game::word).toList());
    return games.isEmpty()
        ? Nearest.question(name, ALL.stream().map(Entry::name).toList())
        : ": did you mean '" + FAMILY + games.getFirst() + "'?";
  }

  /// A name without the options behind it.
  public static String withoutOptions(String name) {
    int end = name.indexOf(OPTIONS);
    return end < 0 ? name : name.substring(0, end);
  }

  private static Entry withOptions(Entry entry, String options) {
    for (Game game : Game.values()) {
      if (entry.name.equals(entry(game).name)) {
        MinAtarOptions parsed = parse(entry, options);
        return new Entry(
            entry.name + OPTIONS + options, entry.description, () -> parsed.play(game));
      }
    }
    throw new IllegalArgumentException(
        "environment '%s' has no options, was given '%s'".formatted(entry.name, options));
  }

  private static MinAtarOptions parse(Entry entry, String options) {
    try {
      return MinAtarOptions.parse(options);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(entry.name + ": " + e.getMessage(), e);
    }
  }
}
