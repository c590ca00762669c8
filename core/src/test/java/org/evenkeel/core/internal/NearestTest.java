package org.evenkeel.core.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> NAMES =
      List.of("cartpole", "chain", "corridor", "identity", "minatar/breakout", "minatar/asterix");

  @ParameterizedTest
  @CsvSource({
    "cartpol, cartpole",
    "CartPole, cartpole",
    "cratpole, cartpole",
    "chian, chain",
    "coridor, corridor",
    "minatar/brakeout, minatar/breakout",
    "ident, identity",
    "cart, cartpole"
  })
  void findsWhatWasMeant(String given, String meant) {
    assertEquals(List.of(meant), Nearest.to(given, NAMES));
  }

  @Test
  void givesTwoAtMostTheNearestFirst() {
    assertEquals(List.of("ab", "aa"), Nearest.to("ab", List.of("aa", "ac", "ab", "ad")));
    assertEquals(List.of("minatar/asterix", "minatar/breakout"), Nearest.to("minatar", NAMES));
  }

  @Test
  void givesNothingWhenNothingIsNear() {
    assertEquals(List.of(), Nearest.to("pong", NAMES));
    assertEquals(List.of(), Nearest.to(" ", NAMES));
    assertEquals(List.of(), Nearest.to("x", List.of()));
  }

  @Test
  void asksAQuestion() {
    assertEquals(": did you mean 'chain'?", Nearest.question("chan", NAMES));
    assertEquals(": did you mean 'aa' or 'ac'?", Nearest.question("a", List.of("aa", "ac")));
    assertEquals("", Nearest.question("pong", NAMES));
  }

  @ParameterizedTest
  @CsvSource({"kitten, sitting, 3", "ab, ba, 1", "abc, '', 3", "abc, abc, 0", "ca, abc, 3"})
  void countsEdits(String a, String b, int distance) {
    assertEquals(distance, Nearest.distance(a, b));
    assertEquals(distance, Nearest.distance(b, a));
  }
}
