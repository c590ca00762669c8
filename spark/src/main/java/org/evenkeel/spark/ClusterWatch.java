package org.evenkeel.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.jspecify.annotations.Nullable;
import scala.Tuple4;
import scala.jdk.javaapi.CollectionConverters;

/// Records Spark's reports about tasks and lost executors. Spark calls it on its own thread.
final class ClusterWatch extends SparkListener {
  /// A task that is running.
  private record Running(int index) {}

  private final Map<Long, Running> running = new HashMap<>();
  private final Map<Integer, Double> shares = new HashMap<>();
  private int stage = -1;
  private String lastLoss = "";
  private @Nullable String tooOld;

  ClusterWatch() {}

  @Override
  public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    lastLoss = event.reason().lines().findFirst().orElse("");
  }

  @Override
  public synchronized void onTaskStart(SparkListenerTaskStart event) {
    if (event.stageId() >= stage) {
      if (event.stageId() > stage) {
        stage = event.stageId();
        running.clear();
        shares.clear();
      }
      running.put(event.taskInfo().taskId(), new Running(event.taskInfo().index()));
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    Running ended = running.remove(event.taskInfo().taskId());
    switch (event.reason()) {
      case ExecutorLostFailure failure -> {
        lastLoss =
            failure.reason().isDefined()
                ? failure.reason().get().lines().findFirst().orElse("")
                : "";
        if (ended != null) {
          shares.put(ended.index, 0.0);
        }
      }
      case ExceptionFailure failure -> {
        lastLoss = failure.description().isEmpty() ? failure.className() : failure.description();
        if (failure.className().endsWith("UnsupportedClassVersionError")) {
          tooOld = event.taskInfo().host();
        }
      }
      default -> {}
    }
  }

  @Override
  public synchronized void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate event) {
    for (Tuple4<Object, Object, Object, ?> update :
        CollectionConverters.asJava(event.accumUpdates())) {
      Running task = running.get((Long) update._1());
      if (task == null) {
        continue;
      }
      @SuppressWarnings("unchecked")
      scala.collection.Seq<AccumulableInfo> values =
          (scala.collection.Seq<AccumulableInfo>) update._4();
      for (AccumulableInfo value : CollectionConverters.asJava(values)) {
        if (value.name().isDefined()
            && value.name().get().equals(Share.NAME)
            && value.update().isDefined()
            && value.update().get() instanceof Double share) {
          shares.put(task.index, share);
        }
      }
    }
  }

  /// Returns the number of tasks that are running.
  synchronized int running() {
    return running.size();
  }

  /// Returns the progress of tasks reported since the last call, by task number.
  synchronized Map<Integer, Double> takeShares() {
    Map<Integer, Double> taken = new HashMap<>(shares);
    shares.clear();
    return taken;
  }

  /// Returns the reason why the last executor was lost or the last task failed; empty if there was none.
  synchronized String lastLoss() {
    return lastLoss;
  }

  /// Returns a machine whose Java cannot load our classes; null if none was seen.
  synchronized @Nullable String tooOld() {
    return tooOld;
  }
}
