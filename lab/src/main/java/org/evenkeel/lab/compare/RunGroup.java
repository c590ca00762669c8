package org.evenkeel.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.evenkeel.lab.run.ReadRun;
import org.evenkeel.lab.statistics.Curves;
import org.evenkeel.lab.statistics.Sample;

/// Runs that differ in nothing but the seed.
///
/// Numbers of several runs are put together only where all runs that were evaluated have them: a mean whose
/// runs change on the way would tell of the change.
///
/// @param label what a reader calls it
/// @param training what they have in common
/// @param runs those that were evaluated at least once
/// @param without those that were not
record RunGroup(String label, Training training, List<ReadRun> runs, List<ReadRun> without) {
  /// How many there are, evaluated or not.
  int size() {
    return runs.size() + without.size();
  }

  /// All of them.
  List<ReadRun> all() {
    List<ReadRun> all = new ArrayList<>(runs);
    all.addAll(without);
    return all;
  }

  /// How many have taken their last step.
  long finished() {
    return all().stream().filter(ReadRun::finished).count();
  }

  /// The steps at which all runs have all of these.
  NavigableSet<Long> steps(Measure... measures) {
    NavigableSet<Long> common = new TreeSet<>();
    if (runs.isEmpty()) {
      return common;
    }
    common.addAll(runs.getFirst().rows().of(measures[0]).keySet());
    for (ReadRun run : runs) {
      for (Measure measure : measures) {
        common.retainAll(run.rows().of(measure).keySet());
      }
    }
    return common;
  }

  /// Whether there is a step at which all its runs were evaluated.
  boolean hasNumbers() {
    return !steps(Measure.RETURN).isEmpty();
  }

  /// The last step at which all its runs were evaluated; there must be one.
  long lastStep() {
    return steps(Measure.RETURN).last();
  }

  /// The curves of the runs at these steps.
  Curves curves(Measure measure, NavigableSet<Long> steps) {
    return Curves.of(
        runs.stream()
            .map(run -> steps.stream().mapToDouble(run.rows().of(measure)::get).toArray())
            .toArray(double[][]::new));
  }

  /// What was measured at a step, which must be one of [#steps], one number a run.
  Sample at(long step, Measure measure) {
    return Sample.of(runs.stream().mapToDouble(run -> run.rows().of(measure).get(step)).toArray());
  }
}
