package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.AcceleratedRuns;
import org.evenkeel.lab.run.MachineMemory;
import org.evenkeel.lab.run.RunOnDisk;
import org.jspecify.annotations.Nullable;

/// Runs the trials that a folder does not have yet, several at once, and saves each as soon as it is done.
///
/// A study that was killed continues with the missing trials; if trials are added, only the new ones are computed. Each
/// trial depends only on its own settings and seed, so the results do not depend on how many run at once or in which
/// order.
///
/// A trial either finishes or fails. One that diverges is a result, and the others continue. A study ends early only if
/// results cannot be saved, for example because the disk is full, or because of an error in a program.
///
/// No computed result is ever deleted. A result file that cannot be used is moved aside with a warning. If the trial's
/// own folder is still complete, the result is read from there again.
public final class TrialRunner {
  /// Other machines, and the recipes with which they create trials.
  private record Elsewhere(TrialCluster cluster, Function<Trial, TrialRecipe> recipes) {}

  private final TrialStore store;
  private final int threads;
  private final StudyObserver observer;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private boolean retryFailed;
  private @Nullable Elsewhere elsewhere;
  private @Nullable Accelerator accelerator;
  private int mostAccelerated;

  /// Creates a runner for a study whose results are in a folder.
  ///
  /// @param threads the number of trials at once; if the memory of this machine allows fewer, several threads compute
  ///     one trial together
  public TrialRunner(Path folder, int threads, StudyObserver observer) {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
    }
    this.store = new TrialStore(folder);
    this.threads = threads;
    this.observer = observer;
  }

  /// Makes [#run] compute failed trials again. Their old files are moved aside.
  public TrialRunner retryFailed(boolean retry) {
    retryFailed = retry;
    return this;
  }

  /// Makes [#run] use other machines. The results are the same.
  ///
  /// @param how the function that returns the recipe with which another machine creates a trial
  public TrialRunner on(TrialCluster machines, Function<Trial, TrialRecipe> how) {
    elsewhere = new Elsewhere(machines, how);
    return this;
  }

  /// Makes [#run] train on an accelerator those runs that it can compute. All other trials are computed on the
  /// processor at the same time or, if the memory of this machine does not allow that, after them. The results are the
  /// same.
  ///
  /// @param most the largest number of runs on the accelerator at once
  public TrialRunner accelerator(Accelerator hardware, int most) {
    accelerator = hardware;
    mostAccelerated = most;
    return this;
  }

  /// Ends [#run] soon. May be called from any thread. Finished trials are saved. Those being computed are abandoned or,
  /// if they save their progress, continue from there the next time.
  public void stop() {
    stopped.set(true);
    if (elsewhere != null) {
      elsewhere.cluster.stop();
    }
  }

  /// Trials that are computed in the same way.
  ///
  /// @param trials the trials
  /// @param work their remaining work, in the units of [Trial#work]
  /// @param atOnce the number of them computed at the same time: one per thread, or fewer if the memory of this machine
  ///     does not allow that
  /// @param threadsEach the number of threads that compute each
  /// @param accelerator the hardware that trains them; null for the processor alone
  public record Batch(
      List<Trial> trials,
      double work,
      int atOnce,
      int threadsEach,
      @Nullable Accelerator accelerator) {
    /// Trials that are computed on the processor.
    public Batch(List<Trial> trials, double work, int atOnce, int threadsEach) {
      this(trials, work, atOnce, threadsEach, null);
    }
  }

  /// Plans the computation of the missing trials. This method writes nothing and gives no warnings.
  ///
  /// @throws IllegalArgumentException if one of them cannot be computed on this machine; the message explains why
  public List<Batch> plan(List<? extends Trial> trials) throws IOException {
    List<Trial> missing = new ArrayList<>();
    for (Trial trial : trials) {
      TrialResult result = store.find(trial).result();
      if (result == null || again(result)) {
        missing.add(trial);
      }
    }
    missing.forEach(Trial::requireComputable);
    return batches(missing);
  }

  private double left(List<Trial> missing) throws IOException {
    double work = 0;
    for (Trial trial : missing) {
      work += trial.work() * (1 - begun(trial));
    }
    return work;
  }

  /// Groups the trials of which the same number fit at once, in order.
  private List<Batch> batches(List<Trial> missing) throws IOException {
    if (elsewhere != null) { // the cluster itself decides how many fit
      return missing.isEmpty()
          ? List.of()
          : List.of(new Batch(List.copyOf(missing), left(missing), threads, 1));
    }
    List<Batch> batches = new ArrayList<>();
    List<Trial> accelerated = accelerated(missing);
    Set<Trial> there = Set.copyOf(accelerated);
    Accelerator hardware = accelerator;
    if (hardware != null && !accelerated.isEmpty()) {
      for (Trial trial : accelerated) { // refuses one that does not fit this machine at all
        var _ = MachineMemory.atOnce(trial.memoryBytes(), trial.heapBytes(), 1);
      }
      List<RunConfig> runs = accelerated.stream().map(TrialRunner::config).toList();
      int atOnce =
          AcceleratedRuns.fit(hardware, runs, Math.min(runs.size(), mostAccelerated)).atOnce();
      batches.add(new Batch(accelerated, left(accelerated), atOnce, 1, hardware));
    }
    Map<List<Integer>, List<Trial>> alike = new LinkedHashMap<>();
    for (Trial trial : missing) {
      if (there.contains(trial)) {
        continue;
      }
      int atOnce = MachineMemory.atOnce(trial.memoryBytes(), trial.heapBytes(), threads);
      alike
          .computeIfAbsent(List.of(atOnce, trial.mostThreads()), _ -> new ArrayList<>())
          .add(trial);
    }
    for (Map.Entry<List<Integer>, List<Trial>> entry : alike.entrySet()) {
      List<Trial> group = entry.getValue();
      int atOnce = Math.min(entry.getKey().getFirst(), group.size());
      int threadsEach = Math.min(entry.getKey().getLast(), threads / atOnce);
      batches.add(new Batch(List.copyOf(group), left(group), atOnce, threadsEach));
    }
    return batches;
  }

  /// Returns the training runs that the accelerator can compute.
  private List<Trial> accelerated(List<Trial> missing) {
    Accelerator hardware = accelerator;
    if (hardware == null) {
      return List.of();
    }
    Map<RunConfig, Boolean> known = new HashMap<>();
    return missing.stream()
        .filter(TrainingTrial.class::isInstance)
        .filter(
            trial ->
                known.computeIfAbsent(
                    config(trial).withSeed(0),
                    kind -> AcceleratedRuns.refusal(hardware, kind).isEmpty()))
        .toList();
  }

  private static RunConfig config(Trial trial) {
    return ((TrainingTrial) trial).asRun().config();
  }

  private boolean again(TrialResult result) {
    return retryFailed && result instanceof TrialResult.Failed;
  }

  /// Returns the results of all trials, in order; fewer only if [#stop] was called.
  public StudyResults run(List<? extends Trial> trials) throws IOException, InterruptedException {
    Map<String, TrialResult> ended = new LinkedHashMap<>();
    List<Trial> missing = new ArrayList<>();
    for (Trial trial : trials) {
      Optional<TrialResult> kept = takeUp(trial);
      kept.ifPresent(result -> ended.put(trial.name(), result));
      if (kept.isEmpty()) {
        missing.add(trial);
      }
    }
    List<Batch> batches = batches(missing);
    int failed = new StudyResults(ended).failed().size();
    double work = batches.stream().mapToDouble(Batch::work).sum();
    observer.starts(trials.size(), failed, missing.size(), work);
    if (fitTogether(batches)) {
      ended.putAll(computeTogether(batches.getFirst(), batches.subList(1, batches.size())));
    } else {
      ended.putAll(compute(batches));
    }
    Map<String, TrialResult> results = new LinkedHashMap<>();
    for (Trial trial : trials) {
      TrialResult result = ended.get(trial.name());
      if (result != null) {
        results.put(trial.name(), result);
      }
    }
    return new StudyResults(results);
  }

  /// Returns the saved result of a trial, after moving aside everything that is in the way.
  private Optional<TrialResult> takeUp(Trial trial) throws IOException {
    TrialStore.Found found = store.find(trial);
    TrialResult result = found.result();
    if (result != null && again(result)) {
      Path file = Aside.move(store.file(trial));
      if (Files.exists(store.folder(trial))) {
        var _ = Aside.move(store.folder(trial));
      }
      warn(
          "%s failed earlier and is computed again; the old result is in '%s'"
              .formatted(trial.name(), file));
      return Optional.empty();
    }
    String then = result == null ? "it is computed again" : "it is restored from its finished run";
    if (!found.problem().isEmpty()) {
      Path aside = Aside.move(store.file(trial));
      warn("%s; %s, the file is now '%s'".formatted(found.problem(), then, aside));
    } else if (found.rebuilt()) {
      warn("'%s' is missing; %s".formatted(store.file(trial), then));
    }
    if (result == null) {
      return Optional.empty();
    }
    if (found.rebuilt()) {
      store.keep(trial, result);
    } else {
      trial.kept(
          store.folder(trial), result); // an earlier process may have been killed just before this
    }
    return Optional.of(result);
  }

  /// Returns the results that exist. Computes and writes nothing.
  public StudyResults kept(List<? extends Trial> trials) {
    Map<String, TrialResult> results = new LinkedHashMap<>();
    for (Trial trial : trials) {
      try {
        TrialStore.Found found = store.find(trial);
        if (found.result() != null) {
          results.put(trial.name(), found.result());
        }
        if (!found.problem().isEmpty()) {
          warn(
              found.problem()
                  + (found.rebuilt()
                      ? "; its finished run still has the result"
                      : "; it counts as missing"));
        }
      } catch (IOException e) {
        warn(e.getMessage() + "; it counts as missing");
      }
    }
    return new StudyResults(results);
  }

  /// Returns the checksum of a trial's settings and result. Computing the same trial anywhere gives the same checksum.
  public static String checksum(Trial trial, Map<String, double[]> result) {
    return TrialFile.checksum(trial.describe(), result);
  }

  private void warn(String sentence) {
    observer.warning(Outside.sentence(sentence));
  }

  private double begun(Trial trial) throws IOException {
    return trial.begun(store.folder(trial));
  }

  /// Whether the first batch is computed by an accelerator, and this machine has the memory to compute each of the others
  /// at the same time.
  private static boolean fitTogether(List<Batch> batches) {
    if (batches.size() < 2 || batches.getFirst().accelerator == null) {
      return false;
    }
    Batch there = batches.getFirst();
    List<RunConfig> runs = there.trials.stream().map(TrialRunner::config).toList();
    return batches.stream()
        .skip(1)
        .allMatch(
            here -> {
              long replay = here.trials.stream().mapToLong(Trial::memoryBytes).max().orElse(0);
              long heap = here.trials.stream().mapToLong(Trial::heapBytes).max().orElse(0);
              return AcceleratedRuns.leaveRoom(
                  runs, there.atOnce, here.atOnce * replay, here.atOnce * heap);
            });
  }

  /// Computes a batch on the accelerator and, meanwhile, the others one after another on the processor. A trial that
  /// cannot continue, in either of them, stops all others, as in a single batch.
  private Map<String, TrialResult> computeTogether(Batch there, List<Batch> here)
      throws IOException, InterruptedException {
    // Closing it waits for the processor's trials, also if those of the accelerator failed.
    try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
      Future<Map<String, TrialResult>> onProcessor = beside.submit(() -> compute(here));
      Map<String, TrialResult> results = new LinkedHashMap<>(compute(List.of(there)));
      try {
        results.putAll(onProcessor.get());
      } catch (InterruptedException e) {
        stop();
        throw e;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException io) {
          throw io;
        }
        throw e.getCause() instanceof RuntimeException own
            ? own
            : new IllegalStateException(e.getCause());
      }
      return results;
    }
  }

  private Map<String, TrialResult> compute(List<Batch> batches)
      throws IOException, InterruptedException {
    Map<String, TrialResult> results = new LinkedHashMap<>();
    for (Batch batch : batches) {
      results.putAll(elsewhere == null ? compute(batch) : compute(batch, elsewhere));
    }
    return results;
  }

  private Map<String, TrialResult> compute(Batch batch) throws IOException, InterruptedException {
    Map<String, TrialResult> results = new LinkedHashMap<>();
    List<Trial> missing = batch.trials;
    try (ExecutorService pool = Executors.newFixedThreadPool(batch.atOnce)) {
      List<Future<Optional<TrialResult>>> futures = new ArrayList<>();
      for (Trial trial : missing) {
        futures.add(pool.submit(() -> computeOrStop(trial, batch)));
      }
      try {
        for (int i = 0; i < missing.size(); i++) {
          String name = missing.get(i).name();
          get(name, futures.get(i)).ifPresent(result -> results.put(name, result));
        }
      } catch (InterruptedException e) {
        stop(); // the pool waits for its threads before it closes
        throw e;
      }
    }
    return results;
  }

  private Map<String, TrialResult> compute(Batch batch, Elsewhere machines)
      throws IOException, InterruptedException {
    List<TrialCluster.Task> tasks = new ArrayList<>();
    for (Trial trial : batch.trials) {
      tasks.add(new TrialCluster.Task(trial, machines.recipes.apply(trial), store.folder(trial)));
    }
    ClusterResults arriving = new ClusterResults(store, observer, tasks);
    if (!stopped.get()) {
      machines.cluster.compute(tasks, arriving);
    }
    return arriving.results();
  }

  private static Optional<TrialResult> get(String name, Future<Optional<TrialResult>> future)
      throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(
          "an error in trial %s ended the study: %s".formatted(name, e.getCause()), e.getCause());
    }
  }

  /// Computes a trial. If it cannot continue, for example because the disk is full, all others are stopped: none of
  /// them could be saved.
  private Optional<TrialResult> computeOrStop(Trial trial, Batch batch) throws IOException {
    boolean fine = false;
    try {
      Optional<TrialResult> result = computeOne(trial, batch);
      fine = true;
      return result;
    } finally {
      if (!fine) {
        stop();
      }
    }
  }

  private Optional<TrialResult> computeOne(Trial trial, Batch batch) throws IOException {
    if (stopped.get()) {
      return Optional.empty();
    }
    double[] told = {begun(trial)};
    DoubleConsumer progress =
        share -> {
          if (stopped.get()) {
            throw new CancellationException();
          }
          observer.worked((share - told[0]) * trial.work());
          told[0] = share;
        };
    TrialResult result;
    try {
      result = new TrialResult.Finished(run(trial, batch, progress));
    } catch (CancellationException e) {
      return Optional.empty();
    } catch (DivergedException e) {
      result = new TrialResult.Failed(e.what(), e.step());
    }
    observer.worked((1 - told[0]) * trial.work());
    store.keep(trial, result);
    switch (result) {
      case TrialResult.Finished _ -> observer.finished(trial.name());
      case TrialResult.Failed failed -> observer.failed(trial.name(), failed);
    }
    return Optional.of(result);
  }

  private Map<String, double[]> run(Trial trial, Batch batch, DoubleConsumer progress)
      throws IOException {
    Path folder = store.folder(trial);
    if (batch.accelerator != null && trial instanceof TrainingTrial training) {
      RunOnDisk.Machine machine =
          new RunOnDisk.Machine(batch.threadsEach, training.checkpointSeconds(), batch.accelerator);
      return training.run(folder, machine, progress, this::warn);
    }
    return trial.run(folder, batch.threadsEach, progress, this::warn);
  }
}
