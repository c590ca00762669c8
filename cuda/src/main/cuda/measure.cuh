// Measurements: the values of the states set aside, and evaluations.
#pragma once
#include "play.cuh"

// Tiles of 32 states that were set aside, and after them the tiles of their successors.
DEVICE int tiles(int64 states) { return (int)((states + ROWS - 1) / ROWS); }

// The networks that value a state set aside (the evaluated estimate) or a successor (the newest snapshot of each
// learner): Learner.sumOfLargest.
DEVICE int valuing(const Run* run, bool successor) {
  if (successor) {
    return (int)run->learners;
  }
  return (int)(run->evaluates_online ? run->learners : run->active);
}

DEVICE const float* valuing_parameters(const Run* run, bool successor, int i) {
  return !successor && run->evaluates_online ? run->thetas + i * run->stride : snapshot_parameters(run, i);
}

// Blocks: x is a run and a network, of which each run has `networks`; y is a tile.
KERNEL __launch_bounds__(128) value_states(Run* runs, int64 networks) {
  Run* run = runs + blockIdx.x / networks;
  int network = (int)(blockIdx.x % networks);
  int tile = (int)blockIdx.y;
  int own = tiles(run->held_out);
  bool successor = tile >= own;
  int64 states = successor ? run->held_out_next - (tile - own) * ROWS : run->held_out - tile * ROWS;
  if (run->measuring == 0 || (successor && run->measuring < 2) || states <= 0
      || network >= valuing(run, successor)) {
    return;
  }
  Kept none = {0, 0};
  int64 at = (int64)tile * run->k + network;
  Rows rows = {run->held_out_frames + (int64)tile * ROWS * run->words, 0, states < ROWS ? (int)states : ROWS,
      run->held_out_values + at * ROWS * run->actions, run->actions, false};
  pass(run, valuing_parameters(run, successor, network), rows, none);
}

// The largest combined value of each state. Blocks: x is a run, y is a tile.
KERNEL __launch_bounds__(ROWS) largest_values(Run* runs) {
  Run* run = runs + blockIdx.x;
  int tile = (int)blockIdx.y;
  int own = tiles(run->held_out);
  bool successor = tile >= own;
  int64 states = successor ? run->held_out_next - (tile - own) * ROWS : run->held_out - tile * ROWS;
  int row = (int)threadIdx.x;
  if (run->measuring == 0 || (successor && run->measuring < 2) || row >= states) {
    return;
  }
  int actions = (int)run->actions;
  const float* values = run->held_out_values + ((int64)tile * run->k * ROWS + row) * actions;
  float q[8];
  for (int a = 0; a < actions; a++) {
    q[a] = combined(run, valuing(run, successor), [=](int i) { return values[i * ROWS * actions + a]; });
  }
  run->held_out_largest[tile * ROWS + row] = q[argmax(q, actions)];
}

enum { EVALUATION_GROUPS = 4, EVALUATION_THREADS = 128 * EVALUATION_GROUPS };

// Plays up to `most` steps of an evaluation; one block for each run, episodes one after another: core's EvaluationLane.
// Four networks are evaluated at a time. Each step leaves a record; Java adds them up.
KERNEL __launch_bounds__(EVALUATION_THREADS) evaluate(Run* runs, int64 most) {
  Run* run = runs + blockIdx.x;
  if (!run->evaluating) {
    return;
  }
  SHARED Single singles[EVALUATION_GROUPS];
  SHARED float all[MOST_NETWORKS * 8];
  SHARED float q[8];
  SHARED bool playing;
  int t = (int)threadIdx.x;
  int group = t / 128;
  int count = valuing(run, false);
  int64 records = 0;
  for (int64 step = 0; step < most; step++) {
    if (t == 0) {
      playing = true;
      if (!run->evaluation_in_episode) {
        bool another = run->evaluation_episodes > 0 ? run->evaluation_begun < run->evaluation_episodes
            : run->evaluation_steps_taken < run->evaluation_steps;
        playing = another;
        if (another) {
          Stream seeds = stream(run->evaluation_seeds);
          uint64 seed = next_long(&seeds);
          keep(seeds, run->evaluation_seeds);
          Stream random;
          restart(&random, mix(seed ^ mix(2))); // Seeds.ofRandomActions
          keep(random, run->evaluation_exploring);
          restart(&random, seed);
          game_start((int)run->game, run->evaluation_state, &random);
          keep(random, run->evaluation_environment);
          game_draw((int)run->game, run->evaluation_state, run->evaluation_frame, (int)run->words);
          run->evaluation_begun++;
          run->evaluation_in_episode = 1;
          run->evaluation_length = 0;
        }
      }
    }
    SYNC();
    if (!playing) {
      break;
    }
    for (int round = 0; round < count; round += EVALUATION_GROUPS) {
      int network = round + group;
      bool working = network < count;
      const float* theta = valuing_parameters(run, false, working ? network : 0);
      pass_single(run, theta, run->evaluation_frame, working, t % 128, singles + group);
      if (working && t % 128 < run->actions) {
        all[network * 8 + t % 128] = singles[group].q[t % 128];
      }
    }
    SYNC();
    if (t < run->actions) {
      q[t] = combined(run, count, [=](int i) { return all[i * 8 + t]; });
    }
    SYNC();
    if (t == 0) {
      int actions = (int)run->actions;
      int greedy = argmax(q, actions);
      Stream exploring = stream(run->evaluation_exploring);
      bool explores = run->evaluation_epsilon > 0 && next_double(&exploring) < run->evaluation_epsilon;
      int action = explores ? next_int(&exploring, actions) : greedy;
      keep(exploring, run->evaluation_exploring);
      Stream random = stream(run->evaluation_environment);
      int reward = play_game(run, action, run->sticky, &run->evaluation_last_action, run->evaluation_state, &random,
          run->evaluation_frame);
      keep(random, run->evaluation_environment);
      bool terminated = game_over((int)run->game, run->evaluation_state);
      run->evaluation_length++;
      run->evaluation_steps_taken++;
      run->evaluation_in_episode = !(terminated || run->evaluation_length == run->evaluation_limit);
      float* record = run->records + 3 * records;
      record[0] = q[greedy];
      record[1] = (float)reward;
      record[2] = terminated ? 1.0f : 0.0f;
    }
    records++;
    SYNC();
  }
  if (t == 0) {
    run->evaluation_records = records;
  }
}

// Whether all parameters of the networks that are trained are finite, as a policy requires.
KERNEL __launch_bounds__(COPY_THREADS) check_parameters(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  if (!run->evaluating) {
    return;
  }
  const float* theta = run->thetas + job.learner * run->stride;
  for (int64 i = (int64)blockIdx.x * COPY_THREADS + threadIdx.x; i < run->parameters; i += COPY_BLOCKS * COPY_THREADS) {
    if (!finite(theta[i])) {
      run->fault = FAULT_PARAMETER;
      run->fault_value = (double)theta[i];
    }
  }
}
