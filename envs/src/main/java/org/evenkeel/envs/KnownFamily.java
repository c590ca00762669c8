package org.evenkeel.envs;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// A family with the answers that it gave when it was found. They were checked then, so that none of these calls fails
/// later. Entries are still requested from the family, and failures are reported in a sentence.
///
/// @param source the family itself
record KnownFamily(
    EnvironmentFamily source,
    String id,
    String description,
    List<String> games,
    boolean isLarge,
    List<FamilyOption> options,
    List<FamilyPreset> presets)
    implements EnvironmentFamily {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");

  /// Queries a family.
  ///
  /// @throws IllegalArgumentException if a name is invalid; exceptions of the family are passed on unchanged
  static KnownFamily of(EnvironmentFamily family) {
    KnownFamily known =
        new KnownFamily(
            family,
            named("id()", family.id()),
            present("description()", family.description()),
            present("games()", family.games()).stream()
                .map(game -> named("each of games()", game))
                .sorted()
                .toList(),
            family.isLarge(),
            List.copyOf(present("options()", family.options())),
            List.copyOf(present("presets()", family.presets())));
    known.check();
    return known;
  }

  private static <T> T present(String what, T returned) {
    if (returned == null) {
      throw new IllegalArgumentException("its " + what + " returned null");
    }
    return returned;
  }

  private static String named(String what, String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s must be lower case letters, digits, - and _, was %s"
              .formatted(what, name == null ? "null" : "'" + name + "'"));
    }
    return name;
  }

  private void check() {
    if (games.isEmpty()) {
      throw new IllegalArgumentException("it has no games");
    }
    requireDifferent("game", games);
    requireDifferent("option", options.stream().map(FamilyOption::name).toList());
    requireDifferent("preset", presets.stream().map(FamilyPreset::name).toList());
    for (FamilyPreset preset : presets) {
      for (String game : preset.games()) {
        if (!games.contains(game)) {
          throw new IllegalArgumentException(
              "its preset '%s' is for '%s', which is not one of its games"
                  .formatted(preset.name(), game));
        }
      }
    }
    if (!isLarge) {
      games.forEach(this::entry); // lists of environments show them
    }
  }

  private static void requireDifferent(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("it has %s '%s' twice".formatted(what, name));
      }
    }
  }

  KnownFamily withPresets(List<FamilyPreset> others) {
    return new KnownFamily(source, id, description, games, isLarge, options, List.copyOf(others));
  }

  /// Returns the name of the family's class, for messages.
  String type() {
    return source.getClass().getName();
  }

  @Override
  public Environments.Entry entry(String game) {
    return checked(game, () -> source.entry(game));
  }

  @Override
  public Environments.Entry entry(String game, String options) {
    return checked(game, () -> source.entry(game, options));
  }

  private Environments.Entry checked(String game, Supplier<Environments.Entry> asked) {
    String name = id + "/" + game;
    Environments.Entry entry;
    try {
      entry = asked.get();
    } catch (IllegalArgumentException e) {
      String message = e.getMessage();
      throw message != null && !games.contains(game)
          ? e
          : new IllegalArgumentException(name + ": " + (message == null ? e : message), e);
    } catch (RuntimeException | Error e) {
      FoundFamilies.rethrowIfFatal(e);
      throw new IllegalArgumentException("%s: family %s failed: %s".formatted(name, type(), e), e);
    }
    if (entry == null || !Environments.withoutOptions(entry.name()).equals(name)) {
      throw new IllegalArgumentException(
          "%s: family %s must return an entry of that name, returned %s"
              .formatted(name, type(), entry == null ? "null" : "'" + entry.name() + "'"));
    }
    return entry;
  }
}
