// The random streams of core's RandomStream: xoshiro256++ (Blackman and Vigna 2019), seeded by SplitMix64.
#pragma once
#include "portable.cuh"

struct Stream {
  uint64 s0, s1, s2, s3;
};

DEVICE uint64 mix(uint64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// Starts a stream from a seed.
DEVICE void restart(Stream* r, uint64 seed) {
  const uint64 golden = 0x9E3779B97F4A7C15ULL;
  r->s0 = mix(seed + golden);
  r->s1 = mix(seed + 2 * golden);
  r->s2 = mix(seed + 3 * golden);
  r->s3 = mix(seed + 4 * golden);
}

DEVICE uint64 rotate_left(uint64 x, int by) { return (x << by) | (x >> (64 - by)); }

DEVICE uint64 next_long(Stream* r) {
  uint64 result = rotate_left(r->s0 + r->s3, 23) + r->s0;
  uint64 t = r->s1 << 17;
  r->s2 ^= r->s0;
  r->s3 ^= r->s1;
  r->s1 ^= r->s2;
  r->s0 ^= r->s3;
  r->s2 ^= t;
  r->s3 = rotate_left(r->s3, 45);
  return result;
}

// RandomStream.nextInt(): the upper 32 bits.
DEVICE word next_word(Stream* r) { return (word)(next_long(r) >> 32); }

// RandomStream.nextInt(bound), without bias (Lemire 2019).
DEVICE int next_int(Stream* r, int bound) {
  uint64 product = (next_long(r) >> 32) * (uint64)bound;
  if ((product & 0xFFFFFFFFULL) < (uint64)bound) {
    uint64 threshold = (0x100000000ULL - (uint64)bound) % (uint64)bound;
    while ((product & 0xFFFFFFFFULL) < threshold) {
      product = (next_long(r) >> 32) * (uint64)bound;
    }
  }
  return (int)(product >> 32);
}

DEVICE double next_double(Stream* r) { return (double)(next_long(r) >> 11) * 0x1p-53; }
