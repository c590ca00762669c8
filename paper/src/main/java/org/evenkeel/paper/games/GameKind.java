package org.evenkeel.paper.games;

import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;

/// Makes a [GameExperiment] of options: the study of the scale, with what was given. Its options are [Scale#OPTION] and
/// those of [GameStudy#allOptions].
public abstract class GameKind implements PaperKind {
  private final GameProtocol protocol;

  /// @param protocol how the games are trained and measured
  protected GameKind(GameProtocol protocol) {
    this.protocol = protocol;
  }

  @Override
  public String name() {
    return protocol.name();
  }

  @Override
  public Experiment of(GivenOptions given) {
    Scale scale = Scale.of(given);
    GameStudy study = protocol.usual(scale);
    for (String name : study.allOptions()) {
      if (given.has(name)) {
        study = study.with(name, given.text(name, ""));
      }
    }
    return new GameExperiment(scale, study, given.seed());
  }
}
