package org.evenkeel.site;

import java.util.List;

/// Thrown if the site cannot be built. The message lists every fault, one on a line.
public final class SiteException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SiteException(List<String> faults) {
    super(String.join("\n", faults));
  }
}
