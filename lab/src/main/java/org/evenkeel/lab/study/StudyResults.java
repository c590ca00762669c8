package org.evenkeel.lab.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The trials of a study that have ended, in order, by name.
///
/// @param all finished and failed trials
public record StudyResults(Map<String, TrialResult> all) {
  /// Copies the map and keeps its order.
  public StudyResults {
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
  }

  /// Creates results with finished trials only.
  ///
  /// @param finished the columns of each trial, by its name
  public static StudyResults of(Map<String, Map<String, double[]>> finished) {
    Map<String, TrialResult> all = new LinkedHashMap<>();
    finished.forEach((name, columns) -> all.put(name, new TrialResult.Finished(columns)));
    return new StudyResults(all);
  }

  /// Returns the columns of the finished trials, on which all figures, tables and tests are based.
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

  /// Returns the trials that diverged.
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

  /// Returns the number of trials that have ended.
  public int size() {
    return all.size();
  }
}
