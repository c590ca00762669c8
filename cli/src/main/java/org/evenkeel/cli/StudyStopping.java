package org.evenkeel.cli;

import org.evenkeel.lab.study.TrialRunner;

/// The response of a study to Ctrl-C: finished trials are kept, and unfinished training runs keep their checkpoints.
record StudyStopping(TrialRunner runner, StudyProgress progress) implements CtrlC.Work {
  @Override
  public void stop() {
    runner.stop();
  }

  @Override
  public String kept() {
    return "finished trials are kept; run the same command again to continue";
  }

  @Override
  public void leave() {
    progress.erase();
  }
}
