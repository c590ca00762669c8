package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.core.env.Spec;
import org.evenkeel.envs.FamilyOption;
import org.evenkeel.envs.OptionValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AtariOptionsTest {
  private static final String AUTHORS =
      "actions=minimal,sticky=0,skip=4,pool=average,resize=linear,noops=4-29,limit=72000,repeat=whole,"
          + "start=lead-in,mode=default,difficulty=default";

  private static final String KEYS =
      "actions, sticky, skip, pool, resize, noops, limit, repeat, start, mode, difficulty";

  @Test
  void whatIsNotNamedIsAsTheAuthorsHadIt() {
    AtariOptions authors =
        new AtariOptions(
            AtariOptions.Actions.MINIMAL,
            0,
            4,
            AtariOptions.Pool.AVERAGE,
            AtariOptions.Resize.LINEAR,
            new AtariOptions.Noops(4, 29),
            72_000,
            AtariOptions.Repeat.WHOLE,
            Spec.StackStart.LEAD_IN,
            AtariOptions.OWN,
            AtariOptions.OWN);
    assertEquals(authors, AtariOptions.parse(""));
    assertEquals(authors, AtariOptions.ofAuthors());
    assertEquals(AUTHORS, authors.text());
    assertEquals(authors, AtariOptions.parse(AUTHORS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "actions=full,sticky=0.25,skip=3,pool=max,resize=area,noops=0,limit=0,repeat=life,start=zeros,mode=4,difficulty=1",
        "actions=minimal,sticky=1,skip=1,pool=last,resize=torch,noops=7,limit=1,repeat=whole,start=repeat,mode=0,difficulty=0",
        "actions=minimal,sticky=1.0E-4,skip=60,pool=last,resize=torch,noops=0-1800,limit=2147483640,repeat=whole,start=lead-in,mode=default,difficulty=3",
      })
  void theTextIsCompleteAndReadBack(String text) {
    assertEquals(text, AtariOptions.parse(text).text());
  }

  /// The lists of environments show these.
  @Test
  void everyOptionHasTheAuthorsDefaultAndAMeaning() {
    assertEquals(AUTHORS, OptionValues.standard(new AtariFamily().options()).toString());
    for (FamilyOption option : new AtariFamily().options()) {
      assertTrue(option.meaning().endsWith("."), option.name());
      for (String value : option.values().split(", ", -1)) {
        if (value.matches("[a-z-]+")) {
          var _ = AtariOptions.parse(option.name() + "=" + value);
        }
      }
    }
  }

  @Test
  void theSpecNeedsNoEmulator() {
    assertEquals(
        Spec.bytes(84, 84).actions(4).maxEpisodeSteps(18_000).stack(4, Spec.StackStart.LEAD_IN),
        AtariOptions.parse("").spec(Game.named("breakout")));
    assertEquals(
        Spec.bytes(84, 84).actions(18).stack(4, Spec.StackStart.REPEAT),
        AtariOptions.parse("actions=full,limit=0,start=repeat").spec(Game.named("breakout")));
    assertEquals(
        100, AtariOptions.parse("skip=3,limit=300").spec(Game.named("pong")).maxEpisodeSteps());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "sticky=1.5 | sticky must be in [0, 1], was 1.5",
        "sticky=NaN | sticky must be in [0, 1], was NaN",
        "sticky=a | sticky must be a number, was 'a'",
        "skip=0 | skip must be >= 1, was 0",
        "skip=61 | skip must be <= 60, was 61",
        "skip=4.5 | skip must be a whole number, was '4.5'",
        "skip=7 | limit must be a multiple of skip (7), was 72000; for example, use 71995",
        "limit=2 | limit must be a multiple of skip (4), was 2; for example, use 4",
        "limit=-4 | limit must be >= 0, was -4",
        "limit=3000000000 | limit must be a whole number, was '3000000000'",
        "pool=min | pool must be one of max, average, last, was 'min'",
        "resize=cubic | resize must be one of area, linear, torch, was 'cubic'",
        "resize=AREA | resize must be one of area, linear, torch, was 'AREA'",
        "start=lead_in | start must be one of zeros, repeat, lead-in, was 'lead_in'",
        "repeat= | repeat must be whole or life, was ''",
        "actions=all | actions must be minimal or full, was 'all'",
        "pool=max,sticky=0,pool=last | option 'pool' was given twice",
        "noops=30-1 | noops must be a range from low to high, was 30-1",
        "noops=-3 | noops must be a whole number or a range like 1-30, was ''",
        "noops=1-2-3 | noops must be a whole number or a range like 1-30, was '2-3'",
        "noops=0-1801 | noops must be <= 1800, was 1801",
        "mode=-1 | mode must be >= 0, was -1",
        "mode=x | mode must be a whole number, was 'x'",
        "difficulty=-2 | difficulty must be >= 0, was -2",
      })
  void refusesInASentence(String text, String sentence) {
    assertRefused(sentence, text);
  }

  @Test
  void refusesUnknownKeysWithTheNearest() {
    assertRefused(
        "unknown option 'stiky': did you mean 'sticky'? (Atari has " + KEYS + ")", "stiky=0");
    assertRefused("unknown option 'seed' (Atari has " + KEYS + ")", "pool=max,seed=3");
    for (String part : new String[] {"pool", "pool=max=last", " "}) {
      assertRefused(
          "an option must be key=value with one of the keys " + KEYS + ", was '" + part + "'",
          part);
    }
    assertRefused(
        "an option must be key=value with one of the keys " + KEYS + ", was ''", "pool=max,");
  }

  private static void assertRefused(String sentence, String text) {
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> AtariOptions.parse(text)).getMessage());
  }
}
