package org.evenkeel.paper.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.evenkeel.paper.games.Normalization;
import org.junit.jupiter.api.Test;

class PublishedTest {
  private static Normalization players(String game) {
    return Published.players(game).orElseThrow();
  }

  /// The three that the paper repeats in Table 1, where two are rounded.
  @Test
  void thePlayersAreThoseOfThePapersTable() {
    assertEquals(new Normalization(1.7, 31.8), players("breakout"));
    assertEquals(20182.0, Math.rint(players("seaquest").one()));
    assertEquals(68.4, players("seaquest").zero());
    assertEquals(8503.0, Math.rint(players("asterix").one()));
    assertEquals(210.0, players("asterix").zero());
    assertEquals(Optional.empty(), Published.players("tetris"));
  }

  /// Nature gives DQN's score and its percentage too: 100 (401.2 - 1.7) / (31.8 - 1.7) = 1327 %, and so on.
  @Test
  void normalizedScoresAreNatures() {
    assertEquals(1327, 100 * players("breakout").of(401.2), 0.5);
    assertEquals(25.94, 100 * players("seaquest").of(5286), 0.01);
    assertEquals(69.96, 100 * players("asterix").of(6012), 0.01);
    assertEquals(2539, 100 * players("video_pinball").of(42684), 1.5);
    assertEquals(132, 100 * players("pong").of(18.9), 0.5);
    assertEquals(0, 100 * players("montezuma_revenge").of(0));
  }

  @Test
  void theTableHasElevenCells() {
    int cells = 0;
    for (String game : List.of("asterix", "breakout", "seaquest")) {
      for (int k : List.of(1, 5, 10, 15)) {
        Optional<Published.Score> score = Published.score(game, k);
        cells += score.isPresent() ? 1 : 0;
        score.ifPresent(s -> assertTrue(s.mean() > 0 && s.deviation() > 0));
      }
    }
    assertEquals(11, cells);
    assertEquals(new Published.Score(245.1, 124.5), Published.score("breakout", 1).orElseThrow());
    assertEquals(Optional.empty(), Published.score("breakout", 15));
  }
}
