// The games as a shared library, to be played against the Java rules (GamesTest), and a player that survives long
// enough to see the later parts of a game.
#include "minatar.cuh"

extern "C" int ints() { return GAME_INTS; }

extern "C" int channels(int game) { return game_channels(game); }

extern "C" void start(int game, int* state, Stream* random) { game_start(game, state, random); }

extern "C" int play(int game, int ramping, int* state, int action, Stream* random) {
  return game_play(game, ramping != 0, state, action, random);
}

extern "C" int over(int game, const int* state) { return game_over(game, state); }

extern "C" void draw(int game, const int* state, word* frame, int words) { game_draw(game, state, frame, words); }

extern "C" double uniform(Stream* random) { return numpy_uniform(random); }

// Seaquest: picks up divers, and surfaces with a full load or with any divers when the oxygen runs low. Without this, a
// game ends when the first tank of oxygen is empty.
static int seaquest_goal(const int* s) {
  bool full = s[seaquest::DIVERS] == seaquest::MAX_DIVERS;
  bool short_of_air = s[seaquest::OXYGEN] < 50 && s[seaquest::DIVERS] != 0;
  return full || short_of_air ? -s[seaquest::SUB_Y] : (s[seaquest::SUB_Y] > 1) + 3 * s[seaquest::DIVERS];
}

static int goal(int game, const int* s) {
  switch (game) {
    case FREEWAY: return -s[freeway::CHICKEN];
    case SEAQUEST: return seaquest_goal(s);
    default: return 0;
  }
}

// What an action is worth if it is repeated a few times and then nothing is done.
static int worth(int game, bool ramping, const int* state, int action, int times, Stream random) {
  const int depth = 12;
  int s[GAME_INTS];
  memcpy(s, state, sizeof s);
  int reward = 0;
  int steps = 0;
  while (steps < depth && !game_over(game, s)) {
    numpy_uniform(&random);  // for sticky actions
    reward += game_play(game, ramping, s, steps < times ? action : STAY, &random);
    steps++;
  }
  int survived = game_over(game, s) ? steps : 10 * depth;
  return 100 * survived + 10 * reward + goal(game, s);
}

// The best action, by looking ahead. It knows the future, because its copy of the stream draws the same numbers.
extern "C" int best_action(int game, int ramping, const int* state, const Stream* random, int first) {
  int best = 0;
  int most = -1000000;
  for (int i = 0; i < 6; i++) {
    int action = (first + i) % 6;
    for (int times = 1; times <= 8; times++) {
      int value = worth(game, ramping != 0, state, action, times, *random);
      if (value > most) {
        most = value;
        best = action;
      }
    }
  }
  return best;
}
