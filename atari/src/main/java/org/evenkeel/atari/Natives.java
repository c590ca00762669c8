package org.evenkeel.atari;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;

/// Loads the emulator's native code once, and prevents it from printing its banner to the terminal.
final class Natives {
  /// The symbol of `ale::Logger::setMode(ale::Logger::mode)`, which the binding omits. It is the same in the libraries
  /// for Linux, macOS and Windows.
  private static final String SET_MODE = "_ZN3ale6Logger7setModeENS0_4modeE";

  /// The mode `ale::Logger::Error`, which prints neither the banner nor remarks about a cartridge.
  private static final int ERRORS_ONLY = 2;

  /// The property with the memory of the process, in bytes, above which JavaCPP refuses to allocate. 0 means no limit;
  /// the default is four times the heap.
  private static final String MOST_MEMORY = "org.bytedeco.javacpp.maxphysicalbytes";

  private static boolean loaded;

  private Natives() {}

  /// Loads the native code if it is not loaded yet.
  ///
  /// @throws IllegalArgumentException if there is none for this machine or it cannot be used
  static synchronized void require() {
    if (loaded) {
      return;
    }
    // A replay buffer of several gigabytes outside the heap is no reason to refuse an emulator.
    if (System.getProperty(MOST_MEMORY) == null) {
      System.setProperty(MOST_MEMORY, "0");
    }
    try {
      Loader.load(org.bytedeco.ale.global.ale.class);
    } catch (LinkageError | RuntimeException e) {
      throw new IllegalArgumentException(
          sentence(
              System.getProperty("os.name", ""),
              System.getProperty("os.arch", ""),
              root(e).toString()),
          e);
    }
    quiet();
    loaded = true;
  }

  private static Throwable root(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /// Returns the error message for native code that cannot be loaded.
  static String sentence(String system, String processor, String cause) {
    String os = system.toLowerCase(Locale.ROOT);
    boolean served =
        (os.startsWith("linux") || os.startsWith("mac") || os.startsWith("windows"))
            && (processor.equals("amd64") || processor.equals("x86_64"));
    return served
        ? "the Atari emulator's native code could not be loaded (%s); it is unpacked to ~/.javacpp or the temporary folder, one of which must be writable (to use another, set EVENKEEL_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=DIR)"
            .formatted(cause)
        : "the Atari emulator has no native code for %s on %s, only for Linux, macOS and Windows on x86-64: use such a machine, or an x86-64 Java if this one can run it (Rosetta on macOS)"
            .formatted(system, processor);
  }

  /// Switches the banner off. If that is not possible, it is printed; nothing else changes.
  @SuppressWarnings("restricted") // it takes one int and returns nothing, as declared here
  private static void quiet() {
    Optional<MemorySegment> setMode = SymbolLookup.loaderLookup().find(SET_MODE);
    if (setMode.isEmpty()) {
      return;
    }
    try {
      Linker.nativeLinker()
          .downcallHandle(setMode.get(), FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT))
          .invokeExact(ERRORS_ONLY);
    } catch (Throwable e) {
      throw new IllegalStateException("the emulator's messages could not be switched off", e);
    }
  }
}
