package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.IOException;

/// Reads the numbers of a saved game and refuses those that no game has, because the rules trust their numbers:
/// a fleet without an alien would look for one that shoots for ever.
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
