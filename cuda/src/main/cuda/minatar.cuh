// The five games of MinAtar 1.0.15 (Young and Tian 2019), the same as the rules in envs: bit for bit, with the random
// numbers drawn in the same order. minatar_common.cuh describes the state of a game.
#pragma once
#include "minatar_asterix.cuh"
#include "minatar_breakout.cuh"
#include "minatar_common.cuh"
#include "minatar_freeway.cuh"
#include "minatar_seaquest.cuh"
#include "minatar_space_invaders.cuh"

// In the order of the Java enum Game. Macros, so that a kernel can also choose its game with #if.
#define ASTERIX 0
#define BREAKOUT 1
#define FREEWAY 2
#define SEAQUEST 3
#define SPACE_INVADERS 4

// The ints that a game needs at most: those of Seaquest, as a multiple of four.
#define GAME_INTS 340

static_assert(asterix::INTS <= GAME_INTS, "Asterix needs more ints");
static_assert(breakout::INTS <= GAME_INTS, "Breakout needs more ints");
static_assert(freeway::INTS <= GAME_INTS, "Freeway needs more ints");
static_assert(seaquest::INTS <= GAME_INTS, "Seaquest needs more ints");
static_assert(space_invaders::INTS <= GAME_INTS, "Space Invaders needs more ints");

DEVICE int game_channels(int game) {
  switch (game) {
    case ASTERIX: return asterix::CHANNELS;
    case BREAKOUT: return breakout::CHANNELS;
    case FREEWAY: return freeway::CHANNELS;
    case SEAQUEST: return seaquest::CHANNELS;
    default: return space_invaders::CHANNELS;
  }
}

// Starts a game in an array that holds zeros or an earlier game of the same kind.
DEVICE_CALL void game_start(int game, int* s, Stream* random) {
  switch (game) {
    case ASTERIX: asterix::start(s); break;
    case BREAKOUT: breakout::start(s, random); break;
    case FREEWAY: freeway::start(s, random); break;
    case SEAQUEST: seaquest::start(s); break;
    default: space_invaders::start(s); break;
  }
}

// Plays a step of a game that is not over, with one of MinAtar's six actions. Returns the reward.
DEVICE_CALL int game_play(int game, bool ramping, int* s, int action, Stream* random) {
  switch (game) {
    case ASTERIX: return asterix::play(ramping, s, action, random);
    case BREAKOUT: return breakout::play(s, action);
    case FREEWAY: return freeway::play(s, action, random);
    case SEAQUEST: return seaquest::play(ramping, s, action, random);
    default: return space_invaders::play(ramping, s, action);
  }
}

DEVICE bool game_over(int game, const int* s) {
  switch (game) {
    case ASTERIX: return s[asterix::OVER];
    case BREAKOUT: return s[breakout::OVER];
    case FREEWAY: return s[freeway::OVER];
    case SEAQUEST: return s[seaquest::OVER];
    default: return s[space_invaders::OVER];
  }
}

// Clears the words and draws the game on them: bit b is bit b % 32 of word b / 32, which is the order of Java's
// 64-bit words split into their lower and upper halves.
DEVICE_CALL void game_draw(int game, const int* s, word* frame, int words) {
  for (int i = 0; i < words; i++) {
    frame[i] = 0;
  }
  Planes planes = {frame, game_channels(game)};
  switch (game) {
    case ASTERIX: asterix::draw(s, planes); break;
    case BREAKOUT: breakout::draw(s, planes); break;
    case FREEWAY: freeway::draw(s, planes); break;
    case SEAQUEST: seaquest::draw(s, planes); break;
    default: space_invaders::draw(s, planes); break;
  }
}
