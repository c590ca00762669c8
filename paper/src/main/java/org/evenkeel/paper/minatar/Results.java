package org.evenkeel.paper.minatar;

import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.games.GameResults;
import org.evenkeel.paper.games.PaperClaims;

/// All that a study has measured so far; any part of it may be missing.
final class Results extends GameResults {
  /// How many of the last evaluations are the end of a run.
  static final int LAST = 5;

  private final MinAtarSettings settings;

  /// @param firstSeed the seed of the first run; the next has the next
  /// @param results the columns of each finished trial by its name
  Results(MinAtarSettings settings, long firstSeed, Map<String, Map<String, double[]>> results) {
    super(settings.plan(), firstSeed, results);
    this.settings = settings;
  }

  MinAtarSettings settings() {
    return settings;
  }

  /// The returns of a player that learns nothing.
  Optional<Sample> baseline(String game, Player player) {
    return sample(new BaselineTrial(MinAtarSettings.game(game), player), BaselineTrial.RETURN);
  }

  /// What the paper says of Atari games, asked of these.
  PaperClaims claims() {
    return new PaperClaims(this, "minatar", ", said of Atari games");
  }
}
