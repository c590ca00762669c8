package org.evenkeel.core.env;

/// An [Environment] whose actions and observations have names.
public interface HasLegend extends Environment {
  /// Returns the names of the actions and observations.
  Legend legend();
}
