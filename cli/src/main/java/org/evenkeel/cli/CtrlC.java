package org.evenkeel.cli;

import java.util.concurrent.CountDownLatch;

/// Ctrl-C while something long is under way: it is told to stop, and the process ends only when it has, that
/// is when this is closed.
final class CtrlC implements AutoCloseable {
  /// What a shell expects of a program that was ended so.
  static final int EXIT = 130;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Runnable stop;
  private final Thread hook = new Thread(this::press, "Ctrl-C");
  private volatile boolean pressed;

  /// From here on Ctrl-C calls `stop`.
  CtrlC(Runnable stop) {
    this.stop = stop;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// Whether it was pressed.
  boolean pressed() {
    return pressed;
  }

  private void press() {
    pressed = true;
    stop.run();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// All is written: the process may end.
  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the process is ending: the hook is running
    }
  }
}
