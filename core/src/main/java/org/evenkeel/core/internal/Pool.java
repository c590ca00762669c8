package org.evenkeel.core.internal;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// A pool of working memory for many threads. It keeps up to 64 pieces, so a program with up to 64
/// threads soon stops allocating.
public final class Pool<T> {
  private static final int KEPT = 64;

  private final Supplier<T> maker;
  private final AtomicReferenceArray<T> free = new AtomicReferenceArray<>(KEPT);

  /// Creates a pool with one piece created immediately, so that an invalid description is rejected
  /// here.
  public Pool(Supplier<T> maker) {
    this.maker = maker;
    free.set(0, maker.get());
  }

  /// Takes a free piece, or creates one.
  public T take() {
    for (int i = 0; i < KEPT; i++) {
      T piece = free.getPlain(i) == null ? null : free.getAndSet(i, null);
      if (piece != null) {
        return piece;
      }
    }
    return maker.get();
  }

  /// Returns a piece to the pool.
  public void give(T piece) {
    for (int i = 0; i < KEPT; i++) {
      if (free.getPlain(i) == null && free.compareAndSet(i, null, piece)) {
        return;
      }
    }
  }
}
