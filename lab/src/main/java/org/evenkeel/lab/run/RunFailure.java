package org.evenkeel.lab.run;

/// Thrown if a run fails: one or two sentences that include what was saved and where.
public final class RunFailure extends Exception {
  private static final long serialVersionUID = 1;

  RunFailure(String sentence) {
    super(sentence);
  }

  RunFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
