package org.evenkeel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Opens the GPU that tests use: the kernels compiled for the processor, in a library that takes the place of the
/// NVIDIA driver.
final class EmulatedGpu {
  private static final Path LIBRARY = Path.of("target", "emulator", "libcuda.so").toAbsolutePath();
  private static boolean built;

  private EmulatedGpu() {}

  /// Opens it. A test that needs it is skipped on a machine without g++.
  static Gpu open() {
    library();
    return Gpu.open();
  }

  /// Builds the library once in a process, makes [CudaDriver] load it, and returns its file.
  static synchronized Path library() {
    assumeTrue(hasCompiler(), "g++ is missing");
    if (!built) {
      try {
        Process build =
            new ProcessBuilder("bash", "emulate", LIBRARY.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, build.waitFor(), output);
        assertEquals("", output);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      built = true;
    }
    System.setProperty(CudaDriver.LIBRARY_PROPERTY, LIBRARY.toString());
    return LIBRARY;
  }

  /// Changes a setting of the emulator, which `emulator.h` describes.
  ///
  /// @param value the new value; empty for the usual one
  @SuppressWarnings("restricted") // the emulator is our own code
  static void set(String name, String value) {
    SymbolLookup found = SymbolLookup.libraryLookup(library(), Arena.global());
    MethodHandle set =
        Linker.nativeLinker()
            .downcallHandle(
                found.findOrThrow("emulator_set"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    MemorySegment text = value.isEmpty() ? MemorySegment.NULL : Arena.global().allocateFrom(value);
    try {
      int code = (int) set.invokeExact(Arena.global().allocateFrom(name), text);
      assertEquals(0, code);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static boolean hasCompiler() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "g++")));
  }
}
