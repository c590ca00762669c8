package org.evenkeel.core.nn;

import org.evenkeel.core.data.Identified;
import org.evenkeel.core.internal.Checks;

/// A rule that changes parameters according to a gradient.
///
/// The supported update rules are the records of [Named]. Published code differs silently in the position of epsilon,
/// and with the epsilon of 0.01 that DQN uses this changes the step up to tenfold. Therefore the two RMSProps and the
/// two Adams have separate names.
///
/// **Custom rules.** Implement this interface, preferably as a record of its constants, since its [#identity] is
/// part of a run's configuration. An optimizer has no state of its own: whatever it accumulates for each parameter
/// (a mean, a mean square) is in [OptimizerStep#moments], which checkpoints save. It may use one of the named
/// rules for part of its work:
///
///     record AdamW(Adam adam, double decay) implements Optimizer {
///       public double learningRate() { return adam.learningRate(); }
///       public int moments() { return adam.moments(); }
///       public void prepare(OptimizerStep step) { adam.prepare(step); }
///       public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
///         float keep = (float) (1 - step.learningRate() * decay);
///         for (int i = from; i < to; i++) {
///           theta[i] *= keep;
///         }
///         adam.step(step, theta, gradient, from, to);
///       }
///     }
public interface Optimizer extends Identified {

  /// Returns the learning rate, before a [LearningRate] schedule changes it.
  double learningRate();

  /// Returns the number of floats kept for each parameter: 0 to 8.
  int moments();

  /// Computes the numbers that all parameters share in a step. Called once before the calls of [#step].
  default void prepare(OptimizerStep step) {}

  /// Changes the parameters `from` to `to` - 1, each based only on its own gradient and moments.
  ///
  /// Several threads may call this at once for ranges that do not overlap. The division into ranges
  /// must not affect the result.
  ///
  /// @param theta all parameters; only the range may be written
  /// @param gradient the gradient of all parameters
  void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to);

  /// Creates the state of this optimizer for a number of parameters, before the first step.
  ///
  /// @throws IllegalArgumentException if [#moments] or [#learningRate] is out of range
  default OptimizerState start(int parameters) {
    return new OptimizerState(this, parameters);
  }

  /// The optimizers that a configuration file can name.
  sealed interface Named extends Optimizer {
    /// Returns the numbers that all parameters share in a step.
    ///
    /// @param number the number of the step, starting at 1
    /// @param learningRate the learning rate of this step
    default Factors factors(long number, double learningRate) {
      return new Factors(learningRate, 1);
    }
  }

  /// The numbers that all parameters share in a step of a named optimizer.
  ///
  /// @param rate the factor of the change; for Adam, the learning rate with its correction
  /// @param root the factor of the root of the mean square; 1 except for Adam as in PyTorch
  record Factors(double rate, double root) {}

  /// Adam as in PyTorch: `w -= lr/(1-b1^t) m / (sqrt(v)/sqrt(1-b2^t) + epsilon)`.
  record Adam(double learningRate, double beta1, double beta2, double epsilon) implements Named {
    public Adam {
      checkAdam(learningRate, beta1, beta2, epsilon);
    }

    /// Creates Adam with PyTorch's other defaults: 0.9, 0.999, 1e-8.
    public Adam(double learningRate) {
      this(learningRate, 0.9, 0.999, 1e-8);
    }

    /// Returns a copy with this learning rate.
    public Adam learningRate(double learningRate) {
      return new Adam(learningRate, beta1, beta2, epsilon);
    }

    /// Returns a copy with this decay of the first moments.
    public Adam beta1(double beta1) {
      return new Adam(learningRate, beta1, beta2, epsilon);
    }

    /// Returns a copy with this decay of the second moments.
    public Adam beta2(double beta2) {
      return new Adam(learningRate, beta1, beta2, epsilon);
    }

    /// Returns a copy with this epsilon.
    public Adam epsilon(double epsilon) {
      return new Adam(learningRate, beta1, beta2, epsilon);
    }

    @Override
    public int moments() {
      return 2;
    }

    @Override
    public void prepare(OptimizerStep step) {
      step.prepareAdam(Adam.class, beta1, beta2, epsilon)
          .prepare(rate(step.number(), step.learningRate()), root(step.number()));
    }

    private double rate(long number, double learningRate) {
      return learningRate / correction(beta1, (double) number);
    }

    private double root(long number) {
      return 1 / StrictMath.sqrt(correction(beta2, (double) number));
    }

    @Override
    public Factors factors(long number, double learningRate) {
      return new Factors(rate(number, learningRate), root(number));
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      Kernels.AdamStep adam = step.adam(Adam.class, beta1, beta2, epsilon);
      KernelChoice.KERNELS.adam(adam, theta, gradient, step.moments(0), step.moments(1), from, to);
    }
  }

  /// Adam as in TensorFlow 1 and the authors' Gridworld code. Epsilon is added to the uncorrected root:
  /// `w -= lr sqrt(1-b2^t)/(1-b1^t) m / (sqrt(v) + epsilon)`.
  record TensorFlowAdam(double learningRate, double beta1, double beta2, double epsilon)
      implements Named {
    public TensorFlowAdam {
      checkAdam(learningRate, beta1, beta2, epsilon);
    }

    /// Creates Adam with TensorFlow's other defaults: 0.9, 0.999, 1e-8.
    public TensorFlowAdam(double learningRate) {
      this(learningRate, 0.9, 0.999, 1e-8);
    }

    /// Returns a copy with this learning rate.
    public TensorFlowAdam learningRate(double learningRate) {
      return new TensorFlowAdam(learningRate, beta1, beta2, epsilon);
    }

    /// Returns a copy with this decay of the first moments.
    public TensorFlowAdam beta1(double beta1) {
      return new TensorFlowAdam(learningRate, beta1, beta2, epsilon);
    }

    /// Returns a copy with this decay of the second moments.
    public TensorFlowAdam beta2(double beta2) {
      return new TensorFlowAdam(learningRate, beta1, beta2, epsilon);
    }

    /// Returns a copy with this epsilon.
    public TensorFlowAdam epsilon(double epsilon) {
      return new TensorFlowAdam(learningRate, beta1, beta2, epsilon);
    }

    @Override
    public int moments() {
      return 2;
    }

    @Override
    public void prepare(OptimizerStep step) {
      step.prepareAdam(TensorFlowAdam.class, beta1, beta2, epsilon)
          .prepare(rate(step.number(), step.learningRate()), 1);
    }

    private double rate(long number, double learningRate) {
      double root = StrictMath.sqrt(correction(beta2, (double) number));
      return learningRate * root / correction(beta1, (double) number);
    }

    @Override
    public Factors factors(long number, double learningRate) {
      return new Factors(rate(number, learningRate), 1);
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      Kernels.AdamStep adam = step.adam(TensorFlowAdam.class, beta1, beta2, epsilon);
      KernelChoice.KERNELS.adam(adam, theta, gradient, step.moments(0), step.moments(1), from, to);
    }
  }

  /// RMSProp as in the Nature code and the authors' Atari code: centred, epsilon inside the root, no momentum (the
  /// paper's "momentum 0.95" is `decay`):
  /// `g = decay g + (1-decay) dw; n = decay n + (1-decay) dw^2; w -= lr dw / sqrt(n - g^2 + epsilon)`.
  record NatureRmsProp(double learningRate, double decay, double epsilon) implements Named {
    public NatureRmsProp {
      Checks.positive("learningRate", learningRate);
      Checks.fraction("decay", decay);
      Checks.positive("epsilon", epsilon);
    }

    /// Returns the paper's values (appendix D): learning rate 0.00025, decay 0.95, epsilon 0.01.
    public static NatureRmsProp paper() {
      return new NatureRmsProp(0.00025, 0.95, 0.01);
    }

    /// Returns a copy with this learning rate.
    public NatureRmsProp learningRate(double learningRate) {
      return new NatureRmsProp(learningRate, decay, epsilon);
    }

    /// Returns a copy with this decay of the moments.
    public NatureRmsProp decay(double decay) {
      return new NatureRmsProp(learningRate, decay, epsilon);
    }

    /// Returns a copy with this epsilon.
    public NatureRmsProp epsilon(double epsilon) {
      return new NatureRmsProp(learningRate, decay, epsilon);
    }

    @Override
    public int moments() {
      return 2;
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      float[] g = step.moments(0);
      float[] n = step.moments(1);
      float rate = (float) step.learningRate();
      float decay = (float) this.decay;
      float rest = (float) (1 - this.decay);
      float epsilon = (float) this.epsilon;
      for (int i = from; i < to; i++) {
        float d = gradient[i];
        float mean = decay * g[i] + rest * d;
        float square = decay * n[i] + rest * (d * d);
        g[i] = mean;
        n[i] = square;
        // Rounding may make the variance negative if the gradient hardly changes.
        theta[i] -= rate * d / (float) Math.sqrt(Math.max(0, square - mean * mean) + epsilon);
      }
    }
  }

  /// RMSProp as in PyTorch: epsilon outside the root, optionally centred and with momentum. If the centred variance
  /// rounds below 0, it is 0 here, whereas PyTorch gives NaN.
  record PyTorchRmsProp(
      double learningRate, double alpha, double epsilon, double momentum, boolean centered)
      implements Named {
    public PyTorchRmsProp {
      Checks.positive("learningRate", learningRate);
      Checks.fraction("alpha", alpha);
      Checks.positive("epsilon", epsilon);
      Checks.fraction("momentum", momentum);
    }

    /// Creates RMSProp with PyTorch's other defaults: alpha 0.99, epsilon 1e-8, no momentum, not centred.
    public PyTorchRmsProp(double learningRate) {
      this(learningRate, 0.99, 1e-8, 0, false);
    }

    /// Returns a copy with this learning rate.
    public PyTorchRmsProp learningRate(double learningRate) {
      return new PyTorchRmsProp(learningRate, alpha, epsilon, momentum, centered);
    }

    /// Returns a copy with this decay of the squares.
    public PyTorchRmsProp alpha(double alpha) {
      return new PyTorchRmsProp(learningRate, alpha, epsilon, momentum, centered);
    }

    /// Returns a copy with this epsilon.
    public PyTorchRmsProp epsilon(double epsilon) {
      return new PyTorchRmsProp(learningRate, alpha, epsilon, momentum, centered);
    }

    /// Returns a copy with this momentum.
    public PyTorchRmsProp momentum(double momentum) {
      return new PyTorchRmsProp(learningRate, alpha, epsilon, momentum, centered);
    }

    /// Returns a copy that is centred or not.
    public PyTorchRmsProp centered(boolean centered) {
      return new PyTorchRmsProp(learningRate, alpha, epsilon, momentum, centered);
    }

    @Override
    public int moments() {
      return 1 + (centered ? 1 : 0) + (momentum > 0 ? 1 : 0);
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      float[] v = step.moments(0);
      float[] means = step.moments(centered ? 1 : 0);
      float[] buffer = step.moments(moments() - 1);
      boolean centered = this.centered;
      float rate = (float) step.learningRate();
      float alpha = (float) this.alpha;
      float rest = (float) (1 - this.alpha);
      float epsilon = (float) this.epsilon;
      float momentum = (float) this.momentum;
      for (int i = from; i < to; i++) {
        float d = gradient[i];
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
        theta[i] -= rate * change;
      }
    }
  }

  /// Stochastic gradient descent as in PyTorch: `b = momentum b + g; w -= lr b`, where the first `b` is the gradient
  /// itself; Nesterov's form steps by `g + momentum b`.
  record Sgd(double learningRate, double momentum, boolean nesterov) implements Named {
    public Sgd {
      Checks.positive("learningRate", learningRate);
      Checks.fraction("momentum", momentum);
      if (nesterov && momentum == 0) {
        throw new IllegalArgumentException("Nesterov's form requires a momentum > 0, was 0");
      }
    }

    /// Creates stochastic gradient descent without momentum.
    public Sgd(double learningRate) {
      this(learningRate, 0, false);
    }

    /// Returns a copy with this learning rate.
    public Sgd learningRate(double learningRate) {
      return new Sgd(learningRate, momentum, nesterov);
    }

    /// Returns a copy with this momentum.
    public Sgd momentum(double momentum) {
      return new Sgd(learningRate, momentum, nesterov);
    }

    /// Returns a copy with Nesterov momentum switched on or off.
    public Sgd nesterov(boolean nesterov) {
      return new Sgd(learningRate, momentum, nesterov);
    }

    @Override
    public int moments() {
      return momentum > 0 ? 1 : 0;
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      float[] buffer = this.momentum > 0 ? step.moments(0) : gradient;
      boolean first = step.number() == 1;
      boolean nesterov = this.nesterov;
      float rate = (float) step.learningRate();
      float momentum = (float) this.momentum;
      for (int i = from; i < to; i++) {
        float change = gradient[i];
        if (momentum > 0) {
          float b = first ? change : momentum * buffer[i] + change;
          buffer[i] = b;
          change = nesterov ? change + momentum * b : b;
        }
        theta[i] -= rate * change;
      }
    }
  }

  /// Returns `1 - beta^t`. Once the power is below 2^-57, which is lost when subtracted from 1, it is no longer
  /// computed: `StrictMath.pow` allocates arrays at each call unless the compiler eliminates them.
  private static double correction(double beta, double t) {
    return t * StrictMath.log(beta) < -40 ? 1 : 1 - StrictMath.pow(beta, t);
  }

  private static void checkAdam(double learningRate, double beta1, double beta2, double epsilon) {
    Checks.positive("learningRate", learningRate);
    Checks.fraction("beta1", beta1);
    Checks.fraction("beta2", beta2);
    Checks.positive("epsilon", epsilon);
  }
}
