package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pictures of characters.
final class TerminalDrawingTest {
  private static final String ESCAPE = "\u001b[";

  private static List<String> small(Screen screen) {
    return new TerminalDrawing(Plays.small(3), screen).lines(Plays.smallMoment(1, 2));
  }

  @Test
  void withoutColoursLettersStandForChannels() {
    List<String> lines = small(new Screen(60, 24, Screen.Colours.NONE, false));
    assertEquals(
        """
        #game                                           averaged(3)
        #step 4      return 2.500    +1      right

        #pr. .      left  o##########o.........o...........   1.000
        #. . b
        #         > right ###########o#########o..........o   2.000

        #                 o 3 snapshots

        #p  player   b  ball   r  brick"""
            .replaceAll("(?m)^#", " "),
        String.join("\n", lines));
  }

  @Test
  void withColoursCellsHaveThoseOfTheirChannels() {
    List<String> lines = small(new Screen(60, 24, Screen.Colours.ALL, true));
    String plain = ESCAPE + "0m";
    assertTrue(
        lines
            .get(3)
            .startsWith(
                " "
                    + plain
                    + ESCAPE
                    + "38;2;138;143;152m"
                    + ESCAPE
                    + "48;2;86;180;233m\u2597\u2596"
                    + plain
                    + ESCAPE
                    + "48;2;32;37;44m    "
                    + plain),
        lines.get(3));
    assertTrue(
        lines.get(4).contains(ESCAPE + "48;2;240;228;66m  " + plain), "the ball, in the last cell");
    assertTrue(lines.getLast().contains(ESCAPE + "48;2;240;228;66m  " + plain + " ball"));
    assertTrue(
        small(new Screen(60, 24, Screen.Colours.TABLE, true))
            .getLast()
            .contains(ESCAPE + "48;5;221m  " + plain + " ball"));
  }

  private static String text(String line) {
    return line.replaceAll("\u001b\\[[0-9;]*m", "");
  }

  @ParameterizedTest
  @CsvSource({
    "minatar/breakout, 80, 24",
    "minatar/seaquest, 200, 60",
    "minatar/seaquest, 40, 12",
    "gridworld, 80, 24",
    "gridworld, 80, 16",
    "gridworld, 30, 10",
    "cartpole, 80, 24",
    "cartpole, 24, 5",
    "cartpole, 1, 1"
  })
  void nothingIsWiderOrHigherThanTheScreen(String name, int columns, int rows) {
    for (Screen.Colours colours : Screen.Colours.values()) {
      try (Player player = Plays.player(Environments.named(name), 3, 20)) {
        TerminalDrawing drawing =
            new TerminalDrawing(
                Plays.scene(player, 3), new Screen(columns, rows, colours, rows > 12));
        for (Moment moment : Plays.episode(player)) {
          List<String> lines = drawing.lines(moment);
          assertTrue(lines.size() <= Math.max(1, rows - 1), lines.size() + " lines");
          for (String line : lines) {
            assertTrue(text(line).length() <= Math.min(80, columns), line);
            assertTrue(colours != Screen.Colours.NONE || !line.contains("\u001b"), line);
          }
        }
      }
    }
  }

  @Test
  void onANarrowScreenTheValuesAreBelowTheBoard() {
    List<String> lines = small(new Screen(30, 24, Screen.Colours.NONE, false));
    assertEquals(" pr. .", lines.get(3));
    assertEquals(" . . b", lines.get(4));
    assertTrue(lines.get(6).startsWith("   left "), lines.get(6));
    assertTrue(lines.get(7).startsWith(" > right "), lines.get(7));
  }

  @Test
  void aBoardThatIsTooHighIsDrawnInHalves() {
    try (Player player = Plays.player(Environments.named("gridworld"), 1, 5)) {
      Scene scene = Plays.scene(player, 1);
      List<String> high =
          new TerminalDrawing(scene, new Screen(80, 30, Screen.Colours.ALL, true))
              .lines(player.now());
      List<String> low =
          new TerminalDrawing(scene, new Screen(80, 16, Screen.Colours.ALL, true))
              .lines(player.now());
      assertEquals(23, high.size());
      assertEquals(13, low.size());
      // The start in the lower left: the lower half of the last line.
      assertTrue(
          low.getLast()
              .startsWith(" \u001b[0m\u001b[38;2;32;37;44m\u001b[48;2;86;180;233m\u2580\u001b[0m"),
          low.getLast());
    }
  }

  @Test
  void aPictureOfBytesIsGrayOrMadeOfCharacters() {
    Observation frame = new Observation(new Form.Bytes(84, 84, 1));
    Arrays.fill(frame.bytes(), 0, 42 * 84, (byte) 255);
    Scene scene = new Scene("g", Scene.Actor.RANDOM, frame.form(), List.of("a"), List.of());
    Moment moment = new Moment(1, 0, frame, null, Moment.Choice.NONE, 0, 0, Moment.End.TRUNCATED);
    List<String> lines =
        new TerminalDrawing(scene, new Screen(80, 40, Screen.Colours.NONE, false)).lines(moment);
    assertEquals(" " + "@".repeat(42), lines.get(8));
    assertEquals("", lines.get(22));
    List<String> gray =
        new TerminalDrawing(scene, new Screen(80, 40, Screen.Colours.ALL, true)).lines(moment);
    assertTrue(gray.get(8).contains("38;2;255;255;255m"), gray.get(8));
    assertTrue(gray.get(22).contains("38;2;0;0;0m"), gray.get(22));
  }

  @Test
  void theEndIsSaidAndNothingIsValuedThere() {
    try (Player player = Plays.player(Environments.named("minatar/breakout"), 2, 400)) {
      Scene scene = Plays.scene(player, 2);
      TerminalDrawing drawing =
          new TerminalDrawing(scene, new Screen(80, 24, Screen.Colours.NONE, false));
      Moment end = Plays.episode(player).getLast();
      List<String> lines = drawing.lines(end);
      assertTrue(lines.get(1).contains("terminated"), lines.get(1));
      assertTrue(lines.stream().noneMatch(l -> l.contains("#")), "a bar");
    }
  }

  @Test
  void lettersDiffer() {
    Scene scene =
        new Scene(
            "g",
            Scene.Actor.RANDOM,
            new Form.BitPlanes(1, 1, 6),
            List.of("a"),
            List.of("bb", "b", "ab", "ABBA", "_b", ""));
    assertEquals(List.of('b', '0', 'a', '1', '2', '3'), scene.letters());
  }

  @Test
  void numbersAreShort() {
    assertEquals("0.000", Scene.number(-0.0001));
    assertEquals("0.123", Scene.number(0.12345));
    assertEquals("-12.35", Scene.number(-12.346));
    assertEquals("10.00", Scene.number(9.9999));
    assertEquals("123.5", Scene.number(123.46));
    assertEquals("1235", Scene.number(1234.6));
    assertEquals("1.2e+06", Scene.number(1.2e6));
    assertEquals("12", Scene.reward(12));
    assertEquals("-0.250", Scene.reward(-0.25));
  }
}
