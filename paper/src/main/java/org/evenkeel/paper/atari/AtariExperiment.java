package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Experiment;

/// The paper's Atari experiments (section 6.1): DQN, Averaged-DQN with growing K, and Double-DQN.
///
/// @param settings how large
/// @param seed the seed of the first trial of each algorithm; the next has the next
public record AtariExperiment(AtariSettings settings, long seed) implements Experiment {
  @Override
  public String name() {
    return "atari";
  }

  /// The random player of each game, then the runs.
  @Override
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    settings.games().forEach(game -> trials.add(RandomTrial.of(game)));
    trials.addAll(settings.plan().trials(seed));
    return trials;
  }

  @Override
  public List<Section> report(Map<String, Map<String, double[]>> results) {
    AtariResults read = new AtariResults(settings, seed, results);
    return List.of(
        new ScoresSection(read).section(),
        new ValuesSection(read).section(),
        new StabilitySection(read).section(),
        new LearningSection(read).section());
  }
}
