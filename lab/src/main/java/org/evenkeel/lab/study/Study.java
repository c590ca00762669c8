package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Runs the trials that a folder does not have yet, several at once, and keeps each as soon as it is done.
///
/// A study that was killed goes on with what is missing; one that is asked for more trials computes only the
/// new ones. Each trial depends on its own settings and seed alone, so the results do not depend on how many
/// run at once or in which order.
public final class Study {
  private final Path folder;
  private final int threads;
  private final StudyObserver observer;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /// A study whose results are in a folder.
  ///
  /// @param threads trials at once
  public Study(Path folder, int threads, StudyObserver observer) {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
    }
    this.folder = folder;
    this.threads = threads;
    this.observer = observer;
  }

  /// Ends [#run] soon; from any thread. Trials that are done are kept; those being computed
  /// are given up, or go on from where they are the next time, if they keep that.
  public void stop() {
    stopped.set(true);
  }

  /// The results of all trials, in their order, by their names; fewer only if [#stop] was called.
  public Map<String, Map<String, double[]>> run(List<? extends Trial> trials)
      throws IOException, InterruptedException {
    Map<String, Map<String, double[]>> kept = kept(trials);
    List<Trial> missing = new ArrayList<>();
    for (Trial trial : trials) {
      if (kept.containsKey(trial.name())) {
        trial.kept(
            folder.resolve(trial.name())); // a process may have been killed just before it did so
      } else {
        missing.add(trial);
      }
    }
    double work = 0;
    for (Trial trial : missing) {
      work += trial.work() * (1 - begun(trial));
    }
    observer.starts(trials.size(), missing.size(), work);
    Map<String, Map<String, double[]>> fresh = compute(missing);
    Map<String, Map<String, double[]>> results = new LinkedHashMap<>();
    for (Trial trial : trials) {
      Map<String, double[]> result = kept.getOrDefault(trial.name(), fresh.get(trial.name()));
      if (result != null) {
        results.put(trial.name(), result);
      }
    }
    return results;
  }

  /// The results of those trials that are there; nothing is computed, and nothing written.
  public Map<String, Map<String, double[]>> kept(List<? extends Trial> trials) {
    Map<String, Map<String, double[]>> results = new LinkedHashMap<>();
    for (Trial trial : trials) {
      Map<String, double[]> result = read(trial);
      if (result != null) {
        results.put(trial.name(), result);
      }
    }
    return results;
  }

  /// The checksum of a trial's settings and result: who computes the same trial anywhere gets the same.
  public static String checksum(Trial trial, Map<String, double[]> result) {
    return TrialFile.checksum(trial.describe(), result);
  }

  private @Nullable Map<String, double[]> read(Trial trial) {
    Path file = file(trial);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return TrialFile.read(file, trial.describe());
    } catch (IOException e) {
      observer.warning(e.getMessage() + "; it counts as missing");
      return null;
    }
  }

  private double begun(Trial trial) throws IOException {
    return trial.begun(folder.resolve(trial.name()));
  }

  private Path file(Trial trial) {
    return folder.resolve(trial.name() + ".csv");
  }

  private Map<String, Map<String, double[]>> compute(List<Trial> missing)
      throws IOException, InterruptedException {
    Map<String, Map<String, double[]>> results = new LinkedHashMap<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<Map<String, double[]>>> futures = new ArrayList<>();
      for (Trial trial : missing) {
        futures.add(pool.submit(() -> computeOrStop(trial)));
      }
      try {
        for (int i = 0; i < missing.size(); i++) {
          Map<String, double[]> result = futures.get(i).get();
          if (!result.isEmpty()) {
            results.put(missing.get(i).name(), result);
          }
        }
      } catch (InterruptedException e) {
        stop(); // the pool waits for its threads before it lets go
        throw e;
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException("a trial failed: " + e.getCause(), e.getCause());
    }
    return results;
  }

  /// One that fails, for example because the disk is full, ends the others at once: none of them would be kept.
  private Map<String, double[]> computeOrStop(Trial trial) throws IOException {
    boolean fine = false;
    try {
      Map<String, double[]> result = computeOne(trial);
      fine = true;
      return result;
    } finally {
      if (!fine) {
        stop();
      }
    }
  }

  private Map<String, double[]> computeOne(Trial trial) throws IOException {
    if (stopped.get()) {
      return Map.of();
    }
    double[] told = {begun(trial)};
    Map<String, double[]> result;
    try {
      result =
          trial.run(
              folder.resolve(trial.name()),
              share -> {
                if (stopped.get()) {
                  throw new CancellationException();
                }
                observer.worked((share - told[0]) * trial.work());
                told[0] = share;
              },
              observer::warning);
    } catch (CancellationException e) {
      return Map.of();
    }
    observer.worked((1 - told[0]) * trial.work());
    TrialFile.write(file(trial), trial.describe(), result);
    trial.kept(folder.resolve(trial.name()));
    observer.finished(trial.name());
    return result;
  }
}
