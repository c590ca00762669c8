package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.agent.Architecture.Dense;
import org.evenkeel.core.agent.Architecture.MinAtar;
import org.evenkeel.core.agent.Architecture.Nature;
import org.evenkeel.core.agent.Architecture.NaturePadded;
import org.evenkeel.core.agent.Architecture.Standard;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.nn.Layer;
import org.junit.jupiter.api.Test;

/// The layers of each architecture, written out.
final class ArchitectureTest {
  private static final Form VECTOR = new Form.Vector(4);
  private static final Form STATES = new Form.OneHot(4);
  private static final Form PLANES = new Form.BitPlanes(10, 10, 4);
  private static final Form BYTES = new Form.Bytes(84, 84, 4);

  private static final Layer RELU = Layer.relu();
  private static final List<Layer> DENSE =
      List.of(Layer.dense(64, "fc1"), RELU, Layer.dense(32, "fc2"), RELU);
  private static final List<Layer> MINATAR =
      List.of(Layer.conv(16, 3, 1, "conv"), RELU, Layer.flatten(), Layer.dense(128, "fc"), RELU);

  private static List<Layer> nature(Layer first) {
    return List.of(
        first,
        RELU,
        Layer.conv(64, 4, 2, "conv2"),
        RELU,
        Layer.conv(64, 3, 1, "conv3"),
        RELU,
        Layer.flatten(),
        Layer.dense(512, "fc"),
        RELU);
  }

  private static List<Layer> and(List<Layer> layers, Layer... last) {
    List<Layer> all = new ArrayList<>(layers);
    all.addAll(Arrays.asList(last));
    return all;
  }

  @Test
  void denseLayersAreNumberedAndImagesFlattenedFirst() {
    Dense dense = new Dense(List.of(64, 32), false);
    assertEquals(DENSE, dense.body(VECTOR));
    assertEquals(DENSE, dense.body(STATES));
    List<Layer> flat = and(List.of(Layer.flatten()), DENSE.toArray(Layer[]::new));
    assertEquals(flat, dense.body(PLANES));
    assertEquals(flat, dense.body(BYTES));
    assertEquals(and(DENSE, Layer.dense(3, "out")), dense.build(VECTOR, 3).layers());
    String message =
        assertThrows(IllegalArgumentException.class, () -> new Dense(List.of(8, 0), false))
            .getMessage();
    assertTrue(message.contains("hidden") && message.contains("0"), message);
  }

  @Test
  void theNetworksOfTheLiteratureAreThese() {
    assertEquals(MINATAR, new MinAtar(false).body(PLANES));
    Layer.Conv2d first = Layer.conv(32, 8, 4, "conv1");
    assertEquals(nature(first), new Nature(false).body(BYTES));
    assertEquals(nature(first.padded(1)), new NaturePadded(false).body(BYTES));
  }

  @Test
  void theStandardDependsOnWhatIsObserved() {
    Standard standard = new Standard(true);
    assertEquals(new Dense(List.of(64, 64), true), standard.forInput(VECTOR));
    assertEquals(new Dense(List.of(64, 64), true), standard.forInput(STATES));
    assertEquals(new MinAtar(true), standard.forInput(PLANES));
    assertEquals(new Nature(true), standard.forInput(BYTES));
    assertEquals(MINATAR, standard.body(PLANES));
  }

  @Test
  void aDuelingHeadTakesThePlaceOfTheLastLayer() {
    Layer one = Layer.dense(8, "one");
    assertEquals(
        List.of(one, Layer.dense(3, "out")), Architecture.of(one).build(VECTOR, 3).layers());
    Architecture.Layers dueling = Architecture.of(one).withDueling();
    assertEquals(new Architecture.Layers(List.of(one), true), dueling);
    assertEquals(List.of(one, Layer.dueling(3)), dueling.build(VECTOR, 3).layers());
    assertEquals(and(MINATAR, Layer.dueling(3)), new MinAtar(true).build(PLANES, 3).layers());
  }

  @Test
  void imagesMayBeAsSmallAsTheKernelsAllow() {
    assertEquals(MINATAR, new MinAtar(false).body(new Form.BitPlanes(3, 3, 1)));
    assertEquals(MINATAR, new MinAtar(false).body(new Form.Bytes(3, 3, 1)));
    assertEquals(9, new Nature(false).body(new Form.Bytes(36, 36, 1)).size());
    for (Form small :
        List.of(
            new Form.BitPlanes(2, 3, 1),
            new Form.BitPlanes(3, 2, 1),
            new Form.Bytes(2, 3, 1),
            new Form.Bytes(3, 2, 1),
            VECTOR,
            STATES)) {
      refused(new MinAtar(false), small, "3x3");
    }
    for (Form small : List.of(new Form.Bytes(35, 36, 1), new Form.Bytes(36, 35, 1), STATES)) {
      refused(new Nature(false), small, "36x36");
      refused(new NaturePadded(false), small, "36x36");
    }
  }

  private static void refused(Architecture architecture, Form form, String size) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> architecture.body(form)).getMessage();
    assertTrue(message.contains(size) && message.contains(form.toString()), message);
  }
}
