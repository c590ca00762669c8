// What the games of MinAtar share: the grid, the actions, NumPy's random numbers, and drawing.
//
// A game is played by one thread. Its state is an array of ints in memory: the numbers that the Java class's save
// writes, in the same order, with one int for each int and each boolean. Each game names their places in its enum
// Place. The array must be zero before the first start, because start keeps a few numbers that no longer matter, as
// in Java.
#pragma once
#include "portable.cuh"
#include "random.cuh"

enum { SIDE = 10 };

enum Action { STAY, LEFT, UP, RIGHT, DOWN, FIRE };

// NumPy's rand(): uniform in [0, 1), 53 bits from two words. Every operation is exact.
DEVICE double numpy_uniform(Stream* random) {
  word high = next_word(random) >> 5;
  word low = next_word(random) >> 6;
  return ((double)high * 0x1p26 + (double)low) * 0x1p-53;
}

// NumPy's randint(bound): words masked to as many bits as needed, until one is below the bound. Nothing is drawn for a
// bound of 1.
DEVICE int numpy_below(int bound, Stream* random) {
  if (bound == 1) {
    return 0;
  }
  word mask = (word)(bound - 1);
  mask |= mask >> 1;
  mask |= mask >> 2;
  mask |= mask >> 4;
  mask |= mask >> 8;
  mask |= mask >> 16;
  word value = next_word(random) & mask;
  while (value >= (word)bound) {
    value = next_word(random) & mask;
  }
  return (int)value;
}

// The planes of an observation, to draw on: one bit per cell and channel, with the channels of a cell next to each
// other.
struct Planes {
  word* words;
  int channels;
};

DEVICE void set_cell(Planes planes, int channel, int x, int y) {
  int bit = (y * SIDE + x) * planes.channels + channel;
  planes.words[bit >> 5] |= 1u << (bit & 31);
}

// Draws cells in a row: bit x is cell x.
DEVICE void set_row(Planes planes, int channel, int y, int cells) {
  for (word rest = (word)cells; rest != 0; rest &= rest - 1) {
    set_cell(planes, channel, lowest_bit(rest), y);
  }
}

DEVICE bool is_inside(int x) { return x >= 0 && x < SIDE; }
