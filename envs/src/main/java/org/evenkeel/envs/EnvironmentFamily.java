package org.evenkeel.envs;

import java.util.List;

/// Games under one name, as `minatar/breakout` or `atari/breakout`, found as a service. [Environments] therefore does
/// not refer to the module that brings them, nor to its licence.
public interface EnvironmentFamily {
  /// The name before the slash.
  String id();

  /// One line for a list of all environments.
  String description();

  /// The names of the games, after the slash, sorted.
  List<String> games();

  /// Whether there are so many games and options that a list of environments has one line for all games, and that
  /// titles leave the options out.
  boolean isLarge();

  /// A game with its default options.
  ///
  /// @param game one of [#games]
  Environments.Entry entry(String game);

  /// A game with options.
  ///
  /// @param game one of [#games]
  /// @param options the text after the colon
  /// @throws IllegalArgumentException with a sentence if the options are not understood. Whether an environment can be
  ///     made on this machine is known only when one is made
  Environments.Entry entry(String game, String options);
}
