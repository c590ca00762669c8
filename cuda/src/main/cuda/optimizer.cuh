// The update rules of core's Optimizer, for one parameter.
#pragma once
#include "run.cuh"

// The numbers that all parameters share in a step.
struct Rule {
  int kind;
  int moments;
  bool centered;
  bool nesterov;
  bool first;
  float rate;
  float scale;
  float beta1, rest1, beta2, rest2, epsilon, momentum;
};

DEVICE Rule rule(const Run* run) {
  const float* rates = run->rates + 2 * (run->updates - run->rates_from);
  Rule r;
  r.kind = (int)run->rule;
  r.moments = (int)run->moments;
  r.centered = run->centered != 0;
  r.nesterov = run->nesterov != 0;
  r.first = run->updates == 0;
  r.rate = rates[0];
  r.scale = rates[1];
  r.beta1 = (float)run->beta1;
  r.rest1 = (float)run->rest1;
  r.beta2 = (float)run->beta2;
  r.rest2 = (float)run->rest2;
  r.epsilon = (float)run->epsilon;
  r.momentum = (float)run->momentum;
  return r;
}

// The square root of a number that is not negative. Zeros and subnormal numbers are common here, since the mean square of
// a weight without gradients decays until it is stuck among them. The device computes their roots on a slow path that
// holds up the whole warp; scaled by an even power of two, they take the fast one, and no bit changes.
DEVICE float quick_root(float x) {
  bool tiny = x < 0x1p-100f;
  bool zero = x == 0.0f;
  float scaled = zero ? 1.0f : tiny ? x * 0x1p64f : x;
  float y = root(scaled);
  return zero ? x : tiny ? y * 0x1p-32f : y;
}

// a / b, where a is often zero, for which the device has no fast path.
DEVICE float quick_quotient(float a, float b) {
  bool zero = a == 0.0f && b > 0.0f;
  float q = quotient(zero ? 1.0f : a, b);
  return zero ? a : q;
}

// Returns the new parameter. The moments are changed.
DEVICE float adam_step(const Rule& r, float w, float g, float* m0, float* m1) {
  float mean = r.beta1 * *m0 + r.rest1 * g;
  float square = r.beta2 * *m1 + r.rest2 * (g * g);
  *m0 = mean;
  *m1 = square;
  return w - r.rate * quick_quotient(mean, quick_root(square) * r.scale + r.epsilon);
}

DEVICE float nature_step(const Rule& r, float w, float g, float* m0, float* m1) {
  float mean = r.beta1 * *m0 + r.rest1 * g;
  float square = r.beta1 * *m1 + r.rest1 * (g * g);
  *m0 = mean;
  *m1 = square;
  return w - quick_quotient(r.rate * g, quick_root(not_negative(square - mean * mean) + r.epsilon));
}

// PyTorch's RMSProp: the first moment is the mean square, the next the mean if centred, the last the momentum.
DEVICE float torch_step(const Rule& r, float w, float g, float* m0, float* m1, float* m2) {
  float square = r.beta1 * *m0 + r.rest1 * (g * g);
  *m0 = square;
  if (r.centered) {
    float mean = r.beta1 * *m1 + r.rest1 * g;
    *m1 = mean;
    square = not_negative(square - mean * mean);
  }
  float change = quick_quotient(g, quick_root(square) + r.epsilon);
  if (r.momentum > 0.0f) {
    float* buffer = r.centered ? m2 : m1;
    change = r.momentum * *buffer + change;
    *buffer = change;
  }
  return w - r.rate * change;
}

DEVICE float sgd_step(const Rule& r, float w, float g, float* m0) {
  float change = g;
  if (r.momentum > 0.0f) {
    float b = r.first ? change : r.momentum * *m0 + change;
    *m0 = b;
    change = r.nesterov ? change + r.momentum * b : b;
  }
  return w - r.rate * change;
}

// Four parameters at a time: the rule is chosen once for them, and the code is small enough to stay in the cache.
struct Four {
  float w[4];
  float g[4];
  float m[3][4];
};

DEVICE void step_four(const Rule& r, Four* f) {
  if (r.kind == RULE_TORCH) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      f->w[i] = torch_step(r, f->w[i], f->g[i], &f->m[0][i], &f->m[1][i], &f->m[2][i]);
    }
  } else if (r.kind == RULE_ADAM) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      f->w[i] = adam_step(r, f->w[i], f->g[i], &f->m[0][i], &f->m[1][i]);
    }
  } else if (r.kind == RULE_NATURE) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      f->w[i] = nature_step(r, f->w[i], f->g[i], &f->m[0][i], &f->m[1][i]);
    }
  } else {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      f->w[i] = sgd_step(r, f->w[i], f->g[i], &f->m[0][i]);
    }
  }
}

// A learner's parameters with all that an update of them needs.
struct Parameters {
  Rule rule;
  float* theta;
  float* moments;
  float* gradient;
  int64 stride;
  bool keeps;   // whether the gradient is written, to measure its norm
  bool updates; // false if the gradient has to be clipped first
};

DEVICE Parameters parameters(const Run* run, int64 learner) {
  Parameters p;
  p.rule = rule(run);
  p.theta = run->thetas + learner * run->stride;
  p.moments = run->moment_sets + learner * run->moments * run->stride;
  p.gradient = run->gradients + learner * run->stride;
  p.stride = run->stride;
  p.keeps = run->measures_norm != 0;
  p.updates = !(run->max_norm > 0);
  return p;
}

// Takes in the gradient of one parameter.
DEVICE void descend(const Parameters& p, int64 i, float g) {
  if (p.keeps) {
    p.gradient[i] = g;
  }
  if (!p.updates) {
    return;
  }
  float m[3];
#pragma unroll
  for (int k = 0; k < 3; k++) {
    m[k] = k < p.rule.moments ? p.moments[k * p.stride + i] : 0.0f;
  }
  float w = p.theta[i];
  p.theta[i] = p.rule.kind == RULE_TORCH ? torch_step(p.rule, w, g, &m[0], &m[1], &m[2])
      : p.rule.kind == RULE_ADAM ? adam_step(p.rule, w, g, &m[0], &m[1])
      : p.rule.kind == RULE_NATURE ? nature_step(p.rule, w, g, &m[0], &m[1])
      : sgd_step(p.rule, w, g, &m[0]);
#pragma unroll
  for (int k = 0; k < 3; k++) {
    if (k < p.rule.moments) {
      p.moments[k * p.stride + i] = m[k];
    }
  }
}

DEVICE void unpack(float4 v, float* to) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
  to[3] = v.w;
}

DEVICE float4 pack(const float* v) { return make_float4(v[0], v[1], v[2], v[3]); }

// The first two moments of four adjacent parameters, read before they are needed. A third is rare.
struct Moments4 {
  float4 m[2];
};

DEVICE Moments4 moments4(const Run* run, int64 learner, int64 i) {
  const float* at = run->moment_sets + learner * run->moments * run->stride + i;
  Moments4 four;
#pragma unroll
  for (int k = 0; k < 2; k++) {
    four.m[k] = k < run->moments ? *(const float4*)(at + k * run->stride) : make_float4(0, 0, 0, 0);
  }
  return four;
}

// Takes in the gradients of four adjacent parameters, whose values are known.
DEVICE void descend4(const Parameters& p, int64 i, float4 w, float4 g, const Moments4& moments) {
  if (p.keeps) {
    *(float4*)(p.gradient + i) = g;
  }
  if (!p.updates) {
    return;
  }
  Four four;
  unpack(w, four.w);
  unpack(g, four.g);
  unpack(moments.m[0], four.m[0]);
  unpack(moments.m[1], four.m[1]);
  unpack(p.rule.moments > 2 ? *(const float4*)(p.moments + 2 * p.stride + i) : make_float4(0, 0, 0, 0), four.m[2]);
  step_four(p.rule, &four);
  *(float4*)(p.theta + i) = pack(four.w);
#pragma unroll
  for (int k = 0; k < 3; k++) {
    if (k < p.rule.moments) {
      *(float4*)(p.moments + k * p.stride + i) = pack(four.m[k]);
    }
  }
}
