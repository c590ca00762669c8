package org.evenkeel.core.agent;

/// The insides of a learner, for tests of other packages.
public final class Inside {
  private Inside() {}

  /// The online parameters of each network that is trained.
  public static float[][] parameters(Learner learner) {
    return learner.parameters();
  }

  /// The parameters of the snapshots, the newest first.
  public static float[][] snapshots(Learner learner) {
    return learner.snapshots();
  }
}
