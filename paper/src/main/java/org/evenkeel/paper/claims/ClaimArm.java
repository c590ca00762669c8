package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrialResult;

/// An algorithm or a control, with its trials.
///
/// @param folder the folder of its trials
/// @param label its name in legends
/// @param colour the index of its colour
/// @param k the number of networks
/// @param trials the number of trials
/// @param process the process that produces its values
/// @param windows the iterations that are read, in the order of [ClaimReading]
record ClaimArm(
    String folder,
    String label,
    int colour,
    int k,
    int trials,
    ValueProcess process,
    List<Window> windows) {
  /// Returns its name without K: `averaged` for `claims/networks-20x20/averaged-5`.
  String name() {
    return folder.substring(folder.lastIndexOf('/') + 1).replaceAll("-\\d+$", "");
  }

  List<ClaimTrial> all(long firstSeed) {
    List<ClaimTrial> all = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + trials; seed++) {
      all.add(new ClaimTrial(folder, process, windows, seed));
    }
    return all;
  }

  /// Returns the results of the finished trials.
  ArmReadings readings(long firstSeed, StudyResults results) {
    List<Map<String, double[]>> finished = new ArrayList<>();
    int planned = trials;
    for (ClaimTrial trial : all(firstSeed)) {
      switch (results.all().get(trial.name())) {
        case TrialResult.Finished f -> finished.add(f.columns());
        case TrialResult.Failed _ -> planned--; // it will never have a result
        case null -> {}
      }
    }
    return new ArmReadings(this, finished, planned);
  }
}
