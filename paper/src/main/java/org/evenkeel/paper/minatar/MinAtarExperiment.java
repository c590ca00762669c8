package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Experiment;

/// The paper's Atari experiments (section 6.1) on the games of MinAtar: DQN, Averaged-DQN with growing K,
/// Double-DQN and Ensemble-DQN.
///
/// @param settings how large
/// @param seed the seed of the first trial of each algorithm; the next has the next
public record MinAtarExperiment(MinAtarSettings settings, long seed) implements Experiment {
  @Override
  public String name() {
    return "minatar";
  }

  /// The players that learn nothing, then the runs.
  @Override
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (Game game : settings.games()) {
      for (Player player : Player.values()) {
        trials.add(new BaselineTrial(game, player));
      }
    }
    trials.addAll(settings.plan().trials(seed));
    return trials;
  }

  @Override
  public List<Section> report(Map<String, Map<String, double[]>> results) {
    Results read = new Results(settings, seed, results);
    return List.of(
        new PerformanceSection(read).section(),
        new ValuesSection(read).section(),
        new StabilitySection(read).section(),
        new OverGamesSection(read).section(),
        new LearningSection(read).section());
  }
}
