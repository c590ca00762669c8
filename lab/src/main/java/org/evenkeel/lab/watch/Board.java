package org.evenkeel.lab.watch;

import java.util.Arrays;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;

/// What an observation looks like, by its form.
sealed interface Board {
  /// A grid of cells.
  ///
  /// In a cell with several channels the first wins, since games name the player first; the last of the
  /// others is shown small inside it.
  ///
  /// @param channels the first channel of each cell, row by row; -1 for none
  /// @param inside the last further channel of each cell; -1 for none
  @SuppressWarnings("ArrayRecordComponent") // made for one picture, and never compared
  record Cells(int width, int height, int[] channels, int[] inside) implements Board {}

  /// Numbers with a sign.
  @SuppressWarnings("ArrayRecordComponent") // made for one picture, and never compared
  record Numbers(float[] values) implements Board {}

  /// A gray picture, row by row.
  @SuppressWarnings("ArrayRecordComponent") // made for one picture, and never compared
  record Gray(int width, int height, byte[] pixels) implements Board {
    /// The mean of a part of the picture that becomes one of `columns` x `rows` points.
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

  /// States that make a square are one from this side on; fewer are a row.
  int LEAST_SIDE = 3;

  /// A row of states has at most so many to a line.
  int LONGEST_ROW = 20;

  /// The look of an observation.
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

  /// One of many states: a square column by column from below, as [org.evenkeel.envs.Gridworld] counts them,
  /// else rows from the upper left.
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
