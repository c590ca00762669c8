package org.evenkeel.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.BlockManagerId;

/// The current executors, as reported by Spark.
final class Workers {
  private final boolean local;
  private int count;
  private TreeSet<String> hosts = new TreeSet<>();
  private long seenNanos = System.nanoTime();

  /// @param local whether this process is the only one
  Workers(boolean local) {
    this.local = local;
  }

  /// Updates the list of executors and returns whether there is one.
  boolean look(JavaSparkContext context) {
    if (context.sc().isStopped()) {
      count = 0;
      return false;
    }
    BlockManagerId driver = context.env().blockManager().blockManagerId();
    TreeSet<String> now = new TreeSet<>();
    int found = 0;
    for (SparkExecutorInfo executor : context.statusTracker().getExecutorInfos()) {
      boolean own = executor.host().equals(driver.host()) && executor.port() == driver.port();
      if (local || !own) {
        found++;
        now.add(executor.host());
      }
    }
    hosts = now;
    count = found;
    if (found > 0) {
      seenNanos = System.nanoTime();
    }
    return found > 0;
  }

  /// Returns the number of executors at the last [#look].
  int count() {
    return count;
  }

  /// Returns the machines of the executors.
  List<String> hosts() {
    return new ArrayList<>(hosts);
  }

  /// Returns the number of seconds for which there has been no executor.
  double aloneSeconds() {
    return count > 0 ? 0 : (System.nanoTime() - seenNanos) / 1e9;
  }
}
