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

/// Runs that differ only in their seeds.
///
/// Numbers are aggregated only at steps that all evaluated runs have. Otherwise a change in the mean could come from a
/// change in the set of runs.
///
/// @param label its name for readers
/// @param training the common configuration
/// @param runs the runs that were evaluated at least once
/// @param without the runs that were never evaluated
record RunGroup(String label, Training training, List<ReadRun> runs, List<ReadRun> without) {
  /// Returns the number of runs, evaluated or not.
  int size() {
    return runs.size() + without.size();
  }

  /// Returns all runs.
  List<ReadRun> all() {
    List<ReadRun> all = new ArrayList<>(runs);
    all.addAll(without);
    return all;
  }

  /// Returns the number of runs that have taken their last step.
  long finished() {
    return all().stream().filter(ReadRun::finished).count();
  }

  /// Returns the steps at which all runs have all of these measures.
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

  /// Returns whether there is a step at which all its runs were evaluated.
  boolean hasNumbers() {
    return !steps(Measure.RETURN).isEmpty();
  }

  /// Returns the last step at which all its runs were evaluated; there must be one.
  long lastStep() {
    return steps(Measure.RETURN).last();
  }

  /// Returns the curves of the runs at these steps.
  Curves curves(Measure measure, NavigableSet<Long> steps) {
    return Curves.of(
        runs.stream()
            .map(run -> steps.stream().mapToDouble(run.rows().of(measure)::get).toArray())
            .toArray(double[][]::new));
  }

  /// Returns the measurements at a step, which must be one of [#steps], one number per run.
  Sample at(long step, Measure measure) {
    return Sample.of(runs.stream().mapToDouble(run -> run.rows().of(measure).get(step)).toArray());
  }
}
