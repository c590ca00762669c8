package org.evenkeel.core.agent;

import org.evenkeel.core.agent.Variants.TargetPasses;
import org.evenkeel.core.nn.FrozenValues;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;

/// What a learner is made of.
///
/// @param drawsPerSlot how often a place of the memory is drawn in a target period on average, which
///     decides whether remembering pays
/// @param slots places of the replay memory
public record LearnerSettings(
    Network network,
    Algorithm algorithm,
    Optimizer optimizer,
    Loss loss,
    double maxGradientNorm,
    Variants variants,
    int batchSize,
    int slots,
    double drawsPerSlot) {
  /// More than this is not spent on remembered values unless they are asked for by name.
  private static final long MOST_REMEMBERED_BYTES = 1L << 30;

  /// The share of target passes that remembering leaves, on average.
  public double passesLeft() {
    double draws =
        drawsPerSlot
            * (algorithm.estimates() instanceof Algorithm.Estimates.Snapshots s ? s.k() : 1);
    return draws == 0 ? 1 : (1 - StrictMath.exp(-draws)) / draws;
  }

  /// What remembered values take.
  public long rememberedBytes() {
    return FrozenValues.bytes(slots, algorithm.k(), network.outputs());
  }

  /// How the passes are made: [TargetPasses#AUTO] decided. Remembering pays when it saves a fifth.
  public TargetPasses targetPasses() {
    if (variants.targetPasses() != TargetPasses.AUTO) {
      return variants.targetPasses();
    }
    boolean fits =
        rememberedBytes() <= MOST_REMEMBERED_BYTES
            && (long) slots * algorithm.k() * network.outputs() < Integer.MAX_VALUE - 8;
    return fits && passesLeft() <= 0.8 ? TargetPasses.REMEMBERED : TargetPasses.TOGETHER;
  }
}
