package org.evenkeel.cli;

import org.evenkeel.lab.study.TrialRunner;

/// What Ctrl-C does to a study: what is done stays; of what is being computed, training runs keep how far they are.
record StudyStopping(TrialRunner runner, StudyProgress progress) implements CtrlC.Work {
  @Override
  public void stop() {
    runner.stop();
  }

  @Override
  public String kept() {
    return "finished trials are kept, and the same command continues";
  }

  @Override
  public void leave() {
    progress.erase();
  }
}
