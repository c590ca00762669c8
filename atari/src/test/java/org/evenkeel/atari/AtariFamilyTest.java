package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;

class AtariFamilyTest {
  @Test
  void isFoundAsAService() {
    assertEquals(1, Environments.families().size());
    EnvironmentFamily family = Environments.families().getFirst();
    assertEquals("atari", family.word());
    assertEquals(104, family.games().size());
    assertTrue(family.description().length() <= 80);
    assertTrue(Environments.knows("atari/breakout"));
    assertTrue(Environments.knows("atari/space_invaders:pool=max"));
    assertFalse(Environments.knows("atari/combat"));
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
    assertRefused(
        "atari/pong: pool must be one of max, average, last, was 'min'", "atari/pong:pool=min");
    assertEquals(
        "unknown Atari game 'pung': did you mean 'pong'? (evenkeel roms list has all 104)",
        assertThrows(IllegalArgumentException.class, () -> new AtariFamily().entry("pung", ""))
            .getMessage());
  }

  private static void assertRefused(String sentence, String name) {
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> Environments.named(name)).getMessage());
  }
}
