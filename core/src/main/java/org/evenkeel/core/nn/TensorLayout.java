package org.evenkeel.core.nn;

import java.util.List;

/// One tensor of a network in PyTorch's order, and the position of each of its elements among the parameters.
///
/// A weight is `[outputs][channels][kernelHeight][kernelWidth]` in PyTorch's order; a dense layer is the same with a
/// kernel as large as the (flattened) image. Here the inputs of an output are ordered by rows, columns and channels
/// (activations are NHWC), and outputs are ordered by [Panels].
///
/// @param weights the description of the tensor for an initializer
/// @param timesApplied the number of pixels to which the weights are applied
/// @param first the first output of the stage that this tensor contains (a dueling head has two tensors)
record TensorLayout(
    String name,
    List<Long> shape,
    Initializer.Weights weights,
    int offset,
    int stageOutputs,
    int first,
    int outputs,
    int channels,
    int kernelHeight,
    int kernelWidth,
    int timesApplied) {

  /// Returns the layout of the bias that belongs to this weight.
  TensorLayout bias(String name) {
    return new TensorLayout(
        name,
        List.of((long) outputs),
        new Initializer.Weights(true, weights.fanIn(), weights.fanOut()),
        offset,
        stageOutputs,
        first,
        outputs,
        channels,
        kernelHeight,
        kernelWidth,
        timesApplied);
  }

  boolean bias() {
    return weights.bias();
  }

  private int fanIn() {
    return weights.fanIn();
  }

  int size() {
    return bias() ? outputs : outputs * fanIn();
  }

  /// Returns the position of element `i`, counted in PyTorch's order, among the parameters.
  int at(int i) {
    if (bias()) {
      return offset + stageOutputs * fanIn() + first + i;
    }
    int area = kernelHeight * kernelWidth;
    int output = first + i / fanIn();
    int input = i % fanIn();
    int channel = input / area;
    int pixel = input % area;
    int row = pixel * channels + channel;
    return offset + Panels.index(fanIn(), stageOutputs, row, output);
  }
}
