package org.evenkeel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.evenkeel.cuda.CudaDriver.Call;

/// A GPU in use: its memory, its code, and one stream of work.
///
/// All work of a context is done in the order of the calls, copies included. Launches return at once; copies,
/// [#synchronize] and [#milliseconds] wait. Kernels that fail are therefore reported by a later call. After such a
/// failure all calls fail, and the context can only be closed.
///
/// Different threads may use a context, one at a time.
final class CudaContext implements AutoCloseable {
  /// The most arguments a kernel may have.
  static final int MOST_ARGUMENTS = 6;

  private static final int STREAM_NON_BLOCKING = 1;
  private static final int CAPTURE_THREAD_LOCAL = 1;
  private static final int LARGEST_DYNAMIC_SHARED_BYTES = 8;
  private static final int JIT_ERROR_LOG = 5;
  private static final int JIT_ERROR_LOG_BYTES = 6;
  private static final int LOG_BYTES = 16 << 10;
  private static final int STAGING_BYTES = 1 << 20;
  private static final int NOT_FOUND = 500;

  private final CudaDriver driver;
  private final CudaDevice device;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment out = arena.allocate(2 * Long.BYTES, Long.BYTES);
  private final MemorySegment arguments = arena.allocate(JAVA_LONG, MOST_ARGUMENTS);
  private final MemorySegment pointers = arena.allocate(ADDRESS, MOST_ARGUMENTS);
  private final MemorySegment staging = arena.allocate(STAGING_BYTES);
  private final Set<Long> allocations = new HashSet<>();
  private final Map<Long, String> kernels = new HashMap<>();
  private final long context;
  private final long stream;
  private long module;
  private boolean closed;

  /// Opens the device's primary context.
  ///
  /// @throws CudaException if the device cannot be used
  CudaContext(CudaDriver driver, CudaDevice device) {
    if (!device.refusal().isEmpty()) {
      throw new CudaException(device.refusal());
    }
    this.driver = driver;
    this.device = device;
    // All slots have a pointer, since the driver alone knows how many arguments a kernel has.
    for (int i = 0; i < MOST_ARGUMENTS; i++) {
      pointers.setAtIndex(ADDRESS, i, arguments.asSlice((long) i * Long.BYTES));
    }
    driver.call(Call.PRIMARY_CONTEXT_RETAIN, out.address(), device.ordinal());
    context = out.get(JAVA_LONG, 0);
    try {
      enter();
      driver.call(Call.STREAM_CREATE, out.address(), STREAM_NON_BLOCKING);
    } catch (CudaException e) {
      driver.tryCall(Call.PRIMARY_CONTEXT_RELEASE, device.ordinal());
      throw e;
    }
    stream = out.get(JAVA_LONG, 0);
  }

  /// The device in use.
  CudaDevice device() {
    return device;
  }

  /// The highest clock of its multiprocessors.
  double hertz() {
    return driver.hertz(device);
  }

  /// Allocates memory, whose contents are undefined, and returns its address.
  ///
  /// @throws CudaException with [CudaException#outOfMemory] if there is too little
  long allocate(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes must be >= 1, was " + bytes);
    }
    enter();
    int code = driver.tryCall(Call.MEM_ALLOC, out.address(), bytes);
    if (code != 0) {
      throw driver.failure("could not allocate " + bytes + " bytes of GPU memory", code);
    }
    long address = out.get(JAVA_LONG, 0);
    allocations.add(address);
    return address;
  }

  /// Frees memory returned by [#allocate].
  void free(long address) {
    enter();
    driver.call(Call.MEM_FREE, address);
    allocations.remove(address);
  }

  /// Copies a segment, of any kind, to the GPU.
  void upload(long to, MemorySegment from) {
    enter();
    if (from.isNative()) {
      uploadNative(to, from);
      return;
    }
    for (long at = 0; at < from.byteSize(); at += STAGING_BYTES) {
      MemorySegment part = staging.asSlice(0, Math.min(STAGING_BYTES, from.byteSize() - at));
      MemorySegment.copy(from, at, part, 0, part.byteSize());
      uploadNative(to + at, part);
    }
  }

  private void uploadNative(long to, MemorySegment from) {
    if (from.byteSize() > 0) {
      driver.call(Call.MEM_COPY_TO_DEVICE, to, from.address(), from.byteSize(), stream);
      driver.call(Call.STREAM_SYNCHRONIZE, stream);
    }
  }

  /// Fills a segment, of any kind, from the GPU.
  void download(long from, MemorySegment to) {
    enter();
    if (to.isNative()) {
      downloadNative(from, to);
      return;
    }
    for (long at = 0; at < to.byteSize(); at += STAGING_BYTES) {
      MemorySegment part = staging.asSlice(0, Math.min(STAGING_BYTES, to.byteSize() - at));
      downloadNative(from + at, part);
      MemorySegment.copy(part, 0, to, at, part.byteSize());
    }
  }

  private void downloadNative(long from, MemorySegment to) {
    if (to.byteSize() > 0) {
      driver.call(Call.MEM_COPY_TO_HOST, to.address(), from, to.byteSize(), stream);
      driver.call(Call.STREAM_SYNCHRONIZE, stream);
    }
  }

  /// Copies memory on the GPU, without waiting.
  void copy(long to, long from, long bytes) {
    enter();
    driver.call(Call.MEM_COPY_ON_DEVICE, to, from, bytes, stream);
  }

  /// Sets memory to zero, without waiting. May be recorded.
  void clear(long at, long bytes) {
    enter();
    driver.call(Call.MEM_SET, at, 0, bytes, stream);
  }

  /// The free memory in bytes. Other programs may use the GPU as well.
  long freeMemory() {
    enter();
    driver.call(Call.MEM_GET_INFO, out.address(), out.address() + Long.BYTES);
    return out.get(JAVA_LONG, 0);
  }

  /// Loads the kernels, once.
  ///
  /// @throws CudaException with the driver's log if it cannot compile them for this device
  void load(byte[] ptx) {
    enter();
    if (module != 0) {
      throw new IllegalStateException("the kernels are already loaded");
    }
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment text = temporary.allocate(ptx.length + 1L); // ends with a zero
      MemorySegment.copy(ptx, 0, text, JAVA_BYTE, 0, ptx.length);
      MemorySegment log = temporary.allocate(LOG_BYTES);
      MemorySegment options = temporary.allocateFrom(JAVA_INT, JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES);
      MemorySegment values = temporary.allocateFrom(JAVA_LONG, log.address(), LOG_BYTES);
      int code =
          driver.tryCall(
              Call.MODULE_LOAD,
              out.address(),
              text.address(),
              2,
              options.address(),
              values.address());
      if (code != 0) {
        String sentence = "the driver could not load the kernels on " + device.name();
        CudaException failure = driver.failure(sentence, code);
        String details = log.getString(0).strip();
        throw details.isEmpty()
            ? failure
            : new CudaException(code, failure.name(), failure.getMessage() + ": " + details);
      }
      module = out.get(JAVA_LONG, 0);
    }
  }

  /// Finds a kernel by its name.
  long function(String name) {
    enter();
    if (module == 0) {
      throw new IllegalStateException("the kernels are not loaded");
    }
    try (Arena temporary = Arena.ofConfined()) {
      long text = temporary.allocateFrom(name).address();
      int code = driver.tryCall(Call.MODULE_GET_FUNCTION, out.address(), module, text);
      if (code == NOT_FOUND) {
        throw driver.failure("there is no kernel " + name, code);
      } else if (code != 0) {
        throw driver.failure("could not look up the kernel " + name, code);
      }
    }
    long function = out.get(JAVA_LONG, 0);
    kernels.put(function, name);
    return function;
  }

  /// Allows a kernel to use more dynamic shared memory than 48 KiB per block.
  void largestShared(long function, int bytes) {
    enter();
    driver.call(Call.FUNCTION_SET_ATTRIBUTE, function, LARGEST_DYNAMIC_SHARED_BYTES, bytes);
  }

  /// Starts a kernel, without waiting. Each argument is an integer or an address.
  void launch(long function, int gridX, int gridY, int block, int sharedBytes, long... arguments) {
    if (arguments.length > MOST_ARGUMENTS) {
      throw new IllegalArgumentException(
          "a kernel has at most %d arguments, were %d".formatted(MOST_ARGUMENTS, arguments.length));
    }
    enter();
    MemorySegment.copy(arguments, 0, this.arguments, JAVA_LONG, 0, arguments.length);
    int code =
        driver.launchKernel(function, gridX, gridY, block, sharedBytes, stream, pointers.address());
    if (code != 0) {
      String name = kernels.getOrDefault(function, "unknown");
      throw driver.failure("could not run the kernel " + name, code);
    }
  }

  /// Records launches instead of running them, for [Graph#launch]. Only launches and [#clear] can be recorded.
  Graph record(Runnable launches) {
    enter();
    driver.call(Call.STREAM_BEGIN_CAPTURE, stream, CAPTURE_THREAD_LOCAL);
    try {
      launches.run();
    } catch (RuntimeException | Error e) {
      // The stream must leave its recording state; what it recorded so far is dropped.
      if (driver.tryCall(Call.STREAM_END_CAPTURE, stream, out.address()) == 0) {
        driver.tryCall(Call.GRAPH_DESTROY, out.get(JAVA_LONG, 0));
      }
      throw e;
    }
    driver.call(Call.STREAM_END_CAPTURE, stream, out.address());
    long graph = out.get(JAVA_LONG, 0);
    try {
      driver.call(Call.GRAPH_INSTANTIATE, out.address(), graph, 0);
      return new Graph(out.get(JAVA_LONG, 0));
    } finally {
      driver.tryCall(Call.GRAPH_DESTROY, graph);
    }
  }

  /// Waits until all work is done.
  void synchronize() {
    enter();
    driver.call(Call.STREAM_SYNCHRONIZE, stream);
  }

  /// Runs work to its end, and returns the time it took on the GPU.
  double milliseconds(Runnable work) {
    enter();
    long start = event();
    try {
      long end = event();
      try {
        driver.call(Call.EVENT_RECORD, start, stream);
        work.run();
        driver.call(Call.EVENT_RECORD, end, stream);
        driver.call(Call.EVENT_SYNCHRONIZE, end);
        driver.call(Call.EVENT_ELAPSED_TIME, out.address(), start, end);
        return out.get(JAVA_FLOAT, 0);
      } finally {
        driver.tryCall(Call.EVENT_DESTROY, end);
      }
    } finally {
      driver.tryCall(Call.EVENT_DESTROY, start);
    }
  }

  private long event() {
    driver.call(Call.EVENT_CREATE, out.address(), 0);
    return out.get(JAVA_LONG, 0);
  }

  /// Makes the context current: another thread may have made the last call, or another context.
  private void enter() {
    if (closed) {
      throw new IllegalStateException("the CUDA context is closed");
    }
    int code = driver.setCurrent(context);
    if (code != 0) {
      throw driver.failure("could not use GPU " + device.ordinal(), code);
    }
  }

  /// Waits for the work, and frees all memory and code.
  ///
  /// @throws CudaException if the work failed
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    driver.setCurrent(context);
    int code = driver.tryCall(Call.STREAM_SYNCHRONIZE, stream);
    // If the work failed, these fail with the same code, and the release of the context frees
    // everything.
    allocations.forEach(address -> driver.tryCall(Call.MEM_FREE, address));
    if (module != 0) {
      driver.tryCall(Call.MODULE_UNLOAD, module);
    }
    driver.tryCall(Call.STREAM_DESTROY, stream);
    int released = driver.tryCall(Call.PRIMARY_CONTEXT_RELEASE, device.ordinal());
    driver.setCurrent(0);
    arena.close();
    if (code != 0 || released != 0) {
      throw driver.failure("the last work on the GPU failed", code != 0 ? code : released);
    }
  }

  /// Recorded launches, which start with one call.
  final class Graph implements AutoCloseable {
    private final long executable;
    private boolean destroyed;

    private Graph(long executable) {
      this.executable = executable;
    }

    /// Starts the recorded work, without waiting.
    void launch() {
      if (destroyed) {
        throw new IllegalStateException("the graph is closed");
      }
      enter();
      int code = driver.launchGraph(executable, stream);
      if (code != 0) {
        throw driver.failure("could not run the recorded kernels", code);
      }
    }

    @Override
    public void close() {
      // A context that is closed has released its graphs.
      if (!destroyed && !closed) {
        enter();
        // This returns errors of earlier work only, which the next call reports as well.
        driver.tryCall(Call.GRAPH_EXECUTABLE_DESTROY, executable);
      }
      destroyed = true;
    }
  }
}
