package org.evenkeel.lab.run;

/// A run ended badly: one sentence or two, with what is kept and where.
public final class RunFailure extends Exception {
  private static final long serialVersionUID = 1;

  RunFailure(String sentence) {
    super(sentence);
  }

  RunFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
