package org.evenkeel.cli;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.cuda.Gpu;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--device`.
final class DeviceChoice {
  static final String CPU = "cpu";
  static final String CUDA = "cuda";
  private static final String AUTO = "auto";

  /// The values, for completion.
  static final class Names implements Iterable<String> {
    Names() {}

    @Override
    public Iterator<String> iterator() {
      return List.of(CPU, CUDA, AUTO).iterator();
    }
  }

  @Option(
      names = "--device",
      paramLabel = "cpu|cuda|auto",
      completionCandidates = Names.class,
      description =
          "Hardware that trains: the CPU, an NVIDIA GPU, which trains as many runs at once as fit into its memory, or"
              + " the GPU for all runs that it supports and the CPU for the others (default: cpu). Does not change the"
              + " result.")
  private @Nullable String name;

  DeviceChoice() {}

  /// Opens the device.
  ///
  /// @param notes the receiver of a remark for the user
  /// @throws IllegalArgumentException if there is no such device, or no GPU
  Device open(Consumer<String> notes) {
    return open(name == null ? CPU : name, "training", notes);
  }

  /// Opens the device with a name, as [#open] does.
  ///
  /// @param doing the purpose, in a word such as "training"
  static Device open(String wanted, String doing, Consumer<String> notes) {
    if (wanted.equals(CPU)) {
      return Device.cpu();
    }
    boolean required = wanted.equals(CUDA);
    if (!required && !wanted.equals(AUTO)) {
      throw new IllegalArgumentException(
          "--device must be cpu, cuda or auto, was '%s'".formatted(wanted));
    }
    try {
      return new Device(Gpu.open(), required);
    } catch (IllegalStateException e) {
      if (required) {
        throw new IllegalArgumentException(
            e.getMessage() + "; --device cpu works without a GPU", e);
      }
      notes.accept(doing + " on the CPU: " + e.getMessage());
      return Device.cpu();
    }
  }

  /// @throws IllegalArgumentException if `--device` is given, which does not apply to a cluster
  void refuseOnCluster() {
    if (name != null) {
      throw new IllegalArgumentException(
          "--device does not apply with --on: the workers of the cluster train on their CPUs");
    }
  }
}
