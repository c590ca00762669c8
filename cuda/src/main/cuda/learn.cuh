// An update: core's Learner.update, for all networks of all runs.
//
// Line numbers refer to the paper's Algorithms 1 (DQN), 2 (Averaged-DQN) and 3 (Ensemble-DQN).
#pragma once
#include "optimizer.cuh"
#include "play.cuh"

// Lists the foreseen states whose values are not known under a snapshot. Blocks: x is a snapshot, newest first, y is a
// run.
KERNEL __launch_bounds__(FORESEEN) list_unknown(Run* runs) {
  Run* run = runs + blockIdx.y;
  if (!run->busy || !run->foresees || blockIdx.x >= run->active) {
    return;
  }
  SHARED int slots[FORESEEN];
  int t = (int)threadIdx.x;
  int at = place(run, (int)blockIdx.x);
  int slot = run->foreseen_slots[t];
  slots[t] = slot < 0 || run->known_stamps[slot * run->k + at] == run->place_stamps[at] ? -1 : slot;
  SYNC();
  if (t == 0) {
    int* list = run->foreseen_lists + at * (FORESEEN + 1);
    int count = 0;
    for (int i = 0; i < FORESEEN; i++) {
      if (slots[i] >= 0) {
        list[++count] = slots[i];
      }
    }
    list[0] = count;
  }
}

// The rows of a pass whose values are to be known, under the snapshot at a place.
DEVICE Rows stored_rows(const Run* run, int at, const int* slots, int count) {
  Rows rows = {run->frames, slots, count, run->known + at * run->actions, run->k * run->actions, true};
  return rows;
}

// Notes that the values of these rows are known.
DEVICE void note_known(Run* run, int at, Rows rows) {
  if ((int)threadIdx.x < rows.count) {
    run->known_stamps[rows.picks[threadIdx.x] * run->k + at] = run->place_stamps[at];
  }
}

enum { AHEAD_BLOCKS = 4 };

// Values of the foreseen states. Blocks: x is a snapshot times four, y is a run. Each of the four takes every fourth
// group of 32 states.
KERNEL __launch_bounds__(128) look_ahead(Run* runs) {
  Run* run = runs + blockIdx.y;
  int i = (int)blockIdx.x / AHEAD_BLOCKS;
  if (!run->busy || !run->foresees || i >= run->active) {
    return;
  }
  int at = place(run, i);
  const int* list = run->foreseen_lists + at * (FORESEEN + 1);
  Kept none = {0, 0};
  for (int from = (int)blockIdx.x % AHEAD_BLOCKS * ROWS; from < list[0]; from += AHEAD_BLOCKS * ROWS) {
    Rows rows = stored_rows(run, at, list + 1 + from, smaller(ROWS, list[0] - from));
    pass(run, run->places + at * run->stride, rows, none);
    note_known(run, at, rows);
    SYNC();
  }
}

// Finds the next states of a minibatch whose values are not known under the snapshot at a place.
DEVICE Rows missing_rows(const Run* run, int64 first, int rows, int at) {
  SHARED int missing[ROWS];
  SHARED int slots[ROWS];
  SHARED int count;
  int t = (int)threadIdx.x;
  if (t < rows) {
    int slot = run->batch_next_slots[first + t];
    bool known = run->batch_discounts[first + t] == 0.0f
        || run->known_stamps[slot * run->k + at] == run->place_stamps[at];
    missing[t] = known ? -1 : slot;
  }
  SYNC();
  if (t == 0) {
    count = 0;
    for (int i = 0; i < rows; i++) {
      if (missing[i] >= 0) {
        slots[count++] = missing[i];
      }
    }
  }
  SYNC();
  return stored_rows(run, at, slots, count);
}

// The passes that remain for an update, one block each. Blocks 0 to k - 1 of a learner evaluate next states whose values
// are not known yet under a snapshot. Block k evaluates the states under the online network, and block k + 1, for
// Double-DQN, the next states.
KERNEL __launch_bounds__(128) passes(Job* jobs, int64 most) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  int64 learner = job.learner;
  int which = (int)blockIdx.x;
  bool frozen = which < most;
  bool next = which > most;
  // Learners that share a minibatch would all look for the same values.
  bool looks = which < run->active && (!run->shared_minibatch || learner == 0);
  if (!run->updating || (frozen && !looks) || (next && run->bootstrap != BOOTSTRAP_DOUBLE)) {
    return;
  }
  int64 from = minibatch(run, learner) * ROWS;
  int count = (int)run->batch;
  const float* theta = run->thetas + learner * run->stride;
  Kept kept = {0, 0};
  Rows rows;
  int at = 0;
  if (frozen) {
    at = place(run, which);
    rows = missing_rows(run, from, count, at);
    theta = run->places + at * run->stride;
    if (rows.count == 0) {
      return;
    }
  } else {
    float* q = (next ? run->online_next : run->q) + learner * ROWS * run->actions;
    rows = {run->frames, (next ? run->batch_next_slots : run->batch_slots) + from, count, q, run->actions, false};
    if (!next) {
      kept.conv = run->conv + learner * INPUTS * ROWS;
      kept.hidden = run->hidden + learner * HIDDEN * ROWS;
    }
  }
  pass(run, theta, rows, kept);
  if (frozen) {
    note_known(run, at, rows);
  }
}

DEVICE double cost(const Run* run, double d) {
  if (run->loss == LOSS_SQUARED) {
    return d * d;
  }
  double size = d < 0 ? -d : d;
  return run->loss == LOSS_HALF || size <= 1 ? d * d / 2 : size - 0.5;
}

DEVICE float slope(const Run* run, float d) {
  if (run->loss == LOSS_SQUARED) {
    return 2.0f * d;
  }
  return run->loss == LOSS_HALF ? d : d < -1.0f ? -1.0f : d > 1.0f ? 1.0f : d;
}

// y of one row: 1: line 5; 2 and 3: lines 5 and 6.
DEVICE float target(const Run* run, int64 learner, int row) {
  int64 at = minibatch(run, learner) * ROWS + row;
  float discount = run->batch_discounts[at];
  float reward = run->batch_rewards[at];
  if (discount == 0.0f) {
    return reward;
  }
  int actions = (int)run->actions;
  const float* known = run->known + run->batch_next_slots[at] * run->k * actions;
  float q[8];
  for (int a = 0; a < actions; a++) {
    q[a] = combined(run, (int)run->active, [=](int i) { return known[place(run, i) * actions + a]; });
  }
  int chosen = run->bootstrap == BOOTSTRAP_MAX ? argmax(q, actions)
      : run->bootstrap == BOOTSTRAP_DOUBLE
      ? argmax(run->online_next + (learner * ROWS + row) * actions, actions)
      : run->batch_next_actions[at];
  return reward + discount * q[chosen];
}

// Targets, the loss, and the gradients of the output layer; one block of 128 threads for each learner.
KERNEL __launch_bounds__(128) learn(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  int64 learner = job.learner;
  if (!run->updating) {
    return;
  }
  SHARED float y[ROWS];
  SHARED double costs[ROWS];
  SHARED float g[MOST_OUTPUTS * ROWS]; // the gradient of the output layer: [output][row]
  SHARED float hidden[HIDDEN * (ROWS + 1)];
  int t = (int)threadIdx.x;
  int rows = (int)run->batch;
  int actions = (int)run->actions;
  int outputs = (int)run->outputs;
  const float* kept = run->hidden + learner * HIDDEN * ROWS;
  for (int i = t; i < HIDDEN * ROWS; i += 128) {
    hidden[i / ROWS * (ROWS + 1) + i % ROWS] = kept[i];
  }
  if (t < rows) {
    y[t] = target(run, learner, t);
    int taken = run->batch_actions[minibatch(run, learner) * ROWS + t];
    float d = run->q[(learner * ROWS + t) * actions + taken] - y[t];
    run->td[learner * ROWS + t] = d;
    costs[t] = cost(run, (double)d);
    float scale = run->loss_is_mean ? quotient(1.0f, (float)rows) : 1.0f;
    for (int a = 0; a < actions; a++) {
      g[a * ROWS + t] = 0.0f;
    }
    g[taken * ROWS + t] = slope(run, d) * scale;
    if (run->dueling) {
      float sum = 0.0f;
      for (int a = 0; a < actions; a++) {
        sum = sum + g[a * ROWS + t];
      }
      float mean = quotient(sum, (float)actions);
      for (int a = 0; a < actions; a++) {
        g[a * ROWS + t] = g[a * ROWS + t] - mean;
      }
      g[actions * ROWS + t] = sum;
    }
  }
  SYNC();
  if (t == 0) {
    double sum = 0;
    double* fault = run->learner_fault + 2 * learner;
    fault[0] = FAULT_NONE;
    for (int row = 0; row < rows; row++) {
      sum = sum + costs[row];
      if (fault[0] == FAULT_NONE && !finite(y[row])) {
        fault[0] = FAULT_TARGET;
        fault[1] = (double)y[row];
      }
    }
    double loss = run->loss_is_mean ? sum / rows : sum;
    run->learner_loss[learner] = loss;
    if (fault[0] == FAULT_NONE && !finite(loss)) {
      fault[0] = FAULT_LOSS;
      fault[1] = loss;
    }
  }

  // Thread t has hidden unit t.
  Parameters p = parameters(run, learner);
  const float* out = p.theta + run->out_at;
  float* hidden_gradient = run->hidden_gradient + learner * HIDDEN * ROWS + t;
  float w[MOST_OUTPUTS];
  for (int o = 0; o < MOST_OUTPUTS; o++) {
    w[o] = o < outputs ? out[t * outputs + o] : 0.0f;
  }
  const float* h = hidden + t * (ROWS + 1);
  for (int row = 0; row < ROWS; row++) {
    float sum = 0.0f;
    for (int o = 0; o < MOST_OUTPUTS; o++) {
      if (o < outputs && row < rows) {
        sum = fused(g[o * ROWS + row], w[o], sum);
      }
    }
    hidden_gradient[row * HIDDEN] = h[row] > 0.0f ? sum : 0.0f;
  }
  for (int o = 0; o < outputs; o++) {
    float sum = 0.0f;
    for (int row = 0; row < rows; row++) {
      sum = fused(g[o * ROWS + row], h[row], sum);
    }
    descend(p, run->out_at + t * outputs + o, sum);
  }
  if (t < outputs) {
    float sum = 0.0f;
    for (int row = 0; row < rows; row++) {
      sum = sum + g[t * ROWS + row];
    }
    descend(p, run->out_at + HIDDEN * outputs + t, sum);
  }
}

enum { STRIP = 32, UNITS_APART = HIDDEN + 4, INPUTS_APART = STRIP + 4, BACKWARD_THREADS = 256 };

// The gradients of the hidden layer, and its update. Block x of a learner has 32 inputs with all their 128 weights,
// which it reads once for the gradient of its inputs and for the update.
//
// Rows in shared memory are four floats longer than needed, so that eight threads that read float4s of eight rows read
// from all banks. The optimizer's moments, two thirds of what is read, are on their way while both products are computed.
KERNEL __launch_bounds__(BACKWARD_THREADS, 3) hidden_backward(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  int64 learner = job.learner;
  if (!run->updating) {
    return;
  }
  SHARED_ALIGNED float weights[4 * STRIP * PANEL]; // [panel][input][lane]
  SHARED_ALIGNED float g[ROWS * UNITS_APART];      // [row][unit]
  SHARED_ALIGNED float x[ROWS * INPUTS_APART];     // [row][input]
  int t = (int)threadIdx.x;
  int rows = (int)run->batch;
  int first = (int)blockIdx.x * STRIP;
  int panel = t % 32 / 8;
  int lane = t % 8 * 4;
  int four = t / 32 * 4;
  const float* dense = run->thetas + learner * run->stride + run->dense_at;
  for (int i = t * 4; i < 4 * STRIP * PANEL; i += BACKWARD_THREADS * 4) {
    int from = i / (STRIP * PANEL) * INPUTS * PANEL + first * PANEL + i % (STRIP * PANEL);
    *(float4*)(weights + i) = *(const float4*)(dense + from);
  }
  const float* gradient = run->hidden_gradient + learner * HIDDEN * ROWS;
  for (int i = t * 4; i < HIDDEN * ROWS; i += BACKWARD_THREADS * 4) {
    *(float4*)(g + i / HIDDEN * UNITS_APART + i % HIDDEN) = *(const float4*)(gradient + i);
  }
  const float* conv = run->conv + (learner * INPUTS + first) * ROWS;
  for (int i = t; i < STRIP * ROWS; i += BACKWARD_THREADS) {
    x[i % ROWS * INPUTS_APART + i / ROWS] = conv[i];
  }
  int64 own = run->dense_at + panel * INPUTS * PANEL + (first + four) * PANEL + lane;
  Moments4 moments[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    moments[i] = moments4(run, learner, own + i * PANEL);
  }
  SYNC();

  // The gradient of the inputs: a thread has two rows, 16 apart, and two inputs.
  int row = t % 16;
  int pair = t / 16 * 2;
  float sums[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
#pragma unroll 4
  for (int unit = 0; unit < HIDDEN; unit += 4) {
    float4 a = *(const float4*)(g + row * UNITS_APART + unit);
    float4 b = *(const float4*)(g + (row + 16) * UNITS_APART + unit);
    const float* at = weights + unit / PANEL * STRIP * PANEL + pair * PANEL + unit % PANEL;
#pragma unroll
    for (int i = 0; i < 2; i++) {
      float4 w = *(const float4*)(at + i * PANEL);
      sums[0][i] = fused(w.x, a.x, sums[0][i]);
      sums[0][i] = fused(w.y, a.y, sums[0][i]);
      sums[0][i] = fused(w.z, a.z, sums[0][i]);
      sums[0][i] = fused(w.w, a.w, sums[0][i]);
      sums[1][i] = fused(w.x, b.x, sums[1][i]);
      sums[1][i] = fused(w.y, b.y, sums[1][i]);
      sums[1][i] = fused(w.z, b.z, sums[1][i]);
      sums[1][i] = fused(w.w, b.w, sums[1][i]);
    }
  }
#pragma unroll
  for (int r = 0; r < 2; r++) {
    int at = row + 16 * r;
    float* to = run->conv_gradient + (learner * ROWS + at) * INPUTS + first + pair;
#pragma unroll
    for (int i = 0; i < 2; i++) {
      to[i] = x[at * INPUTS_APART + pair + i] > 0.0f ? sums[r][i] : 0.0f;
    }
  }

  // The gradient of the weights: a thread has four inputs and four units.
  float4 slopes[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    slopes[i] = make_float4(0, 0, 0, 0);
  }
#pragma unroll 4
  for (int j = 0; j < rows; j++) {
    float4 gy = *(const float4*)(g + j * UNITS_APART + panel * PANEL + lane);
    float4 in4 = *(const float4*)(x + j * INPUTS_APART + four);
    float in[4] = {in4.x, in4.y, in4.z, in4.w};
#pragma unroll
    for (int i = 0; i < 4; i++) {
      slopes[i].x = fused(in[i], gy.x, slopes[i].x);
      slopes[i].y = fused(in[i], gy.y, slopes[i].y);
      slopes[i].z = fused(in[i], gy.z, slopes[i].z);
      slopes[i].w = fused(in[i], gy.w, slopes[i].w);
    }
  }
  // Late, so that its numbers need no registers before.
  Parameters p = parameters(run, learner);
  if (blockIdx.x == 0 && t < HIDDEN) {
    float sum = 0.0f;
    for (int j = 0; j < rows; j++) {
      sum = sum + g[j * UNITS_APART + t];
    }
    descend(p, run->dense_at + INPUTS * HIDDEN + t, sum);
  }
  const float* own_weights = weights + panel * STRIP * PANEL + four * PANEL + lane;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    float4 w = *(const float4*)(own_weights + i * PANEL);
    descend4(p, own + i * PANEL, w, slopes[i], moments[i]);
  }
}

enum { CONV_THREADS = 256, CONV_ROWS = 8, CONV_WEIGHTS = CONV_THREADS / 4 };

// Adds the gradients of the pixels in a set, in order, for four filters.
DEVICE float4 add_pixels(float4 sum, word pixels, const float* g) {
  while (pixels != 0) {
    float4 v = *(const float4*)(g + lowest_bit(pixels) * FILTERS);
    pixels &= pixels - 1;
    sum.x += v.x;
    sum.y += v.y;
    sum.z += v.z;
    sum.w += v.w;
  }
  return sum;
}

// The pixels whose input at a weight is 1.
DEVICE uint64 pixels_of(const word* bits, int weight, int channels) {
  int start = weight / (3 * channels) * SIDE_CELLS * channels + weight % (3 * channels);
  word found[2] = {0, 0};
#pragma unroll
  for (int half = 0; half < 2; half++) {
#pragma unroll 8
    for (int p = 0; p < 32; p++) {
      int bit = start + ((half * 4 + p / 8) * SIDE_CELLS + p % 8) * channels;
      found[half] |= (bits[bit / 32] >> (bit & 31) & 1u) << p;
    }
  }
  return (uint64)found[1] << 32 | found[0];
}

// The gradient of the convolution, and its update. A weight's gradient is the sum of the gradients of those pixels, in
// order, whose input at that weight is 1; a bias, which comes after the last weight, has all pixels. Block x of a learner
// has 64 weights of each filter; a thread has one weight of four filters. Rows are read eight at a time.
KERNEL __launch_bounds__(CONV_THREADS) conv_backward(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  int64 learner = job.learner;
  int channels = (int)run->channels;
  int inputs = 9 * channels;
  int first_weight = (int)blockIdx.x * CONV_WEIGHTS;
  if (!run->updating || first_weight > inputs) {
    return;
  }
  SHARED_ALIGNED float g[CONV_ROWS * INPUTS];
  SHARED uint64 pixels[CONV_WEIGHTS * CONV_ROWS]; // [weight][row]
  SHARED word bits[CONV_ROWS * MOST_WORDS];
  int t = (int)threadIdx.x;
  int rows = (int)run->batch;
  int words = (int)run->words;
  const int* slots = run->batch_slots + minibatch(run, learner) * ROWS;
  const float* gradient = run->conv_gradient + learner * ROWS * INPUTS;
  int filter = t % 4 * 4;
  int weight = first_weight + t / 4;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int first = 0; first < rows; first += CONV_ROWS) {
    int count = smaller(CONV_ROWS, rows - first);
    SYNC();
    for (int i = t * 4; i < count * INPUTS; i += CONV_THREADS * 4) {
      *(float4*)(g + i) = *(const float4*)(gradient + first * INPUTS + i);
    }
    for (int i = t; i < count * words; i += CONV_THREADS) {
      bits[i] = run->frames[(int64)slots[first + i / words] * words + i % words];
    }
    SYNC();
    for (int i = t; i < CONV_WEIGHTS * CONV_ROWS; i += CONV_THREADS) {
      int own = first_weight + i / CONV_ROWS;
      int row = i % CONV_ROWS;
      if (own <= inputs && row < count) {
        pixels[i] = own == inputs ? ~0ULL : pixels_of(bits + row * words, own, channels);
      }
    }
    SYNC();
    for (int row = 0; row < count && weight <= inputs; row++) {
      const float* at = g + row * INPUTS + filter;
      uint64 set = pixels[t / 4 * CONV_ROWS + row];
      sum = add_pixels(sum, (word)set, at);
      sum = add_pixels(sum, (word)(set >> 32), at + 32 * FILTERS);
    }
  }
  if (weight <= inputs) {
    Parameters p = parameters(run, learner);
    int64 own = weight * FILTERS + filter;
    descend4(p, own, *(const float4*)(p.theta + own), sum, moments4(run, learner, own));
  }
}

enum { NORM_LANES = 256 };

// The norm of a gradient, summed as core's Gradients does: element i in lane i mod 256, then the lanes by halves.
KERNEL __launch_bounds__(NORM_LANES) gradient_norm(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  int64 learner = job.learner;
  if (!run->updating || !run->measures_norm) {
    return;
  }
  SHARED double lanes[NORM_LANES];
  int t = (int)threadIdx.x;
  const float* g = run->gradients + learner * run->stride;
  double sum = 0;
  int count = (int)run->parameters;
#pragma unroll 8
  for (int i = t; i < count; i += NORM_LANES) {
    sum = sum + (double)g[i] * (double)g[i];
  }
  lanes[t] = sum;
  SYNC();
  for (int half = NORM_LANES / 2; half > 0; half /= 2) {
    if (t < half) {
      lanes[t] = lanes[t] + lanes[t + half];
    }
    SYNC();
  }
  if (t == 0) {
    double norm = root(lanes[0]);
    run->learner_norm[learner] = norm;
    double* fault = run->learner_fault + 2 * learner;
    if (fault[0] == FAULT_NONE && !finite(norm)) {
      fault[0] = FAULT_NORM;
      fault[1] = norm;
    }
  }
}

enum { CLIP_THREADS = 256, CLIP_BLOCKS = 32 };

// The update of a run whose gradients are clipped: Gradients.clipNorm, then the optimizer.
KERNEL __launch_bounds__(CLIP_THREADS) clipped_step(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  int64 learner = job.learner;
  if (!run->updating || !(run->max_norm > 0)) {
    return;
  }
  float scale = (float)(run->max_norm / (run->learner_norm[learner] + 1e-6));
  Parameters p = parameters(run, learner);
  p.keeps = false;
  p.updates = true;
  for (int64 i = (int64)blockIdx.x * CLIP_THREADS + threadIdx.x; i < run->parameters; i += CLIP_BLOCKS * CLIP_THREADS) {
    float g = p.gradient[i];
    descend(p, i, scale < 1.0f ? g * scale : g);
  }
}

// The end of an iteration, one thread for each run: statistics of the update, and whether a snapshot is due.
KERNEL finish(Run* runs, int64 count) {
  int64 index = (int64)blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count || !runs[index].busy) {
    return;
  }
  Run* run = runs + index;
  bool snapshot = false;
  if (run->updating) {
    double losses = 0;
    double errors = 0;
    double norms = 0;
    double norm = run->last_norm;
    int rows = (int)run->batch;
    for (int64 learner = 0; learner < run->learners; learner++) {
      const double* fault = run->learner_fault + 2 * learner;
      if (fault[0] != FAULT_NONE) {
        run->fault = (int64)fault[0];
        run->fault_value = fault[1];
        return;
      }
      losses = losses + run->learner_loss[learner];
      norm = run->measures_norm ? run->learner_norm[learner] : norm;
      norms = norms + norm;
      for (int row = 0; row < rows; row++) {
        float d = run->td[learner * ROWS + row];
        errors = errors + (double)(d < 0.0f ? -d : d);
      }
    }
    double learners = (double)run->learners;
    run->last_norm = norms / learners;
    run->new_updates++;
    run->losses = run->losses + losses / learners;
    run->td_errors = run->td_errors + errors / learners / rows;
    run->gradient_norms = run->gradient_norms + run->last_norm;
    run->updates++;
    run->pending--;
    snapshot = run->clock_counts_updates && run->updates % run->target_period == 0;
  }
  if (run->pending == 0 && !run->clock_counts_updates) {
    snapshot = run->step % run->target_period == 0;
  }
  if (snapshot) {
    run->snapshots = 1;
    run->snapshot_count++;
    if (run->ring) {
      run->newest = (run->newest + 1) % run->k;
      run->active = run->growing && run->active < run->k ? run->active + 1 : run->active;
      run->place_stamps[run->newest] = (word)run->snapshot_count;
    } else {
      for (int i = 0; i < run->k; i++) {
        run->place_stamps[i] = (word)run->snapshot_count;
      }
    }
  }
}

enum { COPY_THREADS = 256, COPY_BLOCKS = 8 };

// Copies the parameters of runs that take a snapshot to its place.
KERNEL __launch_bounds__(COPY_THREADS) take_snapshots(Job* jobs) {
  Job job = jobs[blockIdx.y];
  Run* run = job.run;
  if (!run->busy || !run->snapshots) {
    return;
  }
  const float* theta = run->thetas + job.learner * run->stride;
  float* to = run->places + (run->ring ? run->newest : job.learner) * run->stride;
  for (int64 i = (int64)blockIdx.x * COPY_THREADS + threadIdx.x; i < run->parameters; i += COPY_BLOCKS * COPY_THREADS) {
    float w = theta[i];
    to[i] = w;
    if (!finite(w)) {
      run->fault = FAULT_PARAMETER;
      run->fault_value = (double)w;
    }
  }
}
