package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.Choices;

/// The paper's Atari experiments (section 6.1) on the games of MinAtar: DQN, Averaged-DQN with growing K,
/// Double-DQN and Ensemble-DQN.
///
/// @param scale whose numbers a command leaves out
/// @param settings how large
/// @param seed the seed of the first trial of each algorithm; the next has the next
public record MinAtarExperiment(Scale scale, MinAtarSettings settings, long seed)
    implements Experiment {
  /// At the quick scale.
  public MinAtarExperiment(MinAtarSettings settings, long seed) {
    this(Scale.QUICK, settings, seed);
  }

  @Override
  public String name() {
    return MinAtarKind.NAME;
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(Scale.NAME, scale.word());
    options.put("games", Choices.joined(settings.games().stream().map(Game::id).toList()));
    options.put("k", Choices.joined(settings.ks()));
    options.put("seeds", String.valueOf(settings.seeds()));
    options.put("steps", String.valueOf(settings.steps()));
    options.put("others", Choices.othersTyped(settings.others()));
    return options;
  }

  @Override
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "MinAtar: %d of its 5 games, %,d steps, %s of each algorithm were asked for; its authors have 5,000,000 and 30.",
        settings.games().size(),
        settings.steps(),
        Counted.of(settings.seeds(), "run"));
  }

  @Override
  public Experiment and(Experiment there) {
    MinAtarSettings before = ((MinAtarExperiment) there).settings;
    if (before.steps() != settings.steps()) {
      throw new IllegalArgumentException(
          "was started with %d steps of MinAtar; you asked for %d"
              .formatted(before.steps(), settings.steps()));
    }
    return new MinAtarExperiment(scale, settings.and(before), seed);
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
