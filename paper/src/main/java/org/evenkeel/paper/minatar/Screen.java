package org.evenkeel.paper.minatar;

import org.evenkeel.core.data.Observation;
import org.evenkeel.envs.minatar.Game;

/// A player's view of a game: which objects are in which cell.
///
/// @param game the game, which defines the channels
/// @param observation the current observation
record Screen(Game game, Observation observation) {
  static final int SIDE = 10;
  private static final int CELLS = SIDE * SIDE;

  private boolean shows(int channel, int cell) {
    int bit = cell * game.channels().size() + channel;
    return (observation.bits()[bit >> 6] >>> bit & 1) == 1;
  }

  private int channel(String thing) {
    int channel = game.channels().indexOf(thing);
    if (channel < 0) {
      throw new IllegalArgumentException(game + " must have a channel '" + thing + "', has none");
    }
    return channel;
  }

  /// Returns the first cell with an object; -1 if there is none.
  private int first(String thing) {
    int channel = channel(thing);
    for (int cell = 0; cell < CELLS; cell++) {
      if (shows(channel, cell)) {
        return cell;
      }
    }
    return -1;
  }

  /// Returns the column of an object that exists once; 0 if it is hidden.
  int column(String thing) {
    return Math.max(0, first(thing)) % SIDE;
  }

  /// Returns the row of an object that exists once; 0 if it is hidden.
  int row(String thing) {
    return Math.max(0, first(thing)) / SIDE;
  }

  /// Returns the cell with an object that is the fewest steps away; -1 if there is none.
  int nearest(String thing, int y, int x) {
    int channel = channel(thing);
    int best = -1;
    for (int cell = 0; cell < CELLS; cell++) {
      if (shows(channel, cell) && (best < 0 || steps(cell, y, x) < steps(best, y, x))) {
        best = cell;
      }
    }
    return best;
  }

  private static int steps(int cell, int y, int x) {
    return Math.abs(cell / SIDE - y) + Math.abs(cell % SIDE - x);
  }

  /// Returns the nearest column with an object in a row; -1 if there is none.
  int nearestInRow(String thing, int y, int x) {
    int channel = channel(thing);
    int best = -1;
    for (int column = 0; column < SIDE; column++) {
      boolean nearer = best < 0 || Math.abs(column - x) < Math.abs(best - x);
      best = nearer && shows(channel, y * SIDE + column) ? column : best;
    }
    return best;
  }

  /// Returns the distance in columns to the nearest object in a row; larger than any row if there is none.
  int distance(String thing, int y, int x) {
    int column = nearestInRow(thing, y, x);
    return column < 0 ? 2 * SIDE : Math.abs(column - x);
  }

  /// Returns whether a column has an object in a given row or below.
  boolean inColumn(String thing, int column, int fromRow) {
    int channel = channel(thing);
    for (int row = fromRow; row < SIDE; row++) {
      if (shows(channel, row * SIDE + column)) {
        return true;
      }
    }
    return false;
  }
}
