package org.evenkeel.lab.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Footprint;

/// Refuses a run that this machine cannot hold, before anything is taken: a system that promises more memory
/// than it has would end the process in the middle of the night.
public final class MachineMemory {
  /// How much of what there is may be taken.
  private static final double SHARE = 0.9;

  private MachineMemory() {}

  /// Checks runs of a configuration against the memory of this machine.
  ///
  /// @param atOnce how many run at the same time
  /// @throws IllegalArgumentException with both numbers if they do not fit
  public static void requireFits(RunConfig config, int atOnce) {
    Spec spec = Tasks.spec(config.environment(), config.classpath());
    long heapBytes = Footprint.heapBytes(config.training(), spec);
    requireFits(Footprint.replayBytes(config.training(), spec) + heapBytes, atOnce, total());
    requireHeap(heapBytes, atOnce, Runtime.getRuntime().maxMemory());
  }

  /// How many runs of a kind fit this machine at the same time.
  ///
  /// @param replayBytes what the replay buffer of each takes
  /// @param heapBytes what each takes of the heap
  /// @param most how many are wanted
  /// @return at least 1, at most `most`
  /// @throws IllegalArgumentException with both numbers if not even one fits
  public static int atOnce(long replayBytes, long heapBytes, int most) {
    long total = total();
    long heap = Runtime.getRuntime().maxMemory();
    requireRoom(replayBytes, total, heapBytes, heap);
    return atOnce(replayBytes, total, heapBytes, heap, most);
  }

  static void requireRoom(long replayBytes, long total, long heapBytes, long heap) {
    if (replayBytes + heapBytes > total * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a trial of this study takes %,d MB for its replay buffer and networks, but this machine has %,d MB",
              (replayBytes + heapBytes) / 1_000_000,
              total / 1_000_000));
    }
    if (heapBytes > heap * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a trial of this study takes %,d MB for its networks and remembered values, but this JVM has a heap of"
                  + " %,d MB: give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
              heapBytes / 1_000_000,
              heap / 1_000_000));
    }
  }

  static int atOnce(long replayBytes, long total, long heapBytes, long heap, int most) {
    double replays = replayBytes == 0 ? most : total * SHARE / (replayBytes + heapBytes);
    double heaps = heapBytes == 0 ? most : heap * SHARE / heapBytes;
    return (int) Math.max(1, Math.min(most, Math.min(replays, heaps)));
  }

  static void requireHeap(long wanted, int atOnce, long heap) {
    if (wanted * atOnce > heap * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the networks and remembered values of %d %s take %,d MB, but this JVM has a heap of %,d MB:"
                  + " give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
              atOnce,
              atOnce == 1 ? "run" : "runs at once",
              wanted * atOnce / 1_000_000,
              heap / 1_000_000));
    }
  }

  static void requireFits(long wanted, int atOnce, long total) {
    if (wanted <= total * SHARE / atOnce) {
      return;
    }
    throw new IllegalArgumentException(
        atOnce == 1
            ? String.format(
                Locale.ROOT,
                "the replay buffer and the networks take %,d MB, but this machine has %,d MB: make replay.capacity smaller",
                wanted / 1_000_000,
                total / 1_000_000)
            : String.format(
                Locale.ROOT,
                "%d runs at once with replay buffers and networks of %,d MB each do not fit into the %,d MB of this"
                    + " machine: make replay.capacity smaller, or have fewer runs with --threads",
                atOnce,
                wanted / 1_000_000,
                total / 1_000_000));
  }

  /// The memory of this machine or, in a container, what it may use of it.
  private static long total() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
