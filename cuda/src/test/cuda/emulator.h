// Runs CUDA kernels on the CPU, so that the kernels are tested on machines without a GPU.
//
// The blocks of a grid run one after the other, so shared memory is a static variable. The threads of a block are
// fibers of one OS thread: each runs until it reaches a SYNC() or returns, then the next one runs. When all threads of
// the block wait or have returned, the waiting ones continue. As on a GPU, a thread that has returned does not count
// for later barriers. Threads that wait at different SYNC() lines are an error, since __syncthreads() must be reached
// by the whole block: launch() then stops and returns a sentence about it.
//
// Between barriers threads run in the order of their index. EVENKEEL_EMULATOR_ORDER=reversed runs them in the opposite
// order: a kernel that lacks a barrier then computes something else.
//
// Kernels must be compiled in one translation unit, and their parameters must be integers or pointers (at most six).
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <vector>

#define KERNEL extern "C" void
#define DEVICE static inline
#define DEVICE_CALL [[maybe_unused]] static
#define CONSTANT [[maybe_unused]] static const
#define SHARED static
// Shared memory whose size is an argument of the launch. With CUDA: extern __shared__ __align__(16) type name[].
#define DYNAMIC_SHARED(type, name) type* name = (type*)emulator::dynamic_shared
#define SYNC() emulator::barrier(__FILE__, __LINE__)
#define __launch_bounds__(...)

struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; };
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(16) uint4 { unsigned x, y, z, w; };

static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }

static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;

#ifdef __x86_64__
// Saves the registers that a call preserves and the stack pointer, and continues where `resume` was saved. On a busy
// machine a barrier takes 25 to 40 ns per thread so, and 850 ns with swapcontext(), which changes the signal mask. The
// jump instead of a `ret` halves the time: the processor predicts a `ret` from its own stack of calls.
extern "C" __attribute__((visibility("hidden"))) void evenkeel_switch(void** save, void* resume);
asm(R"(
    .text
    .weak evenkeel_switch
    .hidden evenkeel_switch
    .type evenkeel_switch, @function
evenkeel_switch:
    push %rbp
    push %rbx
    push %r12
    push %r13
    push %r14
    push %r15
    mov %rsp, (%rdi)
    mov %rsi, %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rbx
    pop %rbp
    pop %rcx
    jmp *%rcx
    .size evenkeel_switch, . - evenkeel_switch
)");
#else
#include <ucontext.h>
#endif

namespace emulator {

constexpr size_t STACK_BYTES = 256 * 1024, PAGE_BYTES = 4096;
constexpr size_t DYNAMIC_SHARED_BYTES = 232448;  // 227 KiB, as on an H100
constexpr unsigned MAX_THREADS = 1024;

typedef unsigned long long Argument;
typedef void (*Kernel)(Argument, Argument, Argument, Argument, Argument, Argument);

alignas(128) static char dynamic_shared[DYNAMIC_SHARED_BYTES];

// A place to continue from.
#ifdef __x86_64__
typedef void* Context;

static inline void prepare(Context& context, char* stack, size_t bytes, void (*entry)()) {
  void** top = (void**)(stack + bytes);
  memset(top - 8, 0, 8 * sizeof(void*));
  top[-2] = (void*)entry;  // top[-1] is a return address that is never used; it keeps the stack aligned
  context = top - 8;
}

static inline void change(Context& from, Context& to) { evenkeel_switch(&from, to); }
#else
typedef ucontext_t Context;

static inline void prepare(Context& context, char* stack, size_t bytes, void (*entry)()) {
  getcontext(&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = bytes;
  makecontext(&context, entry, 0);
}

static inline void change(Context& from, Context& to) { swapcontext(&from, &to); }
#endif

// A stack that runs one thread of a block at a time, and the next one when that has returned.
struct Fiber {
  Context context;
  char* stack;
};

struct Thread {
  uint3 index;
  Fiber* fiber;  // null before the thread starts and after it has returned
  const char* file;
  int line;
};

static Context scheduler;
static Thread* running;
static bool returned;
static Kernel kernel;
static Argument arguments[6];

static void run_threads() {
  for (;;) {
    kernel(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    returned = true;
    change(running->fiber->context, scheduler);
  }
}

[[maybe_unused]] __attribute__((noinline)) static void barrier(const char* file, int line) {
  running->file = file;
  running->line = line;
  change(running->fiber->context, scheduler);
}

static std::vector<Fiber*> idle;

// A thread that meets no barrier gives its fiber to the next thread, so that its stack stays in the cache.
static Fiber* take_fiber(unsigned colour) {
  if (idle.empty()) {
    Fiber* fiber = new Fiber;
    fiber->stack = (char*)mmap(nullptr, STACK_BYTES, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fiber->stack == MAP_FAILED || mprotect(fiber->stack, PAGE_BYTES, PROT_NONE) != 0) {
      perror("The emulator could not allocate a stack");
      abort();
    }
    // Stacks that begin at different cache lines do not compete for the same ones.
    prepare(fiber->context, fiber->stack, STACK_BYTES - colour % 61 * 64, run_threads);
    return fiber;
  }
  Fiber* fiber = idle.back();
  idle.pop_back();
  return fiber;
}

// Runs a thread until its next barrier or its end. Returns whether it waits at a barrier.
static bool advance(Thread& thread) {
  running = &thread;
  threadIdx = thread.index;
  returned = false;
  change(scheduler, thread.fiber->context);
  if (returned) {
    idle.push_back(thread.fiber);
    thread.fiber = nullptr;
  }
  return !returned;
}

// Runs one block. Returns null, or two threads' different barriers in a sentence.
static const char* run_block(std::vector<Thread>& threads, bool reversed) {
  size_t count = threads.size();
  for (bool start = true;; start = false) {
    const Thread* first = nullptr;
    const Thread* other = nullptr;
    for (size_t i = 0; i < count; i++) {
      Thread& thread = threads[reversed ? count - 1 - i : i];
      if (start) thread.fiber = take_fiber((unsigned)i);
      if (thread.fiber == nullptr || !advance(thread)) continue;
      if (first == nullptr) first = &thread;
      else if (thread.line != first->line || thread.file != first->file) other = &thread;
    }
    if (other != nullptr) {
      static char message[1024];
      snprintf(message, sizeof message,
          "In block (%u, %u, %u), thread (%u, %u, %u) waits at %s:%d, but thread (%u, %u, %u) waits at %s:%d.",
          blockIdx.x, blockIdx.y, blockIdx.z, first->index.x, first->index.y, first->index.z, first->file, first->line,
          other->index.x, other->index.y, other->index.z, other->file, other->line);
      for (Thread& thread : threads) {
        if (thread.fiber == nullptr) continue;
        prepare(thread.fiber->context, thread.fiber->stack, STACK_BYTES, run_threads);
        idle.push_back(thread.fiber);
        thread.fiber = nullptr;
      }
      return message;
    }
    if (first == nullptr) return nullptr;
  }
}

// Runs a kernel over a grid. Returns null, or a sentence that says what went wrong. One launch at a time.
[[maybe_unused]] static const char* launch(
    void* function, dim3 grid, dim3 block, size_t shared_bytes, const Argument* values) {
  if ((uint64_t)block.x * block.y * block.z > MAX_THREADS) return "A block has more than 1024 threads.";
  if (shared_bytes > DYNAMIC_SHARED_BYTES) return "A block uses more than 227 KiB of shared memory.";
  const char* order = getenv("EVENKEEL_EMULATOR_ORDER");
  bool reversed = order != nullptr && strcmp(order, "reversed") == 0;
  std::vector<Thread> threads;
  for (unsigned z = 0; z < block.z; z++)
    for (unsigned y = 0; y < block.y; y++)
      for (unsigned x = 0; x < block.x; x++) threads.push_back({{x, y, z}, nullptr, nullptr, 0});
  kernel = (Kernel)function;
  memcpy(arguments, values, sizeof arguments);
  gridDim = grid;
  blockDim = block;
  for (unsigned z = 0; z < grid.z; z++) {
    for (unsigned y = 0; y < grid.y; y++) {
      for (unsigned x = 0; x < grid.x; x++) {
        blockIdx = {x, y, z};
        memset(dynamic_shared, 0xff, shared_bytes);  // NaN: a GPU does not clear it either
        const char* error = run_block(threads, reversed);
        if (error != nullptr) return error;
      }
    }
  }
  return nullptr;
}

}  // namespace emulator
