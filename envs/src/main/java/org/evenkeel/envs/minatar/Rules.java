package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// The rules of a game: MinAtar's `Env`, without sticky actions and action sets.
///
/// Cells are (x, y), x to the right and y downwards, both from 0. Random numbers are drawn in MinAtar's order.
interface Rules {
  int SIDE = 10;

  int STAY = 0;
  int LEFT = 1;
  int UP = 2;
  int RIGHT = 3;
  int DOWN = 4;
  int FIRE = 5;

  /// Starts a game.
  void start(RandomGenerator random);

  /// Plays a step of a game that is not over.
  ///
  /// @return the reward
  int play(int action, RandomGenerator random);

  /// Whether the game is over.
  boolean over();

  /// Draws the game on empty planes.
  void draw(Planes planes);

  /// Writes all state that determines what happens next.
  void save(DataOutput out) throws IOException;

  /// Continues from the state that [#save] wrote. Numbers that no game could have written are rejected ([Saved]); this
  /// game must then be started or restored again.
  void restore(DataInput in) throws IOException;
}
