package org.evenkeel.envs;

import java.util.List;

/// Environments that another module brings, all under one word: `atari/breakout`. Found as a service, so that
/// nothing here refers to that module or to its licence.
public interface EnvironmentFamily {
  /// What stands before the slash.
  String word();

  /// One line for a list of all environments.
  String description();

  /// The games, by what stands behind the slash, sorted.
  List<String> games();

  /// A game of the family.
  ///
  /// @param game one of [#games]
  /// @param options what stands behind the colon, empty for none
  /// @throws IllegalArgumentException with a sentence if the options are not understood; whether an environment
  ///     can be made on this machine is seen when one is
  Environments.Entry entry(String game, String options);
}
