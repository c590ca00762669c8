// The forward pass, in two shapes: 32 states by one block, and one state by 128 threads.
//
// Each output is the chain that core's ScalarKernels define. A cell of the convolution starts from its bias and adds
// the weights of the inputs that are 1, in ascending order. A unit of a dense layer starts from its bias and adds its
// inputs by fused multiply-adds, in ascending order. Threads take different outputs; no sum is ever split.
#pragma once
#include "run.cuh"

enum { CONV_FLOATS = (9 * 10 + 1) * FILTERS, CHUNK = FILTERS, CHUNK_FLOATS = CHUNK * HIDDEN };

DEVICE float rectified(float x) { return x < 0.0f ? 0.0f : x; }

// The inputs under one row of a filter at a pixel: 3 * channels adjacent bits of a frame.
DEVICE word patch_row(word low, word high, int bit, int channels) {
  uint64 both = ((uint64)high << 32) | low;
  return (word)(both >> (bit & 31)) & ((1u << (3 * channels)) - 1u);
}

// Values of the output layer, made into values of actions: core's DuelingStage, or nothing.
DEVICE void dueling_head(const Run* run, const float* outputs, int step, float* q) {
  int actions = (int)run->actions;
  if (!run->dueling) {
    for (int a = 0; a < actions; a++) {
      q[a] = outputs[a * step];
    }
    return;
  }
  float sum = 0.0f;
  for (int a = 0; a < actions; a++) {
    sum = sum + outputs[a * step];
  }
  float mean = quotient(sum, (float)actions);
  float v = outputs[actions * step];
  for (int a = 0; a < actions; a++) {
    q[a] = v + (outputs[a * step] - mean);
  }
}

// Where the activations of a pass are kept for the backward pass; null if they are not needed.
struct Kept {
  float* conv;   // [input][row]
  float* hidden; // [unit][row]
};

// The frames of a pass, and where the values of the actions go. Row r has frame number picks[r], or r if there are no
// picks; its values are at q + r * step, or with picks and `by_pick` at q + picks[r] * step.
struct Rows {
  const word* frames;
  const int* picks;
  int count;
  float* q;
  int64 step;
  bool by_pick;
};

// The pass of one network on up to 32 frames, by a block of 128 threads.
//
// The hidden layer is a product of 32 rows, 1,024 inputs and 128 units. A thread has 8 rows x 4 units in registers. The
// weights of 16 inputs (one pixel of the convolution) are in shared memory, in the order they have among the
// parameters: [panel][input][lane]. While they are multiplied, those of the next pixel are on their way, and its cells
// are computed from the bits of the frames, of which only those that are 1 cost anything.
DEVICE void pass(const Run* run, const float* theta, Rows rows, Kept kept) {
  enum { R = ROWS, OWN_ROWS = 8, OWN_FILTERS = 4 };
  SHARED_ALIGNED float weights[2][CHUNK_FLOATS];
  SHARED_ALIGNED float cells[2][CHUNK * R];  // [filter][row]
  SHARED word bits[(MOST_WORDS + 1) * R];    // [word][row]; one more word, so that a patch may read beyond
  SHARED_ALIGNED float conv[CONV_FLOATS];
  int t = (int)threadIdx.x;
  int words = (int)run->words;
  int channels = (int)run->channels;
  int conv_weights = 9 * channels * FILTERS;
  const float* dense = theta + run->dense_at;
  const float* dense_bias = dense + INPUTS * HIDDEN;

  for (int i = t; i < conv_weights + FILTERS; i += 128) {
    conv[i] = theta[i];
  }
  for (int i = t; i < (words + 1) * R; i += 128) {
    int row = i % R;
    int at = i / R;
    int64 number = row < rows.count && rows.picks != 0 ? rows.picks[row] : row;
    bits[i] = row < rows.count && at < words ? rows.frames[number * words + at] : 0u;
  }

  int row = t % R;                    // in the convolution
  int filter = t / R * OWN_FILTERS;   // the first of its own
  int first_row = t / 32 * OWN_ROWS;  // in the product
  int panel = t % 32 / 8;
  int lane = t % 8 * 4;
  float sums[OWN_ROWS][4];
#pragma unroll
  for (int c = 0; c < 4; c++) {
    float bias = dense_bias[panel * PANEL + lane + c];
#pragma unroll
    for (int r = 0; r < OWN_ROWS; r++) {
      sums[r][c] = bias;
    }
  }
  float4 coming[4];
#pragma unroll
  for (int p = 0; p < 4; p++) {
    coming[p] = *(const float4*)(dense + p * INPUTS * PANEL + t * 4);
  }
  SYNC();

  // Chunk -1 only fills the buffers.
  for (int chunk = -1; chunk < PIXELS; chunk++) {
    int next = chunk + 1;
    float* next_weights = weights[next & 1];
    float* next_cells = cells[next & 1];
    if (next < PIXELS) {
#pragma unroll
      for (int p = 0; p < 4; p++) {
        *(float4*)(next_weights + p * CHUNK * PANEL + t * 4) = coming[p];
      }
      if (next + 1 < PIXELS) {
#pragma unroll
        for (int p = 0; p < 4; p++) {
          coming[p] = *(const float4*)(dense + p * INPUTS * PANEL + (next + 1) * CHUNK * PANEL + t * 4);
        }
      }
      float cell[OWN_FILTERS];
#pragma unroll
      for (int f = 0; f < OWN_FILTERS; f++) {
        cell[f] = conv[conv_weights + filter + f];
      }
      int start = (next / 8 * SIDE_CELLS + next % 8) * channels;
      for (int y = 0; y < 3; y++) {
        int bit = start + y * SIDE_CELLS * channels;
        int at = bit / 32 * R + row;
        word patch = patch_row(bits[at], bits[at + R], bit, channels);
        const float* kernel_row = conv + y * 3 * channels * FILTERS + filter;
        while (patch != 0) {
          const float* w = kernel_row + lowest_bit(patch) * FILTERS;
          patch &= patch - 1;
#pragma unroll
          for (int f = 0; f < OWN_FILTERS; f++) {
            cell[f] += w[f];
          }
        }
      }
#pragma unroll
      for (int f = 0; f < OWN_FILTERS; f++) {
        float output = rectified(cell[f]);
        next_cells[(filter + f) * R + row] = output;
        if (kept.conv != 0) {
          kept.conv[(next * FILTERS + filter + f) * ROWS + row] = output;
        }
      }
    }
    if (chunk >= 0) {
      const float* w_at = weights[chunk & 1] + panel * CHUNK * PANEL + lane;
      const float* x_at = cells[chunk & 1] + first_row;
#pragma unroll
      for (int i = 0; i < CHUNK; i++) {
        float4 w = *(const float4*)(w_at + i * PANEL);
        float x[OWN_ROWS];
#pragma unroll
        for (int r = 0; r < OWN_ROWS; r += 4) {
          float4 four = *(const float4*)(x_at + i * R + r);
          x[r] = four.x;
          x[r + 1] = four.y;
          x[r + 2] = four.z;
          x[r + 3] = four.w;
        }
#pragma unroll
        for (int r = 0; r < OWN_ROWS; r++) {
          sums[r][0] = fused(x[r], w.x, sums[r][0]);
          sums[r][1] = fused(x[r], w.y, sums[r][1]);
          sums[r][2] = fused(x[r], w.z, sums[r][2]);
          sums[r][3] = fused(x[r], w.w, sums[r][3]);
        }
      }
    }
    SYNC();
  }

  float* hidden = &weights[0][0]; // [unit][row]: both buffers have room for it
#pragma unroll
  for (int c = 0; c < 4; c++) {
    int unit = panel * PANEL + lane + c;
#pragma unroll
    for (int r = 0; r < OWN_ROWS; r++) {
      hidden[unit * R + first_row + r] = rectified(sums[r][c]);
    }
  }
  SYNC();
  if (kept.hidden != 0) {
    for (int i = t; i < HIDDEN * R; i += 128) {
      kept.hidden[i / R * ROWS + i % R] = hidden[i];
    }
  }
  int outputs = (int)run->outputs;
  const float* out = theta + run->out_at;
  float* raw = &cells[0][0]; // [output][row]
  for (int i = t; i < outputs * R; i += 128) {
    int o = i / R;
    float sum = out[HIDDEN * outputs + o];
    for (int unit = 0; unit < HIDDEN; unit++) {
      sum = fused(hidden[unit * R + i % R], out[unit * outputs + o], sum);
    }
    raw[i] = sum;
  }
  SYNC();
  if (t < rows.count) {
    dueling_head(run, raw + t, R, rows.q + (rows.by_pick ? rows.picks[t] : t) * rows.step);
  }
}

// Shared memory of a pass on one state.
struct Single {
  float cells[INPUTS];
  float hidden[HIDDEN];
  float outputs[8];
  float q[8];
};

// The pass of one network on one frame, by 128 threads. Threads of a block that have no network take part in the
// barriers only.
DEVICE void pass_single(const Run* run, const float* theta, const word* frame, bool working, int t, Single* s) {
  int channels = (int)run->channels;
  if (working) {
    int filter = t % FILTERS;
    for (int pixel = t / FILTERS; pixel < PIXELS; pixel += 128 / FILTERS) {
      float cell = theta[9 * channels * FILTERS + filter];
      int start = (pixel / 8 * SIDE_CELLS + pixel % 8) * channels;
      for (int y = 0; y < 3; y++) {
        int bit = start + y * SIDE_CELLS * channels;
        // Frames have one word more than their bits need.
        word patch = patch_row(frame[bit / 32], frame[bit / 32 + 1], bit, channels);
        const float* kernel_row = theta + y * 3 * channels * FILTERS + filter;
        while (patch != 0) {
          cell += kernel_row[lowest_bit(patch) * FILTERS];
          patch &= patch - 1;
        }
      }
      s->cells[pixel * FILTERS + filter] = rectified(cell);
    }
  }
  SYNC();
  if (working) {
    const float* dense = theta + run->dense_at;
    const float* w = dense + t / PANEL * INPUTS * PANEL + t % PANEL;
    float sum = dense[INPUTS * HIDDEN + t];
#pragma unroll 32
    for (int i = 0; i < INPUTS; i++) {
      sum = fused(s->cells[i], w[i * PANEL], sum);
    }
    s->hidden[t] = rectified(sum);
  }
  SYNC();
  int outputs = (int)run->outputs;
  if (working && t < outputs) {
    const float* out = theta + run->out_at;
    float sum = out[HIDDEN * outputs + t];
    for (int unit = 0; unit < HIDDEN; unit++) {
      sum = fused(s->hidden[unit], out[unit * outputs + t], sum);
    }
    s->outputs[t] = sum;
  }
  SYNC();
  if (working && t == 0) {
    dueling_head(run, s->outputs, 1, s->q);
  }
  SYNC();
}
