package org.evenkeel.core.env;

import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// An environment whose rewards are multiplied by a factor, for tasks with rewards far from 1. Returns, scores and
/// value estimates are then scaled too.
public final class RewardScale extends EnvironmentWrapper {
  private static final int KEPT = 64;

  private final double factor;

  // Most environments return few distinct steps. Their scaled versions are cached, so that none is
  // allocated twice.
  private final @Nullable Step[] plain = new Step[KEPT];
  private final @Nullable Step[] scaled = new Step[KEPT];

  /// @param factor finite and not 0
  public RewardScale(Environment inner, double factor) {
    super(inner);
    if (factor == 0 || !Double.isFinite(factor)) {
      throw new IllegalArgumentException("factor must be finite and not 0, was " + factor);
    }
    this.factor = factor;
  }

  @Override
  public String identity() {
    return "rewardScale(factor=" + factor + ", of=" + inner().identity() + ")";
  }

  @Override
  public Step step(int action, Observation observation) {
    Step step = inner().step(action, observation);
    int at = (step.hashCode() * 0x9E3779B9) >>> 26;
    Step kept = scaled[at];
    if (kept == null || !step.equals(plain[at])) {
      kept = new Step(factor * step.reward(), step.terminated(), step.truncated(), step.lifeLost());
      plain[at] = step;
      scaled[at] = kept;
    }
    return kept;
  }
}
