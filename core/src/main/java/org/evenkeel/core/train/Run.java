package org.evenkeel.core.train;

import java.util.List;
import org.evenkeel.core.agent.Policy;

/// A training that has come to its end.
///
/// @param policy what it gives: greedy on the combined estimate
/// @param measured every line of measurements, in order
public record Run(Policy policy, List<RunEvent.Measured> measured) {
  /// Copies the list.
  public Run {
    measured = List.copyOf(measured);
  }
}
