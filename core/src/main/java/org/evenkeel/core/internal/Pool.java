package org.evenkeel.core.internal;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// Working memory that many threads borrow and give back, up to 64 of them kept: a program with up to 64
/// threads soon allocates nothing.
public final class Pool<T> {
  private static final int KEPT = 64;

  private final Supplier<T> maker;
  private final AtomicReferenceArray<T> free = new AtomicReferenceArray<>(KEPT);

  /// A pool with one piece made at once, so that a bad description is refused here.
  public Pool(Supplier<T> maker) {
    this.maker = maker;
    free.set(0, maker.get());
  }

  /// Takes a free piece, or makes one.
  public T take() {
    for (int i = 0; i < KEPT; i++) {
      T piece = free.getPlain(i) == null ? null : free.getAndSet(i, null);
      if (piece != null) {
        return piece;
      }
    }
    return maker.get();
  }

  /// Gives a piece back.
  public void give(T piece) {
    for (int i = 0; i < KEPT; i++) {
      if (free.getPlain(i) == null && free.compareAndSet(i, null, piece)) {
        return;
      }
    }
  }
}
