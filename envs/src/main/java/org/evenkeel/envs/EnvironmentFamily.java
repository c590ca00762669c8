package org.evenkeel.envs;

import java.util.List;

/// Games under one name, as `minatar/breakout` or `atari/breakout`, found as a service: by `provides` in a
/// `module-info`, or by a file `META-INF/services/org.evenkeel.envs.EnvironmentFamily` on the class path. [Environments]
/// therefore does not refer to the module that brings them, nor to its licence.
///
/// Everything but the entries is asked once, when the family is found. A family that throws then, or whose names are
/// wrong or taken, is left out, and [Catalog#problems] says why.
public interface EnvironmentFamily {
  /// The name before the slash: lower case letters, digits, `-` and `_`.
  String id();

  /// One line for a list of all environments.
  String description();

  /// The names of the games, after the slash, sorted: lower case letters, digits, `-` and `_`.
  List<String> games();

  /// Whether there are so many games and options that a list of environments has one line for all games, and that
  /// titles leave the options out.
  default boolean isLarge() {
    return false;
  }

  /// A game with its default options.
  ///
  /// @param game one of [#games]
  Environments.Entry entry(String game);

  /// A game with options.
  ///
  /// @param game one of [#games]
  /// @param options the text after the colon; [OptionValues] reads it
  /// @return an entry whose name is `id/game`, or that and a colon and options, which are read again when a run is
  ///     resumed
  /// @throws IllegalArgumentException with a sentence if the options are not understood. Whether an environment can be
  ///     made on this machine is known only when one is made
  Environments.Entry entry(String game, String options);

  /// The options of all its games, for lists; none unless a family says so.
  default List<FamilyOption> options() {
    return List.of();
  }

  /// The hyper-parameters for its games; none unless a family says so. Of two for the same game the first is used.
  default List<FamilyPreset> presets() {
    return List.of();
  }
}
