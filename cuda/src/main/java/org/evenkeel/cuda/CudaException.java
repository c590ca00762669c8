package org.evenkeel.cuda;

/// A failure of the GPU, of its driver, or to find one. The message is a sentence for the user.
final class CudaException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final int OUT_OF_MEMORY = 2;

  private final int code;
  private final String name;

  /// A failure that no driver function reported: code 0, no name.
  CudaException(String message) {
    this(0, "", message);
  }

  CudaException(int code, String name, String message) {
    super(message);
    this.code = code;
    this.name = name;
  }

  /// The driver's result code (`CUresult`), or 0.
  int code() {
    return code;
  }

  /// The name of the code, such as `CUDA_ERROR_LAUNCH_FAILED`, or empty.
  String name() {
    return name;
  }

  /// Whether the GPU has too little free memory. The context is still usable after this failure.
  boolean outOfMemory() {
    return code == OUT_OF_MEMORY;
  }
}
