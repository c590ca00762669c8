package org.evenkeel.paper.atari;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameKind;

/// The Atari experiments on the command line.
public final class AtariKind extends GameKind {
  /// Creates the kind, for the service loader.
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
            "Games, separated by commas: any of those listed by '%s' (default: quick breakout; paper asterix,breakout,seaquest)."
                .formatted(Shell.command("roms", "list"))),
        new ExperimentOption(
            "k",
            "K",
            "Numbers of averaged networks, separated by commas; 1 is DQN (default: quick 1,10; paper 1,5,10,15). As in the"
                + " paper, Breakout omits 15 by default unless --others is given."),
        new ExperimentOption(
            "seeds", "N", "Runs of each algorithm in each game (default: quick 1; paper 7)."),
        new ExperimentOption(
            "frames",
            "N",
            "Frames per run, four per step (default: quick 360000; paper 120000000). Below 20000000 the schedule is"
                + " shortened in proportion."),
        new ExperimentOption(
            "others",
            "WHICH",
            "Further algorithms besides DQN and Averaged-DQN: double, ensemble (K = 5, five times the work),"
                + " double,ensemble or none (default: quick none; paper double, in Asterix only)."));
  }

  @Override
  public Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("", "Breakout, K = 1 and 10, short, in about half an hour on two cores");
    examples.put(
        "--scale paper", "the paper's table 1: months on two cores (an estimate is printed first)");
    return examples;
  }

  @Override
  public Asked asked() {
    return Asked.BY_NAME;
  }
}
