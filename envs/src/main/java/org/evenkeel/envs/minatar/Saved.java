package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.IOException;

/// Reads the numbers of a saved game and rejects impossible ones, because the rules do not check them: a fleet without
/// aliens would search forever for one that shoots.
final class Saved {
  private Saved() {}

  static int number(DataInput in, String name, int least, int most) throws IOException {
    int value = in.readInt();
    check(name, least, most, value);
    return value;
  }

  static void check(String name, int least, int most, int value) throws IOException {
    if (value < least || value > most) {
      throw new IOException("%s must be %d to %d, was %d".formatted(name, least, most, value));
    }
  }
}
