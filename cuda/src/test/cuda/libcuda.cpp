// The part of the CUDA driver API that org.evenkeel.cuda uses, on the CPU: a library that Java loads in place of
// libcuda.so.1. The script cuda/emulate builds it. The kernels are compiled into it, and modules (PTX) are ignored.
//
// It is as strict as a GPU, or stricter. New memory is filled with NaN. A kernel that writes just outside its memory,
// or whose threads meet different barriers, fails with error 719, which every later call returns too. Calls need a
// current context. Work runs at once, in the call that starts it.
//
// Faults on demand, by environment variables, or by emulator_set() in a running process:
//
//   EVENKEEL_EMULATOR_DEVICES=0      there is no device
//   EVENKEEL_EMULATOR_DRIVER=11040   the version of the driver
//   EVENKEEL_EMULATOR_MEMORY=bytes   the device's memory
//   EVENKEEL_EMULATOR_FAIL_AFTER=n   after n launches every call returns 719, until the context is released
//   EVENKEEL_EMULATOR_PTX=message    modules do not load: error 218, with this message in the log
//   EVENKEEL_EMULATOR_ORDER=reversed threads run in reversed order (see emulator.h)

#ifndef EVENKEEL_KERNELS
#define EVENKEEL_KERNELS "evenkeel.cu"
#endif
#include EVENKEEL_KERNELS
#include "emulator.h"

#include <algorithm>
#include <chrono>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#define API extern "C" int

// A namespace keeps these names apart from those of the kernels.
namespace driver {

enum Result {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  INVALID_PTX = 218,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  LAUNCH_FAILED = 719,
  CAPTURE_UNSUPPORTED = 900,
};

struct Text { const char* name; const char* sentence; };

// Names and sentences are those of the NVIDIA driver.
static const std::map<int, Text> TEXTS = {
    {SUCCESS, {"CUDA_SUCCESS", "no error"}},
    {INVALID_VALUE, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
    {OUT_OF_MEMORY, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
    {NOT_INITIALIZED, {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"}},
    {NO_DEVICE, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
    {INVALID_DEVICE, {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"}},
    {INVALID_CONTEXT, {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"}},
    {INVALID_PTX, {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}},
    {INVALID_HANDLE, {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"}},
    {NOT_FOUND, {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
    {LAUNCH_FAILED, {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}},
    {CAPTURE_UNSUPPORTED,
        {"CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing"}},
};

typedef unsigned long long Address;
typedef std::vector<std::function<int()>> Graph;

struct Stream { Graph* captured; };
struct Event { std::chrono::steady_clock::time_point time; };

constexpr size_t GUARD_BYTES = 256;  // before and after each allocation
constexpr unsigned DEFAULT_SHARED_BYTES = 48 * 1024;
constexpr uint32_t POISON = 0xffc5c5c5;  // NaN as a float, -3816507 as an int

static std::recursive_mutex lock;
static bool initialized, failed;
static int retained;
static char the_context;
static thread_local void* current;
static long long launches;
static size_t used_bytes;
static std::map<Address, size_t> allocations;
static std::map<void*, unsigned> shared_limits;

static long long setting(const char* name, long long otherwise) {
  const char* value = getenv(name);
  return value == nullptr ? otherwise : atoll(value);
}

static size_t memory_bytes() { return (size_t)setting("EVENKEEL_EMULATOR_MEMORY", 8LL << 30); }

// The state that every call on a context starts with: 0, or the error to return.
static int entered() {
  if (!initialized) return NOT_INITIALIZED;
  if (current == nullptr || retained == 0) return INVALID_CONTEXT;
  if (failed || launches >= setting("EVENKEEL_EMULATOR_FAIL_AFTER", INT64_MAX)) return LAUNCH_FAILED;
  return SUCCESS;
}

#define ENTER()                                     \
  std::lock_guard<std::recursive_mutex> held(lock); \
  if (int error = entered()) return error

static bool intact(const unsigned char* guard, size_t offset) {
  for (size_t i = 0; i < GUARD_BYTES; i++) {
    if (guard[i] != (unsigned char)(POISON >> (offset + i) % 4 * 8)) return false;
  }
  return true;
}

static bool all_guards_intact() {
  for (const auto& [address, bytes] : allocations) {
    const unsigned char* start = (const unsigned char*)address;
    if (intact(start - GUARD_BYTES, 0) && intact(start + bytes, GUARD_BYTES + bytes)) continue;
    fprintf(stderr, "The emulator found a write outside an allocation of %zu bytes.\n", bytes);
    return false;
  }
  return true;
}

static bool allocated(Address address, size_t bytes) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin()) return false;
  const auto& [start, size] = *std::prev(after);
  return bytes <= size && address - start <= size - bytes;
}

// Runs the work, or records it if the stream is capturing.
static int submit(Stream* stream, std::function<int()> work) {
  if (stream == nullptr) return INVALID_HANDLE;
  if (stream->captured == nullptr) return work();
  stream->captured->push_back(std::move(work));
  return SUCCESS;
}

static int run_kernel(void* function, dim3 grid, dim3 block, unsigned shared_bytes, const Address* arguments) {
  if (int error = entered()) return error;
  launches++;
  const char* message = emulator::launch(function, grid, block, shared_bytes, arguments);
  if (message != nullptr) fprintf(stderr, "The emulator stopped a kernel. %s\n", message);
  failed = message != nullptr || !all_guards_intact();
  return failed ? LAUNCH_FAILED : SUCCESS;
}

// Sets an environment variable of this process, or removes it if the value is null: Java cannot.
API emulator_set(const char* name, const char* value) {
  return value == nullptr ? unsetenv(name) : setenv(name, value, 1);
}

API cuGetErrorName(int code, const char** text) {
  auto found = TEXTS.find(code);
  *text = found == TEXTS.end() ? nullptr : found->second.name;
  return *text == nullptr ? INVALID_VALUE : SUCCESS;
}

API cuGetErrorString(int code, const char** text) {
  auto found = TEXTS.find(code);
  *text = found == TEXTS.end() ? nullptr : found->second.sentence;
  return *text == nullptr ? INVALID_VALUE : SUCCESS;
}

API cuDriverGetVersion(int* version) {
  *version = (int)setting("EVENKEEL_EMULATOR_DRIVER", 12010);
  return SUCCESS;
}

API cuInit(unsigned) {
  if (setting("EVENKEEL_EMULATOR_DEVICES", 1) == 0) return NO_DEVICE;
  initialized = true;
  return SUCCESS;
}

API cuDeviceGetCount(int* count) {
  *count = (int)setting("EVENKEEL_EMULATOR_DEVICES", 1);
  return initialized ? SUCCESS : NOT_INITIALIZED;
}

API cuDeviceGet(int* device, int ordinal) {
  if (!initialized) return NOT_INITIALIZED;
  if (ordinal < 0 || ordinal >= setting("EVENKEEL_EMULATOR_DEVICES", 1)) return INVALID_DEVICE;
  *device = ordinal;
  return SUCCESS;
}

API cuDeviceGetName(char* name, int length, int) {
  snprintf(name, (size_t)length, "Evenkeel emulator");
  return SUCCESS;
}

API cuDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 13: *value = 1000000; return SUCCESS;  // clock, in kHz
    case 16: *value = 4; return SUCCESS;  // multiprocessors
    case 75: *value = 9; return SUCCESS;  // compute capability, major
    case 76: *value = 0; return SUCCESS;  // compute capability, minor
    default: return INVALID_VALUE;
  }
}

API cuDeviceTotalMem_v2(size_t* bytes, int) {
  *bytes = memory_bytes();
  return SUCCESS;
}

API cuDevicePrimaryCtxRetain(void** context, int) {
  std::lock_guard<std::recursive_mutex> held(lock);
  if (!initialized) return NOT_INITIALIZED;
  retained++;
  *context = &the_context;
  return SUCCESS;
}

API cuDevicePrimaryCtxRelease_v2(int) {
  std::lock_guard<std::recursive_mutex> held(lock);
  if (retained == 0) return INVALID_CONTEXT;
  if (--retained > 0) return SUCCESS;
  for (const auto& [address, bytes] : allocations) free((char*)address - GUARD_BYTES);
  allocations.clear();
  shared_limits.clear();
  used_bytes = 0;
  launches = 0;
  failed = false;
  return SUCCESS;
}

API cuCtxSetCurrent(void* context) {
  current = context;
  return SUCCESS;
}

API cuMemGetInfo_v2(size_t* free, size_t* total) {
  ENTER();
  *total = memory_bytes();
  *free = *total - (used_bytes < *total ? used_bytes : *total);
  return SUCCESS;
}

API cuMemAlloc_v2(Address* address, size_t bytes) {
  ENTER();
  if (bytes == 0) return INVALID_VALUE;
  if (used_bytes > memory_bytes() || bytes > memory_bytes() - used_bytes) return OUT_OF_MEMORY;
  size_t whole = (bytes + 2 * GUARD_BYTES + 255) / 256 * 256;
  char* memory = (char*)aligned_alloc(256, whole);
  if (memory == nullptr) return OUT_OF_MEMORY;
  std::fill_n((uint32_t*)memory, whole / sizeof(uint32_t), POISON);
  *address = (Address)(memory + GUARD_BYTES);
  allocations[*address] = bytes;
  used_bytes += bytes;
  return SUCCESS;
}

API cuMemFree_v2(Address address) {
  ENTER();
  auto found = allocations.find(address);
  if (found == allocations.end()) return INVALID_VALUE;
  used_bytes -= found->second;
  allocations.erase(found);
  free((char*)address - GUARD_BYTES);
  return SUCCESS;
}

// A copy of unpinned memory into a graph would need the memory to stay: refused while the stream is capturing.
API cuMemcpyHtoDAsync_v2(Address to, const void* from, size_t bytes, Stream* stream) {
  ENTER();
  if (stream->captured != nullptr) return CAPTURE_UNSUPPORTED;
  if (!allocated(to, bytes)) return INVALID_VALUE;
  memcpy((void*)to, from, bytes);
  return SUCCESS;
}

API cuMemcpyDtoHAsync_v2(void* to, Address from, size_t bytes, Stream* stream) {
  ENTER();
  if (stream->captured != nullptr) return CAPTURE_UNSUPPORTED;
  if (!allocated(from, bytes)) return INVALID_VALUE;
  memcpy(to, (const void*)from, bytes);
  return SUCCESS;
}

API cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, Stream* stream) {
  ENTER();
  if (!allocated(to, bytes) || !allocated(from, bytes)) return INVALID_VALUE;
  return submit(stream, [=] { memmove((void*)to, (const void*)from, bytes); return SUCCESS; });
}

API cuMemsetD8Async(Address at, unsigned char value, size_t bytes, Stream* stream) {
  ENTER();
  if (!allocated(at, bytes)) return INVALID_VALUE;
  return submit(stream, [=] { memset((void*)at, value, bytes); return SUCCESS; });
}

API cuModuleLoadDataEx(void** module, const void*, unsigned count, const int* options, void** values) {
  ENTER();
  static char the_module;
  *module = &the_module;
  const char* message = getenv("EVENKEEL_EMULATOR_PTX");
  if (message == nullptr) return SUCCESS;
  char* log = nullptr;
  size_t log_bytes = 0;
  for (unsigned i = 0; i < count; i++) {
    if (options[i] == 5) log = (char*)values[i];
    if (options[i] == 6) log_bytes = (size_t)values[i];
  }
  if (log != nullptr) snprintf(log, log_bytes, "%s", message);
  return INVALID_PTX;
}

API cuModuleUnload(void*) {
  ENTER();
  return SUCCESS;
}

API cuModuleGetFunction(void** function, void*, const char* name) {
  ENTER();
  Dl_info self, other;
  dladdr((void*)emulator_set, &self);
  void* library = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  void* symbol = library == nullptr ? nullptr : dlsym(library, name);
  if (library != nullptr) dlclose(library);
  // dlsym also searches the C library.
  if (symbol == nullptr || dladdr(symbol, &other) == 0 || other.dli_fbase != self.dli_fbase) return NOT_FOUND;
  *function = symbol;
  return SUCCESS;
}

API cuFuncSetAttribute(void* function, int attribute, int value) {
  ENTER();
  if (attribute != 8 || value < 0 || (size_t)value > emulator::DYNAMIC_SHARED_BYTES) return INVALID_VALUE;
  shared_limits[function] = (unsigned)value;
  return SUCCESS;
}

API cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
    unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream* stream, void** parameters, void**) {
  ENTER();
  dim3 grid = {grid_x, grid_y, grid_z}, block = {block_x, block_y, block_z};
  uint64_t threads = (uint64_t)block_x * block_y * block_z;
  auto limit = shared_limits.find(function);
  if (threads == 0 || threads > emulator::MAX_THREADS) return INVALID_VALUE;
  if (grid_x == 0 || grid_y == 0 || grid_z == 0 || grid_y > 65535 || grid_z > 65535) return INVALID_VALUE;
  if (shared_bytes > (limit == shared_limits.end() ? DEFAULT_SHARED_BYTES : limit->second)) return INVALID_VALUE;
  struct { Address values[6]; } arguments;
  for (int i = 0; i < 6; i++) arguments.values[i] = *(Address*)parameters[i];
  return submit(stream, [=] { return run_kernel(function, grid, block, shared_bytes, arguments.values); });
}

API cuStreamCreate(Stream** stream, unsigned) {
  ENTER();
  *stream = new Stream{nullptr};
  return SUCCESS;
}

API cuStreamDestroy_v2(Stream* stream) {
  std::lock_guard<std::recursive_mutex> held(lock);
  int error = entered();
  delete stream->captured;
  delete stream;
  return error;
}

API cuStreamSynchronize(Stream* stream) {
  ENTER();
  return stream->captured == nullptr ? SUCCESS : CAPTURE_UNSUPPORTED;
}

API cuStreamBeginCapture_v2(Stream* stream, int) {
  ENTER();
  if (stream->captured != nullptr) return CAPTURE_UNSUPPORTED;
  stream->captured = new Graph;
  return SUCCESS;
}

API cuStreamEndCapture(Stream* stream, Graph** graph) {
  ENTER();
  if (stream->captured == nullptr) return INVALID_VALUE;
  *graph = stream->captured;
  stream->captured = nullptr;
  return SUCCESS;
}

API cuGraphInstantiateWithFlags(Graph** executable, Graph* graph, Address) {
  ENTER();
  *executable = new Graph(*graph);
  return SUCCESS;
}

API cuGraphLaunch(Graph* executable, Stream* stream) {
  ENTER();
  if (stream->captured != nullptr) return CAPTURE_UNSUPPORTED;
  for (const auto& work : *executable) {
    if (int error = work()) return error;
  }
  return SUCCESS;
}

API cuGraphDestroy(Graph* graph) {
  std::lock_guard<std::recursive_mutex> held(lock);
  delete graph;
  return SUCCESS;
}

API cuGraphExecDestroy(Graph* executable) { return cuGraphDestroy(executable); }

API cuEventCreate(Event** event, unsigned) {
  ENTER();
  *event = new Event;
  return SUCCESS;
}

API cuEventRecord(Event* event, Stream* stream) {
  ENTER();
  if (stream->captured != nullptr) return CAPTURE_UNSUPPORTED;
  event->time = std::chrono::steady_clock::now();
  return SUCCESS;
}

API cuEventSynchronize(Event*) {
  ENTER();
  return SUCCESS;
}

API cuEventElapsedTime(float* milliseconds, Event* start, Event* end) {
  ENTER();
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return SUCCESS;
}

API cuEventDestroy_v2(Event* event) {
  std::lock_guard<std::recursive_mutex> held(lock);
  delete event;
  return SUCCESS;
}

}  // namespace driver
