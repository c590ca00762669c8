package org.evenkeel.core.nn;

import org.jspecify.annotations.Nullable;

/// One step of the computation with its gradients: geometry only, shared by every workspace.
///
/// A stage is a linear map and the ReLU that follows it, or a rearrangement without parameters. Its work is
/// cut into numbered blocks that write to separate places, so any thread may run any block. Samples
/// are stored one after the other, [#inputs] floats each in the input and [#outputs] in the output.
sealed interface Stage permits ConvStage, DenseStage, SparseStage, PadStage, DuelingStage {
  int inputs();

  int outputs();

  /// Parameters, in the order weights ([Panels]), biases; 0 for a rearrangement.
  default int parameters() {
    return 0;
  }

  /// Floating-point operations of one sample's forward pass; each gradient costs the same.
  double operations();

  int forwardBlocks(int n);

  /// Computes one block of `y` for `n` samples.
  ///
  /// @param pick which samples of `x` to read, null for the first `n`
  void forward(
      int block, int n, Signal x, int @Nullable [] pick, float[] theta, float[] y, Scratch scratch);

  default int weightBlocks() {
    return 0;
  }

  /// Computes one block of the gradient with respect to the parameters from the gradient with respect to the output.
  default void weightGradient(
      int block, int n, Signal x, float[] gy, float[] gradient, Scratch scratch) {}

  /// Floats that must be transposed before [#inputGradient], for up to `maxBatch` samples.
  default int transposedSize(int maxBatch) {
    return 0;
  }

  default int transposeBlocks() {
    return 0;
  }

  /// Transposes one block of the input gradient's operand: the weights or the output's gradient.
  default void transpose(int block, int n, float[] theta, float[] gy, float[] transposed) {}

  /// 0 where a stage can only be the first one.
  default int inputBlocks(int n) {
    return 0;
  }

  /// Computes one block of the gradient with respect to the input, passed back through the input's ReLU.
  default void inputGradient(
      int block, int n, Signal x, float[] theta, Backward to, Scratch scratch) {}

  /// The arrays that an input gradient reads and writes.
  ///
  /// @param gy the gradient with respect to the output, in
  /// @param transposed the result of [#transpose], in
  /// @param gx the gradient with respect to the input, out
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Backward(float[] gy, float[] transposed, float[] gx) {}

  /// Floats of scratch memory a worker needs for this stage.
  default int scratchSize() {
    return 0;
  }

  /// How many samples make a block that is worth handing to another thread.
  static int samplesPerBlock(double operations) {
    return (int) Math.max(1, Math.min(1 << 16, 200_000 / Math.max(1, operations)));
  }

  static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }
}
