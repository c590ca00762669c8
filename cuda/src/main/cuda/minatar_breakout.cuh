// Breakout: a ball that moves diagonally is bounced off a paddle to break three rows of bricks. A brick gives 1. When
// all are broken and the ball is back at the bottom, new ones appear. The game is over when the paddle misses the ball.
// The same as the Java class Breakout.
#pragma once
#include "minatar_common.cuh"

namespace breakout {

enum { BOTTOM = SIDE - 1, FIRST_BRICKS = 1, LAST_BRICKS = 3, FULL_ROW = (1 << SIDE) - 1, CHANNELS = 4 };

enum Place {
  OVER,
  BALL_X,
  BALL_Y,
  LAST_X,
  LAST_Y,
  DIRECTION,
  PADDLE,
  // Whether the ball has just broken a brick: until it is in free space, it passes through the next ones.
  STRIKE,
  // One number for each row with bricks: bit x is a brick in column x.
  BRICKS,
  INTS = BRICKS + LAST_BRICKS - FIRST_BRICKS + 1
};

struct Channel {
  enum { PADDLE, BALL, TRAIL, BRICK };
};

enum Direction { UP_LEFT, UP_RIGHT, DOWN_RIGHT, DOWN_LEFT };

// Directions are computed rather than looked up: a table that is indexed at run time would be in slow memory.
DEVICE int dx(int direction) { return direction == UP_RIGHT || direction == DOWN_RIGHT ? 1 : -1; }
DEVICE int dy(int direction) { return direction >= DOWN_RIGHT ? 1 : -1; }
DEVICE int off_a_side(int direction) { return direction ^ 1; }
DEVICE int off_a_top(int direction) { return 3 - direction; }
DEVICE int back(int direction) { return direction ^ 2; }

DEVICE void lay_bricks(int* s) {
  for (int i = BRICKS; i < INTS; i++) {
    s[i] = FULL_ROW;
  }
}

DEVICE bool is_brick(const int* s, int x, int y) {
  return y >= FIRST_BRICKS && y <= LAST_BRICKS && (s[BRICKS + y - FIRST_BRICKS] >> x & 1) == 1;
}

DEVICE void start(int* s, Stream* random) {
  bool from_left = numpy_below(2, random) == 0;
  s[BALL_X] = from_left ? 0 : SIDE - 1;
  s[BALL_Y] = 3;
  s[DIRECTION] = from_left ? DOWN_RIGHT : DOWN_LEFT;
  s[LAST_X] = s[BALL_X];
  s[LAST_Y] = s[BALL_Y];
  s[PADDLE] = 4;
  lay_bricks(s);
  s[STRIKE] = 0;
  s[OVER] = 0;
}

// Handles the ball when it reaches the row of the paddle, in column x. Returns the row where it ends up.
DEVICE int bounce_or_lose(int* s, int x) {
  if (s[BRICKS] + s[BRICKS + 1] + s[BRICKS + 2] == 0) {
    lay_bricks(s);
  }
  if (s[BALL_X] == s[PADDLE]) {
    s[DIRECTION] = off_a_top(s[DIRECTION]);
    return s[LAST_Y];
  }
  if (x == s[PADDLE]) {
    s[DIRECTION] = back(s[DIRECTION]);
    return s[LAST_Y];
  }
  s[OVER] = 1;
  return BOTTOM;
}

DEVICE int play(int* s, int action) {
  if (action == LEFT) {
    s[PADDLE] = larger(0, s[PADDLE] - 1);
  } else if (action == RIGHT) {
    s[PADDLE] = smaller(SIDE - 1, s[PADDLE] + 1);
  }
  s[LAST_X] = s[BALL_X];
  s[LAST_Y] = s[BALL_Y];
  int x = s[BALL_X] + dx(s[DIRECTION]);
  int y = s[BALL_Y] + dy(s[DIRECTION]);
  if (!is_inside(x)) {
    x = x < 0 ? 0 : SIDE - 1;
    s[DIRECTION] = off_a_side(s[DIRECTION]);
  }
  int reward = 0;
  bool in_bricks = false;
  if (y < 0) {
    y = 0;
    s[DIRECTION] = off_a_top(s[DIRECTION]);
  } else if (is_brick(s, x, y)) {
    in_bricks = true;
    if (!s[STRIKE]) {
      reward = 1;
      s[BRICKS + y - FIRST_BRICKS] ^= 1 << x;
      y = s[LAST_Y];
      s[DIRECTION] = off_a_top(s[DIRECTION]);
    }
  } else if (y == BOTTOM) {
    y = bounce_or_lose(s, x);
  }
  s[STRIKE] = in_bricks;
  s[BALL_X] = x;
  s[BALL_Y] = y;
  return reward;
}

DEVICE void draw(const int* s, Planes planes) {
  set_cell(planes, Channel::BALL, s[BALL_X], s[BALL_Y]);
  set_cell(planes, Channel::PADDLE, s[PADDLE], BOTTOM);
  set_cell(planes, Channel::TRAIL, s[LAST_X], s[LAST_Y]);
  for (int y = FIRST_BRICKS; y <= LAST_BRICKS; y++) {
    set_row(planes, Channel::BRICK, y, s[BRICKS + y - FIRST_BRICKS]);
  }
}

}  // namespace breakout
