package org.evenkeel.core.nn;

import java.util.Locale;

/// Chooses the kernels once, for the life of the process, and can say which and why.
///
/// The vector twin needs the module `jdk.incubator.vector`. A program on the module path gets it with
/// this module; a program on the class path has to ask for it, and is told so once, in one sentence.
/// `-Devenkeel.kernels=scalar` takes the scalar twin, `-Devenkeel.vectorBits=128|256|512` another
/// width than the machine prefers: the results are the same bits, only the time differs.
public final class KernelChoice {
  private static final System.Logger LOG = System.getLogger(KernelChoice.class.getName());

  /// The kernels of this process.
  static final Kernels KERNELS = choose();

  private KernelChoice() {}

  /// What computes in this process, for reports: for example `vector 512 bit`.
  public static String description() {
    return KERNELS.description();
  }

  private static Kernels choose() {
    String wanted = System.getProperty("evenkeel.kernels", "vector").toLowerCase(Locale.ROOT);
    if (!wanted.equals("vector") && !wanted.equals("scalar")) {
      warn("-Devenkeel.kernels must be vector or scalar, was " + wanted + "; taking vector.");
    }
    if (wanted.equals("scalar")) {
      return new ScalarKernels();
    }
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      warn(
          "Evenkeel computes with its scalar kernels, many times slower than it could;"
              + " start Java with --add-modules jdk.incubator.vector to get the vector kernels.");
      return new ScalarKernels();
    }
    return new VectorKernels();
  }

  /// The vector width asked for, 0 for the machine's own.
  static int vectorBits() {
    String bits = System.getProperty("evenkeel.vectorBits", "0");
    return switch (bits) {
      case "0", "128", "256", "512" -> Integer.parseInt(bits);
      default -> {
        warn(
            "-Devenkeel.vectorBits must be 128, 256 or 512, was "
                + bits
                + "; taking the machine's own.");
        yield 0;
      }
    };
  }

  /// Not an exception: this runs while a class is initialized, where one would hide what it says.
  private static void warn(String sentence) {
    LOG.log(System.Logger.Level.WARNING, sentence);
  }
}
