package org.evenkeel.paper.gridworld;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;

/// Creates a [GridworldExperiment] from options.
public final class GridworldKind implements PaperKind {
  static final String NAME = "gridworld";
  static final String TRIALS = "trials";

  /// Creates the kind, for the service loader.
  public GridworldKind() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the paper's Gridworld: averaging, ensembles and their variance";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(
        Scale.OPTION,
        new ExperimentOption(
            TRIALS,
            "N",
            "Trials per algorithm (default: 4 at quick scale; at paper scale 40 in the first experiment, 20 in the others)."));
  }

  @Override
  public Experiment of(GivenOptions given) {
    int trials = given.whole(TRIALS, 0);
    if (given.has(TRIALS) && trials < 1) {
      throw new IllegalArgumentException("--trials must be >= 1, was " + trials);
    }
    return new GridworldExperiment(Scale.of(given), trials, given.seed());
  }

  @Override
  public Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("", "a world of 10x10 cells, in seconds");
    examples.put("--scale paper", "the paper's own size, in about 20 minutes on two cores");
    return examples;
  }

  @Override
  public Asked asked() {
    return Asked.BY_DEFAULT;
  }
}
