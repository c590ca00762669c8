package org.evenkeel.lab.run;

/// Thrown if a run fails. The message of one or two sentences names the saved files and their folder.
public final class RunFailure extends Exception {
  private static final long serialVersionUID = 1;

  RunFailure(String sentence) {
    super(sentence);
  }

  RunFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
