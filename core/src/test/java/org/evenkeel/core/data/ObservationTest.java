package org.evenkeel.core.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObservationTest {
  private static final Form PLANES = new Form.BitPlanes(3, 5, 7);

  private static Form form(String name) {
    return switch (name) {
      case "vector" -> new Form.Vector(3);
      case "state" -> new Form.OneHot(5);
      case "bit planes" -> PLANES;
      default -> new Form.Bytes(4, 6, 1);
    };
  }

  /// Something else than zeros, the same for the same number.
  private static Observation sample(Form form, int number) {
    Observation observation = new Observation(form);
    switch (form) {
      case Form.Vector _ -> observation.set(1, number + 0.5);
      case Form.OneHot _ -> observation.setState(number);
      case Form.BitPlanes _ -> observation.setBit(2, 4, number);
      case Form.Bytes _ -> observation.bytes()[23] = (byte) (200 + number);
    }
    return observation;
  }

  @ParameterizedTest
  @ValueSource(strings = {"vector", "state", "bit planes", "bytes"})
  void copiesComparesAndClears(String name) {
    Form form = form(name);
    Observation a = sample(form, 1);
    Observation b = sample(form, 2);
    assertEquals(form, a.form());
    assertTrue(a.sameAs(sample(form, 1)));
    assertFalse(a.sameAs(b));
    b.copyFrom(a);
    assertTrue(a.sameAs(b));
    a.clear();
    assertFalse(a.sameAs(b));
    assertTrue(a.sameAs(new Observation(form)));
    assertTrue(b.sameAs(sample(form, 1)));
  }

  @Test
  void aBitIsWhereTheInputSays() {
    Observation observation = new Observation(PLANES);
    observation.setBit(0, 0, 3);
    observation.setBit(1, 4, 2);
    observation.setBit(2, 4, 6);
    assertArrayEquals(
        new long[] {1L << 3, 1L << ((5 + 4) * 7 + 2 - 64) | 1L << (104 - 64)}, observation.bits());
  }

  @Test
  void samenessIsOfBitsAndOfForm() {
    Observation plus = new Observation(new Form.Vector(1));
    Observation minus = new Observation(new Form.Vector(1));
    minus.set(0, -0.0);
    assertFalse(plus.sameAs(minus));
    assertFalse(plus.sameAs(new Observation(new Form.Vector(2))));
    assertFalse(plus.sameAs(new Observation(new Form.OneHot(1))));
  }

  /// A network must see in a batch what it sees when it is given the same observation directly.
  @ParameterizedTest
  @ValueSource(strings = {"vector", "state", "bit planes", "bytes"})
  void aBatchHoldsWhatWasObserved(String name) {
    Form form = form(name);
    Network network = Network.dense(form, 4, 2);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(1));
    Observation observation = sample(form, 1);
    Batch batch = new Batch(form, 2);
    batch.resize(2);
    batch.set(0, new Observation(form));
    batch.set(1, observation);
    Batch one = new Batch(form, 1).resize(1);
    switch (form) {
      case Form.Vector _ -> one.setVector(0, observation.vector(), 0);
      case Form.OneHot _ -> one.setIndex(0, observation.state());
      case Form.BitPlanes _ -> one.setBits(0, observation.bits(), 0);
      case Form.Bytes _ -> one.setBytes(0, observation.bytes(), 0);
    }
    float[] q = new Workspace(network, 1, Workers.of(1)).forward(theta, one);
    float[] values = new Workspace(network, 2, Workers.of(1)).forward(theta, batch);
    assertArrayEquals(q, new float[] {values[2], values[3]});
    assertFalse(values[0] == values[2] && values[1] == values[3]);
  }

  @Test
  void refusesTheWrongForm() {
    Observation vector = new Observation(new Form.Vector(3));
    Observation state = new Observation(new Form.OneHot(5));
    assertRefused("this observation is a vector of length 3, not a state", vector::state);
    assertRefused(
        "this observation is a vector of length 3, not a state", () -> vector.setState(1));
    assertRefused("this observation is a vector of length 3, not bit planes", vector::bits);
    assertRefused(
        "this observation is a vector of length 3, not bit planes", () -> vector.setBit(0, 0, 0));
    assertRefused("this observation is a vector of length 3, not bytes", vector::bytes);
    assertRefused("this observation is one of 5 states, not a vector", state::vector);
    assertRefused("this observation is one of 5 states, not a vector", () -> state.set(0, 1));
    assertRefused(
        "this observation is a vector of length 3, was given one of 5 states",
        () -> vector.copyFrom(state));
  }

  @Test
  void aBatchRefusesWhatNoNetworkCanTake() {
    Observation vector = new Observation(new Form.Vector(3));
    vector.set(2, Double.NaN);
    Batch vectors = new Batch(vector.form(), 1);
    vectors.resize(1);
    assertRefused("observation[2] must be finite, was NaN", () -> vectors.set(0, vector));
    Observation state = new Observation(new Form.OneHot(5));
    state.setState(5);
    Batch states = new Batch(state.form(), 1);
    states.resize(1);
    assertRefused("state must be 0 to 4, was 5", () -> states.set(0, state));
  }

  /// Enough values are not the right values: a longer vector must not be cut to fit.
  @Test
  void aBatchRefusesAnotherFormAlsoIfItHasAsManyValues() {
    Batch vectors = new Batch(new Form.Vector(3), 1).resize(1);
    assertRefused(
        "this batch holds a vector of length 3, was given a vector of length 5",
        () -> vectors.set(0, new Observation(new Form.Vector(5))));
    Batch planes = new Batch(new Form.BitPlanes(10, 10, 4), 1).resize(1);
    assertRefused(
        "this batch holds 4 bit planes of 10x10," + " was given 4 bit planes of 20x5",
        () -> planes.set(0, new Observation(new Form.BitPlanes(20, 5, 4))));
    long[] words = new long[7];
    words[6] = 1L << 16;
    assertRefused(
        "bit planes have 400 bits, but a bit beyond them is set",
        () -> planes.setBits(0, words, 0));
  }

  @Test
  void aBitOutsideOfItsPlaneIsRefused() {
    Observation planes = new Observation(new Form.BitPlanes(4, 5, 3));
    for (int[] bad :
        new int[][] {{4, 0, 0}, {0, 5, 0}, {0, 0, 3}, {-1, 1, 0}, {1, -1, 0}, {1, 1, -1}}) {
      assertThrows(IndexOutOfBoundsException.class, () -> planes.setBit(bad[0], bad[1], bad[2]));
    }
    planes.setBit(3, 4, 2);
    assertEquals(1L << 59, planes.bits()[0]);
  }

  private static void assertRefused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
