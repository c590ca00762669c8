package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.experiment.Scale;

/// The paper's experiments on games (section 6.1): DQN, Averaged-DQN with increasing K, Double-DQN and Ensemble-DQN, on
/// the games of a protocol.
///
/// @param scale the scale whose defaults a command may omit
/// @param study the games, algorithms and sizes
/// @param seed the seed of the first trial of each algorithm; later trials use the following seeds
public record GameExperiment(Scale scale, GameStudy study, long seed) implements Experiment {
  /// Creates an experiment at the quick scale.
  public GameExperiment(GameStudy study, long seed) {
    this(Scale.QUICK, study, seed);
  }

  @Override
  public String name() {
    return study.protocol().name();
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(Scale.NAME, scale.word());
    study.options().forEach(name -> options.put(name, study.option(name)));
    return options;
  }

  @Override
  public String sentence() {
    return study.sentence();
  }

  @Override
  public Experiment and(Experiment there) {
    GameStudy before = ((GameExperiment) there).study;
    Optional<String> conflict = before.conflict(study, scale);
    if (conflict.isPresent()) {
      throw new IllegalArgumentException(conflict.get());
    }
    return new GameExperiment(scale, study.and(before), seed);
  }

  @Override
  public Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return study.protocol().announcement(batches);
  }

  /// Returns the trials: first the players that learn nothing, then the runs.
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
  public List<Section> report(StudyResults results) {
    GameResults read = new GameResults(study, seed, results);
    return List.of(
        new ScoresSection(read).section(),
        new ValuesSection(read).section(),
        new StabilitySection(read).section(),
        new OverGamesSection(read).section(),
        new LearningSection(read).section());
  }
}
