package org.evenkeel.core.nn;

import org.jspecify.annotations.Nullable;

/// One step of the computation with its gradients. It describes only geometry and is shared by all workspaces.
///
/// A stage is a linear map and the ReLU that follows it, or a rearrangement without parameters. Its work is divided
/// into numbered blocks that write to separate locations, so any thread may run any block. Samples are stored one after
/// another, [#inputs] floats each in the input and [#outputs] in the output.
sealed interface Stage permits ConvStage, DenseStage, SparseStage, PadStage, DuelingStage {
  int inputs();

  int outputs();

  /// Returns the number of parameters, ordered as weights ([Panels]), then biases; 0 for a rearrangement.
  default int parameters() {
    return 0;
  }

  /// Returns the number of floating-point operations in the forward pass of one sample; each gradient costs the same.
  double operations();

  int forwardBlocks(int n);

  /// Computes one block of `y` for `n` samples.
  ///
  /// @param pick the samples of `x` to read; null for the first `n`
  void forward(
      int block, int n, Signal x, int @Nullable [] pick, float[] theta, float[] y, Scratch scratch);

  default int weightBlocks() {
    return 0;
  }

  /// Computes one block of the gradient with respect to the parameters from the gradient with respect to the output.
  default void weightGradient(
      int block, int n, Signal x, float[] gy, float[] gradient, Scratch scratch) {}

  /// Returns the number of floats that must be transposed before [#inputGradient], for up to `maxBatch` samples.
  default int transposedSize(int maxBatch) {
    return 0;
  }

  default int transposeBlocks() {
    return 0;
  }

  /// Transposes one block of the input gradient's operand: the weights or the output gradient.
  default void transpose(int block, int n, float[] theta, float[] gy, float[] transposed) {}

  /// Returns the number of blocks of the input gradient; 0 if a stage can only be the first one.
  default int inputBlocks(int n) {
    return 0;
  }

  /// Computes one block of the gradient with respect to the input, propagated back through the input's ReLU.
  default void inputGradient(
      int block, int n, Signal x, float[] theta, Backward to, Scratch scratch) {}

  /// The arrays that an input gradient reads and writes.
  ///
  /// @param gy the gradient with respect to the output, in
  /// @param transposed the result of [#transpose], in
  /// @param gx the gradient with respect to the input, out
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Backward(float[] gy, float[] transposed, float[] gx) {}

  /// Returns the number of floats of scratch memory that a worker needs for this stage.
  default int scratchSize() {
    return 0;
  }

  /// Returns the number of samples in a block that is worth passing to another thread.
  static int samplesPerBlock(double operations) {
    return (int) Math.max(1, Math.min(1 << 16, 200_000 / Math.max(1, operations)));
  }

  static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }
}
