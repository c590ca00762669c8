package org.evenkeel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The functions of the NVIDIA driver library, found at run time, so that nothing of CUDA is needed to build or to
/// start on a machine without a GPU.
///
/// Every parameter is passed as a 64-bit integer. In the calling conventions of the platforms that CUDA supports
/// (x86-64 and AArch64 Linux, x86-64 Windows) integers and pointers of all widths occupy a whole register or stack
/// slot, and the callee ignores the upper bits of a narrow one.
@SuppressWarnings("restricted") // calling C is its purpose
final class CudaDriver {
  /// The system property that names a driver library to use instead of the installed one.
  static final String LIBRARY_PROPERTY = "evenkeel.cuda.library";

  private static final int REQUIRED_VERSION = 12010;

  private static final int CLOCK_KILOHERTZ = 13;
  private static final int MULTIPROCESSORS = 16;
  private static final int CAPABILITY_MAJOR = 75;
  private static final int CAPABILITY_MINOR = 76;
  private static final int NAME_BYTES = 256;

  /// A function of the driver: its symbol and its number of parameters.
  enum Call {
    DRIVER_GET_VERSION("cuDriverGetVersion", 1),
    GET_ERROR_NAME("cuGetErrorName", 2),
    GET_ERROR_STRING("cuGetErrorString", 2),
    INIT("cuInit", 1),
    DEVICE_GET_COUNT("cuDeviceGetCount", 1),
    DEVICE_GET("cuDeviceGet", 2),
    DEVICE_GET_NAME("cuDeviceGetName", 3),
    DEVICE_GET_ATTRIBUTE("cuDeviceGetAttribute", 3),
    DEVICE_TOTAL_MEM("cuDeviceTotalMem_v2", 2),
    PRIMARY_CONTEXT_RETAIN("cuDevicePrimaryCtxRetain", 2),
    PRIMARY_CONTEXT_RELEASE("cuDevicePrimaryCtxRelease_v2", 1),
    CONTEXT_SET_CURRENT("cuCtxSetCurrent", 1),
    MEM_GET_INFO("cuMemGetInfo_v2", 2),
    MEM_ALLOC("cuMemAlloc_v2", 2),
    MEM_FREE("cuMemFree_v2", 1),
    MEM_COPY_TO_DEVICE("cuMemcpyHtoDAsync_v2", 4),
    MEM_COPY_TO_HOST("cuMemcpyDtoHAsync_v2", 4),
    MEM_COPY_ON_DEVICE("cuMemcpyDtoDAsync_v2", 4),
    MEM_SET("cuMemsetD8Async", 4),
    MODULE_LOAD("cuModuleLoadDataEx", 5),
    MODULE_UNLOAD("cuModuleUnload", 1),
    MODULE_GET_FUNCTION("cuModuleGetFunction", 3),
    FUNCTION_SET_ATTRIBUTE("cuFuncSetAttribute", 3),
    LAUNCH_KERNEL("cuLaunchKernel", 11),
    STREAM_CREATE("cuStreamCreate", 2),
    STREAM_DESTROY("cuStreamDestroy_v2", 1),
    STREAM_SYNCHRONIZE("cuStreamSynchronize", 1),
    STREAM_BEGIN_CAPTURE("cuStreamBeginCapture_v2", 2),
    STREAM_END_CAPTURE("cuStreamEndCapture", 2),
    GRAPH_INSTANTIATE("cuGraphInstantiateWithFlags", 3),
    GRAPH_LAUNCH("cuGraphLaunch", 2),
    GRAPH_DESTROY("cuGraphDestroy", 1),
    GRAPH_EXECUTABLE_DESTROY("cuGraphExecDestroy", 1),
    EVENT_CREATE("cuEventCreate", 2),
    EVENT_RECORD("cuEventRecord", 2),
    EVENT_SYNCHRONIZE("cuEventSynchronize", 1),
    EVENT_ELAPSED_TIME("cuEventElapsedTime", 3),
    EVENT_DESTROY("cuEventDestroy_v2", 1);

    private final String symbol;
    private final int parameters;

    Call(String symbol, int parameters) {
      this.symbol = symbol;
      this.parameters = parameters;
    }
  }

  private final String library;
  private final SymbolLookup symbols;
  private final Map<Call, MethodHandle> calls = new EnumMap<>(Call.class);
  private final MethodHandle setCurrent;
  private final MethodHandle launchKernel;
  private final MethodHandle launchGraph;

  private CudaDriver(String library, SymbolLookup symbols) {
    this.library = library;
    this.symbols = symbols;
    add(Call.DRIVER_GET_VERSION);
    int version = version();
    if (version < REQUIRED_VERSION) {
      throw new CudaException(
          "the NVIDIA driver supports CUDA %s, but %s or newer is needed: update the driver"
              .formatted(text(version), text(REQUIRED_VERSION)));
    }
    for (Call call : Call.values()) {
      add(call);
    }
    setCurrent = find(Call.CONTEXT_SET_CURRENT);
    launchKernel = find(Call.LAUNCH_KERNEL);
    launchGraph = find(Call.GRAPH_LAUNCH);
    int code = tryCall(Call.INIT, 0);
    if (code != 0) {
      throw failure("the NVIDIA driver found no usable GPU", code);
    }
  }

  /// Loads the driver library and initializes it.
  ///
  /// @throws CudaException if there is no driver, it is too old, or there is no GPU
  static CudaDriver load() throws CudaException {
    try {
      String property = System.getProperty(LIBRARY_PROPERTY);
      if (property != null) {
        SymbolLookup symbols =
            open(Path.of(property).toAbsolutePath().toString())
                .orElseThrow(
                    () ->
                        new CudaException(
                            "the library %s, named by the system property %s, could not be loaded"
                                .formatted(property, LIBRARY_PROPERTY)));
        return new CudaDriver(property, symbols);
      }
      List<String> names = names();
      for (String name : names) {
        Optional<SymbolLookup> symbols = open(name);
        if (symbols.isPresent()) {
          return new CudaDriver(name, symbols.get());
        }
      }
      throw new CudaException(
          "no NVIDIA driver was found (%s): training on a GPU needs an NVIDIA GPU and its driver"
              .formatted(names.getFirst()));
    } catch (IllegalCallerException e) {
      Module module = CudaDriver.class.getModule();
      throw new CudaException(
          "Java may not call the NVIDIA driver: start it with --enable-native-access="
              + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
    }
  }

  private static List<String> names() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")
        ? List.of("nvcuda.dll")
        : List.of("libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1");
  }

  private static Optional<SymbolLookup> open(String name) {
    try {
      return Optional.of(SymbolLookup.libraryLookup(name, Arena.global()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The GPUs of this machine, whether usable or not.
  List<CudaDevice> devices() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      MemorySegment name = arena.allocate(NAME_BYTES);
      call(Call.DEVICE_GET_COUNT, out.address());
      List<CudaDevice> devices = new ArrayList<>();
      int count = out.get(JAVA_INT, 0);
      for (int i = 0; i < count; i++) {
        call(Call.DEVICE_GET, out.address(), i);
        int device = out.get(JAVA_INT, 0);
        call(Call.DEVICE_GET_NAME, name.address(), NAME_BYTES, device);
        call(Call.DEVICE_TOTAL_MEM, out.address(), device);
        long memoryBytes = out.get(JAVA_LONG, 0);
        devices.add(
            new CudaDevice(
                i,
                name.getString(0),
                attribute(CAPABILITY_MAJOR, device, out),
                attribute(CAPABILITY_MINOR, device, out),
                attribute(MULTIPROCESSORS, device, out),
                memoryBytes));
      }
      return List.copyOf(devices);
    }
  }

  /// The highest clock of a GPU's multiprocessors.
  double hertz(CudaDevice device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      call(Call.DEVICE_GET, out.address(), device.ordinal());
      return 1e3 * attribute(CLOCK_KILOHERTZ, out.get(JAVA_INT, 0), out);
    }
  }

  private int attribute(int attribute, int device, MemorySegment out) {
    call(Call.DEVICE_GET_ATTRIBUTE, out.address(), attribute, device);
    return out.get(JAVA_INT, 0);
  }

  /// The newest version of CUDA that the driver supports: 12040 is 12.4.
  int version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_INT);
      int code = tryCall(Call.DRIVER_GET_VERSION, out.address());
      return code == 0 ? out.get(JAVA_INT, 0) : 0;
    }
  }

  /// The newest version of CUDA that the driver supports, such as `12.4`.
  String versionText() {
    return text(version());
  }

  private static String text(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }

  private void add(Call call) {
    calls.put(call, find(call).asSpreader(long[].class, call.parameters));
  }

  private MethodHandle find(Call call) {
    MemorySegment address =
        symbols
            .find(call.symbol)
            .orElseThrow(
                () ->
                    new CudaException(
                        "%s has no function %s: the driver of CUDA %s or newer is needed"
                            .formatted(library, call.symbol, text(REQUIRED_VERSION))));
    MemoryLayout[] parameters =
        Collections.nCopies(call.parameters, JAVA_LONG).toArray(MemoryLayout[]::new);
    return Linker.nativeLinker()
        .downcallHandle(address, FunctionDescriptor.of(JAVA_INT, parameters));
  }

  /// Calls a function and checks its result.
  void call(Call call, long... arguments) {
    int code = tryCall(call, arguments);
    if (code != 0) {
      throw failure("the GPU reported an error in " + call.symbol, code);
    }
  }

  /// Calls a function and returns its result, which the caller must check.
  int tryCall(Call call, long... arguments) {
    MethodHandle handle = calls.get(call);
    if (handle == null) {
      throw new IllegalStateException(call.symbol + " is called before it is looked up");
    }
    try {
      return (int) handle.invokeExact(arguments);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Makes a context current on the calling thread, without allocating.
  int setCurrent(long context) {
    try {
      return (int) setCurrent.invokeExact(context);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Starts a kernel with one-dimensional blocks, without allocating.
  int launchKernel(
      long function, int gridX, int gridY, int block, int sharedBytes, long stream, long pointers) {
    try {
      return (int)
          launchKernel.invokeExact(
              function,
              (long) gridX,
              (long) gridY,
              1L,
              (long) block,
              1L,
              1L,
              (long) sharedBytes,
              stream,
              pointers,
              0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Starts a graph, without allocating.
  int launchGraph(long executable, long stream) {
    try {
      return (int) launchGraph.invokeExact(executable, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// An exception for a result code: the sentence, and the driver's own words for the code.
  CudaException failure(String sentence, int code) {
    String name = words(Call.GET_ERROR_NAME, code);
    return new CudaException(
        code,
        name,
        "%s: %s (%s, error %d)"
            .formatted(sentence, words(Call.GET_ERROR_STRING, code), name, code));
  }

  private String words(Call call, int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment text =
          tryCall(call, code, out.address()) == 0 ? out.get(ADDRESS, 0) : MemorySegment.NULL;
      return text.address() == 0 ? "unknown" : text.reinterpret(Long.MAX_VALUE).getString(0);
    }
  }

  /// C functions throw nothing.
  private static AssertionError unexpected(Throwable e) {
    return new AssertionError("a call of the NVIDIA driver failed", e);
  }
}
