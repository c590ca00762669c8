package org.evenkeel.core.nn;

import org.evenkeel.core.internal.Checks;

/// What an optimizer remembers, and its step.
///
/// The loops are elementwise: each parameter's new value is the same bits at any width and for any number of
/// threads. Adam's has a vector twin ([Kernels#adam]); the others are plain, and the compiler vectorizes them.
/// Bias corrections are computed in double with StrictMath.
public final class OptimizerState {
  /// Parameters to a block; the arrays of a block fit a second-level cache.
  private static final int BLOCK = 16_384;

  private final Optimizer optimizer;
  private final float[][] slots;
  private final int parameters;
  private final Kernels.AdamStep adam;
  private final Workers.Task block = (b, worker) -> block(b);
  private long steps;
  private float[] theta = {};
  private float[] gradient = {};

  OptimizerState(Optimizer optimizer, int parameters) {
    Checks.atLeast("parameters", 1, parameters);
    this.optimizer = optimizer;
    this.parameters = parameters;
    this.slots = new float[optimizer.slots()][parameters];
    this.adam = adam(optimizer);
  }

  /// The form and its constants.
  public Optimizer optimizer() {
    return optimizer;
  }

  /// Steps made so far.
  public long steps() {
    return steps;
  }

  /// What is remembered for each parameter, slot after slot: the state's own arrays, for checkpoints.
  public float[][] slots() {
    return slots;
  }

  /// Continues from a checkpoint whose slots were read into [#slots].
  public void resumeAt(long steps) {
    if (steps < 0) {
      throw new IllegalArgumentException("steps must be >= 0, was " + steps);
    }
    this.steps = steps;
  }

  /// Changes the parameters by one step.
  public void step(float[] theta, float[] gradient, Workers workers) {
    Checks.length("parameters", parameters, theta.length);
    Checks.length("gradient", parameters, gradient.length);
    this.theta = theta;
    this.gradient = gradient;
    prepare((double) (steps + 1));
    workers.run(Stage.ceilDiv(parameters, BLOCK), 30.0 * parameters, block);
    steps++;
  }

  /// What is the same for all parameters of a step.
  private void prepare(double step) {
    if (optimizer instanceof Optimizer.Adam o) {
      adam.prepare(
          o.learningRate() / (1 - StrictMath.pow(o.beta1(), step)),
          1 / StrictMath.sqrt(1 - StrictMath.pow(o.beta2(), step)));
    } else if (optimizer instanceof Optimizer.TensorFlowAdam o) {
      double root = StrictMath.sqrt(1 - StrictMath.pow(o.beta2(), step));
      adam.prepare(o.learningRate() * root / (1 - StrictMath.pow(o.beta1(), step)), 1);
    }
  }

  private void block(int b) {
    int from = b * BLOCK;
    int to = Math.min(parameters, from + BLOCK);
    switch (optimizer) {
      case Optimizer.Adam o -> adam(from, to);
      case Optimizer.TensorFlowAdam o -> adam(from, to);
      case Optimizer.NatureRmsProp o -> natureRmsProp(o, from, to);
      case Optimizer.PyTorchRmsProp o -> pyTorchRmsProp(o, from, to);
      case Optimizer.Sgd o -> sgd(o, from, to);
    }
  }

  private void adam(int from, int to) {
    KernelChoice.KERNELS.adam(adam, theta, gradient, slots[0], slots[1], from, to);
  }

  private static Kernels.AdamStep adam(Optimizer optimizer) {
    return switch (optimizer) {
      case Optimizer.Adam o -> new Kernels.AdamStep(o.beta1(), o.beta2(), o.epsilon());
      case Optimizer.TensorFlowAdam o -> new Kernels.AdamStep(o.beta1(), o.beta2(), o.epsilon());
      case Optimizer.NatureRmsProp _, Optimizer.PyTorchRmsProp _, Optimizer.Sgd _ ->
          new Kernels.AdamStep(0, 0, 0);
    };
  }

  private void natureRmsProp(Optimizer.NatureRmsProp o, int from, int to) {
    float[] w = theta;
    float[] dw = gradient;
    float[] g = slots[0];
    float[] n = slots[1];
    float decay = (float) o.decay();
    float rest = (float) (1 - o.decay());
    float rate = (float) o.learningRate();
    float epsilon = (float) o.epsilon();
    for (int i = from; i < to; i++) {
      float d = dw[i];
      float mean = decay * g[i] + rest * d;
      float square = decay * n[i] + rest * (d * d);
      g[i] = mean;
      n[i] = square;
      // Rounding may take the variance below 0 where the gradient hardly changes.
      w[i] -= rate * d / (float) Math.sqrt(Math.max(0, square - mean * mean) + epsilon);
    }
  }

  private void pyTorchRmsProp(Optimizer.PyTorchRmsProp o, int from, int to) {
    float[] w = theta;
    float[] dw = gradient;
    float[] v = slots[0];
    float[] means = o.centered() ? slots[1] : v;
    float[] buffer = slots[slots.length - 1];
    boolean centered = o.centered();
    float alpha = (float) o.alpha();
    float rest = (float) (1 - o.alpha());
    float rate = (float) o.learningRate();
    float epsilon = (float) o.epsilon();
    float momentum = (float) o.momentum();
    for (int i = from; i < to; i++) {
      float d = dw[i];
      float square = alpha * v[i] + rest * (d * d);
      v[i] = square;
      if (centered) {
        float mean = alpha * means[i] + rest * d;
        means[i] = mean;
        square = Math.max(0, square - mean * mean);
      }
      float change = d / ((float) Math.sqrt(square) + epsilon);
      if (momentum > 0) {
        change = momentum * buffer[i] + change;
        buffer[i] = change;
      }
      w[i] -= rate * change;
    }
  }

  private void sgd(Optimizer.Sgd o, int from, int to) {
    float[] w = theta;
    float[] dw = gradient;
    float[] buffer = o.momentum() > 0 ? slots[0] : dw;
    boolean first = steps == 0;
    float rate = (float) o.learningRate();
    float momentum = (float) o.momentum();
    for (int i = from; i < to; i++) {
      float change = dw[i];
      if (momentum > 0) {
        float b = first ? change : momentum * buffer[i] + change;
        buffer[i] = b;
        change = o.nesterov() ? change + momentum * b : b;
      }
      w[i] -= rate * change;
    }
  }
}
