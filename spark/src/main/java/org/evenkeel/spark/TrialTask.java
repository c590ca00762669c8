package org.evenkeel.spark;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.run.RunFailure;
import org.evenkeel.lab.study.RemoteTrial;
import org.evenkeel.lab.study.TrialParcel;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/// Computes one trial in an executor.
final class TrialTask extends AbstractFunction1<Iterator<Shipment>, Answer>
    implements Serializable {
  private static final long serialVersionUID = 1;

  /// The interval, in nanoseconds, between two checks for a new checkpoint to send.
  private static final long LOOK_NANOS = 1_000_000_000L;

  /// Guards the gate, which all trials of an executor share because it is a single process.
  private static final Object LOCK = new Object();

  private static @Nullable MemoryGate gate;

  private final int threads;
  private final @Nullable String checkpoints;
  private final HashMap<String, String> classpath;
  private final Share share;

  /// @param checkpoints the folder that all machines can reach; null for none
  /// @param classpath the class path entries, each with the name of the file that was sent for it
  TrialTask(int threads, @Nullable String checkpoints, Map<String, String> classpath, Share share) {
    this.threads = threads;
    this.checkpoints = checkpoints;
    this.classpath = new HashMap<>(classpath);
    this.share = share;
  }

  @Override
  public Answer apply(Iterator<Shipment> one) {
    Shipment shipment = one.next();
    String host = SparkEnv.get().blockManager().blockManagerId().host();
    try {
      return compute(shipment);
    } catch (CancellationException e) {
      return new Answer.Stopped();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer.Stopped();
    } catch (IllegalArgumentException e) {
      return new Answer.Refused(String.valueOf(e.getMessage()), host, true);
    } catch (IOException e) {
      // An exception from the user's class would occur everywhere; a full disk is local.
      boolean everywhere =
          e.getCause() instanceof RunFailure failure
              && !(failure.getCause() instanceof IOException);
      return new Answer.Refused(shipment.name() + ": " + Reason.of(e), host, everywhere);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Answer.Refused("an error in trial " + shipment.name() + ": " + e, host, true);
    }
  }

  private Answer compute(Shipment shipment) throws IOException, InterruptedException {
    classpath.forEach((entry, file) -> Tasks.sent(entry, Path.of(SparkFiles.get(file))));
    MemoryGate memory = gate();
    memory.enter(shipment.name(), shipment.heapBytes(), shipment.outsideBytes());
    // The folder is inside Spark's own temporary folder, which is removed with the executor.
    File[] places = SparkEnv.get().blockManager().diskBlockManager().localDirs();
    Path folder = places[0].toPath().resolve("evenkeel-" + UUID.randomUUID());
    try {
      return compute(shipment, folder);
    } finally {
      memory.leave(shipment.heapBytes(), shipment.outsideBytes());
      delete(folder);
    }
  }

  private Answer compute(Shipment shipment, Path folder) throws IOException {
    TaskContext task = TaskContext.get();
    CheckpointStore store = null;
    long fetched = 0;
    if (checkpoints != null) {
      String own = task.taskAttemptId() + "-" + UUID.randomUUID().toString().substring(0, 8);
      store = new CheckpointStore(new HadoopFolder(checkpoints), shipment.identity(), own, folder);
      fetched = store.fetch(shipment.begun());
    }
    if (fetched == 0 && shipment.beginning() != null) {
      shipment.beginning().value().unpack(folder);
    }
    RemoteTrial trial = RemoteTrial.of(shipment.recipe(), shipment.identity(), folder);
    share.add(trial.trial().begun(folder));
    List<String> warnings = new ArrayList<>();
    Progress progress = new Progress(task, share, store, warnings);
    TrialParcel parcel = trial.compute(threads, progress::reached, warnings::add);
    return Answer.Ended.of(parcel, warnings);
  }

  /// Reports progress and sends checkpoints while a trial is computed.
  private static final class Progress {
    private final TaskContext task;
    private final Share share;
    private final @Nullable CheckpointStore store;
    private final List<String> warnings;
    private long looked = System.nanoTime();

    Progress(
        TaskContext task, Share share, @Nullable CheckpointStore store, List<String> warnings) {
      this.task = task;
      this.share = share;
      this.store = store;
      this.warnings = warnings;
    }

    void reached(double now) {
      if (task.isInterrupted()) {
        throw new CancellationException();
      }
      share.add(now);
      long time = System.nanoTime();
      if (store != null && time - looked > LOOK_NANOS) {
        looked = time;
        try {
          store.send();
        } catch (IOException e) {
          // The next attempt may succeed. Until then, losing the worker would lose more work.
          String sentence =
              "a checkpoint could not be sent to the --checkpoints folder: " + Reason.of(e);
          if (!warnings.contains(sentence)) {
            warnings.add(sentence);
          }
        }
      }
    }
  }

  private static MemoryGate gate() {
    synchronized (LOCK) {
      MemoryGate there = gate;
      if (there == null) {
        there = SparkSettings.gate(SparkEnv.get().conf());
        gate = there;
      }
      return there;
    }
  }

  /// Deletes a folder. Errors are ignored because Spark removes the parent folder later.
  private static void delete(Path folder) {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> entries = Files.walk(folder)) {
        for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(entry);
        }
      } catch (IOException e) {
        return;
      }
    }
  }
}
