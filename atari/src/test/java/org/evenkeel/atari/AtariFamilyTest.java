package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;

class AtariFamilyTest {
  @Test
  void isFoundAsAService() {
    assertEquals(
        List.of("minatar", "atari"),
        Environments.families().stream().map(EnvironmentFamily::id).toList());
    EnvironmentFamily family = Environments.families().getLast();
    assertTrue(family.isLarge());
    assertEquals(104, family.games().size());
    assertTrue(family.description().length() <= 80);
    assertTrue(Environments.knows("atari/breakout"));
    assertTrue(Environments.knows("atari/space_invaders:pool=max"));
    assertFalse(Environments.knows("atari/combat"));
    assertTrue(Environments.all().stream().noneMatch(entry -> entry.name().startsWith("atari")));
    assertEquals("atari/pong", Environments.title("atari/pong:pool=max"));
  }

  @Test
  void gamesHaveNamesAndOptions() {
    assertEquals("atari/breakout", Environments.named("atari/breakout").name());
    String name = "atari/space_invaders:pool=max,sticky=0.25";
    assertEquals(
        "atari/space_invaders:" + AtariOptions.parse("pool=max,sticky=0.25").text(),
        Environments.named(name).name());
    assertEquals("Atari: space invaders", Environments.named(name).description());
  }

  @Test
  void refusesInASentence() {
    assertRefused(
        "unknown environment 'atari/brekout': did you mean 'atari/breakout'? (evenkeel envs lists them)",
        "atari/brekout");
    for (String pong : List.of("pong", "minatar/pong")) {
      assertRefused(
          "unknown environment '%s': did you mean 'atari/pong'? (evenkeel envs lists them)"
              .formatted(pong),
          pong);
    }
    assertRefused(
        "unknown environment 'breakout': did you mean 'minatar/breakout'? (evenkeel envs lists them)",
        "breakout");
    assertRefused(
        "atari/pong: pool must be one of max, average, last, was 'min'", "atari/pong:pool=min");
    assertEquals(
        "unknown Atari game 'pung': did you mean 'pong'? ('evenkeel roms list' shows all 104)",
        assertThrows(IllegalArgumentException.class, () -> new AtariFamily().entry("pung", ""))
            .getMessage());
  }

  private static void assertRefused(String sentence, String name) {
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> Environments.named(name)).getMessage());
  }
}
