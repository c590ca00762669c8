package org.evenkeel.core.env;

/// An [Environment] whose actions and observations have names.
public interface HasLegend {
  /// The names.
  Legend legend();
}
