package org.evenkeel.paper.claims;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;

/// Creates a [ClaimsExperiment] from options.
public final class ClaimsKind implements PaperKind {
  static final String NAME = "claims";

  /// Creates the kind, for the service loader.
  public ClaimsKind() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the claims that were fixed before their data (docs/claims.md), with controls";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(Scale.OPTION, ClaimsPart.OPTION);
  }

  @Override
  public Experiment of(GivenOptions given) {
    return new ClaimsExperiment(Scale.of(given), ClaimsPart.of(given), given.seed());
  }

  @Override
  public Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("", "a world of 6x6 cells, in seconds");
    examples.put(
        "--scale paper --part controls", "what the paper's assumptions predict, in seconds");
    examples.put("--scale paper", "the claims as they were fixed, in about an hour on two cores");
    return examples;
  }

  @Override
  public Path folder(Experiment experiment) {
    String part = experiment.options().getOrDefault(ClaimsPart.NAME, ClaimsPart.ALL.word());
    Path usual = PaperKind.super.folder(experiment);
    return part.equals(ClaimsPart.ALL.word())
        ? usual
        : usual.resolveSibling(usual.getFileName() + "-" + part);
  }

  @Override
  public Asked asked() {
    return Asked.BY_NAME;
  }
}
