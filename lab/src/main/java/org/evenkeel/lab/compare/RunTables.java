package org.evenkeel.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.evenkeel.lab.statistics.Bootstrap;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.Scores;

/// Tables of the final results of the runs of one environment.
final class RunTables {
  /// The number of runs below which intervals and tests are meaningless.
  static final int FEWEST = 3;

  /// A bootstrap with a fixed seed, so that the same runs give the same intervals.
  static final Bootstrap BOOTSTRAP = Bootstrap.of(1);

  private RunTables() {}

  /// Returns a table with a row for each group.
  static Table finals(EnvironmentRuns runs) {
    return new Table(
        runs.id() + "-final",
        "Final results on " + runs.environment(),
        "From the last evaluation that all runs of a group have. Standard deviations are over runs, computed with n - 1. IQM is the"
            + " interquartile mean with its 95% stratified bootstrap interval ("
            + Numbers.count(BOOTSTRAP.resamples())
            + " resamples), shown for "
            + FEWEST
            + " or more runs.",
        List.of(
            "group",
            "runs",
            "finished",
            "at step",
            "return (std. dev.)",
            "min",
            "max",
            "IQM [95%]",
            "value estimate (std. dev.)",
            "overestimation (std. dev.)"),
        runs.groups().stream().map(RunTables::row).toList());
  }

  private static List<String> row(RunGroup group) {
    List<String> row = new ArrayList<>();
    row.add(group.label());
    row.add(String.valueOf(group.size()));
    row.add(String.valueOf(group.finished()));
    if (!group.hasNumbers()) {
      row.addAll(Collections.nCopies(7, Numbers.NONE));
      return row;
    }
    long step = group.lastStep();
    long steps = group.training().schedule().steps();
    row.add(Numbers.count(step) + (step == steps ? "" : " of " + Numbers.count(steps)));
    Sample returns = group.at(step, Measure.RETURN);
    row.add(Numbers.meanAndDeviation(returns.values()));
    row.add(Numbers.brief(Arrays.stream(returns.values()).min().orElseThrow()));
    row.add(Numbers.brief(Arrays.stream(returns.values()).max().orElseThrow()));
    row.add(
        returns.size() < FEWEST
            ? Numbers.NONE
            : Numbers.estimate(
                BOOTSTRAP.estimate(Scores.ofOneTask(returns.values()), Scores::iqm)));
    row.add(atStep(group, step, Measure.VALUE));
    row.add(atStep(group, step, Measure.OVERESTIMATION));
    return row;
  }

  private static String atStep(RunGroup group, long step, Measure measure) {
    return group.steps(measure).contains(step)
        ? Numbers.meanAndDeviation(group.at(step, measure).values())
        : Numbers.NONE;
  }
}
