package org.evenkeel.paper.games;

import java.util.List;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;

/// Creates a [GameExperiment] from options: the default study of the scale, changed as given. Its options are
/// [Scale#OPTION] and those of [GameStudy#allOptions].
public abstract class GameKind implements PaperKind {
  private final GameProtocol protocol;

  /// @param protocol the rules by which the games are trained and measured
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
    if (given.has(GameStudy.GAMES)) {
      List<String> games = given.words(GameStudy.GAMES, List.of());
      games.forEach(protocol::requirePlayable);
      study = study.games(games);
    }
    // If the algorithms are named, they are used in every game.
    study = given.has(GameStudy.KS) ? study.ks(given.wholes(GameStudy.KS, List.of())) : study;
    if (given.has(GameStudy.OTHERS)) {
      study = study.others(given.words(GameStudy.OTHERS, List.of()));
    }
    study = study.seeds(given.whole(GameStudy.SEEDS, study.seeds()));
    study = study.length(given.large(protocol.clock().units(), study.length()));
    return new GameExperiment(scale, study, given.seed());
  }
}
