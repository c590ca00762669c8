package org.evenkeel.envs.minatar;

import java.util.List;
import java.util.function.Function;

/// The five games of MinAtar.
@SuppressWarnings(
    "ImmutableEnumChecker") // the lists cannot be changed, and the function makes new games
public enum Game {
  /// Collect gold and avoid enemies, which come from both sides, faster and faster.
  ASTERIX(
      "asterix",
      "collect gold, avoid enemies",
      Asterix::new,
      List.of("player", "enemy", "trail", "gold"),
      List.of(0, 1, 2, 3, 4)),

  /// Bounce a ball off a paddle to break three rows of bricks.
  BREAKOUT(
      "breakout",
      "bounce a ball, break bricks",
      _ -> new Breakout(),
      List.of("paddle", "ball", "trail", "brick"),
      List.of(0, 1, 3)),

  /// Cross a road of eight lanes, as often as 2,500 steps allow.
  FREEWAY(
      "freeway",
      "cross a road of eight lanes",
      _ -> new Freeway(),
      List.of("chicken", "car", "speed1", "speed2", "speed3", "speed4", "speed5"),
      List.of(0, 2, 4)),

  /// Save divers with a submarine among fish and enemy submarines before the oxygen runs out.
  SEAQUEST(
      "seaquest",
      "save divers, shoot enemies, mind the oxygen",
      Seaquest::new,
      List.of(
          "sub_front",
          "sub_back",
          "friendly_bullet",
          "trail",
          "enemy_bullet",
          "enemy_fish",
          "enemy_sub",
          "oxygen_gauge",
          "diver_gauge",
          "diver"),
      List.of(0, 1, 2, 3, 4, 5)),

  /// Shoot a fleet of aliens before it lands.
  SPACE_INVADERS(
      "space_invaders",
      "shoot aliens before they land",
      SpaceInvaders::new,
      List.of("cannon", "alien", "alien_left", "alien_right", "friendly_bullet", "enemy_bullet"),
      List.of(0, 1, 3, 5));

  private static final List<String> ACTIONS =
      List.of("stay", "left", "up", "right", "down", "fire");

  private final String id;
  private final String description;
  private final Function<Boolean, Rules> rules;
  private final List<String> channels;
  private final List<Integer> minimalActions;

  /// @param rules the supplier, which creates a game, with or without difficulty ramping
  Game(
      String id,
      String description,
      Function<Boolean, Rules> rules,
      List<String> channels,
      List<Integer> minimalActions) {
    this.id = id;
    this.description = description;
    this.rules = rules;
    this.channels = channels;
    this.minimalActions = minimalActions;
  }

  /// Returns the name in MinAtar's spelling: `space_invaders`.
  public String id() {
    return id;
  }

  /// Returns a description in a few words.
  public String description() {
    return description;
  }

  /// Returns the meaning of each plane of the observation.
  public List<String> channels() {
    return channels;
  }

  /// Returns the six actions of all games, in MinAtar's order.
  public static List<String> actions() {
    return ACTIONS;
  }

  /// Returns the actions that have an effect in this game.
  public List<Integer> minimalActions() {
    return minimalActions;
  }

  Rules rules(boolean difficultyRamping) {
    return rules.apply(difficultyRamping);
  }
}
