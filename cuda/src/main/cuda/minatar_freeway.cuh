// Freeway: a chicken crosses a road of eight lanes, each with a car of its own speed. Reaching the other side gives 1,
// and the cars change their speeds. A car sends the chicken back to the start. A game has 2,501 steps. The same as the
// Java class Freeway.
#pragma once
#include "minatar_common.cuh"

namespace freeway {

enum {
  LANES = 8,
  COLUMN = 4,
  STARTS_AT = SIDE - 1,
  SPEEDS = 5,
  CHICKEN_PERIOD = 3,
  LENGTH = 2500,
  CHANNELS = 2 + SPEEDS
};

enum Place {
  // Three numbers for each lane: see Car.
  CARS,
  CHICKEN = CARS + 3 * LANES,
  CHICKEN_TIMER,
  STEPS_LEFT,
  OVER,
  INTS
};

// The numbers of the car in row i + 1, at CARS + 3 * i. The speed is the number of steps between its moves, less one:
// 1 (fast) to 5 (slow); negative to the left.
enum Car { X, SPEED, TIMER };

struct Channel {
  // Followed by one channel for each speed.
  enum { CHICKEN, CAR };
};

DEVICE int* car(int* s, int lane) { return s + CARS + 3 * lane; }
DEVICE const int* car(const int* s, int lane) { return s + CARS + 3 * lane; }

DEVICE int period(int speed) { return speed < 0 ? -speed : speed; }
DEVICE int sign(int speed) { return (speed > 0) - (speed < 0); }
DEVICE int wrapped(int x) { return (x + SIDE) % SIDE; }

// Draws all speeds first, then all directions.
DEVICE void draw_speeds(int* s, Stream* random) {
  for (int i = 0; i < LANES; i++) {
    car(s, i)[TIMER] = 1 + numpy_below(SPEEDS, random);
  }
  for (int i = 0; i < LANES; i++) {
    int timer = car(s, i)[TIMER];
    car(s, i)[SPEED] = numpy_uniform(random) > 0.5 ? timer : -timer;
  }
}

DEVICE void start(int* s, Stream* random) {
  for (int i = 0; i < LANES; i++) {
    car(s, i)[X] = 0;
  }
  draw_speeds(s, random);
  s[CHICKEN] = STARTS_AT;
  s[CHICKEN_TIMER] = CHICKEN_PERIOD;
  s[STEPS_LEFT] = LENGTH;
  s[OVER] = 0;
}

DEVICE void hit(int* s, int lane) {
  if (car(s, lane)[X] == COLUMN && s[CHICKEN] == lane + 1) {
    s[CHICKEN] = STARTS_AT;
  }
}

DEVICE int play(int* s, int action, Stream* random) {
  if (s[CHICKEN_TIMER] == 0 && (action == UP || action == DOWN)) {
    s[CHICKEN_TIMER] = CHICKEN_PERIOD;
    s[CHICKEN] = action == UP ? s[CHICKEN] - 1 : smaller(STARTS_AT, s[CHICKEN] + 1);
  }
  int reward = 0;
  if (s[CHICKEN] == 0) {
    reward = 1;
    draw_speeds(s, random);
    s[CHICKEN] = STARTS_AT;
  }
  for (int i = 0; i < LANES; i++) {
    int* moving = car(s, i);
    hit(s, i);
    if (moving[TIMER] == 0) {
      moving[TIMER] = period(moving[SPEED]);
      moving[X] = wrapped(moving[X] + sign(moving[SPEED]));
      hit(s, i);
    } else {
      moving[TIMER]--;
    }
  }
  s[CHICKEN_TIMER] = larger(0, s[CHICKEN_TIMER] - 1);
  s[STEPS_LEFT]--;
  s[OVER] = s[STEPS_LEFT] < 0;
  return reward;
}

DEVICE void draw(const int* s, Planes planes) {
  set_cell(planes, Channel::CHICKEN, COLUMN, s[CHICKEN]);
  for (int i = 0; i < LANES; i++) {
    int x = car(s, i)[X];
    int speed = car(s, i)[SPEED];
    set_cell(planes, Channel::CAR, x, i + 1);
    set_cell(planes, Channel::CAR + period(speed), wrapped(x - sign(speed)), i + 1);
  }
}

}  // namespace freeway
