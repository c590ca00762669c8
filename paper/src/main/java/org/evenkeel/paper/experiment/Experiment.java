package org.evenkeel.paper.experiment;

import java.util.List;
import java.util.Map;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.Trial;

/// A part of the paper that can be run again: a value that says which trials there are, and what to read out
/// of their results.
public interface Experiment {
  /// The word for it on the command line.
  String name();

  /// All its trials.
  List<Trial> trials();

  /// What the results say. Trials may be missing, if the study was stopped: then the claims rest on those
  /// that are there.
  ///
  /// @param results the columns of each finished trial by its name
  List<Section> report(Map<String, Map<String, double[]>> results);
}
