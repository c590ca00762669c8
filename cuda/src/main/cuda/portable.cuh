// What kernels use of CUDA, so that the same sources compile in three ways: with nvcc, with NVRTC (which has no
// standard headers), and with g++ against the emulator (src/test/cuda/emulator.h) that runs a block's threads as
// fibers.
//
// Floating-point arithmetic is exact by construction. Contraction is off (-fmad=false, -ffp-contract=off): an
// expression rounds after each operation, as in Java. Fused multiply-adds are written as fused(). Division and square
// roots are correctly rounded, and subnormal numbers are kept.
#pragma once

#ifdef EVENKEEL_EMULATED
#include "emulator.h"
#define SHARED_ALIGNED alignas(16) static
#else
#define KERNEL extern "C" __global__ void
#define DEVICE static __device__ __forceinline__
// A device function that is too large to be copied to every caller.
#define DEVICE_CALL static __device__ __noinline__
#define CONSTANT static __constant__ const
#define SHARED __shared__
#define SHARED_ALIGNED __shared__ __align__(16)
#define SYNC() __syncthreads()
#endif

typedef unsigned char byte;
typedef unsigned int word;
typedef long long int64;
typedef unsigned long long uint64;

#ifdef EVENKEEL_EMULATED
DEVICE float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
DEVICE float root(float x) { return __builtin_sqrtf(x); }
DEVICE double root(double x) { return __builtin_sqrt(x); }
DEVICE float quotient(float a, float b) { return a / b; }
DEVICE int lowest_bit(word x) { return __builtin_ctz(x); }
DEVICE int lowest_bit(uint64 x) { return __builtin_ctzll(x); }
DEVICE int bit_count(word x) { return __builtin_popcount(x); }
#else
DEVICE float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
DEVICE float root(float x) { return __fsqrt_rn(x); }
DEVICE double root(double x) { return __dsqrt_rn(x); }
DEVICE float quotient(float a, float b) { return __fdiv_rn(a, b); }
DEVICE int lowest_bit(word x) { return __ffs((int)x) - 1; }
DEVICE int lowest_bit(uint64 x) { return __ffsll((long long)x) - 1; }
DEVICE int bit_count(word x) { return __popc(x); }
#endif

DEVICE int smaller(int a, int b) { return a < b ? a : b; }
DEVICE int larger(int a, int b) { return a > b ? a : b; }
