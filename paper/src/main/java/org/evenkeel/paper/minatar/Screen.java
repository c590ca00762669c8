package org.evenkeel.paper.minatar;

import org.evenkeel.core.data.Observation;
import org.evenkeel.envs.minatar.Game;

/// What a player sees of a game: which things are in which cell.
///
/// @param game whose channels
/// @param observation its bits
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

  /// The first cell with it, -1 if there is none.
  private int first(String thing) {
    int channel = channel(thing);
    for (int cell = 0; cell < CELLS; cell++) {
      if (shows(channel, cell)) {
        return cell;
      }
    }
    return -1;
  }

  /// The column of something that there is one of; 0 if it is hidden.
  int column(String thing) {
    return Math.max(0, first(thing)) % SIDE;
  }

  /// Its row.
  int row(String thing) {
    return Math.max(0, first(thing)) / SIDE;
  }

  /// The cell nearest to a place, by steps, that has it; -1 if none has.
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

  /// The nearest column of a row that has it; -1 if none has.
  int nearestInRow(String thing, int y, int x) {
    int channel = channel(thing);
    int best = -1;
    for (int column = 0; column < SIDE; column++) {
      boolean nearer = best < 0 || Math.abs(column - x) < Math.abs(best - x);
      best = nearer && shows(channel, y * SIDE + column) ? column : best;
    }
    return best;
  }

  /// How many columns it is away in a row, more than there are if there is none.
  int distance(String thing, int y, int x) {
    int column = nearestInRow(thing, y, x);
    return column < 0 ? 2 * SIDE : Math.abs(column - x);
  }

  /// Whether a column has it in a row or below.
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
