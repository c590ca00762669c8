package org.evenkeel.cuda;

/// An NVIDIA GPU.
///
/// @param ordinal its number, from 0, in the driver's order
/// @param name such as `NVIDIA H200`
/// @param major the compute capability before the point
/// @param minor the compute capability after the point
/// @param multiprocessors the number of multiprocessors
/// @param memoryBytes the total memory
record CudaDevice(
    int ordinal, String name, int major, int minor, int multiprocessors, long memoryBytes) {
  private static final int REQUIRED_MAJOR = 7;

  /// The single-precision operations that a multiprocessor starts in each cycle, from the table "Arithmetic
  /// Instructions" of NVIDIA's programming guide; a fused multiply-add counts as one here.
  int lanes() {
    return major == 7 || (major == 8 && minor == 0) ? 64 : 128;
  }

  /// Why this device cannot be used, in a sentence; empty if it can.
  String refusal() {
    return major >= REQUIRED_MAJOR
        ? ""
        : "GPU %d (%s) has compute capability %d.%d, but %d.0 or newer is needed"
            .formatted(ordinal, name, major, minor, REQUIRED_MAJOR);
  }
}
