package org.evenkeel.lab.watch;

import java.util.Arrays;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;

/// The drawable form of an observation.
sealed interface Board {
  /// A grid of cells.
  ///
  /// In a cell with several channels the first one is drawn, since games list the player first. The last of the others
  /// is drawn small inside it.
  ///
  /// @param channels the first channel of each cell, row by row; -1 for none
  /// @param inside the last further channel of each cell; -1 for none
  @SuppressWarnings("ArrayRecordComponent") // created for one picture and never compared
  record Cells(int width, int height, int[] channels, int[] inside) implements Board {}

  /// Signed numbers.
  @SuppressWarnings("ArrayRecordComponent") // created for one picture and never compared
  record Numbers(float[] values) implements Board {}

  /// A gray image, row by row.
  @SuppressWarnings("ArrayRecordComponent") // created for one picture and never compared
  record Gray(int width, int height, byte[] pixels) implements Board {
    /// Returns the mean of the part of the image that becomes one of `columns` x `rows` points.
    byte mean(int column, int row, int columns, int rows) {
      int left = column * width / columns;
      int right = Math.max(left + 1, (column + 1) * width / columns);
      int top = row * height / rows;
      int bottom = Math.max(top + 1, (row + 1) * height / rows);
      int sum = 0;
      for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
          sum += Byte.toUnsignedInt(pixels[y * width + x]);
        }
      }
      return (byte) (sum / ((right - left) * (bottom - top)));
    }
  }

  /// The smallest side length of a square of states; fewer states are drawn as a row.
  int LEAST_SIDE = 3;

  /// The largest number of states in a row.
  int LONGEST_ROW = 20;

  /// Returns the drawable form of an observation.
  static Board of(Observation frame) {
    return switch (frame.form()) {
      case Form.BitPlanes planes -> cells(planes, frame.bits());
      case Form.OneHot states -> cells(states.size(), frame.state());
      case Form.Vector _ -> new Numbers(frame.vector().clone());
      case Form.Bytes bytes -> gray(bytes, frame.bytes());
    };
  }

  private static Cells cells(Form.BitPlanes planes, long[] bits) {
    int[] channels = new int[planes.height() * planes.width()];
    int[] inside = new int[channels.length];
    for (int cell = 0; cell < channels.length; cell++) {
      channels[cell] = -1;
      inside[cell] = -1;
      for (int c = 0; c < planes.channels(); c++) {
        int bit = cell * planes.channels() + c;
        if ((bits[bit >> 6] >>> bit & 1) != 0) {
          if (channels[cell] < 0) {
            channels[cell] = c;
          } else {
            inside[cell] = c;
          }
        }
      }
    }
    return new Cells(planes.width(), planes.height(), channels, inside);
  }

  /// Returns the cells for one of many states. A square is filled column by column from below, in the order of
  /// [org.evenkeel.envs.Gridworld]; otherwise states are in rows from the upper left.
  private static Cells cells(int states, int state) {
    int side = (int) Math.round(Math.sqrt(states));
    boolean square = side * side == states && side >= LEAST_SIDE;
    int width = square ? side : Math.min(states, LONGEST_ROW);
    int height = square ? side : (states + width - 1) / width;
    int[] channels = new int[width * height];
    int[] inside = new int[width * height];
    Arrays.fill(channels, -1);
    Arrays.fill(inside, -1);
    channels[square ? (side - 1 - state % side) * side + state / side : state] = 0;
    return new Cells(width, height, channels, inside);
  }

  private static Gray gray(Form.Bytes bytes, byte[] all) {
    int size = bytes.height() * bytes.width();
    byte[] newest = Arrays.copyOfRange(all, all.length - size, all.length);
    return new Gray(bytes.width(), bytes.height(), newest);
  }
}
