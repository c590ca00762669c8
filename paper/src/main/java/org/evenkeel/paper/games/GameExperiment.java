package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Experiment;

/// The paper's experiments on games (section 6.1): DQN, Averaged-DQN with growing K, Double-DQN and Ensemble-DQN, on
/// the games of a protocol.
///
/// @param study how large
/// @param seed the seed of the first trial of each algorithm; the next has the next
public record GameExperiment(GameStudy study, long seed) implements Experiment {
  @Override
  public String name() {
    return study.protocol().name();
  }

  /// The players that learn nothing, then the runs.
  @Override
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (String game : study.games()) {
      for (String player : study.protocol().players()) {
        trials.add(study.protocol().baseline(game, player));
      }
    }
    trials.addAll(study.trials(seed));
    return trials;
  }

  @Override
  public List<Section> report(Map<String, Map<String, double[]>> results) {
    GameResults read = new GameResults(study, seed, results);
    return List.of(
        new ScoresSection(read).section(),
        new ValuesSection(read).section(),
        new StabilitySection(read).section(),
        new OverGamesSection(read).section(),
        new LearningSection(read).section());
  }
}
