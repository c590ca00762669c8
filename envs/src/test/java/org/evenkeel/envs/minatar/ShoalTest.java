package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShoalTest {
  private static List<Integer> contents(Shoal shoal) {
    List<Integer> contents = new ArrayList<>();
    for (int i = 0; i < shoal.size(); i++) {
      contents.add(shoal.get(i));
    }
    return contents;
  }

  @Test
  void aThingKeepsWhatItIsMadeOf() {
    for (int x = -2; x <= 11; x++) {
      for (int y = 0; y < 10; y++) {
        for (boolean right : new boolean[] {true, false}) {
          int thing = Shoal.thing(x, y, right, 5, 10);
          assertEquals(x, Shoal.x(thing));
          assertEquals(y, Shoal.y(thing));
          assertEquals(right, Shoal.right(thing));
          assertEquals(5, Shoal.timer(thing));
          assertEquals(10, Shoal.shotTimer(thing));
          assertEquals(x < 0 || x > 9, Shoal.isOutside(thing));
          assertTrue(Shoal.isAt(thing, x, y));
          assertFalse(Shoal.isAt(thing, x + 1, y));
          assertFalse(Shoal.isAt(thing, x, y + 1));
          assertEquals(Shoal.thing(x, y, right, 0, 10), Shoal.withTimer(thing, 0));
          assertEquals(Shoal.thing(x, y, right, 5, 9), Shoal.withShotTimer(thing, 9));
        }
      }
    }
    assertEquals(Shoal.thing(4, 2, true, 1, 0), Shoal.moved(Shoal.thing(3, 2, true, 1, 0)));
    assertEquals(Shoal.thing(-1, 2, false, 1, 0), Shoal.moved(Shoal.thing(0, 2, false, 1, 0)));
  }

  /// Of equal things the first is removed, so that the others move up: MinAtar's lists remove by value. The
  /// recordings have no case of it.
  @Test
  void removesTheFirstEqualThing() {
    int a = Shoal.thing(1, 1, true, 0, 0);
    int b = Shoal.thing(2, 1, true, 0, 0);
    Shoal shoal = new Shoal();
    List.of(a, b, a, b).forEach(shoal::add);
    assertEquals(2, shoal.removeEqual(3));
    assertEquals(List.of(a, a, b), contents(shoal));
    assertEquals(-1, shoal.removeEqual(0));
    assertEquals(List.of(a, b), contents(shoal));
    assertEquals(1, shoal.firstAt(2, 1));
    assertEquals(-1, shoal.firstAt(3, 1));
  }
}
