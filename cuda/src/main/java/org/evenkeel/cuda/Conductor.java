package org.evenkeel.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Collects what the runs of a fleet ask for, and has the GPU do it for as many of them as possible at a time.
///
/// Each run has its own thread. Work starts when every run that is being trained waits for something. Steps come first:
/// a run that has reached a measurement waits for the others, so that all are measured and evaluated together. It does
/// not wait forever: runs that are far from their next measurement do not hold it up.
///
/// If the GPU fails, every run that waits, and every later request, ends with the same failure.
final class Conductor implements AutoCloseable {
  /// What a run asks for. The smaller constants come first.
  enum Kind {
    ADVANCE,
    EVALUATE,
    MEASURE
  }

  /// A run pauses between two requests, for example to write a file. The others wait for it this long.
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  /// Measurements wait while other runs take at most this many steps.
  private static final long PATIENCE_STEPS = 6_000;

  /// A run, as the conductor sees it.
  static final class Player {
    private @Nullable Request request;
    private boolean working;
    private long pausedAt = System.nanoTime();
  }

  /// A request and its outcome.
  static final class Request {
    final Kind kind;
    final Object subject;
    final long steps;
    private boolean done;
    private @Nullable RuntimeException failure;

    /// @param steps for [Kind#ADVANCE], the steps to the run's next measurement
    Request(Kind kind, Object subject, long steps) {
      this.kind = kind;
      this.subject = subject;
      this.steps = steps;
    }
  }

  /// Carries out requests of one kind. Those that are complete are passed to the consumer; the others wait further.
  interface Work {
    /// Carries out these requests.
    ///
    /// @return the steps taken in each run
    long run(Kind kind, List<Request> requests, Consumer<Request> complete);
  }

  private final Work work;
  private final Thread thread;
  private final List<Player> players = new ArrayList<>();
  private long patience = PATIENCE_STEPS;
  private boolean closed;
  private @Nullable RuntimeException broken;

  Conductor(Work work) {
    this.work = work;
    thread = Thread.ofPlatform().daemon().name("evenkeel-cuda").start(this::conduct);
  }

  synchronized Player join() {
    Player player = new Player();
    players.add(player);
    return player;
  }

  synchronized void leave(Player player) {
    players.remove(player);
    notifyAll();
  }

  synchronized void working(Player player, boolean working) {
    player.working = working;
    player.pausedAt = System.nanoTime();
    notifyAll();
  }

  /// Asks for something, and waits for it.
  void ask(Player player, Request request) {
    synchronized (this) {
      player.request = request;
      notifyAll();
      boolean interrupted = false;
      while (!request.done && broken == null) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true; // the work goes on; the caller sees the interrupt afterwards
        }
      }
      player.request = null;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    RuntimeException failure = request.failure != null ? request.failure : broken;
    if (failure != null) {
      throw failure;
    }
  }

  private void conduct() {
    while (true) {
      List<Request> batch = new ArrayList<>();
      Kind kind;
      synchronized (this) {
        Kind next = awaitKind();
        if (next == null) {
          return;
        }
        kind = next;
        for (Player player : players) {
          if (player.request != null && !player.request.done && player.request.kind == kind) {
            batch.add(player.request);
          }
        }
      }
      List<Request> complete = new ArrayList<>();
      RuntimeException failure = null;
      long steps = 0;
      try {
        steps = work.run(kind, batch, complete::add);
      } catch (RuntimeException e) {
        failure = e;
      }
      synchronized (this) {
        patience = kind == Kind.ADVANCE ? patience - steps : PATIENCE_STEPS;
        if (failure != null) {
          broken = failure;
        }
        complete.forEach(request -> request.done = true);
        notifyAll();
        if (failure != null) {
          return;
        }
      }
    }
  }

  /// Waits until there is something to do.
  ///
  /// @return null if the conductor was closed
  private @Nullable Kind awaitKind() {
    while (!closed) {
      long wait = waitingTime();
      if (wait < 0) {
        return nextKind();
      }
      try {
        wait(wait / 1_000_000 + 1, 0);
      } catch (InterruptedException e) {
        return null;
      }
    }
    return null;
  }

  /// The nanoseconds to wait for runs that may ask for something soon; negative if there are none, and work to do.
  private long waitingTime() {
    boolean any = false;
    long longest = -1;
    long now = System.nanoTime();
    for (Player player : players) {
      if (player.request != null && !player.request.done) {
        any = true;
      } else if (player.working) {
        longest = Long.MAX_VALUE / 2;
      } else {
        longest = Math.max(longest, PATIENCE_NANOS - (now - player.pausedAt));
      }
    }
    return any ? longest : Long.MAX_VALUE / 2;
  }

  private Kind nextKind() {
    @Nullable Kind other = null;
    boolean soon = true;
    boolean advances = false;
    for (Player player : players) {
      Request request = player.request;
      if (request == null || request.done) {
        continue;
      }
      if (request.kind == Kind.ADVANCE) {
        advances = true;
        soon &= request.steps <= patience;
      } else if (other == null || request.kind.compareTo(other) < 0) {
        other = request.kind;
      }
    }
    return other == null || (advances && soon) ? Kind.ADVANCE : other;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (broken == null) {
        broken = new IllegalStateException("the GPU was closed while runs were using it");
      }
      notifyAll();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
