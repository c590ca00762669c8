package org.evenkeel.cuda;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.evenkeel.envs.minatar.Game;

/// Converts between the bytes that a MinAtar environment saves and the numbers of a game on the device.
///
/// The bytes are the last action, then the numbers of the rules. The device has the same numbers in the same order, but
/// one int for each boolean, and a fixed number of places for each list.
final class GameStates {
  /// The ints of any game on the device: `GAME_INTS` of `minatar.cuh`.
  static final int INTS = 340;

  /// The places of a list on the device, after its size: `shoal::MOST`.
  private static final int LIST_PLACES = 64;

  private static final int ACTIONS = Game.actions().size();

  // Kinds of numbers.
  private static final char INT = 'i';
  private static final char BOOLEAN = 'b';
  private static final char LIST = 'l';

  private GameStates() {}

  /// A game on the device.
  ///
  /// @param lastAction the last executed action, one of the six of MinAtar
  /// @param numbers the numbers of the rules, followed by zeros: always [#INTS]
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Saved(int lastAction, int[] numbers) {
    Saved {
      if (lastAction < 0 || lastAction >= ACTIONS) {
        throw new IllegalArgumentException(
            "last action must be 0 to %d, was %d".formatted(ACTIONS - 1, lastAction));
      }
      if (numbers.length != INTS) {
        throw new IllegalArgumentException(
            "a game on the device has %d ints, was given %d".formatted(INTS, numbers.length));
      }
    }
  }

  /// The kind of each number that the rules of a game save, in order.
  private static String kinds(Game game) {
    return switch (game) {
      case ASTERIX -> "ii" + "ibb".repeat(8) + "iiiiiib";
      case BREAKOUT -> "biiiiiibiii";
      case FREEWAY -> "iii".repeat(8) + "iiib";
      case SEAQUEST -> "biiiibilllll" + "iiiiib";
      case SPACE_INVADERS -> "ii" + "iii".repeat(10) + "biiib";
    };
  }

  /// Reads the bytes that an environment saved.
  static Saved toDevice(Game game, byte[] saved) {
    ByteBuffer in = ByteBuffer.wrap(saved);
    int[] numbers = new int[INTS];
    try {
      int lastAction = in.getInt();
      int place = 0;
      for (char kind : kinds(game).toCharArray()) {
        place += read(kind, in, numbers, place);
      }
      if (in.hasRemaining()) {
        throw new IllegalArgumentException(
            "a saved game of %s has %d bytes, was given %d"
                .formatted(game.id(), in.position(), saved.length));
      }
      return new Saved(lastAction, numbers);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "a saved game of %s has more than the %d bytes given".formatted(game.id(), saved.length),
          e);
    }
  }

  /// @return the number of places on the device
  private static int read(char kind, ByteBuffer in, int[] numbers, int place) {
    switch (kind) {
      case INT -> numbers[place] = in.getInt();
      case BOOLEAN -> numbers[place] = checkedBoolean(in.get());
      case LIST -> {
        int size = checkedSize(in.getInt());
        numbers[place] = size;
        for (int i = 1; i <= size; i++) {
          numbers[place + i] = in.getInt();
        }
      }
      default -> throw new AssertionError(kind);
    }
    return places(kind);
  }

  /// Returns the bytes that an environment in this state would save.
  static byte[] toSaved(Game game, Saved state) {
    int[] numbers = state.numbers();
    ByteBuffer out = ByteBuffer.allocate((1 + INTS) * Integer.BYTES).putInt(state.lastAction());
    int place = 0;
    for (char kind : kinds(game).toCharArray()) {
      write(kind, numbers, place, out);
      place += places(kind);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void write(char kind, int[] numbers, int place, ByteBuffer out) {
    switch (kind) {
      case INT -> out.putInt(numbers[place]);
      case BOOLEAN -> out.put((byte) checkedBoolean(numbers[place]));
      case LIST -> {
        int size = checkedSize(numbers[place]);
        for (int i = 0; i <= size; i++) {
          out.putInt(numbers[place + i]);
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static int places(char kind) {
    return kind == LIST ? 1 + LIST_PLACES : 1;
  }

  private static int checkedBoolean(int value) {
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException("a boolean of a game must be 0 or 1, was " + value);
    }
    return value;
  }

  private static int checkedSize(int size) {
    if (size < 0 || size > LIST_PLACES) {
      throw new IllegalArgumentException(
          "a list of a game must have 0 to %d things, was %d".formatted(LIST_PLACES, size));
    }
    return size;
  }
}
