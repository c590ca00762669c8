package org.evenkeel.core.nn;

import org.evenkeel.core.internal.Checks;

/// How a gradient changes the parameters: the named forms, each a value.
///
/// Published code differs silently in where epsilon goes, and with the epsilon of 0.01 that DQN uses this
/// changes the step up to tenfold; so the two RMSProps and the two Adams have names of their own. What
/// they remember is in [OptimizerState].
public sealed interface Optimizer {

  /// The step size.
  double learningRate();

  /// How many floats it remembers for each parameter.
  int slots();

  /// A fresh memory for that many parameters.
  default OptimizerState start(int parameters) {
    return new OptimizerState(this, parameters);
  }

  /// Adam as PyTorch has it: `w -= lr/(1-b1^t) m / (sqrt(v)/sqrt(1-b2^t) + epsilon)`.
  record Adam(double learningRate, double beta1, double beta2, double epsilon)
      implements Optimizer {
    /// Checks every field.
    public Adam {
      checkAdam(learningRate, beta1, beta2, epsilon);
    }

    /// PyTorch's other defaults: 0.9, 0.999, 1e-8.
    public Adam(double learningRate) {
      this(learningRate, 0.9, 0.999, 1e-8);
    }

    @Override
    public int slots() {
      return 2;
    }
  }

  /// Adam as TensorFlow 1 had it, the authors' Gridworld code: epsilon is added to the uncorrected root,
  /// `w -= lr sqrt(1-b2^t)/(1-b1^t) m / (sqrt(v) + epsilon)`.
  record TensorFlowAdam(double learningRate, double beta1, double beta2, double epsilon)
      implements Optimizer {
    /// Checks every field.
    public TensorFlowAdam {
      checkAdam(learningRate, beta1, beta2, epsilon);
    }

    /// TensorFlow's other defaults: 0.9, 0.999, 1e-8.
    public TensorFlowAdam(double learningRate) {
      this(learningRate, 0.9, 0.999, 1e-8);
    }

    @Override
    public int slots() {
      return 2;
    }
  }

  /// RMSProp as the Nature code and the authors' Atari code have it: centred, epsilon inside the root,
  /// no momentum (the paper's "momentum 0.95" is `decay`):
  /// `g = decay g + (1-decay) dw; n = decay n + (1-decay) dw^2; w -= lr dw / sqrt(n - g^2 + epsilon)`.
  record NatureRmsProp(double learningRate, double decay, double epsilon) implements Optimizer {
    /// Checks every field.
    public NatureRmsProp {
      Checks.positive("learningRate", learningRate);
      Checks.fraction("decay", decay);
      Checks.positive("epsilon", epsilon);
    }

    /// The paper's (appendix D): learning rate 0.00025, decay 0.95, epsilon 0.01.
    public static NatureRmsProp paper() {
      return new NatureRmsProp(0.00025, 0.95, 0.01);
    }

    @Override
    public int slots() {
      return 2;
    }
  }

  /// RMSProp as PyTorch has it: epsilon outside the root, optionally centred and with momentum. Where
  /// PyTorch's centred variance rounds below 0 and gives NaN, here it is 0.
  record PyTorchRmsProp(
      double learningRate, double alpha, double epsilon, double momentum, boolean centered)
      implements Optimizer {
    /// Checks every field.
    public PyTorchRmsProp {
      Checks.positive("learningRate", learningRate);
      Checks.fraction("alpha", alpha);
      Checks.positive("epsilon", epsilon);
      Checks.fraction("momentum", momentum);
    }

    @Override
    public int slots() {
      return 1 + (centered ? 1 : 0) + (momentum > 0 ? 1 : 0);
    }
  }

  /// Stochastic gradient descent as PyTorch has it: `b = momentum b + g; w -= lr b`, the first `b` being
  /// the gradient itself; Nesterov's form steps by `g + momentum b`.
  record Sgd(double learningRate, double momentum, boolean nesterov) implements Optimizer {
    /// Checks every field.
    public Sgd {
      Checks.positive("learningRate", learningRate);
      Checks.fraction("momentum", momentum);
      if (nesterov && momentum == 0) {
        throw new IllegalArgumentException("Nesterov's form needs a momentum > 0, was 0");
      }
    }

    /// Without momentum.
    public Sgd(double learningRate) {
      this(learningRate, 0, false);
    }

    @Override
    public int slots() {
      return momentum > 0 ? 1 : 0;
    }
  }

  private static void checkAdam(double learningRate, double beta1, double beta2, double epsilon) {
    Checks.positive("learningRate", learningRate);
    Checks.fraction("beta1", beta1);
    Checks.fraction("beta2", beta2);
    Checks.positive("epsilon", epsilon);
  }
}
