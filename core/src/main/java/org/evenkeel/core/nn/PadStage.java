package org.evenkeel.core.nn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Adds zeros around an image, before a convolution with padding.
final class PadStage implements Stage {
  private final ImageShape in;
  private final ImageShape out;
  private final int padding;
  private final boolean rectifiedInput;

  PadStage(ImageShape in, int padding, boolean rectifiedInput) {
    this.in = in;
    this.padding = padding;
    this.rectifiedInput = rectifiedInput;
    out = in.padded(padding);
  }

  @Override
  public int inputs() {
    return in.size();
  }

  @Override
  public int outputs() {
    return out.size();
  }

  @Override
  public double operations() {
    return out.size();
  }

  @Override
  public int forwardBlocks(int n) {
    return n;
  }

  @Override
  public void forward(
      int block,
      int n,
      Signal x,
      int @Nullable [] pick,
      float[] theta,
      float[] y,
      Scratch scratch) {
    int from = (pick == null ? block : pick[block]) * inputs();
    int to = block * outputs();
    Arrays.fill(y, to, to + outputs(), 0);
    for (int row = 0; row < in.height(); row++) {
      System.arraycopy(x.floats, from + row * rowLength(), y, to + rowAt(row), rowLength());
    }
  }

  @Override
  public int inputBlocks(int n) {
    return n;
  }

  @Override
  public void inputGradient(
      int block, int n, Signal x, float[] theta, Backward to, Scratch scratch) {
    int at = block * inputs();
    for (int row = 0; row < in.height(); row++) {
      System.arraycopy(
          to.gy(), block * outputs() + rowAt(row), to.gx(), at + row * rowLength(), rowLength());
    }
    if (rectifiedInput) {
      scratch.kernels.keepPositive(x.floats, at, to.gx(), at, inputs());
    }
  }

  private int rowLength() {
    return in.width() * in.channels();
  }

  private int rowAt(int row) {
    return ((row + padding) * out.width() + padding) * in.channels();
  }
}
