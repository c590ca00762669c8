package org.evenkeel.lab.experiment;

/// A file in which an earlier version of some program said what `experiment.json` says now, found as a service like
/// [ExperimentKind]. A folder that has only the earlier file is read through it; the first session that computes something
/// there writes `experiment.json` beside it, and the earlier file is left as it is.
public interface EarlierFormat {
  /// The name of the file.
  String file();

  /// The same as `experiment.json` says it, which [ExperimentFolder] documents.
  ///
  /// @param text of the earlier file, a JSON object
  /// @throws IllegalArgumentException with the reason if it cannot be read
  String converted(String text);
}
