package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {

  @Test
  void everyBlockRunsOnceHoweverOftenAndHoweverLate() throws InterruptedException {
    for (int threads : new int[] {1, 2, 3, 5}) {
      try (Workers workers = Workers.of(threads)) {
        for (int round = 0; round < 300; round++) {
          int blocks = round % 17;
          AtomicIntegerArray runs = new AtomicIntegerArray(17);
          workers.run(
              blocks,
              1e9,
              (block, worker) -> {
                assertTrue(worker >= 0 && worker < threads);
                runs.incrementAndGet(block);
              });
          for (int b = 0; b < 17; b++) {
            assertEquals(b < blocks ? 1 : 0, runs.get(b));
          }
          if (round % 100 == 99) {
            Thread.sleep(5); // long enough for the helpers to fall asleep
          }
        }
      }
    }
  }

  /// A helper that is late for one phase must not take a block of the next: phases of changing size follow
  /// each other as fast as they can, and each block counts its runs.
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void helpersThatComeLateTakeNothingOfTheNextPhase() {
    for (int threads : new int[] {2, 3}) {
      int[] runs = new int[64 * 16]; // a cache line apart; only its own block writes an entry
      try (Workers workers = Workers.of(threads)) {
        Workers.Task[] tasks = new Workers.Task[2];
        tasks[0] = (block, worker) -> runs[block * 16]++;
        tasks[1] = (block, worker) -> runs[block * 16] += 1_000;
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 300_000; round++) {
          int blocks = 2 + random.nextInt(62);
          int kind = round % 2;
          workers.run(blocks, 1e9, tasks[kind]);
          for (int b = 0; b < 64; b++) {
            int wanted = b >= blocks ? 0 : kind == 0 ? 1 : 1_000;
            if (runs[b * 16] != wanted) {
              assertEquals(wanted, runs[b * 16], "block " + b + " of " + blocks);
            }
            runs[b * 16] = 0;
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void whatABlockThrowsReachesTheCallerAsItIsAndTheNextRunWorks(int threads) {
    Throwable[] failures = {
      new ArithmeticException("no"),
      new OutOfMemoryError("none"),
      new AssertionError("wrong"),
      new IOException("thrown from a language without checked exceptions")
    };
    try (Workers workers = Workers.of(threads)) {
      for (int round = 0; round < 40; round++) {
        Throwable failure = failures[round % failures.length];
        int failing = round;
        Throwable thrown =
            assertThrows(
                failure.getClass(),
                () ->
                    workers.run(
                        50,
                        1e9,
                        (block, worker) -> {
                          if (block == failing) {
                            WorkersTest.<RuntimeException>sneak(failure);
                          }
                        }));
        assertSame(failure, thrown);
        AtomicIntegerArray runs = new AtomicIntegerArray(50);
        workers.run(50, 1e9, (block, worker) -> runs.incrementAndGet(block));
        for (int b = 0; b < 50; b++) {
          assertEquals(1, runs.get(b));
        }
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable t) throws T {
    throw (T) t;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void ofManyFailuresTheLowestBlocksIsThrown(int threads) {
    try (Workers workers = Workers.of(threads)) {
      for (int round = 0; round < 100; round++) {
        int first = round % 49;
        var e =
            assertThrows(
                ArithmeticException.class,
                () ->
                    workers.run(
                        50,
                        1e9,
                        (block, worker) -> {
                          if (block >= first) {
                            throw new ArithmeticException("block " + block);
                          }
                        }));
        assertEquals("block " + first, e.getMessage());
      }
    }
  }

  @Test
  void aBlockThatSharesItsOwnWorkIsRefusedOnEveryThread() {
    try (Workers workers = Workers.of(2);
        Workers others = Workers.of(2)) {
      for (int only = 0; only < 2; only++) {
        int worker = only;
        CountDownLatch both = new CountDownLatch(2);
        var e =
            assertThrows(
                IllegalStateException.class,
                () ->
                    workers.run(
                        2,
                        1e9,
                        (block, w) -> {
                          both.countDown();
                          await(both); // each worker has one of the two blocks
                          if (w == worker) {
                            workers.run(2, 1e9, (inner, v) -> {});
                          } else {
                            others.run(2, 1e9, (inner, v) -> {});
                          }
                        }));
        assertEquals(
            "a block must not share its work with the workers that run it", e.getMessage());
      }
      workers.run(2, 1e9, (block, w) -> {});
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aSecondThreadIsRefusedWhileTheFirstIsInside() throws InterruptedException {
    try (Workers workers = Workers.of(2)) {
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch leave = new CountDownLatch(1);
      Thread first =
          new Thread(
              () ->
                  workers.run(
                      2,
                      1e9,
                      (block, worker) -> {
                        inside.countDown();
                        await(leave);
                      }));
      first.start();
      inside.await();
      var e =
          assertThrows(
              IllegalStateException.class, () -> workers.run(2, 1e9, (block, worker) -> {}));
      assertEquals(
          "these workers are in use by another thread; give each trainer its own Workers",
          e.getMessage());
      leave.countDown();
      first.join();
    }
  }

  @Test
  void closedWorkersAreRefused() {
    Workers workers = Workers.of(2);
    workers.close();
    var e =
        assertThrows(IllegalStateException.class, () -> workers.run(1, 1, (block, worker) -> {}));
    assertEquals("these workers are closed", e.getMessage());
  }
}
