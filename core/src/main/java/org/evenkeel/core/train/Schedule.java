package org.evenkeel.core.train;

import org.evenkeel.core.internal.Checks;

/// The length of a run and the periods within it, in steps of the agent.
///
/// @param steps the length of the run
/// @param learningStartSteps steps before the first update
/// @param updatePeriodSteps steps from one update to the next
/// @param updatesPerPeriod the number of updates made then
/// @param batchSize the number of transitions in a minibatch
/// @param targetPeriod steps (or updates, [org.evenkeel.core.agent.SnapshotWindow.Clock]) from one snapshot to the
///     next
/// @param metricsPeriodSteps steps from one line of measurements to the next
public record Schedule(
    long steps,
    long learningStartSteps,
    int updatePeriodSteps,
    int updatesPerPeriod,
    int batchSize,
    int targetPeriod,
    int metricsPeriodSteps) {
  public Schedule {
    Checks.atLeast("steps", 1, steps);
    Checks.atLeast("learningStartSteps", 0, learningStartSteps);
    Checks.atLeast("updatePeriodSteps", 1, updatePeriodSteps);
    Checks.atLeast("updatesPerPeriod", 1, updatesPerPeriod);
    Checks.atLeast("batchSize", 1, batchSize);
    Checks.atLeast("targetPeriod", 1, targetPeriod);
    Checks.atLeast("metricsPeriodSteps", 1, metricsPeriodSteps);
  }

  /// Returns a copy of this length.
  public Schedule steps(long steps) {
    return with(0, steps);
  }

  /// Returns a copy that starts learning after this many steps.
  public Schedule learningStartSteps(long learningStartSteps) {
    return with(1, learningStartSteps);
  }

  /// Returns a copy with this period between updates.
  public Schedule updatePeriodSteps(int updatePeriodSteps) {
    return with(2, updatePeriodSteps);
  }

  /// Returns a copy with this number of updates per period.
  public Schedule updatesPerPeriod(int updatesPerPeriod) {
    return with(3, updatesPerPeriod);
  }

  /// Returns a copy with minibatches of this size.
  public Schedule batchSize(int batchSize) {
    return with(4, batchSize);
  }

  /// Returns a copy with this target period.
  public Schedule targetPeriod(int targetPeriod) {
    return with(5, targetPeriod);
  }

  /// Returns a copy with this period between measurements.
  public Schedule metricsPeriodSteps(int metricsPeriodSteps) {
    return with(6, metricsPeriodSteps);
  }

  /// Returns a copy with one component changed, counted from 0: the language has no `with` for records.
  private Schedule with(int component, long value) {
    long[] all = {
      steps,
      learningStartSteps,
      updatePeriodSteps,
      updatesPerPeriod,
      batchSize,
      targetPeriod,
      metricsPeriodSteps
    };
    all[component] = value;
    return new Schedule(
        all[0], all[1], (int) all[2], (int) all[3], (int) all[4], (int) all[5], (int) all[6]);
  }
}
