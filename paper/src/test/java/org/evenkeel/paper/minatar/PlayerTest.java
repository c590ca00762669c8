package org.evenkeel.paper.minatar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.games.BaselineTrial;
import org.evenkeel.paper.games.GameTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlayerTest {
  private static BaselineTrial trial(Game game, Player player) {
    return new MinAtarProtocol().baseline(game.id(), player.word());
  }

  private static double[] returns(Game game, Player player) {
    double[] returns = trial(game, player).run(share -> {}).get("return");
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
    assertEquals(
        new MinAtarProtocol().normalization(game.id()).orElseThrow().zero(),
        sample.mean(),
        4 * Math.sqrt(2) * error);
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
        "minatar/space_invaders/scripted", trial(Game.SPACE_INVADERS, Player.SCRIPTED).name());
    assertTrue(
        trial(Game.BREAKOUT, Player.SCRIPTED)
            .describe()
            .contains("keeps the paddle under the ball's column; 200 episodes"));
  }

  /// Committed results have this text: it is the same on a machine of any language, also one with other digits.
  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"})
  void whatIdentifiesItDependsOnNoLanguage(String language) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(language));
    try {
      assertEquals(
          "minatar/breakout/random: each of the six actions with the same probability; 200 episodes of at most 10,000 steps, seed 20170806",
          trial(Game.BREAKOUT, Player.RANDOM).describe());
      MinAtarProtocol minatar = new MinAtarProtocol();
      GameTrial run =
          new GameTrial(
              minatar,
              "breakout",
              minatar.environment("breakout"),
              minatar.training("breakout", Algorithm.averaged(10), 2_000),
              7);
      assertEquals("minatar/breakout/averaged-10-2000/seed7", run.name());
      assertTrue(run.describe().contains("Snapshots[k=10]"), run.describe());
      assertTrue(run.describe().contains("periodSteps=100,"), run.describe());
    } finally {
      Locale.setDefault(before);
    }
  }
}
