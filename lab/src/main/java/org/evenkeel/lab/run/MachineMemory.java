package org.evenkeel.lab.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongBiFunction;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Footprint;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// Rejects a run that does not fit this machine's memory before anything is allocated. Otherwise, a system that
/// overcommits memory would kill the process hours later.
public final class MachineMemory {
  /// The fraction of the memory that may be used.
  private static final double SHARE = 0.9;

  /// The heap in bytes that the program itself uses: its classes, the command line, YAML.
  private static final long PROGRAM = 16_000_000;

  private MachineMemory() {}

  /// Checks a run against the memory of this machine.
  ///
  /// @throws IllegalArgumentException with both numbers if it does not fit
  public static void requireFits(RunConfig config) {
    Need need = Need.of(config);
    requireFits(need.replayBytes + need.heapBytes, total());
    requireHeap(need.heapBytes, heap());
  }

  private record Need(long replayBytes, long heapBytes) {
    static final Need NONE = new Need(0, 0);

    static Need of(RunConfig config) {
      return of(config, Footprint::heapBytes);
    }

    static Need of(RunConfig config, ToLongBiFunction<Training, Spec> heap) {
      Spec spec = Tasks.spec(config.environment(), config.classpath());
      return new Need(
          Footprint.replayBytes(config.training(), spec),
          heap.applyAsLong(config.training(), spec));
    }

    Need max(Need other) {
      return new Need(
          Math.max(replayBytes, other.replayBytes), Math.max(heapBytes, other.heapBytes));
    }
  }

  /// The number of runs that fit at the same time.
  ///
  /// @param why the limiting memory, to complete a line; empty if memory is not the limit
  public record Fit(int atOnce, String why) {}

  /// Returns the number of these runs that fit this machine at the same time, judged by the largest of them.
  ///
  /// @param most the number of runs wanted
  public static Fit fit(List<RunConfig> runs, int most) {
    return fit(runs, most, Footprint::heapBytes);
  }

  /// Returns the number of these runs that fit this machine at the same time while an accelerator takes their steps.
  static Fit fitAccelerated(List<RunConfig> runs, int most) {
    return fit(runs, most, Footprint::acceleratedHeapBytes);
  }

  /// Whether runs whose steps an accelerator takes leave room on this machine for something else.
  ///
  /// @param runs the runs, judged by the largest of them
  /// @param atOnce the number of them at the same time
  /// @param replayBytes memory outside the heap that the other thing needs
  /// @param heapBytes heap that it needs
  static boolean leavesRoom(List<RunConfig> runs, int atOnce, long replayBytes, long heapBytes) {
    Need largest = Need.NONE;
    for (RunConfig kind : runs) {
      largest = largest.max(known(kind, Footprint::acceleratedHeapBytes));
    }
    long heaps = atOnce * largest.heapBytes + heapBytes;
    return heaps <= heap() * SHARE
        && atOnce * largest.replayBytes + replayBytes + heaps <= total() * SHARE;
  }

  private static Fit fit(List<RunConfig> runs, int most, ToLongBiFunction<Training, Spec> heap) {
    Need largest = Need.NONE;
    for (RunConfig kind : runs.stream().map(run -> run.withSeed(0)).distinct().toList()) {
      largest = largest.max(known(kind, heap));
    }
    return fit(largest.replayBytes, total(), largest.heapBytes, heap(), most);
  }

  /// Returns the memory that a run needs, zero if its environment cannot be created: that run is rejected when it is
  /// opened.
  private static Need known(RunConfig config, ToLongBiFunction<Training, Spec> heap) {
    try {
      return Need.of(config, heap);
    } catch (IllegalArgumentException e) {
      return Need.NONE;
    }
  }

  static Fit fit(long replayBytes, long total, long heapBytes, long heap, int most) {
    int atOnce = atOnce(replayBytes, total, heapBytes, heap, most);
    return new Fit(
        atOnce,
        atOnce == most
            ? ""
            : String.format(
                Locale.ROOT,
                ", not %d: each needs about %,d MB, of which %,d MB on the heap; this machine has %,d MB, and the"
                    + " heap of this JVM is at most %,d MB (EVENKEEL_JAVA_OPTS=-Xmx...)",
                most,
                (replayBytes + heapBytes) / 1_000_000,
                heapBytes / 1_000_000,
                total / 1_000_000,
                heap / 1_000_000));
  }

  /// Returns the number of equal runs that fit this machine at the same time.
  ///
  /// @param replayBytes memory of the replay buffer of each
  /// @param heapBytes heap used by each
  /// @param most the number of runs wanted
  /// @return the number of runs, at least 1, at most `most`
  /// @throws IllegalArgumentException with both numbers if not even one fits
  public static int atOnce(long replayBytes, long heapBytes, int most) {
    long total = total();
    long heap = heap();
    requireRoom(replayBytes, total, heapBytes, heap);
    return atOnce(replayBytes, total, heapBytes, heap, most);
  }

  static void requireRoom(long replayBytes, long total, long heapBytes, long heap) {
    if (replayBytes + heapBytes > total * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a trial of this study needs %,d MB for its replay buffer and networks, but this machine has %,d MB",
              (replayBytes + heapBytes) / 1_000_000,
              total / 1_000_000));
    }
    if (heapBytes > heap * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a trial of this study needs %,d MB for its networks and cached values, but this JVM has a heap of"
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

  static void requireHeap(long wanted, long heap) {
    if (wanted > heap * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a run needs about %,d MB for its networks and cached values, but this JVM has %,d MB of heap for it:"
                  + " give it more with EVENKEEL_JAVA_OPTS=-Xmx...",
              wanted / 1_000_000,
              heap / 1_000_000));
    }
  }

  static void requireFits(long wanted, long total) {
    if (wanted > total * SHARE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the replay buffer and the networks need %,d MB, but this machine has %,d MB: reduce replay.capacity",
              wanted / 1_000_000,
              total / 1_000_000));
    }
  }

  /// Returns the heap that is left for runs.
  private static long heap() {
    return Math.max(0, Runtime.getRuntime().maxMemory() - PROGRAM);
  }

  /// Returns the explanation for a run that passed the checks but ran out of memory.
  static String outOfMemory(RunConfig config) {
    Need need = known(config, Footprint::heapBytes);
    return String.format(
        Locale.ROOT,
        "it needs about %,d MB of heap and %,d MB for its replay buffer, and the heap of this JVM is at most %,d MB:"
            + " give it more with EVENKEEL_JAVA_OPTS=-Xmx..., run fewer at once with --jobs, or reduce"
            + " replay.capacity",
        (need.heapBytes + PROGRAM) / 1_000_000,
        need.replayBytes / 1_000_000,
        Runtime.getRuntime().maxMemory() / 1_000_000);
  }

  /// Returns the memory of this machine or, in a container, the container's limit.
  private static long total() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
