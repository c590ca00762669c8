package org.evenkeel.core.nn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One step of an [Optimizer]: its number, its learning rate, and the moments of the parameters.
///
/// An [OptimizerState] has one such object and updates it for each step; an optimizer must not keep it.
public final class OptimizerStep {
  private final float[][] moments;
  private PreparedAdam[] prepared = {};
  private long number;
  private double learningRate;

  OptimizerStep(int moments, int parameters) {
    this.moments = new float[moments][parameters];
  }

  /// Returns the number of this step, starting at 1.
  public long number() {
    return number;
  }

  /// Returns the learning rate of this step: the optimizer's own times the factor of the schedule.
  public double learningRate() {
    return learningRate;
  }

  /// Returns the floats that the optimizer keeps, one per parameter: zeros before the first step, then the values it
  /// wrote.
  ///
  /// @param i 0 to [Optimizer#moments] - 1
  public float[] moments(int i) {
    if (i < 0 || i >= moments.length) {
      throw new IllegalArgumentException(
          moments.length == 0
              ? "this optimizer has no moments, but number " + i + " was requested"
              : "moments must be 0 to %d, was %d".formatted(moments.length - 1, i));
    }
    return moments[i];
  }

  float[][] moments() {
    return moments;
  }

  void start(long number, double learningRate) {
    this.number = number;
    this.learningRate = learningRate;
  }

  /// The numbers that one form of Adam computes before a step. An optimizer may use several forms
  /// with different constants.
  private static final class PreparedAdam {
    final Class<?> form;
    final double beta1;
    final double beta2;
    final double epsilon;
    final Kernels.AdamStep kernel;
    long number;

    PreparedAdam(Class<?> form, double beta1, double beta2, double epsilon) {
      this.form = form;
      this.beta1 = beta1;
      this.beta2 = beta2;
      this.epsilon = epsilon;
      kernel = new Kernels.AdamStep(beta1, beta2, epsilon);
    }

    boolean isFor(Class<?> form, double beta1, double beta2, double epsilon) {
      return this.form == form
          && this.beta1 == beta1
          && this.beta2 == beta2
          && this.epsilon == epsilon;
    }
  }

  /// Returns the kernel's constants for one form of Adam, to be filled in for this step.
  Kernels.AdamStep prepareAdam(Class<?> form, double beta1, double beta2, double epsilon) {
    PreparedAdam adam = find(form, beta1, beta2, epsilon);
    if (adam == null) {
      adam = new PreparedAdam(form, beta1, beta2, epsilon);
      keep(adam);
    }
    adam.number = number;
    return adam.kernel;
  }

  /// Returns the result of [#prepareAdam] for this step.
  Kernels.AdamStep adam(Class<?> form, double beta1, double beta2, double epsilon) {
    PreparedAdam adam = find(form, beta1, beta2, epsilon);
    if (adam == null || adam.number != number) {
      throw new IllegalStateException(
          "%s was not prepared for step %d: call its prepare before its step"
              .formatted(form.getSimpleName(), number));
    }
    return adam.kernel;
  }

  private @Nullable PreparedAdam find(Class<?> form, double beta1, double beta2, double epsilon) {
    for (PreparedAdam adam : prepared) {
      if (adam.isFor(form, beta1, beta2, epsilon)) {
        return adam;
      }
    }
    return null;
  }

  /// Replaces an entry that was not prepared for this step, so that constants that change at
  /// every step do not accumulate.
  private void keep(PreparedAdam adam) {
    for (int i = 0; i < prepared.length; i++) {
      if (prepared[i].number != number) {
        prepared[i] = adam;
        return;
      }
    }
    prepared = Arrays.copyOf(prepared, prepared.length + 1);
    prepared[prepared.length - 1] = adam;
  }
}
