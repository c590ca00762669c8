package org.evenkeel.spark.probe;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import javax.management.JMException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.function.Function;

/// Checks on a worker, before the first trial, whether it can compute one. It is compiled for Java 17, the oldest that
/// Spark runs on, so that a worker with an older Java than ours can report it. Its answer uses only types of Spark and
/// Java.
public final class Probe implements Function<Integer, String[]> {
  private static final long serialVersionUID = 1;

  /// The positions of the first six values in an answer.
  public static final int EXECUTOR = 0, HOST = 1, JAVA = 2, VECTOR = 3, HEAP = 4, MEMORY = 5;

  /// The positions of the other values in an answer.
  public static final int CORES = 6, CHECKPOINTS = 7;

  private final String checkpoints;
  private final String marker;

  /// @param checkpoints the folder that all workers must be able to reach; empty for none
  /// @param marker the name of a file in it that the driver has written
  public Probe(String checkpoints, String marker) {
    this.checkpoints = checkpoints;
    this.marker = marker;
  }

  @Override
  public String[] call(Integer number) {
    boolean vector = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return new String[] {
      SparkEnv.get().executorId(),
      SparkEnv.get().blockManager().blockManagerId().host(),
      String.valueOf(Runtime.version().feature()),
      String.valueOf(vector),
      String.valueOf(Runtime.getRuntime().maxMemory()),
      String.valueOf(memory()),
      String.valueOf(Runtime.getRuntime().availableProcessors()),
      checkpoints.isEmpty() ? "" : problem()
    };
  }

  /// Returns the machine's memory. It is read by name because the class that provides it is not standard Java.
  private static long memory() {
    try {
      Object total =
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  ManagementFactory.getOperatingSystemMXBean().getObjectName(), "TotalMemorySize");
      return total instanceof Long bytes ? bytes : 0;
    } catch (JMException e) {
      return 0;
    }
  }

  /// Returns the reason why the folder for checkpoints cannot be used on this worker; empty if it can.
  private String problem() {
    Path folder = new Path(checkpoints);
    try {
      FileSystem system = folder.getFileSystem(HadoopSettings.here());
      if (!system.exists(new Path(folder, marker))) {
        return "it is not the same folder there: a file written by the driver is not in it";
      }
      Path own = new Path(folder, marker + "-" + UUID.randomUUID());
      try (OutputStream out = system.create(own, true)) {
        out.write(1);
      }
      system.delete(own, false);
      return "";
    } catch (IOException | RuntimeException e) {
      return String.valueOf(e.getMessage() == null ? e : e.getMessage())
          .lines()
          .findFirst()
          .orElse("");
    }
  }
}
