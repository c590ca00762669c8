package org.evenkeel.paper.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;

/// Runs numbered blocks of work that write to separate places, so that the result does not depend on which thread runs
/// which block.
final class Blocks {
  private Blocks() {}

  /// Runs blocks 0 to `count` - 1 on the given number of threads.
  static void run(int threads, int count, IntConsumer block) {
    Checks.atLeast("threads", 1, threads);
    if (threads == 1 || count < 2) {
      for (int b = 0; b < count; b++) {
        block.accept(b);
      }
      return;
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, count))) {
      List<Future<?>> waiting = new ArrayList<>(count);
      for (int b = 0; b < count; b++) {
        int number = b;
        waiting.add(pool.submit(() -> block.accept(number)));
      }
      for (Future<?> one : waiting) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the blocks", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a block failed: " + e.getCause(), e.getCause());
    }
  }

  /// Returns the random stream of a block. It depends on the seed and the block only.
  static RandomStream stream(long seed, int block) {
    return new RandomStream(RandomStream.mix(seed) + block);
  }
}
