package org.evenkeel.cuda;

import java.util.List;

/// The NVIDIA GPUs of this machine.
///
/// @param cudaVersion the newest version of CUDA that the driver supports, such as `12.4`; empty if there is no usable
///     driver
/// @param all the GPUs in the driver's order, usable or not
/// @param problem the reason why none can be used, in a sentence; empty if one can
public record Gpus(String cudaVersion, List<Found> all, String problem) {
  /// A GPU.
  ///
  /// @param name such as `NVIDIA H200`
  /// @param capability the compute capability, such as `9.0`
  /// @param memoryBytes its total memory
  /// @param refusal the reason why it cannot be used, in a sentence; empty if it can
  public record Found(String name, String capability, long memoryBytes, String refusal) {}

  static final String NONE = "the NVIDIA driver found no GPU";

  /// Copies the list.
  public Gpus {
    all = List.copyOf(all);
  }

  /// Looks for GPUs. Never fails: without a driver the result says so.
  public static Gpus found() {
    try {
      CudaDriver driver = CudaDriver.load();
      List<Found> all = driver.devices().stream().map(Gpus::found).toList();
      return new Gpus(driver.versionText(), all, problem(all));
    } catch (CudaException e) {
      return new Gpus("", List.of(), String.valueOf(e.getMessage()));
    }
  }

  private static Found found(CudaDevice device) {
    return new Found(
        device.name(),
        device.major() + "." + device.minor(),
        device.memoryBytes(),
        device.refusal());
  }

  private static String problem(List<Found> all) {
    if (all.isEmpty()) {
      return NONE;
    }
    return all.stream().anyMatch(gpu -> gpu.refusal().isEmpty()) ? "" : all.getFirst().refusal();
  }
}
