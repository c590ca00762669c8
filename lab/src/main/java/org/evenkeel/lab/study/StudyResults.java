package org.evenkeel.lab.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The trials of a study that have ended, in their order, by their names.
///
/// @param all finished and failed ones
public record StudyResults(Map<String, TrialResult> all) {
  /// Keeps the order.
  public StudyResults {
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
  }

  /// Finished trials alone.
  ///
  /// @param finished the columns of each by its name
  public static StudyResults of(Map<String, Map<String, double[]>> finished) {
    Map<String, TrialResult> all = new LinkedHashMap<>();
    finished.forEach((name, columns) -> all.put(name, new TrialResult.Finished(columns)));
    return new StudyResults(all);
  }

  /// The columns of those that ran to their end: all that figures, tables and tests are made of.
  public Map<String, Map<String, double[]>> finished() {
    Map<String, Map<String, double[]>> finished = new LinkedHashMap<>();
    all.forEach(
        (name, result) -> {
          if (result instanceof TrialResult.Finished f) {
            finished.put(name, f.columns());
          }
        });
    return finished;
  }

  /// Those that diverged.
  public Map<String, TrialResult.Failed> failed() {
    Map<String, TrialResult.Failed> failed = new LinkedHashMap<>();
    all.forEach(
        (name, result) -> {
          if (result instanceof TrialResult.Failed f) {
            failed.put(name, f);
          }
        });
    return failed;
  }

  /// How many have ended.
  public int size() {
    return all.size();
  }
}
