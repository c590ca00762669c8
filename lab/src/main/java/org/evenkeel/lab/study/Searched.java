package org.evenkeel.lab.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// A search that was run or read. Round by round, the better configurations of each environment and algorithm continue;
/// then the best and the first one are trained with new seeds.
final class Searched {
  /// Computes or reads trials.
  interface Engine {
    StudyResults of(List<RunTrial> trials) throws IOException, InterruptedException;
  }

  /// A configuration and its last comparison.
  ///
  /// @param cell the configuration
  /// @param step the step at which it was last compared
  /// @param score its mean return there over the seeds; NaN if one of its runs diverged
  /// @param round the last round it was in, from 0
  /// @param diverged the number of its runs that diverged
  record Tried(Cell cell, long step, double score, int round, int diverged) {}

  private final Study design;
  private final Search search;
  private final Map<Cell, Tried> tried = new LinkedHashMap<>();
  private final List<RunTrial> confirming = new ArrayList<>();
  private final Map<String, TrialResult> all = new LinkedHashMap<>();
  private final List<RunTrial> trials = new ArrayList<>();
  private final List<Cell> best = new ArrayList<>();
  private boolean complete;

  private Searched(Study design, Search search) {
    this.design = design;
    this.search = search;
  }

  /// Runs a search.
  static Searched run(Study design, Search search, List<Cell> cells, Engine engine)
      throws IOException, InterruptedException {
    Searched searched = new Searched(design, search);
    searched.run(cells, engine);
    return searched;
  }

  private void run(List<Cell> cells, Engine engine) throws IOException, InterruptedException {
    Map<List<String>, List<Cell>> fields = new LinkedHashMap<>();
    for (Cell cell : cells) {
      fields
          .computeIfAbsent(List.of(cell.environment(), cell.algorithm()), _ -> new ArrayList<>())
          .add(cell);
    }
    for (List<Cell> field : fields.values()) {
      Cell winner = search(field, engine);
      if (winner == null) {
        return; // stopped
      }
      best.add(winner);
    }
    for (int i = 0; i < best.size(); i++) {
      Cell start = List.copyOf(fields.values()).get(i).getFirst();
      for (long seed : confirmSeeds()) {
        confirming.add(start.trial(seed));
        if (!best.get(i).equals(start)) {
          confirming.add(best.get(i).trial(seed));
        }
      }
    }
    complete = ask(confirming, engine);
  }

  /// Returns the best configuration of an environment and an algorithm, null if the search was stopped before.
  private @Nullable Cell search(List<Cell> field, Engine engine)
      throws IOException, InterruptedException {
    Cell start = field.getFirst();
    List<Cell> left = new ArrayList<>(field);
    List<Long> rounds =
        search.rounds(
            start.training().schedule().steps(), start.training().evaluation().periodSteps());
    for (int round = 0; round < rounds.size(); round++) {
      long step = rounds.get(round);
      List<RunTrial> asked = new ArrayList<>();
      for (long seed : design.seeds()) {
        left.forEach(cell -> asked.add(cell.trial(seed, step)));
      }
      if (!ask(asked, engine)) {
        return null;
      }
      for (Cell cell : left) {
        tried.put(cell, judged(cell, step, round));
      }
      left.sort(Comparator.comparingDouble(this::score).reversed()); // stable: the earlier one wins
      if (round + 1 < rounds.size()) {
        int survivors = (left.size() + search.keep() - 1) / search.keep();
        List<Cell> kept = new ArrayList<>(left.subList(0, survivors));
        if (!kept.contains(start)) {
          kept.add(start);
        }
        left = kept;
      }
    }
    return left.getFirst();
  }

  /// Computes some trials, and returns whether all of them have ended.
  private boolean ask(List<RunTrial> asked, Engine engine)
      throws IOException, InterruptedException {
    StudyResults results = engine.of(asked);
    trials.addAll(asked);
    all.putAll(results.all());
    return results.size() == asked.size();
  }

  private double score(Cell cell) {
    Tried result = tried.get(cell);
    return result == null || Double.isNaN(result.score) ? Double.NEGATIVE_INFINITY : result.score;
  }

  /// Judges a configuration. If one of its runs diverged it has no score, since it is unreliable.
  private Tried judged(Cell cell, long step, int round) {
    double sum = 0;
    int diverged = 0;
    for (long seed : design.seeds()) {
      switch (all.get(cell.trial(seed, step).name())) {
        case TrialResult.Finished f -> {
          double[] returns = f.columns().getOrDefault(TrainingRun.RETURN, new double[0]);
          sum += returns.length == 0 ? Double.NaN : returns[returns.length - 1];
        }
        case null, default -> diverged++;
      }
    }
    double score = diverged > 0 ? Double.NaN : sum / design.seeds().size();
    return new Tried(cell, step, score, round, diverged);
  }

  private List<Long> confirmSeeds() {
    long last = design.seeds().stream().mapToLong(seed -> seed).max().orElse(0);
    return LongStream.rangeClosed(last + 1, last + search.confirm()).boxed().toList();
  }

  /// Returns whether the search ran to its end.
  boolean complete() {
    return complete;
  }

  /// Returns all trials of the search, including those of a round that was stopped.
  List<RunTrial> trials() {
    return trials;
  }

  StudyResults results() {
    return new StudyResults(all);
  }

  /// Returns all configurations, in the order of the file.
  List<Tried> tried() {
    return List.copyOf(tried.values());
  }

  /// Returns the best configuration of each environment and algorithm.
  List<Cell> best() {
    return best;
  }

  /// Returns the runs with new seeds, on which the comparison on the page is based.
  List<RunTrial> confirming() {
    return confirming;
  }
}
