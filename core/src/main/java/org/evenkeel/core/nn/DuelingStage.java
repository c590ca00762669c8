package org.evenkeel.core.nn;

import org.jspecify.annotations.Nullable;

/// The last part of a dueling head: `q(a) = v + (advantage(a) - mean)`. The preceding dense stage computes the
/// advantages and, as its last output, the value.
final class DuelingStage implements Stage {
  private final int actions;

  DuelingStage(int actions) {
    this.actions = actions;
  }

  @Override
  public int inputs() {
    return actions + 1;
  }

  @Override
  public int outputs() {
    return actions;
  }

  @Override
  public double operations() {
    return 3.0 * actions;
  }

  @Override
  public int forwardBlocks(int n) {
    return 1;
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
    for (int sample = 0; sample < n; sample++) {
      int from = sample * inputs();
      float v = x.floats[from + actions];
      float mean = mean(x.floats, from);
      for (int a = 0; a < actions; a++) {
        y[sample * actions + a] = v + (x.floats[from + a] - mean);
      }
    }
  }

  @Override
  public int inputBlocks(int n) {
    return 1;
  }

  @Override
  public void inputGradient(
      int block, int n, Signal x, float[] theta, Backward to, Scratch scratch) {
    for (int sample = 0; sample < n; sample++) {
      int from = sample * actions;
      int at = sample * inputs();
      float mean = mean(to.gy(), from);
      float sum = 0;
      for (int a = 0; a < actions; a++) {
        sum += to.gy()[from + a];
        to.gx()[at + a] = to.gy()[from + a] - mean;
      }
      to.gx()[at + actions] = sum;
    }
  }

  private float mean(float[] values, int from) {
    float sum = 0;
    for (int a = 0; a < actions; a++) {
      sum += values[from + a];
    }
    return sum / actions;
  }
}
