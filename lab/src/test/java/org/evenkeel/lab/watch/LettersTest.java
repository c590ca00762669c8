package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Texts of points.
final class LettersTest {
  private static String drawn(String text) {
    boolean[][] points = new boolean[Letters.HEIGHT][Math.max(1, Letters.width(text))];
    Letters.draw(text, (x, y) -> points[y][x] = true);
    StringBuilder picture = new StringBuilder();
    for (boolean[] row : points) {
      for (boolean point : row) {
        picture.append(point ? '#' : '.');
      }
      picture.append('\n');
    }
    return picture.toString();
  }

  @Test
  void lettersStandBesideEachOther() {
    assertEquals(
        """
        .###..#.#...###.
        #...#...#..#...#
        #...#.#.#..#..##
        #####.#.#..#.#.#
        #...#.#.#..##..#
        #...#.#.#..#...#
        #...#.#..#..###.
        ................
        ................
        """,
        drawn("Ail0"));
  }

  @Test
  void everyCharacterHasAFaceOfItsOwn() {
    Map<String, Character> faces = new HashMap<>();
    for (char c = '!'; c <= '~'; c++) {
      String face = drawn(String.valueOf(c));
      assertTrue(face.contains("#"), "nothing is drawn for " + c);
      Character other = faces.put(face, c);
      assertTrue(other == null, c + " looks like " + other);
    }
  }

  @Test
  void whatHasNoLetterIsAQuestionMark() {
    assertEquals(drawn("a?b"), drawn("aéb"));
  }

  @Test
  void aNumberThatChangesKeepsItsLength() {
    assertEquals(Letters.width("1.117"), Letters.width("0.089"));
    assertEquals(0, Letters.width(""));
  }

  @Test
  void aLongTextIsCut() {
    assertEquals("left", Letters.fit("left", Letters.width("left")));
    String cut = Letters.fit("friendly_bullet", 40);
    assertTrue(cut.endsWith("..") && "friendly_bullet".startsWith(cut.replace(".", "")), cut);
    assertTrue(Letters.width(cut) <= 40);
    assertEquals("", Letters.fit("left", 2));
  }
}
