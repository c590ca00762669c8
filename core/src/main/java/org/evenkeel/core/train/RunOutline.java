package org.evenkeel.core.train;

import java.util.Objects;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;

/// A run before it exists: the settings that decide whether an [Accelerator] can compute it, and its memory there.
///
/// @param environment the identity of the environment
/// @param spec the environment's observations and actions
/// @param training the settings of the run
public record RunOutline(String environment, Spec spec, Training training) {
  /// Checks that nothing is missing.
  public RunOutline {
    Objects.requireNonNull(environment, "environment");
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(training, "training");
  }

  /// Returns the network that is trained.
  public Network network() {
    return training.network().build(spec.observation(), spec.actions());
  }
}
