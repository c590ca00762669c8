package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;

/// The paper's Gridworld experiments (section 6.2) and the questions that section leaves open.
///
/// @param scale the scale
/// @param trialsOfEach trials of each algorithm, or 0 for the scale's default numbers (paper: 40 in the first
///     experiment, 20 in the others)
/// @param seed the seed of the first trial; later trials use the following seeds
public record GridworldExperiment(Scale scale, int trialsOfEach, long seed) implements Experiment {
  private static final int MOST_TRIALS = 10_000;

  /// Checks the number of trials.
  public GridworldExperiment {
    if (trialsOfEach < 0 || trialsOfEach > MOST_TRIALS) {
      throw new IllegalArgumentException(
          "trials must be 1 to %d, was %d".formatted(MOST_TRIALS, trialsOfEach));
    }
  }

  @Override
  public String name() {
    return GridworldKind.NAME;
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(Scale.NAME, scale.word());
    if (trialsOfEach > 0) { // otherwise each part of the experiment has its own number
      options.put(GridworldKind.TRIALS, String.valueOf(trialsOfEach));
    }
    return options;
  }

  @Override
  public String sentence() {
    return scale.sentence();
  }

  /// Returns an experiment with this one's number of trials. If that is the scale's default and `there` has more,
  /// its number is kept, so that no trial disappears from the page.
  @Override
  public Experiment and(Experiment there) {
    int before = ((GridworldExperiment) there).trialsOfEach;
    int usual = new GridworldExperiment(scale, 0, seed).mostTrials();
    return trialsOfEach == 0 && before > usual
        ? new GridworldExperiment(scale, before, seed)
        : this;
  }

  /// Returns the trials, longest first, so that no core is left waiting for a long trial at the end.
  @Override
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (Arm arm : plan().arms()) {
      trials.addAll(arm.all(seed));
    }
    trials.sort(Comparator.comparingDouble(Trial::work).reversed());
    return trials;
  }

  /// Returns the largest number of trials of any algorithm.
  public int mostTrials() {
    return plan().arms().stream().mapToInt(Arm::trials).max().orElse(0);
  }

  private GridworldPlan plan() {
    return GridworldPlan.of(scale, trialsOfEach);
  }

  @Override
  public List<Section> report(StudyResults results) {
    GridworldPlan plan = plan();
    List<Outcomes> continuing = outcomes(plan.continuing(), results);
    List<Outcomes> terminal = outcomes(plan.terminal(), results);
    return List.of(
        new AveragedSection(outcomes(plan.averaged(), results), where(plan)).section(),
        new EnsembleSection(continuing, terminal).section(),
        new VarianceSection(continuing, terminal).section(),
        new UnshownSection(
                outcomes(plan.weighted(), results),
                outcomes(plan.replay(), results),
                outcomes(plan.averaged(), results))
            .section());
  }

  private List<Outcomes> outcomes(List<Arm> arms, StudyResults results) {
    return arms.stream().map(arm -> arm.outcomes(seed, results)).toList();
  }

  private String where(GridworldPlan plan) {
    return switch (scale) {
      case PAPER -> "The world is the paper's: 20x20 cells.";
      case QUICK ->
          "This is the quick scale: a world of %dx%d cells instead of the paper's 20x20, fewer iterations and trials, and no K = 20. `--scale paper` runs the experiment at the paper's size."
              .formatted(plan.side(), plan.side());
    };
  }
}
