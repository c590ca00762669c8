package org.evenkeel.core.env;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.evenkeel.core.nn.Batch;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Input;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Predictor;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObservationTest {
  private static final Input PLANES = new Input.BitPlanes(3, 5, 7);

  private static Input form(String name) {
    return switch (name) {
      case "vector" -> new Input.Vector(3);
      case "state" -> new Input.OneHot(5);
      case "bit planes" -> PLANES;
      default -> new Input.Bytes(1, 4, 6);
    };
  }

  /// Something else than zeros, the same for the same number.
  private static Observation sample(Input form, int number) {
    Observation observation = new Observation(form);
    switch (form) {
      case Input.Vector _ -> observation.set(1, number + 0.5);
      case Input.OneHot _ -> observation.setState(number);
      case Input.BitPlanes _ -> observation.setBit(2, 4, number);
      case Input.Bytes _ -> observation.bytes()[23] = (byte) (200 + number);
    }
    return observation;
  }

  @ParameterizedTest
  @ValueSource(strings = {"vector", "state", "bit planes", "bytes"})
  void copiesComparesAndClears(String name) {
    Input form = form(name);
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
    Observation plus = new Observation(new Input.Vector(1));
    Observation minus = new Observation(new Input.Vector(1));
    minus.set(0, -0.0);
    assertFalse(plus.sameAs(minus));
    assertFalse(plus.sameAs(new Observation(new Input.Vector(2))));
    assertFalse(plus.sameAs(new Observation(new Input.OneHot(1))));
  }

  /// A network must see in a batch what it sees when it is given the same observation directly.
  @ParameterizedTest
  @ValueSource(strings = {"vector", "state", "bit planes", "bytes"})
  void aBatchHoldsWhatWasObserved(String name) {
    Input form = form(name);
    Network network = Network.dense(form, 4, 2);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(1));
    Observation observation = sample(form, 1);
    Batch batch = new Batch(form, 2);
    batch.resize(2);
    new Observation(form).writeTo(batch, 0);
    observation.writeTo(batch, 1);
    float[] q = new float[2];
    Predictor predictor = new Predictor(network, 1);
    switch (form) {
      case Input.Vector _ -> predictor.predict(theta, observation.vector(), q);
      case Input.OneHot _ -> predictor.predict(theta, observation.state(), q);
      case Input.BitPlanes _ -> predictor.predict(theta, observation.bits(), q);
      case Input.Bytes _ -> predictor.predict(theta, observation.bytes(), q);
    }
    float[] values = new Workspace(network, 2, Workers.of(1)).forward(theta, batch);
    assertArrayEquals(q, new float[] {values[2], values[3]});
    assertFalse(values[0] == values[2] && values[1] == values[3]);
  }

  @Test
  void refusesTheWrongForm() {
    Observation vector = new Observation(new Input.Vector(3));
    Observation state = new Observation(new Input.OneHot(5));
    assertRefused("this observation is Vector[size=3], not a state", vector::state);
    assertRefused("this observation is Vector[size=3], not a state", () -> vector.setState(1));
    assertRefused("this observation is Vector[size=3], not bit planes", vector::bits);
    assertRefused(
        "this observation is Vector[size=3], not bit planes", () -> vector.setBit(0, 0, 0));
    assertRefused("this observation is Vector[size=3], not bytes", vector::bytes);
    assertRefused("this observation is OneHot[size=5], not a vector", state::vector);
    assertRefused("this observation is OneHot[size=5], not a vector", () -> state.set(0, 1));
    assertRefused("wanted Vector[size=3], was given OneHot[size=5]", () -> vector.copyFrom(state));
  }

  @Test
  void aBatchRefusesWhatNoNetworkCanTake() {
    Observation vector = new Observation(new Input.Vector(3));
    vector.set(2, Double.NaN);
    Batch vectors = new Batch(vector.form(), 1);
    vectors.resize(1);
    assertRefused("observation[2] must be finite, was NaN", () -> vector.writeTo(vectors, 0));
    Observation state = new Observation(new Input.OneHot(5));
    state.setState(5);
    Batch states = new Batch(state.form(), 1);
    states.resize(1);
    assertRefused("state must be 0 to 4, was 5", () -> state.writeTo(states, 0));
  }

  private static void assertRefused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
