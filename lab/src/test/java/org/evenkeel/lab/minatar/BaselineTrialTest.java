package org.evenkeel.lab.minatar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.statistics.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BaselineTrialTest {
  private static double[] returns(Game game, Player player) {
    double[] returns = new BaselineTrial(game, player).run(share -> {}).get("return");
    assertTrue(returns != null);
    return returns;
  }

  /// The original's random player, measured on the original: four standard errors of ours and of theirs.
  @ParameterizedTest
  @EnumSource(Game.class)
  void theRandomPlayerIsThatOfTheOriginal(Game game) {
    Sample sample = Sample.of(returns(game, Player.RANDOM));
    assertEquals(game == Game.FREEWAY ? 40 : 200, sample.size());
    double error = sample.standardError();
    assertEquals(OverGamesSection.random(game), sample.mean(), 4 * Math.sqrt(2) * error);
  }

  @ParameterizedTest
  @EnumSource(Game.class)
  void theScriptIsBetterThanChance(Game game) {
    double scripted = Sample.of(returns(game, Player.SCRIPTED)).mean();
    double random = Sample.of(returns(game, Player.RANDOM)).mean();
    assertTrue(scripted > 1.5 * random, scripted + " and " + random);
  }

  @Test
  void theSameEveryTime() {
    assertArrayEquals(returns(Game.ASTERIX, Player.RANDOM), returns(Game.ASTERIX, Player.RANDOM));
    assertEquals(
        "minatar/space_invaders/scripted",
        new BaselineTrial(Game.SPACE_INVADERS, Player.SCRIPTED).name());
    assertTrue(
        new BaselineTrial(Game.BREAKOUT, Player.SCRIPTED)
            .describe()
            .contains("keeps the paddle under the ball's column; 200 episodes"));
  }
}
