package org.evenkeel.envs;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.envs.Environments.Entry;

/// A set of environments by name: the tasks of [Environments] and the games of some families.
/// [Environments#catalog] returns one.
public final class Catalog {
  private final List<Entry> tasks;
  private final List<EnvironmentFamily> families;
  private final List<Entry> all;
  private final List<String> problems;

  Catalog(List<Entry> tasks, FoundFamilies found) {
    this.tasks = tasks;
    families = List.copyOf(found.families());
    problems = List.copyOf(found.problems());
    all =
        Stream.concat(
                tasks.stream(),
                families.stream()
                    .filter(family -> !family.isLarge())
                    .flatMap(family -> family.games().stream().map(family::entry)))
            .sorted(Comparator.comparing(Entry::name))
            .toList();
  }

  /// Returns all environments except the games of large families, with their default options, sorted by name.
  public List<Entry> all() {
    return all;
  }

  /// Returns all families, small ones first.
  public List<EnvironmentFamily> families() {
    return families;
  }

  /// Returns a sentence for each family and preset that was found but cannot be used; the sentence names the class.
  public List<String> problems() {
    return problems;
  }

  /// Returns the names of all environments, including those of large families, without options, sorted.
  public List<String> names() {
    return Stream.concat(
            tasks.stream().map(Entry::name),
            families.stream()
                .flatMap(family -> family.games().stream().map(game -> family.id() + "/" + game)))
        .sorted()
        .toList();
  }

  /// Whether an environment of this name exists, whatever its options.
  public boolean knows(String name) {
    String plain = Environments.withoutOptions(name);
    return isTask(plain) || familyOf(plain).isPresent();
  }

  /// Returns the name of an environment for a title, without options if there are too many.
  public String title(String name) {
    boolean large = familyBefore(name).map(EnvironmentFamily::isLarge).orElse(false);
    return large ? Environments.withoutOptions(name) : name;
  }

  /// Returns the environment of this name, a supplier of new instances.
  ///
  /// @throws IllegalArgumentException if the name or its options are invalid; the message explains why
  public Entry named(String name) {
    String plain = Environments.withoutOptions(name);
    boolean hasOptions = plain.length() < name.length();
    String options = hasOptions ? name.substring(plain.length() + 1) : "";
    Optional<Entry> listed = all.stream().filter(entry -> entry.name().equals(name)).findFirst();
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
          "unknown environment '%s'%s (%s lists them)%s"
              .formatted(
                  plain,
                  question(plain),
                  Shell.command("envs"),
                  problems.stream().map(problem -> "; " + problem).collect(Collectors.joining())));
    }
    return hasOptions ? family.get().entry(game(plain), options) : family.get().entry(game(plain));
  }

  private boolean isTask(String plain) {
    return tasks.stream().anyMatch(entry -> entry.name().equals(plain));
  }

  /// Returns the family whose name is before the slash in a name.
  public Optional<EnvironmentFamily> familyBefore(String name) {
    return families.stream().filter(family -> name.startsWith(family.id() + "/")).findFirst();
  }

  /// Returns the family that a game belongs to.
  private Optional<EnvironmentFamily> familyOf(String plain) {
    return familyBefore(plain).filter(family -> family.games().contains(game(plain)));
  }

  private static String game(String plain) {
    return plain.substring(plain.indexOf('/') + 1);
  }

  /// Suggests names as the rest of a sentence, or returns an empty string. Suggestions are similar games of the family
  /// in the name (of the small families if the name has no family), similar tasks, and games of that name in any
  /// family. Only the names after the slash are compared: the family may be missing, and with it all of its games would
  /// be similar.
  public String question(String name) {
    String game = name.substring(name.lastIndexOf('/') + 1);
    for (EnvironmentFamily family : families) {
      if (name.equals(family.id()) || name.equals(family.id() + "/")) {
        return ": name a game, for example '%s/%s'"
            .formatted(family.id(), family.games().getFirst());
      }
    }
    Optional<EnvironmentFamily> named = familyBefore(name);
    Stream<EnvironmentFamily> compared =
        named.isPresent() ? named.stream() : families.stream().filter(family -> !family.isLarge());
    for (EnvironmentFamily family : compared.toList()) {
      List<String> near = Nearest.to(game, family.games());
      if (!near.isEmpty()) {
        return didYouMean(family, near.getFirst());
      }
    }
    String task =
        named.isPresent() ? "" : Nearest.question(name, tasks.stream().map(Entry::name).toList());
    return task.isEmpty()
        ? families.stream()
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
