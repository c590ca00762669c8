package org.evenkeel.paper;

import org.evenkeel.lab.study.StudyObserver;
import org.evenkeel.lab.study.TrialResult;

/// Says nothing of a study that goes well; a trial that fails and a warning fail the test.
public class StrictObserver implements StudyObserver {
  /// One that hears all.
  public StrictObserver() {}

  @Override
  public void starts(int trials, int failed, int missing, double work) {}

  @Override
  public void worked(double work) {}

  @Override
  public void finished(String name) {}

  @Override
  public final void failed(String name, TrialResult.Failed how) {
    throw new AssertionError(name + " " + how.sentence());
  }

  @Override
  public final void warning(String sentence) {
    throw new AssertionError(sentence);
  }
}
