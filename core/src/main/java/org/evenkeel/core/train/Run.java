package org.evenkeel.core.train;

import java.util.List;
import org.evenkeel.core.agent.Policy;

/// A training run that has ended.
///
/// @param policy its result, greedy on the combined estimate
/// @param outcome the reason why it ended
/// @param measured every line of measurements, in order
public record Run(Policy policy, Outcome outcome, List<RunEvent.Measured> measured) {
  /// @param measured copied
  public Run {
    measured = List.copyOf(measured);
  }
}
