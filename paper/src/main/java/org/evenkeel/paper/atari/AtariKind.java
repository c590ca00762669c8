package org.evenkeel.paper.atari;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameKind;

/// The paper's games of Atari on the command line.
public final class AtariKind extends GameKind {
  /// For the search for services.
  public AtariKind() {
    super(new AtariProtocol());
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
