package org.evenkeel.paper.atari;

import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.games.GameResults;
import org.evenkeel.paper.games.PaperClaims;

/// All that a study has measured so far; any part of it may be missing.
final class AtariResults extends GameResults {
  static final String PREFIX = "atari";
  private final AtariSettings settings;

  /// @param firstSeed the seed of the first run; the next has the next
  /// @param results the columns of each finished trial by its name
  AtariResults(AtariSettings settings, long firstSeed, Map<String, Map<String, double[]>> results) {
    super(settings.plan(), firstSeed, results);
    this.settings = settings;
  }

  AtariSettings settings() {
    return settings;
  }

  /// The returns of the random player.
  Optional<Sample> random(String game) {
    return sample(RandomTrial.of(game), RandomTrial.RETURN);
  }

  PaperClaims claims() {
    return new PaperClaims(this, PREFIX, "");
  }
}
