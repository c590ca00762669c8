package org.evenkeel.paper.theory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;

/// Creates a [TheoryExperiment] from options.
public final class TheoryKind implements PaperKind {
  static final String NAME = "theory";

  /// Creates the kind, for the service loader.
  public TheoryKind() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the paper's formulas for errors and variances, computed and simulated";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(Scale.OPTION);
  }

  @Override
  public Experiment of(GivenOptions given) {
    return new TheoryExperiment(Scale.of(given), given.seed());
  }

  @Override
  public Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("", "in seconds");
    examples.put("--scale paper", "in about a minute on one core");
    return examples;
  }

  @Override
  public Asked asked() {
    return Asked.BY_DEFAULT;
  }
}
