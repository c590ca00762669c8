package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Gradients;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nothing is allocated per step, measured on every thread that works.
///
/// Vectors are objects until the compiler has seen enough of the kernels, so a window of steps is repeated
/// until it allocates nothing; a step that always allocates never gets there.
@Tag("slow")
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long PATIENCE_SECONDS = 60;

  @ParameterizedTest
  @CsvSource({
    "nature, 1",
    "minatar, 1",
    "minatar, 2",
    "gridworld, 1",
    "cartpole, 1",
    "cartpole, 2"
  })
  void anUpdateAllocatesNothing(String name, int threads) {
    Network network =
        switch (name) {
          case "nature" -> smallNature();
          case "minatar" -> Networks.minatar(4, 6);
          case "gridworld" -> Network.dense(new Form.OneHot(400), 80, 4);
          default -> Network.dense(new Form.Vector(4), 120, 84, 2);
        };
    int n = 32;
    Batch batch = FiniteDifferences.randomBatch(network, n, 1);
    float[][] thetas = new float[3][];
    for (int k = 0; k < thetas.length; k++) {
      thetas[k] = network.newParameters(Initializer.PYTORCH, new Random(k));
    }
    float[] gradient = new float[network.parameterCount()];
    int[] actions = new int[n];
    float[] y = new float[n];
    Loss loss = new Loss(Loss.Kind.HUBER, Loss.Reduction.SUM);
    try (Workers workers = Workers.of(threads)) {
      Workspace workspace = new Workspace(network, n, workers);
      Evaluator evaluator = new Evaluator(network, n, thetas.length, workers);
      OptimizerState adam = new Optimizer.Adam(1e-4).start(gradient.length);
      OptimizerState own =
          new CustomOptimizerTest.AdamW(new Optimizer.Adam(1e-4), 0.1).start(gradient.length);
      // Where the bias corrections are 1: before, the power in them may make arrays.
      adam.resumeAt(50_000);
      own.resumeAt(50_000);
      OptimizerState rmsProp = Optimizer.NatureRmsProp.paper().start(gradient.length);
      Gradients norms = new Gradients();
      assertSettlesAtZero(
          () -> {
            evaluator.evaluate(thetas, thetas.length, batch);
            workspace.forward(thetas[0], batch);
            workspace.loss(loss, actions, y, null);
            workspace.backward(thetas[0], gradient);
            norms.clipNorm(gradient, 10);
            adam.step(thetas[0], gradient, workers);
            rmsProp.step(thetas[0], gradient, workers);
            own.step(thetas[0], gradient, 0.5, workers);
          });
    }
  }

  /// The Nature network's layers on a smaller image, so that the compiler warms up in seconds.
  private static Network smallNature() {
    return Network.of(
        new Form.Bytes(36, 36, 4),
        Layer.conv(32, 8, 4),
        Layer.relu(),
        Layer.conv(64, 4, 2),
        Layer.relu(),
        Layer.conv(64, 2, 1),
        Layer.relu(),
        Layer.flatten(),
        Layer.dense(64),
        Layer.relu(),
        Layer.dense(6));
  }

  @Test
  void theValuesOfOneObservationAllocateNothing() {
    Network network = Networks.minatar(4, 6);
    Evaluator evaluator = new Evaluator(network, 1, 1, Workers.of(1));
    Batch batch = new Batch(network.input(), 1).resize(1);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(1));
    long[] state = {0x123456789abcdefL, 42, 7, 0, 0, 0, 3};
    float[][] one = {theta};
    assertSettlesAtZero(
        () -> {
          batch.setBits(0, state, 0);
          evaluator.evaluate(one, 1, batch);
        });
  }

  private static void assertSettlesAtZero(Runnable step) {
    long[] helpers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getName().startsWith("evenkeel-worker"))
            .mapToLong(Thread::threadId)
            .toArray();
    long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000;
    long allocated = Long.MAX_VALUE;
    while (allocated != 0 && System.nanoTime() < end) {
      long before = allocatedBytes(helpers);
      for (int i = 0; i < 100; i++) {
        step.run();
      }
      allocated = allocatedBytes(helpers) - before;
    }
    assertEquals(0, allocated, "bytes allocated by 100 steps");
  }

  /// Of this thread and the helpers.
  private static long allocatedBytes(long[] helpers) {
    long sum = 0;
    for (long id : helpers) {
      sum += THREADS.getThreadAllocatedBytes(id);
    }
    return sum + THREADS.getCurrentThreadAllocatedBytes();
  }
}
