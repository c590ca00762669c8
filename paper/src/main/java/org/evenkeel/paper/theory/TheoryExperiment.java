package org.evenkeel.paper.theory;

import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;

/// The paper's theory: the errors of section 4 and the variances of section 5, both in closed form and simulated,
/// and the question whether the order of section 5 holds beyond the chain.
///
/// @param scale the number of simulations and the size of the Gridworld
/// @param seed the seed of the first trial of each group; later trials use the following seeds
public record TheoryExperiment(Scale scale, long seed) implements Experiment {
  @Override
  public String name() {
    return TheoryKind.NAME;
  }

  @Override
  public Map<String, String> options() {
    return Map.of(Scale.NAME, scale.word());
  }

  @Override
  public String sentence() {
    return scale.sentence();
  }

  @Override
  public List<Trial> trials() {
    return List.copyOf(plan().trials());
  }

  @Override
  public List<Section> report(StudyResults results) {
    TheoryResults read = new TheoryResults(results.finished());
    return List.of(
        new ErrorsSection(read).section(),
        new ChainSection(read, plan()).section(),
        new BeyondChainSection(read, plan()).section());
  }

  private TheoryPlan plan() {
    return new TheoryPlan(scale, seed);
  }
}
