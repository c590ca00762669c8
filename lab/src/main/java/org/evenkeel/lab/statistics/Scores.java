package org.evenkeel.lab.statistics;

import java.util.Arrays;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// The final scores of one algorithm, a matrix of runs and tasks, and what sums them up: Agarwal et al.
/// (2021), "Deep Reinforcement Learning at the Edge of the Statistical Precipice", with the numbers of its
/// library rliable.
///
/// The scores of different tasks must be of one scale (normalized), or the aggregates mean nothing. A
/// score of 1 is the one to reach in [#optimalityGap].
public final class Scores {
  private final int runs;
  private final int tasks;

  /// `[task][run]`, so that a task's scores lie together.
  private final double[] values;

  /// All scores as they were given, the smallest first, and where in it each cell's score stands. A resample
  /// has no other scores, so it need not sort: it counts how often it has each of them.
  private final double[] sorted;

  private final int[] places;

  /// Kept only where the object is overwritten by one resample after the other: a matrix that users share
  /// must not have it.
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

  /// Scores given as `[run][task]`.
  public static Scores of(double[][] runsByTasks) {
    return new Scores(runsByTasks.length, InputChecks.byColumn("task", runsByTasks));
  }

  /// The scores of some runs on a single task.
  public static Scores ofOneTask(double... runs) {
    return new Scores(runs.length, InputChecks.copyOf("runs", runs));
  }

  /// How many runs each task has.
  public int runs() {
    return runs;
  }

  /// How many tasks there are.
  public int tasks() {
    return tasks;
  }

  /// The score of a run on a task.
  public double score(int run, int task) {
    if (run < 0 || run >= runs) {
      throw new IllegalArgumentException("run must be 0 to " + (runs - 1) + ", was " + run);
    }
    checkTask(task);
    return values[task * runs + run];
  }

  /// The mean over the runs of a task.
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

  /// The mean over the tasks of the task means.
  public double mean() {
    double sum = 0;
    for (int task = 0; task < tasks; task++) {
      sum += taskMean(task);
    }
    return sum / tasks;
  }

  /// The median over the tasks of the task means.
  public double median() {
    double[] means = room().means;
    for (int task = 0; task < tasks; task++) {
      means[task] = taskMean(task);
    }
    Arrays.sort(means);
    double upper = means[tasks / 2];
    return tasks % 2 == 1 ? upper : (means[tasks / 2 - 1] + upper) / 2;
  }

  /// The interquartile mean: the mean of the middle half of all scores of all tasks together. Of n scores
  /// n / 4, rounded down, are left out at each end (SciPy's `trim_mean`).
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

  /// How much is missing to a score of 1 on average, where more than 1 counts as 1: smaller is better.
  public double optimalityGap() {
    double sum = 0;
    for (double value : values) {
      sum += Math.min(value, 1);
    }
    return 1 - sum / values.length;
  }

  /// The share of all scores strictly above `tau`.
  public double shareAbove(double tau) {
    Checks.finite("tau", tau);
    int above = 0;
    for (double value : values) {
      above += value > tau ? 1 : 0;
    }
    return (double) above / values.length;
  }

  /// The share of the tasks whose mean is strictly above `tau`.
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

  /// A copy to be overwritten by [#resample].
  Scores toResample() {
    return new Scores(this);
  }

  /// Overwrites every cell with the score of a run drawn for it, from the same task of `source`, which this is a
  /// copy of.
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

  /// Twice the pairs of runs of which this one's is better, ties counting half: no fractions.
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
