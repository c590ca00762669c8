package org.evenkeel.lab.run;

import java.io.IOException;

/// Thrown if the folder of a run, or its files, were removed, renamed or replaced while the run was writing to them.
/// The message says what happened and what to do. Nothing more may be written there.
final class FolderChangedException extends IOException {
  private static final long serialVersionUID = 1;

  FolderChangedException(String sentence) {
    super(sentence);
  }
}
