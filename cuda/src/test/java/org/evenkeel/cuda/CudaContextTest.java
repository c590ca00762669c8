package org.evenkeel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// The binding of the NVIDIA driver, on the emulator (src/test/cuda) with kernels of its own.
@SuppressWarnings("restricted")
class CudaContextTest {
  private static final String KERNELS =
      """
      #include "portable.cuh"

      KERNEL twice(const float* in, float* out, int64 count) {
        int64 i = (int64)blockIdx.x * blockDim.x + threadIdx.x;
        if (i < count) out[i] = 2 * in[i];
      }

      KERNEL six(int64* out, int64 a, int64 b, int64 c, int64 d, int64 e) {
        out[0] = a + 10 * b + 100 * c + 1000 * d + 10000 * e;
      }

      // The sum of 64 numbers in each block, by halves. Other threads return before the first barrier.
      KERNEL __launch_bounds__(96) sum(const int* in, int* out) {
        SHARED int part[64];
        int t = threadIdx.x, block = blockIdx.y * gridDim.x + blockIdx.x;
        if (t >= 64) return;
        part[t] = in[block * 64 + t];
        for (int half = 32; half > 0; half /= 2) {
          SYNC();
          if (t < half) part[t] += part[t + half];
        }
        if (t == 0) out[block] = part[0];
      }

      // Reads a neighbour's value without waiting for it.
      KERNEL racing(int* out) {
        SHARED int part[64];
        part[threadIdx.x] = -1;
        SYNC();
        part[threadIdx.x] = threadIdx.x;
        out[threadIdx.x] = part[(threadIdx.x + 1) % 64];
      }

      KERNEL dynamic(float* out) {
        DYNAMIC_SHARED(float, values);
        values[threadIdx.x] = threadIdx.x;
        SYNC();
        out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
      }

      KERNEL diverging() {
        if (threadIdx.x % 2 == 0) {
          SYNC();
        } else {
          SYNC();
        }
      }

      KERNEL outside(int* out, int64 count) { out[count] = 1; }
      """;

  private static final long MEGABYTE = 1 << 20;

  @TempDir private static Path directory;
  private static Path library;
  private static MethodHandle set;
  private final List<String> changed = new ArrayList<>();

  @BeforeAll
  static void build() throws IOException, InterruptedException {
    Path module = Path.of(Files.exists(Path.of("emulate")) ? "" : "cuda");
    Path kernels = directory.resolve("kernels.cu");
    library = directory.resolve("libcuda.so");
    Files.writeString(kernels, KERNELS);
    Path log = directory.resolve("log");
    int exit;
    try {
      exit =
          new ProcessBuilder(
                  "bash",
                  module.resolve("emulate").toAbsolutePath().toString(),
                  library.toString(),
                  kernels.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start()
              .waitFor();
    } catch (IOException e) {
      exit = 2; // no bash
    }
    assumeTrue(exit != 2, "the emulator needs bash and g++");
    assertEquals(0, exit, Files.readString(log));
    assertEquals("", Files.readString(log));
    set =
        Linker.nativeLinker()
            .downcallHandle(
                SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("emulator_set"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
  }

  @BeforeEach
  void useTheEmulator() {
    System.setProperty(CudaDriver.LIBRARY_PROPERTY, library.toString());
  }

  @AfterEach
  void restore() throws Throwable {
    System.clearProperty(CudaDriver.LIBRARY_PROPERTY);
    for (String name : changed) {
      int ignored = (int) set.invokeExact(Arena.global().allocateFrom(name), MemorySegment.NULL);
      assertEquals(0, ignored);
    }
  }

  /// Sets an environment variable of the emulator until the end of the test.
  private void set(String name, String value) {
    String variable = "EVENKEEL_EMULATOR_" + name;
    changed.add(variable);
    try (Arena arena = Arena.ofConfined()) {
      assertEquals(
          0, (int) set.invokeExact(arena.allocateFrom(variable), arena.allocateFrom(value)));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static CudaContext open() {
    CudaDriver driver = CudaDriver.load();
    CudaContext context = new CudaContext(driver, driver.devices().getFirst());
    context.load("no PTX".getBytes(StandardCharsets.UTF_8));
    return context;
  }

  private static CudaException failure(Executable work) {
    return assertThrows(CudaException.class, work);
  }

  private static int[] ints(CudaContext context, long address, int count) {
    int[] values = new int[count];
    context.download(address, MemorySegment.ofArray(values));
    return values;
  }

  @Test
  void theDeviceIsDescribed() {
    set("MEMORY", "1000000");
    CudaDriver driver = CudaDriver.load();
    assertEquals(12010, driver.version());
    assertEquals(
        List.of(new CudaDevice(0, "Evenkeel emulator", 9, 0, 4, 1_000_000)), driver.devices());
    assertEquals("", driver.devices().getFirst().refusal());
  }

  @Test
  void anOldDeviceIsRefused() {
    CudaDevice old = new CudaDevice(1, "Old GPU", 6, 1, 20, MEGABYTE);
    String refusal = "GPU 1 (Old GPU) has compute capability 6.1, but 7.0 or newer is needed";
    assertEquals(refusal, old.refusal());
    assertEquals(
        refusal, failure(() -> new CudaContext(CudaDriver.load(), old).close()).getMessage());
  }

  @Test
  void aKernelComputesWithUploadedMemory() {
    int count = 300_000; // more than the staging buffer holds
    float[] values = new float[count];
    float[] expected = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i;
      expected[i] = 2f * i;
    }
    try (CudaContext context = open();
        Arena arena = Arena.ofConfined()) {
      long in = context.allocate(4L * count);
      long out = context.allocate(4L * count);
      context.upload(in, MemorySegment.ofArray(values));
      long twice = context.function("twice");
      context.launch(twice, (count + 255) / 256, 1, 256, 0, in, out, count);
      context.download(out, MemorySegment.ofArray(values));
      assertArrayEquals(expected, values);

      context.upload(in, arena.allocateFrom(JAVA_FLOAT, 5, 6, 7));
      context.launch(twice, 1, 1, 32, 0, in, out, 3);
      MemorySegment three = arena.allocate(JAVA_FLOAT, 3);
      context.download(out, three);
      assertArrayEquals(new float[] {10, 12, 14}, three.toArray(JAVA_FLOAT));
    }
  }

  @Test
  void aKernelHasUpToSixArguments() {
    try (CudaContext context = open()) {
      long out = context.allocate(8);
      long six = context.function("six");
      context.launch(six, 1, 1, 1, 0, out, 1, 2, 3, 4, 5);
      long[] value = new long[1];
      context.download(out, MemorySegment.ofArray(value));
      assertEquals(54321, value[0]);
      Executable seven = () -> context.launch(six, 1, 1, 1, 0, out, 1, 2, 3, 4, 5, 6);
      assertEquals(
          "a kernel has at most 6 arguments, were 7",
          assertThrows(IllegalArgumentException.class, seven).getMessage());
    }
  }

  @Test
  void newMemoryIsNotZeroAndClearedMemoryIs() {
    try (CudaContext context = open()) {
      long address = context.allocate(8);
      assertArrayEquals(new int[] {0xffc5c5c5, 0xffc5c5c5}, ints(context, address, 2));
      context.clear(address, 4);
      assertArrayEquals(new int[] {0, 0xffc5c5c5}, ints(context, address, 2));
    }
  }

  @Test
  void memoryIsCopiedOnTheDevice() {
    try (CudaContext context = open()) {
      long from = context.allocate(8);
      long to = context.allocate(8);
      context.upload(from, MemorySegment.ofArray(new int[] {1, 2}));
      context.copy(to, from + 4, 4);
      assertEquals(2, ints(context, to, 1)[0]);
      assertEquals(
          "the GPU reported an error in cuMemcpyDtoDAsync_v2: invalid argument (CUDA_ERROR_INVALID_VALUE, error 1)",
          failure(() -> context.copy(to, from, 9)).getMessage());
    }
  }

  @Test
  void theThreadsOfABlockWaitForEachOther() {
    for (String order : List.of("forward", "reversed")) {
      set("ORDER", order);
      try (CudaContext context = open()) {
        int[] values = new int[64 * 6];
        int[] sums = new int[6];
        for (int i = 0; i < values.length; i++) {
          values[i] = i * i;
          sums[i / 64] += i * i;
        }
        long in = context.allocate(4L * values.length);
        long out = context.allocate(4 * 6);
        context.upload(in, MemorySegment.ofArray(values));
        context.launch(context.function("sum"), 3, 2, 96, 0, in, out);
        assertArrayEquals(sums, ints(context, out, 6));
      }
    }
  }

  @Test
  void aMissingBarrierShowsInOneOfTheTwoOrders() {
    int[][] results = new int[2][];
    for (int i = 0; i < 2; i++) {
      set("ORDER", i == 0 ? "forward" : "reversed");
      try (CudaContext context = open()) {
        long out = context.allocate(4 * 64);
        context.launch(context.function("racing"), 1, 1, 64, 0, out);
        results[i] = ints(context, out, 64);
      }
    }
    assertFalse(Arrays.equals(results[0], results[1]));
  }

  @Test
  void sharedMemoryMayBeSizedByTheLaunch() {
    try (CudaContext context = open()) {
      long out = context.allocate(4 * 32);
      long dynamic = context.function("dynamic");
      context.launch(dynamic, 1, 1, 32, 128, out);
      float[] values = new float[32];
      context.download(out, MemorySegment.ofArray(values));
      assertEquals(31, values[0]);
      assertEquals(0, values[31]);
      assertEquals(
          "could not run the kernel dynamic: invalid argument (CUDA_ERROR_INVALID_VALUE, error 1)",
          failure(() -> context.launch(dynamic, 1, 1, 32, 100_000, out)).getMessage());
      context.largestShared(dynamic, 100_000);
      context.launch(dynamic, 1, 1, 32, 100_000, out);
      assertEquals(
          "the GPU reported an error in cuFuncSetAttribute: invalid argument"
              + " (CUDA_ERROR_INVALID_VALUE, error 1)",
          failure(() -> context.largestShared(dynamic, 1_000_000)).getMessage());
    }
  }

  @Test
  void aGraphRunsWhatWasRecordedEachTime() {
    try (CudaContext context = open()) {
      long a = context.allocate(12);
      long b = context.allocate(12);
      context.upload(a, MemorySegment.ofArray(new float[] {1, 2, 3}));
      context.clear(b, 12);
      long twice = context.function("twice");
      CudaContext.Graph graph =
          context.record(
              () -> {
                context.launch(twice, 1, 1, 32, 0, a, b, 3);
                context.launch(twice, 1, 1, 32, 0, b, a, 3);
                context.clear(b, 4);
              });
      float[] values = new float[3];
      context.download(b, MemorySegment.ofArray(values));
      assertArrayEquals(new float[3], values, "recording must not run anything");
      graph.launch();
      graph.launch();
      context.download(a, MemorySegment.ofArray(values));
      assertArrayEquals(new float[] {16, 32, 48}, values);
      context.download(b, MemorySegment.ofArray(values));
      assertArrayEquals(new float[] {0, 16, 24}, values);
      graph.close();
      graph.close();
      assertEquals(
          "the graph is closed",
          assertThrows(IllegalStateException.class, graph::launch).getMessage());
    }
  }

  @Test
  void aRecordingThatFailsIsDropped() {
    try (CudaContext context = open()) {
      assertEquals(
          "the GPU reported an error in cuStreamSynchronize: operation not permitted when stream is"
              + " capturing (CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, error 900)",
          failure(() -> context.record(context::synchronize).close()).getMessage());
      context.synchronize();
      context.record(() -> {}).close();
    }
  }

  @Test
  void workIsTimed() {
    try (CudaContext context = open()) {
      long a = context.allocate(12);
      long twice = context.function("twice");
      double time = context.milliseconds(() -> context.launch(twice, 1, 1, 32, 0, a, a, 3));
      assertTrue(time > 0 && time < 10_000, "" + time);
    }
  }

  @Test
  void threadsTakeTurns() throws InterruptedException {
    try (CudaContext context = open()) {
      AtomicReference<Object> result = new AtomicReference<>("nothing");
      Runnable work =
          () -> {
            try {
              long address = context.allocate(4);
              context.clear(address, 4);
              result.set(ints(context, address, 1)[0]);
            } catch (CudaException e) {
              result.set(e);
            }
          };
      Thread thread = Thread.ofPlatform().start(work);
      thread.join();
      assertEquals(0, result.get());
    }
  }

  @Test
  void tooLittleMemoryIsReportedAndTheContextGoesOn() {
    set("MEMORY", "1000");
    try (CudaContext context = open()) {
      long first = context.allocate(600);
      assertEquals(400, context.freeMemory());
      CudaException failure = failure(() -> context.allocate(401));
      assertEquals(
          "could not allocate 401 bytes of GPU memory: out of memory"
              + " (CUDA_ERROR_OUT_OF_MEMORY, error 2)",
          failure.getMessage());
      assertTrue(failure.outOfMemory());
      assertEquals(2, failure.code());
      assertEquals("CUDA_ERROR_OUT_OF_MEMORY", failure.name());
      context.allocate(400);
      context.free(first);
      assertEquals(600, context.freeMemory());
      assertEquals(
          "bytes must be >= 1, was 0",
          assertThrows(IllegalArgumentException.class, () -> context.allocate(0)).getMessage());
    }
    try (CudaContext context = open()) {
      assertEquals(1000, context.freeMemory(), "close must free everything");
    }
  }

  @Test
  void memoryThatWasNotAllocatedIsRefused() {
    try (CudaContext context = open()) {
      long address = context.allocate(8);
      String reason = ": invalid argument (CUDA_ERROR_INVALID_VALUE, error 1)";
      assertEquals(
          "the GPU reported an error in cuMemcpyDtoHAsync_v2" + reason,
          failure(() -> ints(context, address, 3)).getMessage());
      assertEquals(
          "the GPU reported an error in cuMemcpyHtoDAsync_v2" + reason,
          failure(() -> context.upload(address + 1, MemorySegment.ofArray(new int[2])))
              .getMessage());
      assertEquals(
          "the GPU reported an error in cuMemsetD8Async" + reason,
          failure(() -> context.clear(address, 9)).getMessage());
      assertEquals(
          "the GPU reported an error in cuMemFree_v2" + reason,
          failure(() -> context.free(address + 4)).getMessage());
    }
  }

  @Test
  void afterAFailedLaunchEveryCallFails() {
    set("FAIL_AFTER", "2");
    CudaContext context = open();
    long a = context.allocate(12);
    long twice = context.function("twice");
    context.launch(twice, 1, 1, 32, 0, a, a, 3);
    context.synchronize();
    context.launch(twice, 1, 1, 32, 0, a, a, 3);
    String reason = ": unspecified launch failure (CUDA_ERROR_LAUNCH_FAILED, error 719)";
    CudaException failure = failure(context::synchronize);
    assertEquals("the GPU reported an error in cuStreamSynchronize" + reason, failure.getMessage());
    assertFalse(failure.outOfMemory());
    assertEquals(
        "could not run the kernel twice" + reason,
        failure(() -> context.launch(twice, 1, 1, 32, 0, a, a, 3)).getMessage());
    assertEquals(
        "could not allocate 4 bytes of GPU memory" + reason,
        failure(() -> context.allocate(4)).getMessage());
    assertEquals("the last work on the GPU failed" + reason, failure(context::close).getMessage());
    context.close();
    assertEquals(
        "the CUDA context is closed",
        assertThrows(IllegalStateException.class, context::synchronize).getMessage());
    open().close();
  }

  @Test
  void aRecordedLaunchMayFail() {
    set("FAIL_AFTER", "1");
    CudaContext context = open();
    long a = context.allocate(12);
    long twice = context.function("twice");
    CudaContext.Graph graph =
        context.record(
            () -> {
              context.launch(twice, 1, 1, 32, 0, a, a, 3);
              context.launch(twice, 1, 1, 32, 0, a, a, 3);
            });
    assertEquals(
        "could not run the recorded kernels: unspecified launch failure"
            + " (CUDA_ERROR_LAUNCH_FAILED, error 719)",
        failure(graph::launch).getMessage());
    graph.close();
    failure(context::close);
  }

  @Test
  void threadsAtDifferentBarriersFailInsteadOfHanging() {
    CudaContext context = open();
    assertEquals(
        "could not run the kernel diverging: unspecified launch failure"
            + " (CUDA_ERROR_LAUNCH_FAILED, error 719)",
        failure(() -> context.launch(context.function("diverging"), 1, 1, 64, 0)).getMessage());
    failure(context::close);
    theThreadsOfABlockWaitForEachOther();
  }

  @Test
  void aWriteOutsideTheMemoryFails() {
    for (long index : new long[] {-1, 3}) {
      CudaContext context = open();
      long out = context.allocate(12);
      long outside = context.function("outside");
      context.launch(outside, 1, 1, 1, 0, out, 2);
      failure(() -> context.launch(outside, 1, 1, 1, 0, out, index));
      failure(context::close);
    }
  }

  @Test
  void anUnknownKernelIsReported() {
    try (CudaContext context = open()) {
      for (String name : List.of("thrice", "malloc")) {
        assertEquals(
            "there is no kernel "
                + name
                + ": named symbol not found (CUDA_ERROR_NOT_FOUND, error 500)",
            failure(() -> context.function(name)).getMessage());
      }
    }
  }

  @Test
  void kernelsAreLoadedOnce() {
    try (CudaContext context = open()) {
      assertEquals(
          "the kernels are already loaded",
          assertThrows(IllegalStateException.class, () -> context.load(new byte[0])).getMessage());
    }
  }

  @Test
  void kernelsThatCannotBeLoadedAreReportedWithTheDriversLog() {
    CudaDriver driver = CudaDriver.load();
    try (CudaContext context = new CudaContext(driver, driver.devices().getFirst())) {
      assertEquals(
          "the kernels are not loaded",
          assertThrows(IllegalStateException.class, () -> context.function("sum")).getMessage());
      set("PTX", "ptxas fatal: Unresolved extern function 'nothing'\n");
      assertEquals(
          "the driver could not load the kernels on Evenkeel emulator: a PTX JIT compilation failed"
              + " (CUDA_ERROR_INVALID_PTX, error 218):"
              + " ptxas fatal: Unresolved extern function 'nothing'",
          failure(() -> context.load(new byte[3])).getMessage());
      set("PTX", "");
      assertEquals(
          "the driver could not load the kernels on Evenkeel emulator: a PTX JIT compilation failed"
              + " (CUDA_ERROR_INVALID_PTX, error 218)",
          failure(() -> context.load(new byte[3])).getMessage());
    }
  }

  @Test
  void aMissingDeviceIsReported() {
    set("DEVICES", "0");
    assertEquals(
        "the NVIDIA driver found no usable GPU: no CUDA-capable device is detected"
            + " (CUDA_ERROR_NO_DEVICE, error 100)",
        failure(CudaDriver::load).getMessage());
  }

  @Test
  void anOldDriverIsReported() {
    set("DRIVER", "11040");
    assertEquals(
        "the NVIDIA driver supports CUDA 11.4, but 12.1 or newer is needed: update the driver",
        failure(CudaDriver::load).getMessage());
  }

  @Test
  void aMissingLibraryIsReported() {
    String missing = directory.resolve("missing.so").toString();
    System.setProperty(CudaDriver.LIBRARY_PROPERTY, missing);
    assertEquals(
        "the library "
            + missing
            + ", named by the system property evenkeel.cuda.library, could not be loaded",
        failure(CudaDriver::load).getMessage());
  }

  @Test
  void aMissingDriverIsReported() {
    System.clearProperty(CudaDriver.LIBRARY_PROPERTY);
    assumeTrue(
        !System.getProperty("os.name", "").startsWith("Windows")
            && !Files.exists(Path.of("/usr/lib/wsl/lib/libcuda.so.1"))
            && noDriverIsInstalled(),
        "an NVIDIA driver is installed");
    assertEquals(
        "no NVIDIA driver was found (libcuda.so.1): training on a GPU needs an NVIDIA GPU and its"
            + " driver",
        failure(CudaDriver::load).getMessage());
  }

  private static boolean noDriverIsInstalled() {
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup.libraryLookup("libcuda.so.1", arena);
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  @Test
  void anotherLibraryIsReported() throws IOException, InterruptedException {
    Path source = directory.resolve("other.c");
    Path other = directory.resolve("other.so");
    Files.writeString(source, "int cuDriverGetVersion(int* v) { *v = 12080; return 0; }");
    Process compiler =
        new ProcessBuilder("gcc", "-shared", "-fPIC", source.toString(), "-o", other.toString())
            .inheritIO()
            .start();
    assertEquals(0, compiler.waitFor());
    System.setProperty(CudaDriver.LIBRARY_PROPERTY, other.toString());
    assertEquals(
        other + " has no function cuGetErrorName: the driver of CUDA 12.1 or newer is needed",
        failure(CudaDriver::load).getMessage());
  }
}
