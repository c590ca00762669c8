package org.evenkeel.lab.run;

import java.io.IOException;

/// Somebody removed, renamed or replaced the folder of a run, or its files, while the run was writing to it. The
/// sentence says what happened and what to do. Nothing more may be written there.
final class FolderChangedException extends IOException {
  private static final long serialVersionUID = 1;

  FolderChangedException(String sentence) {
    super(sentence);
  }
}
