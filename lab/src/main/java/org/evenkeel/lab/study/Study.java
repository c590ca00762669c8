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
import java.util.function.Consumer;
import org.evenkeel.lab.run.MachineMemory;
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
  /// @param threads trials at once; where fewer fit the memory of this machine, some of them compute one trial together
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

  /// Trials that are computed in one way.
  ///
  /// @param trials which
  /// @param work how much of them is left to do, in the units of [Trial#work]
  /// @param atOnce how many of them at the same time: as many as the threads, fewer where the memory of this machine
  ///     has no room for more
  /// @param threadsEach how many threads compute each
  public record Batch(List<Trial> trials, double work, int atOnce, int threadsEach) {}

  /// How the trials that are missing will be computed; nothing is written, and nobody is warned.
  ///
  /// @throws IllegalArgumentException if one of them cannot be computed on this machine, with the reason
  public List<Batch> plan(List<? extends Trial> trials) throws IOException {
    List<Trial> missing = new ArrayList<>();
    for (Trial trial : trials) {
      if (read(trial, _ -> {}) == null) {
        missing.add(trial);
      }
    }
    missing.forEach(Trial::requireComputable);
    return batches(missing);
  }

  /// Those that fit in the same number come together, in their order.
  private List<Batch> batches(List<Trial> missing) throws IOException {
    Map<List<Integer>, List<Trial>> alike = new LinkedHashMap<>();
    for (Trial trial : missing) {
      int atOnce = MachineMemory.atOnce(trial.memoryBytes(), trial.heapBytes(), threads);
      alike
          .computeIfAbsent(List.of(atOnce, trial.mostThreads()), _ -> new ArrayList<>())
          .add(trial);
    }
    List<Batch> batches = new ArrayList<>();
    for (Map.Entry<List<Integer>, List<Trial>> entry : alike.entrySet()) {
      List<Trial> group = entry.getValue();
      int atOnce = Math.min(entry.getKey().getFirst(), group.size());
      int threadsEach = Math.min(entry.getKey().getLast(), threads / atOnce);
      double work = 0;
      for (Trial trial : group) {
        work += trial.work() * (1 - begun(trial));
      }
      batches.add(new Batch(List.copyOf(group), work, atOnce, threadsEach));
    }
    return batches;
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
    List<Batch> batches = batches(missing);
    observer.starts(trials.size(), missing.size(), batches.stream().mapToDouble(Batch::work).sum());
    Map<String, Map<String, double[]>> fresh = new LinkedHashMap<>();
    for (Batch batch : batches) {
      fresh.putAll(compute(batch));
    }
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
      Map<String, double[]> result = read(trial, observer::warning);
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

  private @Nullable Map<String, double[]> read(Trial trial, Consumer<String> warnings) {
    Path file = file(trial);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return TrialFile.read(file, trial.describe());
    } catch (IOException e) {
      warnings.accept(e.getMessage() + "; it counts as missing");
      return null;
    }
  }

  private double begun(Trial trial) throws IOException {
    return trial.begun(folder.resolve(trial.name()));
  }

  private Path file(Trial trial) {
    return folder.resolve(trial.name() + ".csv");
  }

  private Map<String, Map<String, double[]>> compute(Batch batch)
      throws IOException, InterruptedException {
    Map<String, Map<String, double[]>> results = new LinkedHashMap<>();
    List<Trial> missing = batch.trials;
    try (ExecutorService pool = Executors.newFixedThreadPool(batch.atOnce)) {
      List<Future<Map<String, double[]>>> futures = new ArrayList<>();
      for (Trial trial : missing) {
        futures.add(pool.submit(() -> computeOrStop(trial, batch.threadsEach)));
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
  private Map<String, double[]> computeOrStop(Trial trial, int threadsEach) throws IOException {
    boolean fine = false;
    try {
      Map<String, double[]> result = computeOne(trial, threadsEach);
      fine = true;
      return result;
    } finally {
      if (!fine) {
        stop();
      }
    }
  }

  private Map<String, double[]> computeOne(Trial trial, int threadsEach) throws IOException {
    if (stopped.get()) {
      return Map.of();
    }
    double[] told = {begun(trial)};
    Map<String, double[]> result;
    try {
      result =
          trial.run(
              folder.resolve(trial.name()),
              threadsEach,
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
