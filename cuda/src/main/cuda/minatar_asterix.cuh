// Asterix: things run through the eight middle rows, at most one per row. Gold gives 1, an enemy ends the game. With
// ramping, things appear and move more and more often. The same as the Java class Asterix.
#pragma once
#include "minatar_common.cuh"

namespace asterix {

enum { ROWS = 8, FIRST_SPAWN_PERIOD = 10, FIRST_MOVE_PERIOD = 5, RAMP_PERIOD = 100, CHANNELS = 4 };

// No thing in this row.
enum { NOTHING = -1 };

enum Place {
  PLAYER_X,
  PLAYER_Y,
  // Three numbers for each row: see Thing.
  THINGS,
  SPAWN_PERIOD = THINGS + 3 * ROWS,
  SPAWN_TIMER,
  MOVE_PERIOD,
  MOVE_TIMER,
  RAMP_TIMER,
  RAMPS,
  OVER,
  INTS
};

// The numbers of the thing in row i + 1, at THINGS + 3 * i. X may be NOTHING.
enum Thing { X, MOVES_RIGHT, IS_GOLD };

struct Channel {
  enum { PLAYER, ENEMY, TRAIL, GOLD };
};

DEVICE int* thing(int* s, int row) { return s + THINGS + 3 * row; }
DEVICE const int* thing(const int* s, int row) { return s + THINGS + 3 * row; }

DEVICE void start(int* s) {
  s[PLAYER_X] = 5;
  s[PLAYER_Y] = 5;
  for (int i = 0; i < ROWS; i++) {
    thing(s, i)[X] = NOTHING;
  }
  s[SPAWN_PERIOD] = FIRST_SPAWN_PERIOD;
  s[SPAWN_TIMER] = FIRST_SPAWN_PERIOD;
  s[MOVE_PERIOD] = FIRST_MOVE_PERIOD;
  s[MOVE_TIMER] = FIRST_MOVE_PERIOD;
  s[RAMP_TIMER] = RAMP_PERIOD;
  s[RAMPS] = 0;
  s[OVER] = 0;
}

// Draws the new thing first, even if there is no space for it.
DEVICE void spawn(int* s, Stream* random) {
  bool right = numpy_uniform(random) < 1.0 / 2;
  bool gold = numpy_uniform(random) < 1.0 / 3;
  int free = 0;
  for (int i = 0; i < ROWS; i++) {
    free += thing(s, i)[X] == NOTHING;
  }
  if (free == 0) {
    return;
  }
  int free_rows_before = numpy_below(free, random);
  int row = 0;
  while (thing(s, row)[X] != NOTHING || free_rows_before-- > 0) {
    row++;
  }
  thing(s, row)[X] = right ? 0 : SIDE - 1;
  thing(s, row)[MOVES_RIGHT] = right;
  thing(s, row)[IS_GOLD] = gold;
}

DEVICE void move_player(int* s, int action) {
  switch (action) {
    case LEFT: s[PLAYER_X] = larger(0, s[PLAYER_X] - 1); break;
    case RIGHT: s[PLAYER_X] = smaller(SIDE - 1, s[PLAYER_X] + 1); break;
    case UP: s[PLAYER_Y] = larger(1, s[PLAYER_Y] - 1); break;
    case DOWN: s[PLAYER_Y] = smaller(ROWS, s[PLAYER_Y] + 1); break;
    default: break;
  }
}

// Handles the case that the thing in a row is at the player's cell. Returns the reward.
DEVICE int meet(int* s, int row) {
  if (thing(s, row)[X] != s[PLAYER_X] || row + 1 != s[PLAYER_Y]) {
    return 0;
  }
  if (thing(s, row)[IS_GOLD]) {
    thing(s, row)[X] = NOTHING;
    return 1;
  }
  s[OVER] = 1;
  return 0;
}

DEVICE void move(int* s, int row) {
  if (thing(s, row)[X] != NOTHING) {
    int x = thing(s, row)[X] + (thing(s, row)[MOVES_RIGHT] ? 1 : -1);
    thing(s, row)[X] = is_inside(x) ? x : NOTHING;
  }
}

// Things appear more often each time, and move more often every second time until the maximum speed is reached.
DEVICE void ramp(int* s) {
  if (s[RAMP_TIMER] >= 0) {
    s[RAMP_TIMER]--;
    return;
  }
  if (s[MOVE_PERIOD] > 1 && s[RAMPS] % 2 == 1) {
    s[MOVE_PERIOD]--;
  }
  s[SPAWN_PERIOD]--;
  s[RAMPS]++;
  s[RAMP_TIMER] = RAMP_PERIOD;
}

DEVICE int play(bool ramping, int* s, int action, Stream* random) {
  if (s[SPAWN_TIMER] == 0) {
    spawn(s, random);
    s[SPAWN_TIMER] = s[SPAWN_PERIOD];
  }
  move_player(s, action);
  int reward = 0;
  for (int i = 0; i < ROWS; i++) {
    reward += meet(s, i);
  }
  if (s[MOVE_TIMER] == 0) {
    s[MOVE_TIMER] = s[MOVE_PERIOD];
    for (int i = 0; i < ROWS; i++) {
      move(s, i);
      reward += meet(s, i);
    }
  }
  s[SPAWN_TIMER]--;
  s[MOVE_TIMER]--;
  if (ramping && s[SPAWN_PERIOD] > 1) {
    ramp(s);
  }
  return reward;
}

DEVICE void draw(const int* s, Planes planes) {
  set_cell(planes, Channel::PLAYER, s[PLAYER_X], s[PLAYER_Y]);
  for (int i = 0; i < ROWS; i++) {
    int x = thing(s, i)[X];
    if (x != NOTHING) {
      set_cell(planes, thing(s, i)[IS_GOLD] ? Channel::GOLD : Channel::ENEMY, x, i + 1);
      int behind = thing(s, i)[MOVES_RIGHT] ? x - 1 : x + 1;
      if (is_inside(behind)) {
        set_cell(planes, Channel::TRAIL, behind, i + 1);
      }
    }
  }
}

}  // namespace asterix
