// Acting, the game and the replay buffer: the first half of core's Loop.step, and the drawing of minibatches.
#pragma once
#include "pass.cuh"

DEVICE Stream stream(const uint64* state) {
  Stream s = {state[0], state[1], state[2], state[3]};
  return s;
}

DEVICE void keep(const Stream& s, uint64* state) {
  state[0] = s.s0;
  state[1] = s.s1;
  state[2] = s.s2;
  state[3] = s.s3;
}

DEVICE int64 tail(const Run* run) {
  int64 tail = run->head - run->capacity;
  return tail > 0 ? tail : 0;
}

DEVICE int64 slot(const Run* run, int64 sequence) { return sequence % (run->capacity + 1); }

DEVICE void put_slot(Run* run, int64 at, int action, float reward, int flags) {
  run->slot_actions[at] = (byte)action;
  run->slot_rewards[at] = reward;
  run->slot_flags[at] = (byte)flags;
}

// Stores the current frame. Values of the frame that was there before are no longer known.
DEVICE void put_frame(Run* run, int64 at) {
  for (int i = 0; i < run->words; i++) {
    run->frames[at * run->words + i] = run->frame[i];
  }
  for (int i = 0; i < run->k; i++) {
    run->known_stamps[at * run->k + i] = 0;
  }
}

// Seeds.seed for the environment of an episode.
DEVICE uint64 episode_seed(const Run* run) {
  return mix(run->environment_seed + mix((uint64)run->episode + 0x9E3779B97F4A7C15ULL));
}

// EpisodeInPlay.start, ReplayBuffer.start and Explorer.startEpisode.
DEVICE void start_episode(Run* run, Stream* exploring) {
  run->episode++;
  run->length = 0;
  run->total_reward = 0;
  run->over = 0;
  Stream random;
  restart(&random, episode_seed(run));
  game_start((int)run->game, run->game_state, &random);
  keep(random, run->environment);
  game_draw((int)run->game, run->game_state, run->frame, (int)run->words);
  int64 at = slot(run, run->head);
  put_frame(run, at);
  put_slot(run, at, 0, 0.0f, SLOT_START);
  run->running = 1;
  run->undecided = run->head;
  if (run->actor == ACTOR_ONE) {
    run->acting_learner = next_int(exploring, (int)run->learners);
  }
}

// MinAtar.step: a random number is drawn at every step, and may repeat the last action.
DEVICE int play_game(
    const Run* run, int action, double sticky, int64* last_action, int* state, Stream* random, word* frame) {
  if (numpy_uniform(random) >= sticky) {
    *last_action = (run->action_map >> (4 * action)) & 15;
  }
  int game = (int)run->game;
  int reward = game_over(game, state) ? 0 : game_play(game, run->ramping != 0, state, (int)*last_action, random);
  game_draw(game, state, frame, (int)run->words);
  return reward;
}

DEVICE float learned_reward(const Run* run, int reward) {
  // MinAtar's rewards are not negative, so the sign and the clipped reward are the same.
  return run->rewards == REWARD_GIVEN ? (float)reward : (float)smaller(1, reward);
}

// Timeline.advance: completes the slot at the head; if the ring is full, the oldest slot leaves.
DEVICE void advance(Run* run) {
  int64 oldest = tail(run);
  run->head++;
  if (tail(run) == oldest) {
    return;
  }
  int64 at = slot(run, oldest);
  int flags = run->slot_flags[at];
  if (flags & SLOT_TAKEN) {
    run->size--;
  }
  if (flags & SLOT_DRAWABLE) {
    run->slot_flags[at] = (byte)(flags & ~SLOT_DRAWABLE);
    run->drawable--;
  }
}

// Timeline.decide: admits the transitions whose window is complete.
DEVICE void decide(Run* run, int64 newest, bool terminated) {
  int64 last = terminated ? newest : newest - run->n_step + (run->needs_next_action ? 0 : 1);
  for (; run->undecided <= last; run->undecided++) {
    if (run->undecided >= tail(run)) {
      run->slot_flags[slot(run, run->undecided)] |= SLOT_DRAWABLE;
      run->drawable++;
    }
  }
}

// EpisodeInPlay.step and ReplayBuffer.add.
DEVICE void take_step(Run* run, int action) {
  Stream random = stream(run->environment);
  int reward =
      play_game(run, action, run->sticky, &run->last_action, run->game_state, &random, run->frame);
  keep(random, run->environment);
  bool terminated = game_over((int)run->game, run->game_state);
  run->length++;
  run->total_reward += (double)reward;
  run->over = terminated;

  int64 at = run->head;
  int64 here = slot(run, at);
  if (!terminated) {
    put_frame(run, slot(run, at + 1));
  }
  int flags = (run->slot_flags[here] & SLOT_START) | SLOT_TAKEN | (terminated ? SLOT_TERMINATED : 0);
  put_slot(run, here, action, learned_reward(run, reward), flags);
  run->size++;
  advance(run);
  decide(run, at, terminated);
  run->running = !terminated;
  if (!terminated) {
    put_slot(run, slot(run, run->head), 0, 0.0f, 0);
  }
  if (terminated) {
    run->episodes++;
    run->new_episodes++;
    run->returns += run->total_reward;
    run->lengths += (double)run->length;
  }
}

// Timeline.draw: one of the drawable transitions, each with the same probability.
DEVICE int64 draw(const Run* run, Stream* random) {
  int64 from = tail(run);
  int range = (int)(run->head - from);
  for (int i = 0; i < 256; i++) {
    int64 sequence = from + next_int(random, range);
    if (run->slot_flags[slot(run, sequence)] & SLOT_DRAWABLE) {
      return sequence;
    }
  }
  int which = next_int(random, (int)run->drawable);
  int64 sequence = from;
  while (!(run->slot_flags[slot(run, sequence)] & SLOT_DRAWABLE) || which-- > 0) {
    sequence++;
  }
  return sequence;
}

// FrameReplay.fill without the frames: the window that starts at a transition.
DEVICE void fill_row(Run* run, int64 row, int64 sequence) {
  double sum = 0;
  double factor = 1;
  int length = 0;
  bool ended;
  do {
    int64 at = slot(run, sequence + length++);
    sum = sum + factor * (double)run->slot_rewards[at];
    factor = factor * run->discount;
    ended = (run->slot_flags[at] & SLOT_TERMINATED) != 0;
  } while (!ended && length < run->n_step);
  int64 next = ended ? sequence : sequence + length;
  run->batch_slots[row] = (int)slot(run, sequence);
  run->batch_next_slots[row] = (int)slot(run, next);
  run->batch_actions[row] = run->slot_actions[slot(run, sequence)];
  run->batch_rewards[row] = (float)sum;
  run->batch_discounts[row] = ended ? 0.0f : (float)factor;
  run->batch_next_actions[row] =
      ended || !run->needs_next_action ? 0 : run->slot_actions[slot(run, next)];
}

// Draws a minibatch, by a block. Nearly every number drawn is a drawable transition, so the first
// attempt draws all rows without looking, then all are looked at together; if one is not drawable, they are drawn again
// one by one.
DEVICE void draw_minibatch(Run* run, int64 number, Stream* random) {
  SHARED int64 sequences[ROWS];
  SHARED int missed;
  int t = (int)threadIdx.x;
  int rows = (int)run->batch;
  Stream before;
  if (t == 0) {
    before = *random;
    int64 from = tail(run);
    int range = (int)(run->head - from);
    for (int row = 0; row < rows; row++) {
      sequences[row] = from + next_int(random, range);
    }
    missed = 0;
  }
  SYNC();
  if (t < rows && !(run->slot_flags[slot(run, sequences[t])] & SLOT_DRAWABLE)) {
    missed = 1;
  }
  SYNC();
  if (t == 0 && missed) {
    *random = before;
    for (int row = 0; row < rows; row++) {
      sequences[row] = draw(run, random);
    }
  }
  SYNC();
  if (t < rows) {
    fill_row(run, number * ROWS + t, sequences[t]);
  }
  SYNC();
}

// Rows of minibatches that are foreseen.
enum { FORESEEN = 256 };

// The slot of the next state of a transition that will be drawn; -1 if it cannot be told yet, or has no value.
DEVICE int foreseen_slot(const Run* run, int64 sequence) {
  if (sequence >= run->head || !(run->slot_flags[slot(run, sequence)] & SLOT_DRAWABLE)) {
    return -1;
  }
  for (int i = 0; i < run->n_step; i++) {
    if (run->slot_flags[slot(run, sequence + i)] & SLOT_TERMINATED) {
      return -1;
    }
  }
  return (int)slot(run, sequence + run->n_step);
}

// Foresees the coming minibatches, by a block. They follow from the random stream and the length of the replay buffer,
// which grows by one at each step. So the values of their next states, which come from frozen networks, can be computed
// now, many at a time. A wrong guess costs time, not correctness: a value is used only where it is known for that state
// and that snapshot, and computed otherwise.
DEVICE void foresee(Run* run, Stream random) {
  SHARED int64 sequences[FORESEEN];
  int t = (int)threadIdx.x;
  int rows = (int)run->batch;
  int minibatches = run->shared_minibatch ? 1 : (int)run->learners;
  int updates = larger(1, FORESEEN / (rows * minibatches));
  int all = smaller(FORESEEN, updates * minibatches * rows);
  if (t == 0) {
    for (int i = 0; i < all; i++) {
      int64 update = i / (minibatches * rows);
      int64 later = update < run->pending ? 0
          : (update - run->pending + run->updates_per_period) / run->updates_per_period * run->update_period;
      int64 head = run->head + later;
      int64 from = head > run->capacity ? head - run->capacity : 0;
      sequences[i] = from + next_int(&random, (int)(head - from));
    }
    run->foreseen = updates;
  }
  SYNC();
  for (int i = t; i < FORESEEN; i += (int)blockDim.x) {
    run->foreseen_slots[i] = i < all ? foreseen_slot(run, sequences[i]) : -1;
  }
  SYNC();
}

// Values of the training policy for the current frame, in `q` of thread 0: Learner.actingValues.
DEVICE void acting_values(const Run* run, int t, Single* s, float* all, float* q) {
  int count = run->actor == ACTOR_ONLINE ? (int)run->learners : run->actor == ACTOR_COMBINED ? (int)run->active : 1;
  for (int i = 0; i < count; i++) {
    const float* theta = run->actor == ACTOR_COMBINED ? snapshot_parameters(run, i)
        : run->thetas + (run->actor == ACTOR_ONE ? run->acting_learner : i) * run->stride;
    pass_single(run, theta, run->frame, true, t, s);
    if (t < run->actions) {
      all[i * 8 + t] = s->q[t];
    }
    SYNC();
  }
  if (t < run->actions) {
    q[t] = combined(run, count, [=](int i) { return all[i * 8 + t]; });
  }
  SYNC();
}

// Explorer.best.
DEVICE int best_action(const Run* run, const float* q, Stream* exploring) {
  int actions = (int)run->actions;
  int first = argmax(q, actions);
  if (!run->ties_random) {
    return first;
  }
  int ties = 0;
  for (int a = first; a < actions; a++) {
    ties += q[a] == q[first] ? 1 : 0;
  }
  int chosen = ties == 1 ? 0 : next_int(exploring, ties);
  int action = first;
  while (chosen > 0) {
    action++;
    chosen -= q[action] == q[first] ? 1 : 0;
  }
  return action;
}

enum { MOST_NETWORKS = 64 };

// One block of 128 threads for each run. Takes a step, unless updates of the last one remain, then draws the minibatches
// of the next update.
KERNEL __launch_bounds__(128) act(Run* runs) {
  SHARED Single single;
  SHARED float all[MOST_NETWORKS * 8];
  SHARED float q[8];
  SHARED int plan; // 0: nothing to do; 1: draw; 2: step; 3: step, after choosing the best action
  Run* run = runs + blockIdx.x;
  int t = (int)threadIdx.x;
  SHARED Stream exploring;
  SHARED int action;
  if (t == 0) {
    run->updating = 0;
    run->snapshots = 0;
    run->foresees = 0;
    plan = run->fault || (run->pending == 0 && run->step >= run->target) ? 0 : 1;
    run->busy = plan;
    if (plan && run->pending == 0) {
      run->step++;
      exploring = stream(run->exploring);
      if (run->over) {
        start_episode(run, &exploring);
      }
      double epsilon = run->epsilons[run->step - run->epsilons_from];
      bool explores = next_double(&exploring) < epsilon;
      action = explores ? next_int(&exploring, (int)run->actions) : -1;
      plan = explores ? 2 : 3;
    }
  }
  SYNC();
  int doing = plan;
  if (doing == 0) {
    return;
  }
  if (doing == 3) {
    acting_values(run, t, &single, all, q);
  }
  if (doing > 1 && t == 0) {
    int taken = doing == 3 ? best_action(run, q, &exploring) : action;
    keep(exploring, run->exploring);
    take_step(run, taken);
    if (run->step % run->update_period == 0 && run->drawable > 0) {
      run->pending = run->updates_per_period;
    }
  }
  SYNC();
  if (run->pending == 0) {
    return;
  }
  SHARED Stream drawing;
  if (t == 0) {
    drawing = stream(run->drawing);
    run->measures_norm = run->max_norm > 0 || run->updates % 8 == 0;
    run->updating = 1;
    run->foresees = run->foreseen == 0;
  }
  SYNC();
  if (run->foresees) {
    foresee(run, drawing);
  }
  int64 minibatches = run->shared_minibatch ? 1 : run->learners;
  for (int64 i = 0; i < minibatches; i++) {
    draw_minibatch(run, i, &drawing);
  }
  if (t == 0) {
    keep(drawing, run->drawing);
    run->foreseen--;
  }
}
