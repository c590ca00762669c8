// Space Invaders: a fleet of aliens moves to and fro and down, and shoots. Each alien hit gives 1. A new fleet follows,
// faster with ramping. The game is over when a bullet or an alien reaches the cannon or the fleet lands. Nothing in it
// is random. The same as the Java class SpaceInvaders.
#pragma once
#include "minatar_common.cuh"

namespace space_invaders {

enum {
  BOTTOM = SIDE - 1,
  FLEET_ROWS = 4,
  FLEET_COLUMNS = 0x0FC,
  FIRST_MOVE_PERIOD = 12,
  LAST_MOVE_PERIOD = 6,
  SHOT_COOL_DOWN = 5,
  ALIEN_SHOT_PERIOD = 10,
  CHANNELS = 6
};

enum Place {
  CANNON,
  SHOT_TIMER,
  // Three numbers for each row: see Cells.
  ROWS,
  MOVES_RIGHT = ROWS + 3 * SIDE,
  MOVE_PERIOD,
  MOVE_TIMER,
  ALIEN_SHOT_TIMER,
  OVER,
  INTS
};

// The numbers of row y, at ROWS + 3 * y. Bit x is column x.
enum Cells { ALIENS, BULLETS, ALIEN_BULLETS };

struct Channel {
  enum { CANNON, ALIEN, ALIEN_LEFT, ALIEN_RIGHT, FRIENDLY_BULLET, ENEMY_BULLET };
};

DEVICE int* row(int* s, int y) { return s + ROWS + 3 * y; }
DEVICE const int* row(const int* s, int y) { return s + ROWS + 3 * y; }

DEVICE void send_fleet(int* s) {
  for (int y = 0; y < FLEET_ROWS; y++) {
    row(s, y)[ALIENS] = FLEET_COLUMNS;
  }
}

DEVICE void start(int* s) {
  s[CANNON] = 5;
  s[SHOT_TIMER] = 0;
  for (int i = ROWS; i < ROWS + 3 * SIDE; i++) {
    s[i] = 0;
  }
  send_fleet(s);
  s[MOVES_RIGHT] = 0;
  s[MOVE_PERIOD] = FIRST_MOVE_PERIOD;
  s[MOVE_TIMER] = FIRST_MOVE_PERIOD;
  s[ALIEN_SHOT_TIMER] = ALIEN_SHOT_PERIOD;
  s[OVER] = 0;
}

// Moves cells of one kind one row down. The top row gets these cells.
DEVICE void move_down(int* s, int kind, int top) {
  for (int y = BOTTOM; y > 0; y--) {
    row(s, y)[kind] = row(s, y - 1)[kind];
  }
  row(s, 0)[kind] = top;
}

DEVICE void move_bullets(int* s) {
  for (int y = 0; y < BOTTOM; y++) {
    row(s, y)[BULLETS] = row(s, y + 1)[BULLETS];
  }
  row(s, BOTTOM)[BULLETS] = 0;
  move_down(s, ALIEN_BULLETS, 0);
}

DEVICE int at_cannon(const int* s, int kind) { return row(s, BOTTOM)[kind] >> s[CANNON] & 1; }

DEVICE int count(const int* s) {
  int count = 0;
  for (int y = 0; y < SIDE; y++) {
    count += bit_count((word)row(s, y)[ALIENS]);
  }
  return count;
}

// The columns with aliens: bit x is column x.
DEVICE int columns(const int* s) {
  int columns = 0;
  for (int y = 0; y < SIDE; y++) {
    columns |= row(s, y)[ALIENS];
  }
  return columns;
}

// Moves the fleet one cell to the side; at the edge one cell down, and in the other direction from then on.
DEVICE void move_fleet(int* s) {
  int edge = s[MOVES_RIGHT] ? 1 << (SIDE - 1) : 1;
  if ((columns(s) & edge) != 0) {
    s[MOVES_RIGHT] = !s[MOVES_RIGHT];
    // The lowest row reappears at the top: MinAtar shows it like this in the last picture of a lost game.
    int lowest = row(s, BOTTOM)[ALIENS];
    s[OVER] |= lowest != 0;
    move_down(s, ALIENS, lowest);
  } else {
    for (int y = 0; y < SIDE; y++) {
      int aliens = row(s, y)[ALIENS];
      row(s, y)[ALIENS] = s[MOVES_RIGHT] ? aliens << 1 : aliens >> 1;
    }
  }
}

// The lowest alien of the column nearest to the cannon shoots; if two columns are equally near, the left one.
DEVICE void shoot(int* s) {
  int with_aliens = columns(s);
  int distance = 0;
  int x = s[CANNON];
  while ((with_aliens >> x & 1) == 0) {
    distance++;
    x = larger(0, s[CANNON] - distance);
    if ((with_aliens >> x & 1) == 0) {
      x = smaller(SIDE - 1, s[CANNON] + distance);
    }
  }
  int y = BOTTOM;
  while ((row(s, y)[ALIENS] >> x & 1) == 0) {
    y--;
  }
  row(s, y)[ALIEN_BULLETS] |= 1 << x;
}

// Returns the number of aliens hit.
DEVICE int hits(int* s) {
  int hits = 0;
  for (int y = 0; y < SIDE; y++) {
    int hit = row(s, y)[ALIENS] & row(s, y)[BULLETS];
    hits += bit_count((word)hit);
    row(s, y)[ALIENS] ^= hit;
    row(s, y)[BULLETS] ^= hit;
  }
  return hits;
}

DEVICE int play(bool ramping, int* s, int action) {
  if (action == FIRE && s[SHOT_TIMER] == 0) {
    row(s, BOTTOM)[BULLETS] |= 1 << s[CANNON];
    s[SHOT_TIMER] = SHOT_COOL_DOWN;
  } else if (action == LEFT) {
    s[CANNON] = larger(0, s[CANNON] - 1);
  } else if (action == RIGHT) {
    s[CANNON] = smaller(SIDE - 1, s[CANNON] + 1);
  }
  move_bullets(s);
  s[OVER] |= at_cannon(s, ALIEN_BULLETS) | at_cannon(s, ALIENS);
  if (s[MOVE_TIMER] == 0) {
    s[MOVE_TIMER] = smaller(count(s), s[MOVE_PERIOD]);
    move_fleet(s);
    s[OVER] |= at_cannon(s, ALIENS);
  }
  if (s[ALIEN_SHOT_TIMER] == 0) {
    s[ALIEN_SHOT_TIMER] = ALIEN_SHOT_PERIOD;
    shoot(s);
  }
  int reward = hits(s);
  s[SHOT_TIMER] = larger(0, s[SHOT_TIMER] - 1);
  s[MOVE_TIMER]--;
  s[ALIEN_SHOT_TIMER]--;
  if (count(s) == 0) {
    if (ramping && s[MOVE_PERIOD] > LAST_MOVE_PERIOD) {
      s[MOVE_PERIOD]--;
    }
    send_fleet(s);
  }
  return reward;
}

DEVICE void draw(const int* s, Planes planes) {
  set_cell(planes, Channel::CANNON, s[CANNON], BOTTOM);
  int moving = s[MOVES_RIGHT] ? Channel::ALIEN_RIGHT : Channel::ALIEN_LEFT;
  for (int y = 0; y < SIDE; y++) {
    const int* cells = row(s, y);
    set_row(planes, Channel::ALIEN, y, cells[ALIENS]);
    set_row(planes, moving, y, cells[ALIENS]);
    set_row(planes, Channel::FRIENDLY_BULLET, y, cells[BULLETS]);
    set_row(planes, Channel::ENEMY_BULLET, y, cells[ALIEN_BULLETS]);
  }
}

}  // namespace space_invaders
