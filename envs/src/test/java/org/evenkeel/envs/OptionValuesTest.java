package org.evenkeel.envs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.List;
import org.evenkeel.envs.minatar.MinAtarFamily;
import org.evenkeel.envs.minatar.MinAtarOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What a family says about its options and presets, and how options are read.
class OptionValuesTest {
  private static final List<FamilyOption> OPTIONS =
      List.of(
          new FamilyOption("size", "3", "1 to 9", "How large."),
          new FamilyOption("wind", "off", "on, off", "Whether it blows."),
          new FamilyOption("start", "left", "left, anywhere", "Where."));

  @Test
  void whatIsNotGivenHasItsDefault() {
    OptionValues values = OptionValues.parse("Maze", OPTIONS, "wind=on,size=4");
    assertEquals("size=4,wind=on,start=left", values.toString());
    assertEquals(4, values.integer("size"));
    assertEquals(4.0, values.number("size"));
    assertTrue(values.isOn("wind"));
    assertFalse(OptionValues.standard(OPTIONS).isOn("wind"));
    assertEquals(Corridor.Start.LEFT, values.constant("start", Corridor.Start.class));
    assertEquals("left", OptionValues.word(Corridor.Start.LEFT));
  }

  @Test
  void mistakesAreRefusedInASentence() {
    refused("unknown option 'sise': did you mean 'size'? (Maze has size, wind, start)", "sise=3");
    refused("option 'size' was given twice", "size=3,size=3");
    refused(
        "an option must be key=value with one of the keys size, wind, start, was ''", "size=3,");
    assertRefused(
        "Maze has no options, was given 'a=1'", () -> OptionValues.parse("Maze", List.of(), "a=1"));
    OptionValues wrong = OptionValues.parse("Maze", OPTIONS, "size=x,wind=yes,start=right");
    assertRefused("size must be a whole number, was 'x'", () -> wrong.integer("size"));
    assertRefused("size must be a number, was 'x'", () -> wrong.number("size"));
    assertRefused("wind must be on or off, was 'yes'", () -> wrong.isOn("wind"));
    assertRefused(
        "start must be left or anywhere, was 'right'",
        () -> wrong.constant("start", Corridor.Start.class));
    assertRefused("unknown option 'sise'", () -> wrong.text("sise"));
  }

  private static void refused(String sentence, String text) {
    assertRefused(sentence, () -> OptionValues.parse("Maze", OPTIONS, text));
  }

  private static void assertRefused(String sentence, Executable asked) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, asked).getMessage());
  }

  @Test
  void theOptionsOfMinAtarAreThoseOfPublishedResultsAndEachGameHasAPreset() {
    EnvironmentFamily family = new MinAtarFamily();
    assertEquals(
        MinAtarOptions.published().text(), OptionValues.standard(family.options()).toString());
    assertEquals(
        List.of(
            "minatar-asterix",
            "minatar-breakout",
            "minatar-freeway",
            "minatar-seaquest",
            "minatar-space_invaders"),
        family.presets().stream().map(FamilyPreset::name).toList());
    for (FamilyPreset preset : family.presets()) {
      assertEquals("minatar-" + preset.games().getFirst(), preset.name());
      assertTrue(preset.text().startsWith("# MinAtar's "), preset.name());
    }
  }

  @Test
  void optionsAndPresetsCheckTheirNames() {
    assertRefused(
        "an option's name must be letters, digits, - and _, was 'a b'",
        () -> new FamilyOption("a b", "", "", ""));
    assertRefused(
        "the default of option 'a' must not contain a comma or an equals sign, was '1,2'",
        () -> new FamilyOption("a", "1,2", "", ""));
    assertRefused(
        "a preset's name must be lower case letters, digits, -, _ and ., was 'My preset'",
        () -> new FamilyPreset("My preset", "a: 1", List.of()));
    assertRefused(
        "the text of preset 'a' is empty",
        () -> FamilyPreset.read("a", new ByteArrayInputStream(new byte[0]), List.of()));
    assertRefused(
        "the text of preset 'a' is missing", () -> FamilyPreset.read("a", null, List.of()));
  }
}
