package org.evenkeel.core.env;

/// An environment with a different limit on the length of an episode ([Spec#maxEpisodeSteps]), shorter or longer than
/// its own. The library enforces it. An episode cut off at the limit is truncated, not terminated.
public final class TimeLimit extends EnvironmentWrapper {
  private final int maxEpisodeSteps;
  private final Spec spec;

  /// @param maxEpisodeSteps steps after which an episode is truncated; 0 for no limit
  public TimeLimit(Environment inner, int maxEpisodeSteps) {
    super(inner);
    this.maxEpisodeSteps = maxEpisodeSteps;
    this.spec = inner.spec().maxEpisodeSteps(maxEpisodeSteps);
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public String identity() {
    return "timeLimit(maxEpisodeSteps=" + maxEpisodeSteps + ", of=" + inner().identity() + ")";
  }
}
