package org.evenkeel.lab.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.run.FolderLock;

/// The progress of a study, read from its folder, even while it is running.
///
/// @param groups one for each combination
/// @param done the number of runs that have ended
/// @param failed the number of those that diverged
/// @param share the fraction of all steps that has been taken
/// @param process the id of the process that runs the study, empty if none does
public record StudyStatus(List<Group> groups, int done, int failed, double share, String process) {

  /// The progress of a combination.
  ///
  /// @param name its name in the folder
  /// @param runs the number of its runs
  /// @param done the number of those that have ended
  /// @param share the fraction of their steps that has been taken
  /// @param meanReturn the mean return in the last evaluation of the finished runs; NaN if there are none
  public record Group(String name, int runs, int done, double share, double meanReturn) {}

  /// Reads the progress of a study.
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
          share += trial.begun(study.run(trial)); // according to its newest checkpoint
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
