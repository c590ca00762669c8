package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.Outside;

/// Saves the trials that a cluster computes, one by one, as if they had been computed here.
final class ClusterResults implements TrialCluster.Listener {
  private final TrialStore store;
  private final StudyObserver observer;
  private final Map<String, TrialResult> results = new LinkedHashMap<>();

  /// The part of each trial that was reported to the observer as done.
  private final Map<String, Double> told = new LinkedHashMap<>();

  ClusterResults(TrialStore store, StudyObserver observer, List<TrialCluster.Task> tasks)
      throws IOException {
    this.store = store;
    this.observer = observer;
    for (TrialCluster.Task task : tasks) {
      told.put(task.trial().name(), task.trial().begun(task.folder()));
    }
  }

  /// Returns the results of the trials that have ended.
  Map<String, TrialResult> results() {
    return results;
  }

  @Override
  public void reached(TrialCluster.Task task, double share) {
    double before = told.getOrDefault(task.trial().name(), 0.0);
    told.put(task.trial().name(), share);
    observer.worked((share - before) * task.trial().work());
  }

  @Override
  public void ended(TrialCluster.Task task, TrialParcel parcel) throws IOException {
    Trial trial = task.trial();
    TrialResult result = parcel.result();
    if (result == null) {
      throw new IOException(trial.name() + " came back without a result");
    }
    Path aside = parcel.replace(trial, task.folder());
    if (aside != null) {
      warning("'%s' contained something else, which is now '%s'".formatted(task.folder(), aside));
    }
    store.keep(trial, result);
    reached(task, 1);
    results.put(trial.name(), result);
    switch (result) {
      case TrialResult.Finished _ -> observer.finished(trial.name());
      case TrialResult.Failed failed -> observer.failed(trial.name(), failed);
    }
  }

  @Override
  public void working(int running, List<String> hosts) {
    observer.working(running, hosts);
  }

  @Override
  public void warning(String sentence) {
    observer.warning(Outside.sentence(sentence));
  }
}
