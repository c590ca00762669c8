package org.evenkeel.core.env;

/// An [Environment] whose actions and observations have names.
public interface HasLegend extends Environment {
  /// The names of the actions and observations.
  Legend legend();
}
