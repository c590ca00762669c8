package org.evenkeel.core.train;

/// Hears the order in which the loop does things; for tests.
interface Tape {
  /// What the loop has just done.
  enum Event {
    RESET,
    ACT,
    STEP,
    ADD,
    UPDATE,
    SNAPSHOT,
    MEASURE,
    EVALUATE
  }

  void heard(long step, Event event);
}
