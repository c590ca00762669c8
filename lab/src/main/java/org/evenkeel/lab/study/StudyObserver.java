package org.evenkeel.lab.study;

import java.util.List;

/// Receives the progress of a study. It is called from several threads.
public interface StudyObserver {
  /// Returns an observer that ignores everything.
  static StudyObserver silent() {
    return new StudyObserver() {
      @Override
      public void starts(int trials, int failed, int missing, double work) {}

      @Override
      public void worked(double work) {}

      @Override
      public void finished(String name) {}

      @Override
      public void failed(String name, TrialResult.Failed how) {}

      @Override
      public void warning(String sentence) {}
    };
  }

  /// Called before the first trial is computed.
  ///
  /// @param trials the number of all trials
  /// @param failed the number of those that failed earlier and are not computed again
  /// @param missing the number of those to be computed
  /// @param work their work, in the units of [Trial#work]
  void starts(int trials, int failed, int missing, double work);

  /// Called when some work has been done.
  void worked(double work);

  /// Called when a trial has finished and its result is saved.
  void finished(String name);

  /// Called when a trial has diverged and this is saved.
  void failed(String name, TrialResult.Failed how);

  /// Called with the state of a cluster.
  ///
  /// @param running the number of trials being computed
  /// @param hosts the machines that compute them
  default void working(int running, List<String> hosts) {}

  /// Called for a problem that does not stop the study.
  void warning(String sentence);
}
