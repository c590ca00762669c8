package org.evenkeel.lab.experiment;

/// A file of an earlier program version with the content that `experiment.json` has now. Implementations are found as
/// services, like [ExperimentKind]. A folder that has only the earlier file is read through it. The first session that
/// computes something there writes `experiment.json` next to it, and leaves the earlier file unchanged.
public interface EarlierFormat {
  /// Returns the name of the file.
  String file();

  /// Converts the text of the earlier file to that of `experiment.json`, which [ExperimentFolder] documents.
  ///
  /// @param text the earlier file, a JSON object
  /// @throws IllegalArgumentException if it cannot be read; the message explains why
  String converted(String text);
}
