package org.evenkeel.lab.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.run.FolderLock;

/// How far a study is, read from its folder while it may be running.
///
/// @param groups one for each combination
/// @param done runs that have ended
/// @param failed how many of them diverged
/// @param share the part of all steps that was taken
/// @param process the number of the process that runs it, empty if none does
public record StudyStatus(List<Group> groups, int done, int failed, double share, String process) {

  /// A combination.
  ///
  /// @param name what it is called in the folder
  /// @param runs how many it has
  /// @param done how many have ended
  /// @param share the part of their steps that was taken
  /// @param meanReturn of the last evaluation of the finished ones; NaN if none is
  public record Group(String name, int runs, int done, double share, double meanReturn) {}

  /// Reads it.
  public static StudyStatus of(StudyFolder study) throws IOException {
    StudyResults results = study.runner(1, StudyObserver.silent()).kept(study.trials());
    List<Group> groups = new ArrayList<>();
    double shares = 0;
    for (Cell cell : study.cells()) {
      int done = 0;
      double share = 0;
      List<Double> returns = new ArrayList<>();
      for (long seed : study.design().seeds()) {
        RunTrial trial = cell.trial(seed);
        TrialResult result = results.all().get(trial.name());
        if (result != null) {
          done++;
          share++;
        } else {
          share += trial.begun(study.run(trial)); // by its newest checkpoint
        }
        if (result instanceof TrialResult.Finished finished) {
          double[] column = last(finished.columns());
          if (column.length > 0) {
            returns.add(column[column.length - 1]);
          }
        }
      }
      int runs = study.design().seeds().size();
      double mean = returns.stream().mapToDouble(r -> r).average().orElse(Double.NaN);
      groups.add(new Group(cell.folder(), runs, done, share / runs, mean));
      shares += share / runs;
    }
    return new StudyStatus(
        groups,
        results.size(),
        results.failed().size(),
        shares / groups.size(),
        FolderLock.holder(study.folder()));
  }

  private static double[] last(Map<String, double[]> columns) {
    return columns.getOrDefault(TrainingRun.RETURN, new double[0]);
  }
}
