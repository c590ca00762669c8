// A run on the device: its settings, its state, and where its arrays are.
//
// Every field has eight bytes, so that field i is at byte 8 i. Java's RunFields has the same names in the same order;
// a test compares them.
#pragma once
#include "minatar.cuh"
#include "random.cuh"

// The network: a convolution of 16 filters 3x3 on 10 x 10 cells, 128 hidden units, the output layer.
enum {
  SIDE_CELLS = 10,
  PIXELS = 64,
  FILTERS = 16,
  INPUTS = PIXELS * FILTERS,
  HIDDEN = 128,
  PANEL = 32,
  ROWS = 32,        // the most rows in a minibatch
  MOST_OUTPUTS = 7, // six actions and the value of a dueling head
  MOST_WORDS = 32   // of a frame: Seaquest has 1,000 bits
};

enum { COMBINE_MEAN, COMBINE_RECENCY, COMBINE_MIN };
enum { BOOTSTRAP_MAX, BOOTSTRAP_DOUBLE, BOOTSTRAP_TAKEN };
enum { ACTOR_ONLINE, ACTOR_COMBINED, ACTOR_ONE };
enum { LOSS_SQUARED, LOSS_HALF, LOSS_HUBER };
enum { RULE_ADAM, RULE_NATURE, RULE_TORCH, RULE_SGD };
enum { REWARD_GIVEN, REWARD_SIGN, REWARD_CLIPPED };
enum { FAULT_NONE, FAULT_TARGET, FAULT_LOSS, FAULT_NORM, FAULT_PARAMETER };

// Flags of a slot, as in core's Timeline.
enum { SLOT_START = 1, SLOT_TAKEN = 2, SLOT_TERMINATED = 4, SLOT_DRAWABLE = 32 };

struct Run {
  // the game
  int64 game;
  int64 channels;
  int64 words;
  int64 actions;
  int64 action_map; // four bits for each action of the agent: the action of MinAtar
  int64 ramping;
  double sticky;
  int64 rewards;

  // the replay buffer
  int64 capacity;
  int64 n_step;
  int64 needs_next_action;
  double discount;

  // the algorithm
  int64 k;
  int64 learners;
  int64 ring; // whether the estimates are snapshots of one learner
  int64 growing;
  int64 combine;
  double decay;
  int64 bootstrap;
  int64 actor;
  int64 ties_random;
  int64 evaluates_online;
  int64 shared_minibatch;

  // learning
  int64 batch;
  int64 loss;
  int64 loss_is_mean;
  double max_norm;
  int64 rule;
  int64 moments;
  int64 centered;
  int64 nesterov;
  double beta1; // Adam's first decay; the decay of an RMSProp
  double rest1;
  double beta2;
  double rest2;
  double epsilon;
  double momentum;
  int64 update_period;
  int64 updates_per_period;
  int64 target_period;
  int64 clock_counts_updates;

  // the network
  int64 parameters;
  int64 stride;   // floats from one parameter set to the next
  int64 dense_at; // where the hidden layer starts
  int64 out_at;   // where the output layer starts
  int64 outputs;  // of the output layer: the actions, and one more with a dueling head
  int64 dueling;

  // numbers that Java computes beforehand
  double* epsilons; // of the steps from epsilons_from on
  int64 epsilons_from;
  float* rates; // two for each update from rates_from on: the learning rate, and Adam's scale
  int64 rates_from;
  uint64 environment_seed; // the seed of this purpose, before the number of the episode

  // progress
  int64 step;
  int64 target;  // the step to stop at
  int64 pending; // updates that remain in this step
  int64 updates;
  double last_norm;
  int64 newest;
  int64 active;
  int64 fault; // the first number that was not finite
  double fault_value;

  // random streams
  uint64 exploring[4];
  uint64 drawing[4];
  uint64 environment[4];

  // the episode
  int64 episode;
  int64 length;
  double total_reward;
  int64 over;
  int64 last_action;
  int64 acting_learner;

  // the ring of slots
  int64 head;
  int64 running;
  int64 undecided;
  int64 size;
  int64 drawable;

  // sums since the last line of measurements
  int64 episodes;
  int64 new_episodes;
  double returns;
  double lengths;
  int64 new_updates;
  double losses;
  double td_errors;
  double gradient_norms;

  // what this iteration does
  int64 busy;
  int64 updating;
  int64 measures_norm;
  int64 snapshots;
  int64 foresees;      // whether the coming minibatches are foreseen in this iteration
  int64 foreseen;      // updates whose minibatches have been foreseen
  int64 snapshot_count;

  // an evaluation
  int64 evaluating;
  uint64 evaluation_seeds[4];
  uint64 evaluation_environment[4];
  uint64 evaluation_exploring[4];
  double evaluation_epsilon;
  int64 evaluation_episodes; // how many to play; 0 if steps are counted
  int64 evaluation_steps;
  int64 evaluation_limit; // steps of the longest episode
  int64 evaluation_begun;
  int64 evaluation_in_episode;
  int64 evaluation_length;
  int64 evaluation_steps_taken;
  int64 evaluation_last_action;
  int64 evaluation_records; // written by the last call

  // states whose values are reported
  int64 measuring; // 1: the states set aside; 2: and their successors
  int64 held_out;
  int64 held_out_next;

  // arrays
  int* game_state;
  int* evaluation_state;
  word* frame;            // the newest observation
  word* evaluation_frame;
  float* thetas;          // [learner]
  float* moment_sets;     // [learner][moment]
  float* places;          // [place in the ring]
  float* gradients;       // [learner]
  word* frames;           // [slot][word]
  byte* slot_actions;
  float* slot_rewards;
  byte* slot_flags;
  int* batch_slots;       // [minibatch][row]: the slot of the state
  int* batch_next_slots;  // and of the next state
  int* batch_actions;     // [minibatch][row]
  int* batch_next_actions;
  float* batch_rewards;
  float* batch_discounts;
  float* known;           // values of stored states: [slot][place in the ring][action]
  word* known_stamps;     // and the snapshot they belong to: [slot][place in the ring]
  word* place_stamps;     // [place in the ring]: the snapshot that is there
  int* foreseen_slots;    // next states of the coming minibatches; -1 for none
  int* foreseen_lists;    // [place in the ring]: a number, then the slots whose values are not known
  float* online_next;     // [learner][row][action]
  float* q;               // [learner][row][action]
  float* conv;            // [learner][input][row]
  float* hidden;          // [learner][unit][row]
  float* hidden_gradient; // [learner][row][unit]
  float* conv_gradient;   // [learner][row][input]
  float* td;              // [learner][row]
  double* learner_loss;   // [learner]
  double* learner_norm;
  double* learner_fault;  // [learner][kind, value]
  word* held_out_frames;  // [state][word]: the states, then at a multiple of 32 their successors
  float* held_out_values; // [tile][estimate][row][action]
  float* held_out_largest; // [state]
  float* records;         // of an evaluation: [step][value, reward, whether terminated]
};

// One network that is trained.
struct Job {
  Run* run;
  int64 learner;
};

// The place in the ring of the i-th newest snapshot.
DEVICE int place(const Run* run, int i) {
  if (!run->ring) {
    return i;
  }
  int at = (int)run->newest - i;
  return at < 0 ? at + (int)run->k : at;
}

// The parameters of the i-th newest snapshot.
DEVICE const float* snapshot_parameters(const Run* run, int i) { return run->places + place(run, i) * run->stride; }

// The place of a learner's minibatch.
DEVICE int64 minibatch(const Run* run, int64 learner) { return run->shared_minibatch ? 0 : learner; }

DEVICE bool finite(float x) { return x - x == 0.0f; }
DEVICE bool finite(double x) { return x - x == 0.0; }

// The action with the largest value, the first of several: core's Targets.argmax.
DEVICE int argmax(const float* q, int actions) {
  int best = 0;
  for (int a = 1; a < actions; a++) {
    if (q[a] > q[best]) {
      best = a;
    }
  }
  return best;
}

// Math.min of Java: minus zero is smaller than zero, and NaN wins.
DEVICE float java_min(float a, float b) {
  if (a != a) {
    return a;
  }
  if (a == 0.0f && b == 0.0f) {
    return 1.0f / a < 0.0f ? a : b;
  }
  return a <= b ? a : b;
}

// Math.max(0, x) of Java.
DEVICE float not_negative(float x) { return x != x ? x : (x > 0.0f ? x : 0.0f); }

// One value of the combined estimate: core's Combine. `q` returns the value of the i-th estimate, the newest is number 0.
template <typename Estimate>
DEVICE float combined(const Run* run, int count, Estimate q) {
  float value = q(0);
  if (run->combine == COMBINE_RECENCY) {
    double sum = 0;
    for (int j = 0; j < count; j++) {
      sum = 1 + run->decay * sum;
    }
    double weight = 1 / sum;
    value = value * (float)weight;
    for (int j = 1; j < count; j++) {
      weight = weight * run->decay;
      value = value + (float)weight * q(j);
    }
  } else if (run->combine == COMBINE_MIN) {
    for (int j = 1; j < count; j++) {
      value = java_min(value, q(j));
    }
  } else {
    for (int j = 1; j < count; j++) {
      value = value + q(j);
    }
    value = quotient(value, (float)count);
  }
  return value;
}
