package org.evenkeel.paper.minatar;

import java.util.Locale;
import java.util.random.RandomGenerator;
import org.evenkeel.envs.minatar.Game;

/// Players that learn nothing, with which learned policies are compared.
enum Player {
  /// Takes each of the six actions with the same probability.
  RANDOM,

  /// Follows a few rules for each game that read only the observation; see [#rules].
  SCRIPTED;

  private static final int EPISODES = 200;

  /// The number of episodes of Freeway, fewer because each has 2,501 steps.
  private static final int FREEWAY_EPISODES = 40;

  private static final int STAY = 0;
  private static final int LEFT = 1;
  private static final int UP = 2;
  private static final int RIGHT = 3;
  private static final int DOWN = 4;
  private static final int FIRE = 5;

  /// The row in which the submarine waits for its prey.
  private static final int DEPTH = 4;

  /// Returns the number of episodes that a player plays of a game.
  static int episodes(Game game) {
    return game == Game.FREEWAY ? FREEWAY_EPISODES : EPISODES;
  }

  /// Returns its word in a path.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the player with a given word.
  static Player named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /// Describes its rules in a game. The text is part of a trial's identity and must not change.
  String rules(Game game) {
    if (this == RANDOM) {
      return "each of the six actions with the same probability";
    }
    return switch (game) {
      case ASTERIX ->
          "leaves a row where an enemy is at most two cells away; else goes to the nearest gold; else stays";
      case BREAKOUT -> "keeps the paddle under the ball's column";
      case FREEWAY -> "always goes up";
      case SEAQUEST ->
          "dives to row 4, turns to the nearest enemy of that row and fires; never comes up";
      case SPACE_INVADERS ->
          "leaves its column if a shot is at most three rows above; else fires if an alien is above; else goes to"
              + " the nearest column with aliens";
    };
  }

  /// Returns its next action.
  int act(Game game, Screen screen, RandomGenerator random) {
    return this == RANDOM ? random.nextInt(Game.actions().size()) : scripted(game, screen);
  }

  private static int scripted(Game game, Screen screen) {
    return switch (game) {
      case ASTERIX -> asterix(screen);
      case BREAKOUT -> towards(screen.column("paddle"), screen.column("ball"));
      case FREEWAY -> UP;
      case SEAQUEST -> seaquest(screen);
      case SPACE_INVADERS -> spaceInvaders(screen);
    };
  }

  private static int towards(int from, int to) {
    return to < from ? LEFT : to > from ? RIGHT : STAY;
  }

  private static int asterix(Screen screen) {
    int x = screen.column("player");
    int y = screen.row("player");
    if (screen.distance("enemy", y, x) <= 2) {
      boolean upIsFree = y > 1 && screen.distance("enemy", y - 1, x) > 2;
      boolean downIsFree = y < 8 && screen.distance("enemy", y + 1, x) > 2;
      return upIsFree ? UP : downIsFree ? DOWN : STAY;
    }
    int gold = screen.nearest("gold", y, x);
    if (gold < 0) {
      return STAY;
    }
    int row = gold / Screen.SIDE;
    return row < y ? UP : row > y ? DOWN : towards(x, gold % Screen.SIDE);
  }

  private static int seaquest(Screen screen) {
    int x = screen.column("sub_front");
    int y = screen.row("sub_front");
    if (y < DEPTH) {
      return DOWN;
    }
    int fish = screen.nearestInRow("enemy_fish", y, x);
    int sub = screen.nearestInRow("enemy_sub", y, x);
    int prey = fish < 0 || (sub >= 0 && Math.abs(sub - x) < Math.abs(fish - x)) ? sub : fish;
    boolean facesRight = screen.column("sub_back") < x;
    return prey < 0 ? STAY : (prey > x) == facesRight ? FIRE : towards(x, prey);
  }

  private static int spaceInvaders(Screen screen) {
    int x = screen.column("cannon");
    if (screen.inColumn("enemy_bullet", x, Screen.SIDE - 4)) {
      return x < Screen.SIDE / 2 ? RIGHT : LEFT;
    }
    int nearest = -1;
    for (int column = 0; column < Screen.SIDE; column++) {
      boolean nearer = nearest < 0 || Math.abs(column - x) < Math.abs(nearest - x);
      nearest = nearer && screen.inColumn("alien", column, 0) ? column : nearest;
    }
    return nearest < 0 ? STAY : nearest == x ? FIRE : towards(x, nearest);
  }
}
