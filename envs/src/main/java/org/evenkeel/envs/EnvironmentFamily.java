package org.evenkeel.envs;

import java.util.List;

/// Games under a common name, such as `minatar/breakout` or `atari/breakout`. Families are found as services: by
/// `provides` in a `module-info`, or by a file `META-INF/services/org.evenkeel.envs.EnvironmentFamily` on the class
/// path. [Environments] therefore depends neither on the module that contains them nor on its licence.
///
/// Everything except the entries is queried once, when the family is found. A family that throws then, or whose names
/// are invalid or taken, is left out, and [Catalog#problems] reports why.
public interface EnvironmentFamily {
  /// Returns the name before the slash: lower case letters, digits, `-` and `_`.
  String id();

  /// Returns a one-line description for a list of all environments.
  String description();

  /// Returns the names of the games, after the slash, sorted: lower case letters, digits, `-` and `_`.
  List<String> games();

  /// Whether there are so many games and options that a list of environments shows one line for all games, and titles
  /// omit the options.
  default boolean isLarge() {
    return false;
  }

  /// Returns a game with its default options.
  ///
  /// @param game one of [#games]
  Environments.Entry entry(String game);

  /// Returns a game with options.
  ///
  /// @param game one of [#games]
  /// @param options the text after the colon; [OptionValues] reads it
  /// @return an entry whose name is `id/game`, or `id/game:options`, where the options are read again when a run is
  ///     resumed
  /// @throws IllegalArgumentException if the options are invalid; the message explains why. Whether an environment can
  ///     be created on this machine is known only when one is created
  Environments.Entry entry(String game, String options);

  /// Returns the options of all games, for lists. The default is none.
  default List<FamilyOption> options() {
    return List.of();
  }

  /// Returns the hyper-parameters for the games. The default is none. If there are two for the same game, the first is
  /// used.
  default List<FamilyPreset> presets() {
    return List.of();
  }
}
