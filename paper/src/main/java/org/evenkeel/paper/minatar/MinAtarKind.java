package org.evenkeel.paper.minatar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameKind;

/// The MinAtar experiments on the command line.
public final class MinAtarKind extends GameKind {
  /// Creates the kind, for the service loader.
  public MinAtarKind() {
    super(new MinAtarProtocol());
  }

  @Override
  public String description() {
    return "the paper's Atari experiments on the small games of MinAtar";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(
        Scale.OPTION,
        new ExperimentOption(
            "games",
            "GAME",
            "Games, separated by commas: asterix, breakout, freeway, seaquest, space_invaders (default: quick breakout;"
                + " paper all)."),
        new ExperimentOption(
            "k",
            "K",
            "Numbers of averaged networks, separated by commas; 1 is DQN (default: quick 1,5,10; paper 1,5,10,15)."),
        new ExperimentOption(
            "seeds", "N", "Runs of each algorithm in each game (default: quick 3; paper 30)."),
        new ExperimentOption("steps", "N", "Steps per run (default: quick 40000; paper 5000000)."),
        new ExperimentOption(
            "others",
            "WHICH",
            "Further algorithms besides DQN and Averaged-DQN: double, ensemble (K = 5, five times the work),"
                + " double,ensemble or none (default: double,ensemble)."));
  }

  @Override
  public Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("", "Breakout, short, in about five minutes on two cores");
    examples.put(
        "--scale paper --seeds 3 --steps 300000",
        "five games; about four hours on two cores (estimated)");
    examples.put("--scale paper", "30 runs of 5,000,000 steps each; about four weeks (estimated)");
    return examples;
  }

  @Override
  public Asked asked() {
    return Asked.WITH_ALL;
  }
}
