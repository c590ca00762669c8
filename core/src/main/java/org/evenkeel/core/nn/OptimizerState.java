package org.evenkeel.core.nn;

import org.evenkeel.core.internal.Checks;

/// The state of an [Optimizer] for one array of parameters: its moments, the number of steps made, and the step itself.
///
/// A step is divided into blocks, which several threads share. Optimizers are elementwise, so each parameter's new
/// value is bit-identical for any number of threads. The named optimizers are also bit-identical at any vector width:
/// Adam has a vector implementation ([Kernels#adam]); the others are plain loops, which the compiler vectorizes.
public final class OptimizerState {
  /// Parameters per block; the arrays of a block fit in a second-level cache.
  private static final int BLOCK = 16_384;

  private static final int MOST_MOMENTS = 8;

  private final Optimizer optimizer;
  private final boolean named;
  private final OptimizerStep step;
  private final int parameters;
  private final Workers.Task block = (b, worker) -> block(b);
  private long steps;
  private float[] theta = {};
  private float[] gradient = {};

  OptimizerState(Optimizer optimizer, int parameters) {
    Checks.atLeast("parameters", 1, parameters);
    this.optimizer = optimizer;
    this.named = optimizer instanceof Optimizer.Named;
    this.parameters = parameters;
    int moments = optimizer.moments();
    if (moments < 0 || moments > MOST_MOMENTS) {
      throw new IllegalArgumentException(
          "optimizer %s must have 0 to %d moments, has %d"
              .formatted(className(), MOST_MOMENTS, moments));
    }
    double rate = optimizer.learningRate();
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException(
          "optimizer %s must have a finite learning rate > 0, has %s".formatted(className(), rate));
    }
    this.step = new OptimizerStep(moments, parameters);
  }

  /// Returns the update rule and its constants.
  public Optimizer optimizer() {
    return optimizer;
  }

  /// Returns the number of steps made.
  public long steps() {
    return steps;
  }

  /// Returns the floats that the optimizer keeps for each parameter, `[moment][parameter]`, in the state's own arrays,
  /// for checkpoints.
  public float[][] moments() {
    return step.moments();
  }

  /// Continues from a checkpoint whose moments were read into [#moments].
  public void resumeAt(long steps) {
    if (steps < 0) {
      throw new IllegalArgumentException("steps must be >= 0, was " + steps);
    }
    this.steps = steps;
  }

  /// Changes the parameters by one step at the optimizer's own learning rate.
  public void step(float[] theta, float[] gradient, Workers workers) {
    step(theta, gradient, 1, workers);
  }

  /// Changes the parameters by one step.
  ///
  /// @param rateFactor the factor for the optimizer's learning rate, from a [LearningRate]
  /// @throws IllegalStateException if an optimizer that is not [Optimizer.Named] fails, or makes a parameter infinite
  ///     or NaN; the parameters and this state are then unusable
  public void step(float[] theta, float[] gradient, double rateFactor, Workers workers) {
    Checks.length("parameters", parameters, theta.length);
    Checks.length("gradient", parameters, gradient.length);
    if (!(rateFactor >= 0) || Double.isInfinite(rateFactor)) {
      throw new IllegalArgumentException(
          "rateFactor must be a finite number >= 0, was " + rateFactor);
    }
    this.theta = theta;
    this.gradient = gradient;
    prepare(rateFactor);
    workers.run(Stage.ceilDiv(parameters, BLOCK), 30.0 * parameters, block);
    if (!named) {
      requireFinite();
    }
    steps++;
  }

  private void prepare(double rateFactor) {
    try {
      step.start(steps + 1, optimizer.learningRate() * rateFactor);
      optimizer.prepare(step);
    } catch (Exception | AssertionError | LinkageError e) {
      throw failed(e);
    }
  }

  private void block(int b) {
    int from = b * BLOCK;
    try {
      optimizer.step(step, theta, gradient, from, Math.min(parameters, from + BLOCK));
    } catch (Exception | AssertionError | LinkageError e) {
      throw failed(e);
    }
  }

  private IllegalStateException failed(Throwable cause) {
    return new IllegalStateException(
        "optimizer %s failed at step %d: %s".formatted(className(), steps + 1, cause), cause);
  }

  private void requireFinite() {
    int bad = Checks.firstNonFinite(theta, 0, parameters);
    if (bad < 0) {
      return;
    }
    int given = Checks.firstNonFinite(gradient, 0, parameters);
    throw new IllegalStateException(
        given < 0
            ? "optimizer %s made parameter %d %s at step %d"
                .formatted(className(), bad, theta[bad], steps + 1)
            : "optimizer %s was given the gradient %s of parameter %d at step %d"
                .formatted(className(), gradient[given], given, steps + 1));
  }

  private String className() {
    return optimizer.getClass().getName();
  }
}
