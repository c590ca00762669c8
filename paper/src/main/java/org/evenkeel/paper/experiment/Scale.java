package org.evenkeel.paper.experiment;

/// How much is computed.
public enum Scale {
  /// Seconds: enough to see the effects, on a smaller world and with fewer trials.
  QUICK,

  /// What the paper did.
  PAPER
}
