package org.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRecipe;

/// Describes a trial of an experiment so that another machine can create it: the experiment by its kind, options and
/// seed, the trial by its name.
///
/// @param kind the name of the kind
/// @param options the options of the experiment ([Experiment#options])
/// @param seed the seed of the first trial ([Experiment#seed])
/// @param classpath the location of the user's own kinds
/// @param trial the name of the trial
record ExperimentRecipe(
    String kind,
    LinkedHashMap<String, String> options,
    long seed,
    ArrayList<String> classpath,
    String trial)
    implements TrialRecipe {
  /// The trials of the experiments created in this process, cached because an experiment has hundreds.
  private static final Map<List<Object>, Map<String, Trial>> MADE = new ConcurrentHashMap<>();

  static ExperimentRecipe of(Experiment experiment, List<String> classpath, Trial trial) {
    return new ExperimentRecipe(
        experiment.name(),
        new LinkedHashMap<>(experiment.options()),
        experiment.seed(),
        new ArrayList<>(classpath),
        trial.name());
  }

  @Override
  public Trial make() {
    Trial found =
        MADE.computeIfAbsent(List.of(kind, options, seed, classpath), _ -> trials()).get(trial);
    if (found == null) {
      throw new IllegalArgumentException(
          "experiment '%s' has no trial '%s' on the other machine: both machines need the same version of Evenkeel"
              .formatted(kind, trial));
    }
    return found;
  }

  private Map<String, Trial> trials() {
    Map<String, Trial> trials = new LinkedHashMap<>();
    ExperimentKinds.on(classpath)
        .make(kind, options, seed)
        .trials()
        .forEach(one -> trials.put(one.name(), one));
    return trials;
  }
}
