package org.evenkeel.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Handles Ctrl-C, TERM and HUP during long work: the work is asked to stop, and the process ends once its results are
/// written, that is after [#close].
///
/// This could take forever if an environment blocks. Therefore a message after a few seconds explains the wait, a second
/// signal ends the process immediately, and without one it ends after a bounded time. No file is damaged by that: files
/// are written completely or not at all.
final class CtrlC implements AutoCloseable {
  /// The exit code that a shell expects from a program ended by Ctrl-C.
  static final int EXIT = 130;

  private static final int INT = 2;

  /// The exit code of a process ended by a signal, less the signal's number.
  private static final int SIGNALLED = 128;

  /// The work to stop.
  @FunctionalInterface
  interface Work {
    /// Asks the work to stop soon; returns immediately.
    void stop();

    /// Returns the results that are kept if the process ends now, as part of a sentence; may be empty.
    default String kept() {
      return "";
    }

    /// Restores the terminal, because the process ends in the middle of the work.
    default void leave() {}
  }

  /// The time limits of the wait for the end of the work.
  ///
  /// @param silent the wait before a message explains it
  /// @param inUserCode the total wait for code outside the library
  /// @param most the total wait for anything; a large checkpoint on a slow disk takes minutes
  record Patience(Duration silent, Duration inUserCode, Duration most) {
    static final Patience USUAL =
        new Patience(Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofMinutes(10));
  }

  private static volatile @Nullable CtrlC current;

  private final Work work;
  private final PrintWriter err;
  private final Patience patience;
  private final IntConsumer halt;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger signal = new AtomicInteger();
  private final Signals signals;

  /// Makes Ctrl-C call `stop` from now on.
  CtrlC(Runnable stop) {
    this((Work) stop::run, new PrintWriter(System.err, true, System.err.charset()));
  }

  /// Makes Ctrl-C stop this work from now on.
  CtrlC(Work work, PrintWriter err) {
    this(work, err, Patience.USUAL, Runtime.getRuntime()::halt);
  }

  /// @param halt the function that ends the process with an exit code
  CtrlC(Work work, PrintWriter err, Patience patience, IntConsumer halt) {
    this.work = work;
    this.err = err;
    this.patience = patience;
    this.halt = halt;
    current = this;
    signals = new Signals(this::press);
  }

  /// Returns the current work of this process, if any.
  static Optional<Work> underWay() {
    CtrlC now = current;
    return now == null ? Optional.empty() : Optional.of(now.work);
  }

  /// Whether a signal has arrived.
  boolean pressed() {
    return signal.get() != 0;
  }

  /// Returns the exit code after a signal: 130 for Ctrl-C, 143 for TERM, 129 for HUP.
  int exitCode() {
    return SIGNALLED + signal.get();
  }

  /// Handles a signal, in its own thread, and waits for the end of the work.
  void press(int number) {
    if (!signal.compareAndSet(0, number)) {
      leave(number);
      return;
    }
    work.stop();
    try {
      if (!ends(patience.silent())) {
        explain(number);
        awaitOrLeave(number);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void explain(int number) {
    work.leave();
    Duration rest = patience.inUserCode().minus(patience.silent());
    String again = number == INT ? "press Ctrl-C again" : "send the signal again";
    say(
        UserCode.running()
            .map(
                code ->
                    String.format(
                        Locale.ROOT,
                        "still inside %s; %s to quit now, or wait: the process ends in %d s",
                        code,
                        again,
                        rest.toSeconds()))
            .orElse("still saving results; " + again + " to quit now without them"));
  }

  private void awaitOrLeave(int number) throws InterruptedException {
    Duration waited = patience.silent();
    Duration look = patience.silent().dividedBy(3);
    while (!ends(look)) {
      waited = waited.plus(look);
      boolean stuck = UserCode.running().isPresent();
      if (waited.compareTo(stuck ? patience.inUserCode() : patience.most()) >= 0) {
        leave(number);
        return;
      }
    }
  }

  private boolean ends(Duration within) throws InterruptedException {
    return ended.await(within.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void leave(int number) {
    work.leave();
    say("quit " + UserCode.running().map(code -> "in the middle of " + code).orElse("immediately"));
    halt.accept(SIGNALLED + number);
  }

  private void say(String sentence) {
    String kept = work.kept();
    err.println(kept.isEmpty() ? sentence : sentence + "; " + kept);
    err.flush();
  }

  /// Allows the process to end, because everything is written.
  @Override
  public void close() {
    ended.countDown();
    signals.close();
    current = null;
  }
}
