package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.Choices;

/// The paper's Atari experiments (section 6.1): DQN, Averaged-DQN with growing K, and Double-DQN.
///
/// @param scale whose numbers a command leaves out
/// @param settings how large
/// @param seed the seed of the first trial of each algorithm; the next has the next
public record AtariExperiment(Scale scale, AtariSettings settings, long seed)
    implements Experiment {
  /// At the quick scale.
  public AtariExperiment(AtariSettings settings, long seed) {
    this(Scale.QUICK, settings, seed);
  }

  @Override
  public String name() {
    return AtariKind.NAME;
  }

  /// Algorithms are said only where they are not the scale's own: said, they are run in every game.
  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(Scale.NAME, scale.word());
    options.put("games", Choices.joined(settings.games()));
    if (!settings.gaps()) {
      options.put("k", Choices.joined(settings.ks()));
    }
    options.put("seeds", String.valueOf(settings.seeds()));
    options.put("frames", String.valueOf(settings.frames()));
    if (!settings.gaps()) {
      options.put("others", Choices.othersTyped(settings.others()));
    }
    return options;
  }

  @Override
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "Atari: %s, %,d frames, %s of each algorithm were asked for%s; the paper has 120,000,000 and 7.",
        String.join(", ", settings.games()),
        settings.frames(),
        Counted.of(settings.seeds(), "run"),
        settings.shrunk() ? ", with a schedule shrunk to so short a run" : "");
  }

  @Override
  public Experiment and(Experiment there) {
    AtariSettings before = ((AtariExperiment) there).settings;
    if (before.frames() != settings.frames()) {
      throw new IllegalArgumentException(
          "was started with %d frames of Atari; you asked for %d"
              .formatted(before.frames(), settings.frames()));
    }
    if (scale == Scale.PAPER && before.gaps() != settings.gaps()) {
      // Together they would be months of runs that neither asked for: what the paper leaves out of
      // a game.
      throw new IllegalArgumentException(
          "was started %s --k or --others; you asked for Atari %s"
              .formatted(before.gaps() ? "without" : "with", settings.gaps() ? "without" : "with"));
    }
    return new AtariExperiment(scale, settings.and(before), seed);
  }

  /// How long the runs will take here, measured.
  @Override
  public Optional<String> announcement(List<TrialRunner.Batch> batches) {
    return AtariPace.sentence(batches);
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
