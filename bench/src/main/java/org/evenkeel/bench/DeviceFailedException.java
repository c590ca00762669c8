package org.evenkeel.bench;

/// Thrown when a GPU fails while it is measured; the message explains why.
public final class DeviceFailedException extends Exception {
  private static final long serialVersionUID = 1;

  DeviceFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
