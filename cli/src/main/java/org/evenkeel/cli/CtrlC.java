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

/// Ctrl-C, TERM or HUP while something long is under way: it is told to stop, and the process ends when it has
/// written what it keeps, that is after [#close].
///
/// That can take for ever where an environment blocks. So after some seconds a sentence says what is waited for, a second signal
/// ends the process at once, and without one it ends after a bounded time. Nothing is damaged by that:
/// files are written as a whole or not at all.
final class CtrlC implements AutoCloseable {
  /// What a shell expects of a program that Ctrl-C ended.
  static final int EXIT = 130;

  private static final int INT = 2;

  /// Added to the number of a signal, this is the exit code of a process that it ended.
  private static final int SIGNALLED = 128;

  /// What is under way.
  @FunctionalInterface
  interface Work {
    /// Asks it to stop soon; returns at once.
    void stop();

    /// What remains if the process ends now, as a part of a sentence; empty if there is nothing to say.
    default String kept() {
      return "";
    }

    /// Leaves the terminal as it was found: the process ends in the middle of the work.
    default void leave() {}
  }

  /// How long to wait.
  ///
  /// @param silent before a sentence says what is waited for
  /// @param inUserCode in all, for code that the library did not write
  /// @param most in all, for anything: a large checkpoint on a slow disk takes minutes
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

  /// From here on Ctrl-C calls `stop`.
  CtrlC(Runnable stop) {
    this((Work) stop::run, new PrintWriter(System.err, true, System.err.charset()));
  }

  /// From here on Ctrl-C stops this work.
  CtrlC(Work work, PrintWriter err) {
    this(work, err, Patience.USUAL, Runtime.getRuntime()::halt);
  }

  /// @param halt ends the process with an exit code
  CtrlC(Work work, PrintWriter err, Patience patience, IntConsumer halt) {
    this.work = work;
    this.err = err;
    this.patience = patience;
    this.halt = halt;
    current = this;
    signals = new Signals(this::press);
  }

  /// What is under way in this process, if anything.
  static Optional<Work> underWay() {
    CtrlC now = current;
    return now == null ? Optional.empty() : Optional.of(now.work);
  }

  /// Whether it was pressed.
  boolean pressed() {
    return signal.get() != 0;
  }

  /// The exit code after a signal: 130 for Ctrl-C, 143 for TERM, 129 for HUP.
  int exitCode() {
    return SIGNALLED + signal.get();
  }

  /// A signal came. Called in a thread of its own, which waits for the end of the work.
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
                        "still inside %s; %s to leave now, or wait: the process ends in %d s",
                        code,
                        again,
                        rest.toSeconds()))
            .orElse("still writing what is to be kept; " + again + " to leave now without it"));
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
    say("left " + UserCode.running().map(code -> "in the middle of " + code).orElse("at once"));
    halt.accept(SIGNALLED + number);
  }

  private void say(String sentence) {
    String kept = work.kept();
    err.println(kept.isEmpty() ? sentence : sentence + "; " + kept);
    err.flush();
  }

  /// All is written: the process may end.
  @Override
  public void close() {
    ended.countDown();
    signals.close();
    current = null;
  }
}
