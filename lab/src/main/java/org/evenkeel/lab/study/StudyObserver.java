package org.evenkeel.lab.study;

import java.util.List;

/// Hears how a study goes; called from several threads.
public interface StudyObserver {
  /// One that hears nothing.
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

  /// Before the first trial is computed.
  ///
  /// @param trials how many there are in all
  /// @param failed how many of them have failed before, and are not computed again
  /// @param missing how many of them are to be computed
  /// @param work how much work that is, in the units of [Trial#work]
  void starts(int trials, int failed, int missing, double work);

  /// Some work was done.
  void worked(double work);

  /// A trial is done and kept.
  void finished(String name);

  /// A trial has diverged, and that is kept.
  void failed(String name, TrialResult.Failed how);

  /// On a cluster: who is at work.
  ///
  /// @param running trials that are being computed
  /// @param hosts the machines they are on
  default void working(int running, List<String> hosts) {}

  /// Something to know that stops nothing.
  void warning(String sentence);
}
