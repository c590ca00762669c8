package org.evenkeel.core.nn;

import java.util.Locale;

/// Chooses the kernels once for the lifetime of the process, and describes the choice.
///
/// The vector kernels need the module `jdk.incubator.vector`. A program on the module path gets it with this module. A
/// program on the class path must add it; otherwise a warning is printed once. `-Devenkeel.kernels=scalar` selects the
/// scalar kernels, `-Devenkeel.vectorBits=128|256|512` a vector width other than the machine's preferred one. The
/// results are bit-identical; only the speed differs.
public final class KernelChoice {
  private static final System.Logger LOG = System.getLogger(KernelChoice.class.getName());

  /// The kernels of this process.
  static final Kernels KERNELS = choose();

  private KernelChoice() {}

  /// Describes the kernels of this process for reports, for example `vector 512 bit`.
  public static String description() {
    return KERNELS.description();
  }

  private static Kernels choose() {
    String wanted = System.getProperty("evenkeel.kernels", "vector").toLowerCase(Locale.ROOT);
    if (!wanted.equals("vector") && !wanted.equals("scalar")) {
      warn("-Devenkeel.kernels must be vector or scalar, was " + wanted + "; using vector.");
    }
    if (slowFma()) {
      warn(
          "This processor, or this Java on it, has no fast fused multiply-add (FMA);"
              + " Evenkeel gives the same results, but runs several times slower.");
    }
    if (wanted.equals("scalar")) {
      return new ScalarKernels();
    }
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      warn(
          "Evenkeel uses its scalar kernels, which are several times slower than its vector kernels;"
              + " start Java with --add-modules jdk.incubator.vector to use those.");
      return new ScalarKernels();
    }
    return new VectorKernels();
  }

  /// Whether [Math#fma(float, float, float)] is computed with `BigDecimal`, as Java does without the instruction.
  ///
  /// A hundred calls are compared with a hundred multiplications and additions. With the instruction they take about as
  /// long (15 and 12 ns a call, interpreted), without it 400 times as long. Up to ten attempts are made, because one
  /// may be interrupted; the first is usually enough and takes 3 us.
  static boolean slowFma() {
    long plain = Long.MAX_VALUE;
    long fused = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      plain = Math.min(plain, nanos(false));
      fused = Math.min(fused, nanos(true));
      if (fused < 20 * plain) {
        return false;
      }
    }
    return true;
  }

  private static long nanos(boolean fused) {
    float x = 1.1f;
    long start = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      x = fused ? Math.fma(x, 0.99f, 0.01f) : x * 0.99f + 0.01f;
    }
    long nanos = System.nanoTime() - start;
    return x > 0 ? Math.max(1, nanos) : 0; // x is always positive: it only has to be computed
  }

  /// Prints a warning. This runs during class initialization, where an exception would hide its message.
  private static void warn(String sentence) {
    LOG.log(System.Logger.Level.WARNING, sentence);
  }
}
