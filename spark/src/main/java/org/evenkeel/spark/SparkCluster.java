package org.evenkeel.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.evenkeel.lab.study.TrialParcel;
import org.evenkeel.lab.study.TrialText;
import scala.Function0;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import scala.util.Failure;

/// An Apache Spark cluster of which this process is the driver. Each trial is a task. Spark assigns it to an executor, and
/// to another one if that executor is lost.
final class SparkCluster implements TrialCluster {
  /// The largest number of attempts at a trial if executors cannot compute it for local reasons, such as a full disk.
  private static final int MOST_TRIES = 3;

  /// The largest checkpoint in bytes that is sent with a trial; it is kept in memory completely.
  private static final long LARGEST_BEGINNING = 256L << 20;

  private static final long LOOK_MILLIS = 200;

  private final Choice choice;
  private final SparkConnection connection;
  private volatile boolean stopped;

  SparkCluster(Choice choice, Map<String, String> defaults, Consumer<String> notes) {
    this.choice = choice;
    connection = new SparkConnection(choice, defaults, notes, () -> stopped);
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void compute(List<Task> tasks, Listener listener)
      throws IOException, InterruptedException {
    if (tasks.isEmpty() || stopped) {
      return;
    }
    JavaSparkContext context = connection.connected(tasks);
    List<Task> left = tasks;
    Map<Task, Integer> tries = new HashMap<>();
    try {
      while (!left.isEmpty() && !stopped) {
        left = wave(context, left, tries, listener);
      }
    } catch (IllegalStateException e) {
      if (context.sc().isStopped()) { // between two checks of it
        throw connection.gone();
      }
      throw e;
    }
    // All have ended, or it was stopped. A machine considered lost may have sent checkpoints
    // since then.
    if (!stopped) {
      tasks.forEach(task -> forgetCheckpoints(task, listener));
    }
  }

  /// Computes trials and returns those that must be tried again.
  private List<Task> wave(
      JavaSparkContext context, List<Task> tasks, Map<Task, Integer> tries, Listener listener)
      throws IOException, InterruptedException {
    List<Broadcast<TrialParcel>> beginnings = new ArrayList<>();
    List<Shipment> shipments = new ArrayList<>();
    for (Task task : tasks) {
      shipments.add(shipment(context, task, beginnings, listener));
    }
    Share share = new Share();
    context.sc().register(share, Share.NAME);
    LinkedBlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();
    List<Object> partitions = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      partitions.add(i);
    }
    SimpleFutureAction<BoxedUnit> job =
        context
            .sc()
            .submitJob(
                context.parallelize(shipments, shipments.size()).rdd(),
                new TrialTask(choice.threads(), choice.checkpoints(), connection.sent(), share),
                CollectionConverters.asScala(partitions).toSeq(),
                handler(arrived),
                nothing());
    List<Task> again = new ArrayList<>();
    Set<Integer> ended = new HashSet<>();
    try {
      boolean done = false;
      while (!done && !stopped) {
        done = job.isCompleted(); // read before the queue is emptied, so that nothing can follow
        Arrived one = arrived.poll(done ? 0 : LOOK_MILLIS, TimeUnit.MILLISECONDS);
        while (one != null) {
          ended.add(one.index);
          arrived(tasks.get(one.index), one.answer, tries, again, listener);
          one = arrived.poll();
        }
        Map<Integer, Double> shares = connection.watch().takeShares();
        // Drops progress that arrives after the end of its trial, or belongs to earlier trials.
        shares.keySet().removeIf(index -> ended.contains(index) || index >= tasks.size());
        shares.forEach((index, reached) -> listener.reached(tasks.get(index), reached));
        connection.workers().look(context);
        listener.working(connection.watch().running(), connection.workers().hosts());
        connection.requireWorkers(context);
      }
      if (!stopped && job.value().get() instanceof Failure<?> failure) {
        throw context.sc().isStopped() ? connection.gone() : connection.ended(failure.exception());
      }
      return again;
    } finally {
      if (!job.isCompleted()) {
        job.cancel();
      }
      beginnings.forEach(Broadcast::destroy);
    }
  }

  private Shipment shipment(
      JavaSparkContext context,
      Task task,
      List<Broadcast<TrialParcel>> beginnings,
      Listener listener)
      throws IOException {
    Trial trial = task.trial();
    long begun = trial.isOwn(task.folder()) ? Checkpoint.newest(task.folder()) : 0;
    Broadcast<TrialParcel> beginning = null;
    if (begun > 0 && TrialParcel.bytes(task.folder()) > LARGEST_BEGINNING) {
      begun = 0;
      listener.warning(
          "the checkpoint in '%s' is too large to send, so %s starts again on the cluster"
              .formatted(task.folder(), trial.name()));
    } else if (begun > 0) {
      beginning = context.broadcast(TrialParcel.of(null, task.folder()));
      beginnings.add(beginning);
    }
    return new Shipment(
        trial.name(),
        task.recipe(),
        TrialText.hash(trial.describe()),
        beginning,
        begun,
        trial.heapBytes(),
        trial.memoryBytes());
  }

  private void arrived(
      Task task, Answer answer, Map<Task, Integer> tries, List<Task> again, Listener listener)
      throws IOException {
    switch (answer) {
      case Answer.Ended ended -> {
        ended.warnings().forEach(listener::warning);
        listener.ended(task, ended.parcel());
        forgetCheckpoints(task, listener);
      }
      case Answer.Refused refused -> {
        String where = " (on the worker at '" + refused.host() + "')";
        if (refused.everywhere() || tries.merge(task, 1, Integer::sum) >= MOST_TRIES) {
          throw new IOException(refused.sentence() + where);
        }
        listener.warning(refused.sentence() + where + "; trying again");
        again.add(task);
      }
      case Answer.Stopped _ -> again.add(task);
    }
  }

  private void forgetCheckpoints(Task task, Listener listener) {
    if (choice.checkpoints() != null) {
      try {
        new HadoopFolder(choice.checkpoints())
            .deleteFolder(TrialText.hash(task.trial().describe()));
      } catch (IOException e) {
        listener.warning(
            "the checkpoints of %s could not be removed from the --checkpoints folder: %s"
                .formatted(task.trial().name(), Reason.of(e)));
      }
    }
  }

  /// The answer to the task with a given number.
  private record Arrived(int index, Answer answer) {}

  /// Returns a handler that queues answers, because Spark calls it on a thread that it needs for other things.
  private static Function2<Object, Answer, BoxedUnit> handler(
      LinkedBlockingQueue<Arrived> arrived) {
    return new AbstractFunction2<>() {
      @Override
      public BoxedUnit apply(Object index, Answer answer) {
        arrived.add(new Arrived((Integer) index, answer));
        return BoxedUnit.UNIT;
      }
    };
  }

  private static Function0<BoxedUnit> nothing() {
    return new AbstractFunction0<>() {
      @Override
      public BoxedUnit apply() {
        return BoxedUnit.UNIT;
      }
    };
  }

  @Override
  public void close() {
    connection.close();
  }
}
