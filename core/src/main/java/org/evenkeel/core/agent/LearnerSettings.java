package org.evenkeel.core.agent;

import java.util.Objects;
import java.util.function.Consumer;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;

/// The settings of a [Learner]: `LearnerSettings.of(network, Algorithm.averaged(10)).batchSize(64)`.
///
/// @param network the network that is trained
/// @param algorithm the estimates, their combination and the bootstrap
/// @param optimizer the rule by which gradients change the parameters
/// @param learningRate the schedule of the optimizer's learning rate
/// @param loss the function that is minimized
/// @param maxGradientNorm gradients with a larger norm are scaled down to it; 0 for no clipping
/// @param batchSize the number of transitions in a minibatch
/// @param window the initial content of the window of snapshots, and the unit of the target period
/// @param ensemble the way in which several learners learn
/// @param roles the network that acts and the estimate that is evaluated
/// @param targetPasses the way in which target values are computed; it does not affect the numbers
/// @param rememberedStates the number of stored states whose values may be cached; 0 for none
/// @param drawsPerState the average number of draws of a stored state in a target period; the basis on which
///     [TargetPasses#AUTO] decides
public record LearnerSettings(
    Network network,
    Algorithm algorithm,
    Optimizer optimizer,
    LearningRate learningRate,
    Loss loss,
    double maxGradientNorm,
    int batchSize,
    SnapshotWindow window,
    Ensemble ensemble,
    Roles roles,
    TargetPasses targetPasses,
    int rememberedStates,
    double drawsPerState) {
  /// The largest size in bytes of automatically cached values, which also use at most a quarter of the heap.
  private static final long MOST_REMEMBERED_BYTES = 1L << 30;

  public LearnerSettings {
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(algorithm, "algorithm");
    Objects.requireNonNull(optimizer, "optimizer");
    Objects.requireNonNull(learningRate, "learningRate");
    Objects.requireNonNull(loss, "loss");
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(ensemble, "ensemble");
    Objects.requireNonNull(roles, "roles");
    Objects.requireNonNull(targetPasses, "targetPasses");
    Checks.notNegative("maxGradientNorm", maxGradientNorm);
    Checks.atLeast("batchSize", 1, batchSize);
    Checks.atLeast("rememberedStates", 0, rememberedStates);
    Checks.notNegative("drawsPerState", drawsPerState);
    if (targetPasses == TargetPasses.REMEMBERED && rememberedStates == 0) {
      throw new IllegalArgumentException(
          "targetPasses REMEMBERED requires rememberedStates >= 1, was 0");
    }
  }

  /// Returns the default settings: Adam with learning rate 0.0005, Huber loss summed over a minibatch of 32, the
  /// paper's choices, no caching.
  public static LearnerSettings of(Network network, Algorithm algorithm) {
    return new LearnerSettings(
        network,
        algorithm,
        new Optimizer.Adam(0.0005),
        new LearningRate.Constant(),
        new Loss(Loss.Kind.HUBER, Loss.Reduction.SUM),
        0,
        32,
        SnapshotWindow.paper(),
        Ensemble.paper(),
        Roles.paper(),
        TargetPasses.AUTO,
        0,
        0);
  }

  /// Returns a copy with this optimizer.
  public LearnerSettings optimizer(Optimizer optimizer) {
    return edit(d -> d.optimizer = optimizer);
  }

  /// Returns a copy with this learning rate schedule.
  public LearnerSettings learningRate(LearningRate learningRate) {
    return edit(d -> d.learningRate = learningRate);
  }

  /// Returns a copy with this loss.
  public LearnerSettings loss(Loss loss) {
    return edit(d -> d.loss = loss);
  }

  /// Returns a copy with gradients clipped to this norm; 0 for no clipping.
  public LearnerSettings maxGradientNorm(double maxGradientNorm) {
    return edit(d -> d.maxGradientNorm = maxGradientNorm);
  }

  /// Returns a copy with minibatches of this size.
  public LearnerSettings batchSize(int batchSize) {
    return edit(d -> d.batchSize = batchSize);
  }

  /// Returns a copy with this window of snapshots.
  public LearnerSettings window(SnapshotWindow window) {
    return edit(d -> d.window = window);
  }

  /// Returns a copy with this ensemble.
  public LearnerSettings ensemble(Ensemble ensemble) {
    return edit(d -> d.ensemble = ensemble);
  }

  /// Returns a copy with these roles.
  public LearnerSettings roles(Roles roles) {
    return edit(d -> d.roles = roles);
  }

  /// Returns a copy that computes target values in this way.
  ///
  /// @param states the number of stored states whose values may be cached
  /// @param draws the average number of draws of a stored state in a target period
  public LearnerSettings targetPasses(TargetPasses targetPasses, int states, double draws) {
    return edit(
        d -> {
          d.targetPasses = targetPasses;
          d.rememberedStates = states;
          d.drawsPerState = draws;
        });
  }

  /// Returns the fraction of target passes that remain with caching, on average.
  public double passesLeft() {
    double draws =
        drawsPerState
            * (algorithm.estimates() instanceof Algorithm.Estimates.Snapshots s ? s.k() : 1);
    return draws == 0 ? 1 : (1 - StrictMath.exp(-draws)) / draws;
  }

  /// Returns the memory that cached values need, in bytes.
  public long rememberedBytes() {
    return RememberedValues.bytes(rememberedStates, algorithm.k(), network.outputs());
  }

  /// Returns the way in which target values are computed, with [TargetPasses#AUTO] resolved: caching is chosen if it
  /// saves a fifth of the passes and fits in memory.
  public TargetPasses decidedPasses() {
    if (targetPasses != TargetPasses.AUTO) {
      return targetPasses;
    }
    long most = Math.min(MOST_REMEMBERED_BYTES, Runtime.getRuntime().maxMemory() / 4);
    boolean fits =
        rememberedStates > 0
            && rememberedBytes() <= most
            && RememberedValues.fits(rememberedStates, algorithm.k(), network.outputs());
    return fits && passesLeft() <= 0.8 ? TargetPasses.REMEMBERED : TargetPasses.TOGETHER;
  }

  private LearnerSettings edit(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish(network, algorithm);
  }

  /// Mutable settings: the language has no `with` for records.
  private static final class Draft {
    Optimizer optimizer;
    LearningRate learningRate;
    Loss loss;
    double maxGradientNorm;
    int batchSize;
    SnapshotWindow window;
    Ensemble ensemble;
    Roles roles;
    TargetPasses targetPasses;
    int rememberedStates;
    double drawsPerState;

    Draft(LearnerSettings from) {
      optimizer = from.optimizer;
      learningRate = from.learningRate;
      loss = from.loss;
      maxGradientNorm = from.maxGradientNorm;
      batchSize = from.batchSize;
      window = from.window;
      ensemble = from.ensemble;
      roles = from.roles;
      targetPasses = from.targetPasses;
      rememberedStates = from.rememberedStates;
      drawsPerState = from.drawsPerState;
    }

    LearnerSettings finish(Network network, Algorithm algorithm) {
      return new LearnerSettings(
          network,
          algorithm,
          optimizer,
          learningRate,
          loss,
          maxGradientNorm,
          batchSize,
          window,
          ensemble,
          roles,
          targetPasses,
          rememberedStates,
          drawsPerState);
    }
  }
}
