package org.evenkeel.site;

import java.util.List;

/// The site cannot be built: the message names every fault that was found, one on a line.
public final class SiteException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SiteException(List<String> faults) {
    super(String.join("\n", faults));
  }
}
