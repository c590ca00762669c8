package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.evenkeel.envs.minatar.MinAtar.ActionSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinAtarOptionsTest {
  @Test
  void whatIsNotNamedIsAsPublished() {
    assertEquals(
        new MinAtarOptions(0.1, true, ActionSet.MINIMAL), MinAtarOptions.parse("actions=minimal"));
    assertEquals(
        new MinAtarOptions(0.1, false, ActionSet.FULL), MinAtarOptions.parse("ramping=off"));
    assertEquals(
        new MinAtarOptions(0, true, ActionSet.FULL),
        MinAtarOptions.parse("actions=full,sticky=0,ramping=on"));
    assertEquals(
        4, MinAtarOptions.parse("actions=minimal").play(Game.SPACE_INVADERS).spec().actions());
  }

  @Test
  void writesAllOfThem() {
    assertEquals("sticky=0.1,ramping=on,actions=full", MinAtarOptions.published().text());
    MinAtarOptions others = MinAtarOptions.parse("sticky=0,actions=minimal,ramping=off");
    assertEquals("sticky=0,ramping=off,actions=minimal", others.text());
    assertEquals(others, MinAtarOptions.parse(others.text()));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "sticky=1.5 | sticky must be in [0, 1], was 1.5",
        "sticky=-0.1 | sticky must be in [0, 1], was -0.1",
        "sticky=NaN | sticky must be in [0, 1], was NaN",
        "sticky=a | sticky must be a number, was 'a'",
        "sticky= | sticky must be a number, was ''",
        "stiky=0 | unknown option 'stiky': did you mean 'sticky'? (MinAtar has sticky, ramping, actions)",
        "seed=3 | unknown option 'seed' (MinAtar has sticky, ramping, actions)",
        "ramping=yes | ramping must be on or off, was 'yes'",
        "actions=all | actions must be full or minimal, was 'all'",
        "sticky=0,sticky=0 | option 'sticky' was given twice",
        "\"\" | an option must be key=value with one of the keys sticky, ramping, actions, was ''",
        "sticky=0, | an option must be key=value with one of the keys sticky, ramping, actions, was ''",
        "sticky | an option must be key=value with one of the keys sticky, ramping, actions, was 'sticky'",
        "sticky=0=1 | an option must be key=value with one of the keys sticky, ramping, actions, was 'sticky=0=1'",
      })
  void refusesInASentence(String text, String sentence) {
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> MinAtarOptions.parse(text))
            .getMessage());
  }
}
