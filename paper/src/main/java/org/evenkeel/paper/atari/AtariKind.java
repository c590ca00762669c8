package org.evenkeel.paper.atari;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;

/// Makes an [AtariExperiment] of options.
public final class AtariKind implements PaperKind {
  static final String NAME = "atari";

  /// For the search for services.
  public AtariKind() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the paper's Atari experiments; needs ROMs";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(
        Scale.OPTION,
        new ExperimentOption(
            "games",
            "GAME",
            "Games, with commas between: any that '%s' names (default: quick breakout; paper asterix,breakout,seaquest)."
                .formatted(Shell.command("roms", "list"))),
        new ExperimentOption(
            "k",
            "K",
            "Averaged networks, with commas between; 1 is DQN (default: quick 1,10; paper 1,5,10,15, in Breakout not 15,"
                + " as in the paper, unless this or --others is given)."),
        new ExperimentOption(
            "seeds", "N", "Runs of each algorithm in each game (default: quick 1; paper 7)."),
        new ExperimentOption(
            "frames",
            "N",
            "Frames of each run, four to a step (default: quick 360000; paper 120000000). In runs of less than 20000000"
                + " the schedule shrinks with them."),
        new ExperimentOption(
            "others",
            "WHICH",
            "Algorithms beside DQN and Averaged-DQN: double, ensemble (K = 5, five times the work), double,ensemble or"
                + " none (default: quick none; paper double in Asterix alone)."));
  }

  @Override
  public Experiment of(GivenOptions given) {
    Scale scale = Scale.of(given);
    AtariSettings settings = AtariSettings.of(scale);
    settings = settings.games(games(given.words("games", settings.games())));
    // Either of them, given, means every game.
    settings = given.has("k") ? settings.ks(given.wholes("k", List.of())) : settings;
    settings = given.has("others") ? settings.others(given.words("others", List.of())) : settings;
    settings = settings.seeds(given.whole("seeds", settings.seeds()));
    settings = settings.frames(given.large("frames", settings.frames()));
    return new AtariExperiment(scale, settings, given.seed());
  }

  /// A program without the emulator can still read results.
  private static List<String> games(List<String> words) {
    boolean hasAtari = Environments.families().stream().anyMatch(f -> f.id().equals(NAME));
    return hasAtari ? words.stream().map(AtariSettings::game).toList() : words;
  }

  @Override
  public Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("", "Breakout, K = 1 and 10, short, in about half an hour on two cores");
    examples.put("--scale paper", "the paper's table 1: months on two cores; says how long first");
    return examples;
  }

  @Override
  public Asked asked() {
    return Asked.BY_NAME;
  }
}
