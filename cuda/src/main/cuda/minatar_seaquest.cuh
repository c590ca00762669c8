// Seaquest: a submarine shoots fish and enemy submarines (1 each) and picks up divers. It must surface for oxygen with
// at least one diver on board; with six it gets a reward for the oxygen left. With ramping, each surfacing makes the
// enemies faster. The same as the Java classes Seaquest and Shoal.
#pragma once
#include "minatar_common.cuh"

// A list of swimming things: its size, then one number for each thing, which encodes its cell, direction and timers, so
// that two things are equal if their numbers are. As in MinAtar, removing a thing removes the first equal one.
namespace shoal {

// More than a game can have: see Shoal.MOST.
enum { MOST = 64, INTS = 1 + MOST };

// Bits of a thing: the column (up to two cells outside), the row, the direction, two timers.
enum { OUTSIDE = 2, Y = 4, TO_THE_RIGHT = 8, TIMER = 9, SHOT_TIMER = 15, CELL_MASK = 255, TIMER_MASK = 63 };

DEVICE int thing(int x, int y, bool right, int timer, int shot_timer) {
  return (x + OUTSIDE) | y << Y | (right ? 1 : 0) << TO_THE_RIGHT | timer << TIMER | shot_timer << SHOT_TIMER;
}

DEVICE int column(int thing) { return (thing & 15) - OUTSIDE; }
DEVICE int row(int thing) { return thing >> Y & 15; }
DEVICE bool faces_right(int thing) { return (thing >> TO_THE_RIGHT & 1) == 1; }
DEVICE int timer(int thing) { return thing >> TIMER & TIMER_MASK; }
DEVICE int shot_timer(int thing) { return thing >> SHOT_TIMER & TIMER_MASK; }

// The thing one cell further.
DEVICE int moved(int thing) { return faces_right(thing) ? thing + 1 : thing - 1; }

DEVICE int with_timer(int thing, int value) { return thing + (value - timer(thing)) * (1 << TIMER); }
DEVICE int with_shot_timer(int thing, int value) { return thing + (value - shot_timer(thing)) * (1 << SHOT_TIMER); }
DEVICE bool is_at(int thing, int x, int y) { return (thing & CELL_MASK) == ((x + OUTSIDE) | y << Y); }
DEVICE bool is_outside(int thing) { return !is_inside(column(thing)); }

DEVICE int size(const int* list) { return list[0]; }
DEVICE int get(const int* list, int index) { return list[1 + index]; }
DEVICE void set(int* list, int index, int thing) { list[1 + index] = thing; }

DEVICE void add(int* list, int thing) {
  if (list[0] < MOST) {
    list[++list[0]] = thing;
  }
}

// Returns the index of the first thing at a cell, or -1.
DEVICE int first_at(const int* list, int x, int y) {
  for (int i = 0; i < size(list); i++) {
    if (is_at(get(list, i), x, y)) {
      return i;
    }
  }
  return -1;
}

// Removes the first thing that is equal to the one at an index. Returns the new index of the thing that was at that
// index, or -1 if it was the one removed.
DEVICE int remove_equal(int* list, int index) {
  int first = 0;
  while (get(list, first) != get(list, index)) {
    first++;
  }
  list[0]--;
  for (int i = first; i < size(list); i++) {
    set(list, i, get(list, i + 1));
  }
  return first < index ? index - 1 : -1;
}

}  // namespace shoal

namespace seaquest {

enum {
  LOWEST = 8,
  GAUGES = 9,
  MAX_OXYGEN = 200,
  MAX_DIVERS = 6,
  FIRST_SPAWN_PERIOD = 20,
  DIVER_SPAWN_PERIOD = 30,
  FIRST_MOVE_PERIOD = 5,
  LAST_MOVE_PERIOD = 2,
  DIVER_MOVE_PERIOD = 5,
  SHOT_COOL_DOWN = 5,
  ENEMY_SHOT_PERIOD = 10,
  CHANNELS = 10
};

enum Place {
  FACES_RIGHT,
  SUB_X,
  SUB_Y,
  OXYGEN,
  // The number of divers on board; negative after a full load was delivered, as in MinAtar.
  DIVERS,
  AT_SURFACE,
  SHOT_TIMER,
  BULLETS,
  ENEMY_BULLETS = BULLETS + shoal::INTS,
  FISH = ENEMY_BULLETS + shoal::INTS,
  SUBS = FISH + shoal::INTS,
  SWIMMERS = SUBS + shoal::INTS,
  SPAWN_PERIOD = SWIMMERS + shoal::INTS,
  SPAWN_TIMER,
  DIVER_SPAWN_TIMER,
  MOVE_PERIOD,
  RAMPS,
  OVER,
  INTS
};

struct Channel {
  enum {
    SUB_FRONT,
    SUB_BACK,
    FRIENDLY_BULLET,
    TRAIL,
    ENEMY_BULLET,
    ENEMY_FISH,
    ENEMY_SUB,
    OXYGEN_GAUGE,
    DIVER_GAUGE,
    DIVER
  };
};

DEVICE void start(int* s) {
  s[SUB_X] = 5;
  s[SUB_Y] = 0;
  s[FACES_RIGHT] = 0;
  s[OXYGEN] = MAX_OXYGEN;
  s[DIVERS] = 0;
  s[AT_SURFACE] = 1;
  s[SHOT_TIMER] = 0;
  for (int list = BULLETS; list <= SWIMMERS; list += shoal::INTS) {
    s[list] = 0;
  }
  s[SPAWN_PERIOD] = FIRST_SPAWN_PERIOD;
  s[SPAWN_TIMER] = FIRST_SPAWN_PERIOD;
  s[DIVER_SPAWN_TIMER] = DIVER_SPAWN_PERIOD;
  s[MOVE_PERIOD] = FIRST_MOVE_PERIOD;
  s[RAMPS] = 0;
  s[OVER] = 0;
}

DEVICE bool has_oncoming(const int* list, int y, bool right) {
  for (int i = 0; i < shoal::size(list); i++) {
    int thing = shoal::get(list, i);
    if (shoal::row(thing) == y && shoal::faces_right(thing) != right) {
      return true;
    }
  }
  return false;
}

// Adds an enemy, unless it would meet another one in its row head-on.
DEVICE void spawn_enemy(int* s, Stream* random) {
  bool right = numpy_uniform(random) < 1.0 / 2;
  bool is_sub = numpy_uniform(random) < 1.0 / 3;
  int y = 1 + numpy_below(LOWEST, random);
  if (has_oncoming(s + FISH, y, right) || has_oncoming(s + SUBS, y, right)) {
    return;
  }
  int x = right ? 0 : SIDE - 1;
  shoal::add(s + (is_sub ? SUBS : FISH), shoal::thing(x, y, right, s[MOVE_PERIOD], is_sub ? ENEMY_SHOT_PERIOD : 0));
}

DEVICE void spawn_diver(int* s, Stream* random) {
  bool right = numpy_uniform(random) < 1.0 / 2;
  int y = 1 + numpy_below(LOWEST, random);
  shoal::add(s + SWIMMERS, shoal::thing(right ? 0 : SIDE - 1, y, right, DIVER_MOVE_PERIOD, 0));
}

DEVICE void steer(int* s, int action) {
  switch (action) {
    case FIRE:
      if (s[SHOT_TIMER] == 0) {
        s[SHOT_TIMER] = SHOT_COOL_DOWN;
        shoal::add(s + BULLETS, shoal::thing(s[SUB_X], s[SUB_Y], s[FACES_RIGHT], 0, 0));
      }
      break;
    case LEFT:
      s[SUB_X] = larger(0, s[SUB_X] - 1);
      s[FACES_RIGHT] = 0;
      break;
    case RIGHT:
      s[SUB_X] = smaller(SIDE - 1, s[SUB_X] + 1);
      s[FACES_RIGHT] = 1;
      break;
    case UP: s[SUB_Y] = larger(0, s[SUB_Y] - 1); break;
    case DOWN: s[SUB_Y] = smaller(LOWEST, s[SUB_Y] + 1); break;
    default: break;
  }
}

DEVICE bool hits_player(const int* s, int thing) { return shoal::is_at(thing, s[SUB_X], s[SUB_Y]); }

// Removes the first thing that a bullet hits.
DEVICE bool shot(int* list, int bullet) {
  int target = shoal::first_at(list, shoal::column(bullet), shoal::row(bullet));
  if (target >= 0) {
    shoal::remove_equal(list, target);
  }
  return target >= 0;
}

// The five functions that move things process lists from the last element to the first, as in MinAtar.

// Returns the reward.
DEVICE int move_bullets(int* s) {
  int* bullets = s + BULLETS;
  int reward = 0;
  for (int i = shoal::size(bullets) - 1; i >= 0; i--) {
    int bullet = shoal::moved(shoal::get(bullets, i));
    shoal::set(bullets, i, bullet);
    if (shoal::is_outside(bullet)) {
      shoal::remove_equal(bullets, i);
    } else if (shot(s + FISH, bullet) || shot(s + SUBS, bullet)) {
      shoal::remove_equal(bullets, i);
      reward++;
    }
  }
  return reward;
}

// Takes a diver on board if it is at the submarine and there is space.
DEVICE bool picked_up(int* s, int diver) {
  bool picked = hits_player(s, diver) && s[DIVERS] < MAX_DIVERS;
  s[DIVERS] += picked;
  return picked;
}

DEVICE void move_swimmers(int* s) {
  int* swimmers = s + SWIMMERS;
  for (int i = shoal::size(swimmers) - 1; i >= 0; i--) {
    int diver = shoal::get(swimmers, i);
    if (picked_up(s, diver)) {
      shoal::remove_equal(swimmers, i);
    } else if (shoal::timer(diver) > 0) {
      shoal::set(swimmers, i, shoal::with_timer(diver, shoal::timer(diver) - 1));
    } else {
      diver = shoal::with_timer(shoal::moved(diver), DIVER_MOVE_PERIOD);
      shoal::set(swimmers, i, diver);
      if (shoal::is_outside(diver) || picked_up(s, diver)) {
        shoal::remove_equal(swimmers, i);
      }
    }
  }
}

// Handles an enemy that has moved: at the player the game is over, at a bullet both are removed. Returns whether it was
// at a bullet.
DEVICE bool swims_into_player_or_bullet(int* s, int enemy) {
  if (hits_player(s, enemy)) {
    s[OVER] = 1;
    return false;
  }
  return shot(s + BULLETS, enemy);
}

// Moves submarines. One shoots even in the step in which it is removed. Returns the reward.
DEVICE int move_subs(int* s) {
  int* subs = s + SUBS;
  int reward = 0;
  for (int i = shoal::size(subs) - 1; i >= 0; i--) {
    int sub = shoal::get(subs, i);
    int place = i;
    s[OVER] |= hits_player(s, sub);
    if (shoal::timer(sub) > 0) {
      sub = shoal::with_timer(sub, shoal::timer(sub) - 1);
      shoal::set(subs, i, sub);
    } else {
      sub = shoal::with_timer(shoal::moved(sub), s[MOVE_PERIOD]);
      shoal::set(subs, i, sub);
      bool hit = !shoal::is_outside(sub) && swims_into_player_or_bullet(s, sub);
      reward += hit;
      place = hit || shoal::is_outside(sub) ? shoal::remove_equal(subs, i) : i;
    }
    int timer = shoal::shot_timer(sub);
    if (timer == 0) {
      shoal::add(s + ENEMY_BULLETS, shoal::thing(shoal::column(sub), shoal::row(sub), shoal::faces_right(sub), 0, 0));
    }
    if (place >= 0) {
      shoal::set(subs, place, shoal::with_shot_timer(sub, timer == 0 ? ENEMY_SHOT_PERIOD : timer - 1));
    }
  }
  return reward;
}

DEVICE void move_enemy_bullets(int* s) {
  int* bullets = s + ENEMY_BULLETS;
  for (int i = shoal::size(bullets) - 1; i >= 0; i--) {
    int bullet = shoal::get(bullets, i);
    s[OVER] |= hits_player(s, bullet);
    bullet = shoal::moved(bullet);
    shoal::set(bullets, i, bullet);
    if (shoal::is_outside(bullet)) {
      shoal::remove_equal(bullets, i);
    } else {
      s[OVER] |= hits_player(s, bullet);
    }
  }
}

// Returns the reward.
DEVICE int move_fish(int* s) {
  int* fish = s + FISH;
  int reward = 0;
  for (int i = shoal::size(fish) - 1; i >= 0; i--) {
    int one = shoal::get(fish, i);
    s[OVER] |= hits_player(s, one);
    if (shoal::timer(one) > 0) {
      shoal::set(fish, i, shoal::with_timer(one, shoal::timer(one) - 1));
    } else {
      one = shoal::with_timer(shoal::moved(one), s[MOVE_PERIOD]);
      shoal::set(fish, i, one);
      if (shoal::is_outside(one)) {
        shoal::remove_equal(fish, i);
      } else if (swims_into_player_or_bullet(s, one)) {
        shoal::remove_equal(fish, i);
        reward++;
      }
    }
  }
  return reward;
}

// Enemies appear more often each time, and move more often every second time until the maximum speed is reached.
DEVICE void ramp(int* s) {
  if (s[MOVE_PERIOD] > LAST_MOVE_PERIOD && s[RAMPS] % 2 == 1) {
    s[MOVE_PERIOD]--;
  }
  s[SPAWN_PERIOD]--;
  s[RAMPS]++;
}

// Takes in air and releases one diver or, with a full load, all of them and then one more. Returns the reward.
DEVICE int surface(bool ramping, int* s) {
  int reward = 0;
  s[AT_SURFACE] = 1;
  if (s[DIVERS] == MAX_DIVERS) {
    s[DIVERS] = 0;
    reward = s[OXYGEN] * 10 / MAX_OXYGEN;
  }
  s[OXYGEN] = MAX_OXYGEN;
  s[DIVERS]--;
  if (ramping && s[SPAWN_PERIOD] > 1) {
    ramp(s);
  }
  return reward;
}

DEVICE int play(bool ramping, int* s, int action, Stream* random) {
  if (s[SPAWN_TIMER] == 0) {
    spawn_enemy(s, random);
    s[SPAWN_TIMER] = s[SPAWN_PERIOD];
  }
  if (s[DIVER_SPAWN_TIMER] == 0) {
    spawn_diver(s, random);
    s[DIVER_SPAWN_TIMER] = DIVER_SPAWN_PERIOD;
  }
  steer(s, action);
  int reward = move_bullets(s);
  move_swimmers(s);
  reward += move_subs(s);
  move_enemy_bullets(s);
  reward += move_fish(s);
  s[SPAWN_TIMER] = larger(0, s[SPAWN_TIMER] - 1);
  s[DIVER_SPAWN_TIMER] = larger(0, s[DIVER_SPAWN_TIMER] - 1);
  s[SHOT_TIMER] = larger(0, s[SHOT_TIMER] - 1);
  s[OVER] |= s[OXYGEN] <= 0;
  if (s[SUB_Y] > 0) {
    s[OXYGEN]--;
    s[AT_SURFACE] = 0;
  } else if (!s[AT_SURFACE]) {
    if (s[DIVERS] == 0) {
      s[OVER] = 1;
    } else {
      reward += surface(ramping, s);
    }
  }
  return reward;
}

DEVICE void draw_list(const int* list, int channel, Planes planes) {
  for (int i = 0; i < shoal::size(list); i++) {
    int thing = shoal::get(list, i);
    set_cell(planes, channel, shoal::column(thing), shoal::row(thing));
  }
}

DEVICE void draw_with_trail(const int* list, int channel, Planes planes) {
  draw_list(list, channel, planes);
  for (int i = 0; i < shoal::size(list); i++) {
    int thing = shoal::get(list, i);
    int behind = shoal::faces_right(thing) ? shoal::column(thing) - 1 : shoal::column(thing) + 1;
    if (is_inside(behind)) {
      set_cell(planes, Channel::TRAIL, behind, shoal::row(thing));
    }
  }
}

DEVICE void draw(const int* s, Planes planes) {
  set_cell(planes, Channel::SUB_FRONT, s[SUB_X], s[SUB_Y]);
  // Never outside: the submarine faces the direction in which it moved.
  set_cell(planes, Channel::SUB_BACK, s[FACES_RIGHT] ? s[SUB_X] - 1 : s[SUB_X] + 1, s[SUB_Y]);
  int bars = larger(0, s[OXYGEN]) * SIDE / MAX_OXYGEN;
  set_row(planes, Channel::OXYGEN_GAUGE, GAUGES, (1 << bars) - 1);
  for (int x = LOWEST; x >= GAUGES - s[DIVERS]; x--) {
    set_cell(planes, Channel::DIVER_GAUGE, x, GAUGES);
  }
  draw_list(s + BULLETS, Channel::FRIENDLY_BULLET, planes);
  draw_list(s + ENEMY_BULLETS, Channel::ENEMY_BULLET, planes);
  draw_with_trail(s + FISH, Channel::ENEMY_FISH, planes);
  draw_with_trail(s + SUBS, Channel::ENEMY_SUB, planes);
  draw_with_trail(s + SWIMMERS, Channel::DIVER, planes);
}

}  // namespace seaquest
