package org.evenkeel.lab.statistics;

import java.util.Arrays;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// The final scores of one algorithm, a matrix of runs and tasks, with the aggregates of Agarwal et al. (2021), "Deep
/// Reinforcement Learning at the Edge of the Statistical Precipice", which agree with those of its library rliable.
///
/// The scores of different tasks must be on the same scale (normalized), otherwise the aggregates are meaningless. In
/// [#optimalityGap] a score of 1 is the target.
public final class Scores {
  private final int runs;
  private final int tasks;

  /// The scores, `[task][run]`, so that those of a task are contiguous.
  private final double[] values;

  /// All original scores, smallest first, and the index of each cell's score in them. A resample has no other scores,
  /// so it need not sort: it counts how often it has each of them.
  private final double[] sorted;

  private final int[] places;

  /// The buffers of an object that is overwritten by successive resamples; null for a matrix that users share.
  private final @Nullable Room room;

  private static final class Room {
    private final int[] counts;
    private final double[] means;

    private Room(int scores, int tasks) {
      counts = new int[scores];
      means = new double[tasks];
    }
  }

  private Scores(int runs, double[] values) {
    this.runs = runs;
    this.tasks = values.length / runs;
    this.values = values;
    sorted = values.clone();
    Arrays.sort(sorted);
    places = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      places[i] = Arrays.binarySearch(sorted, values[i]);
    }
    room = null;
  }

  private Scores(Scores source) {
    runs = source.runs;
    tasks = source.tasks;
    values = source.values.clone();
    sorted = source.sorted;
    places = source.places.clone();
    room = source.newRoom();
  }

  /// Creates scores from `[run][task]`.
  public static Scores of(double[][] runsByTasks) {
    return new Scores(runsByTasks.length, InputChecks.byColumn("task", runsByTasks));
  }

  /// Creates scores of some runs on a single task.
  public static Scores ofOneTask(double... runs) {
    return new Scores(runs.length, InputChecks.copyOf("runs", runs));
  }

  /// Returns the number of runs of each task.
  public int runs() {
    return runs;
  }

  /// Returns the number of tasks.
  public int tasks() {
    return tasks;
  }

  /// Returns the score of a run on a task.
  public double score(int run, int task) {
    if (run < 0 || run >= runs) {
      throw new IllegalArgumentException("run must be 0 to " + (runs - 1) + ", was " + run);
    }
    checkTask(task);
    return values[task * runs + run];
  }

  /// Returns the mean over the runs of a task.
  public double taskMean(int task) {
    checkTask(task);
    double sum = 0;
    for (int i = task * runs; i < (task + 1) * runs; i++) {
      sum += values[i];
    }
    return sum / runs;
  }

  private void checkTask(int task) {
    if (task < 0 || task >= tasks) {
      throw new IllegalArgumentException("task must be 0 to " + (tasks - 1) + ", was " + task);
    }
  }

  /// Returns the mean of the task means.
  public double mean() {
    double sum = 0;
    for (int task = 0; task < tasks; task++) {
      sum += taskMean(task);
    }
    return sum / tasks;
  }

  /// Returns the median of the task means.
  public double median() {
    double[] means = room().means;
    for (int task = 0; task < tasks; task++) {
      means[task] = taskMean(task);
    }
    Arrays.sort(means);
    double upper = means[tasks / 2];
    return tasks % 2 == 1 ? upper : (means[tasks / 2 - 1] + upper) / 2;
  }

  /// Returns the interquartile mean: the mean of the middle half of the scores of all tasks together. Of n scores, n /
  /// 4, rounded down, are dropped at each end (SciPy's `trim_mean`).
  public double iqm() {
    int[] counts = room().counts;
    Arrays.fill(counts, 0);
    for (int place : places) {
      counts[place]++;
    }
    int cut = values.length / 4;
    int end = values.length - cut;
    double sum = 0;
    int before = 0;
    for (int place = 0; before < end; place++) {
      int after = before + counts[place];
      sum += Math.max(0, Math.min(after, end) - Math.max(before, cut)) * sorted[place];
      before = after;
    }
    return sum / (end - cut);
  }

  /// Returns the mean shortfall from a score of 1, where scores above 1 count as 1; smaller is better.
  public double optimalityGap() {
    double sum = 0;
    for (double value : values) {
      sum += Math.min(value, 1);
    }
    return 1 - sum / values.length;
  }

  /// Returns the fraction of all scores strictly above `tau`.
  public double shareAbove(double tau) {
    Checks.finite("tau", tau);
    int above = 0;
    for (double value : values) {
      above += value > tau ? 1 : 0;
    }
    return (double) above / values.length;
  }

  /// Returns the fraction of tasks whose mean is strictly above `tau`.
  public double shareOfTasksAbove(double tau) {
    Checks.finite("tau", tau);
    int above = 0;
    for (int task = 0; task < tasks; task++) {
      above += taskMean(task) > tau ? 1 : 0;
    }
    return (double) above / tasks;
  }

  private Room room() {
    return room != null ? room : newRoom();
  }

  private Room newRoom() {
    return new Room(values.length, tasks);
  }

  /// Returns a copy to be overwritten by [#resample].
  Scores toResample() {
    return new Scores(this);
  }

  /// Overwrites every cell with the score of a run drawn for it from the same task of `source`. This object must be a
  /// copy of `source`.
  void resample(Scores source, RandomStream random) {
    for (int task = 0; task < tasks; task++) {
      int first = task * runs;
      for (int run = 0; run < runs; run++) {
        int drawn = first + random.nextInt(runs);
        values[first + run] = source.values[drawn];
        places[first + run] = source.places[drawn];
      }
    }
  }

  /// Returns twice the number of pairs in which this object's run is better, with ties counting half, as a whole
  /// number.
  long twiceTheWins(int task, Scores other) {
    long twice = 0;
    for (int i = task * runs; i < (task + 1) * runs; i++) {
      double mine = values[i];
      for (int j = task * other.runs; j < (task + 1) * other.runs; j++) {
        double theirs = other.values[j];
        twice += (mine > theirs ? 1 : 0) + (mine >= theirs ? 1 : 0);
      }
    }
    return twice;
  }
}
