package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.junit.jupiter.api.Test;

/// What observations look like.
final class BoardTest {
  private static Board.Cells state(int states, int state) {
    Observation frame = new Observation(new Form.OneHot(states));
    frame.setState(state);
    return (Board.Cells) Board.of(frame);
  }

  private static int only(Board.Cells cells) {
    int found = -1;
    for (int i = 0; i < cells.channels().length; i++) {
      if (cells.channels()[i] >= 0) {
        assertEquals(-1, found, "two cells are taken");
        found = i;
      }
    }
    return found;
  }

  @Test
  void ofSeveralChannelsTheFirstWinsAndTheLastIsInside() {
    Observation frame = new Observation(new Form.BitPlanes(2, 3, 3));
    frame.setBit(0, 0, 0);
    frame.setBit(0, 0, 1);
    frame.setBit(0, 0, 2);
    frame.setBit(1, 2, 1);
    Board.Cells cells = (Board.Cells) Board.of(frame);
    assertEquals(3, cells.width());
    assertEquals(2, cells.height());
    assertArrayEquals(new int[] {0, -1, -1, -1, -1, 1}, cells.channels());
    assertArrayEquals(new int[] {2, -1, -1, -1, -1, -1}, cells.inside());
  }

  @Test
  void aSquareOfStatesStandsAsGridworldCountsThem() {
    // Cell (x, y) from 1 is (x - 1) * side + (y - 1), and y grows upwards.
    assertEquals(4 * 3, only(state(16, 0)), "the start in the lower left");
    assertEquals(3, only(state(16, 15)), "the goal in the upper right");
    assertEquals(0, only(state(16, 3)), "up from the start");
  }

  @Test
  void otherStatesAreRows() {
    Board.Cells four = state(4, 1);
    assertEquals(4, four.width());
    assertEquals(1, four.height());
    assertEquals(1, only(four));
    Board.Cells many = state(45, 44);
    assertEquals(20, many.width());
    assertEquals(3, many.height());
    assertEquals(44, only(many));
  }

  @Test
  void ofStackedPicturesTheNewestIsShown() {
    Observation frame = new Observation(new Form.Bytes(2, 2, 2));
    byte[] bytes = {1, 2, 3, 4, 10, 20, 30, (byte) 200};
    System.arraycopy(bytes, 0, frame.bytes(), 0, 8);
    Board.Gray gray = (Board.Gray) Board.of(frame);
    assertArrayEquals(new byte[] {10, 20, 30, (byte) 200}, gray.pixels());
    assertEquals((byte) 65, gray.mean(0, 0, 1, 1), "the mean of all four");
    assertEquals((byte) 200, gray.mean(1, 1, 2, 2));
    assertEquals((byte) 10, gray.mean(0, 0, 4, 4), "a picture made larger");
  }
}
