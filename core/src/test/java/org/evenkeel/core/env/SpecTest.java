package org.evenkeel.core.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SpecTest {
  @Test
  void readsAsItIsWritten() {
    Spec spec = Spec.vector(3).actions(2).maxEpisodeSteps(500);
    assertEquals(new Spec(new Form.Vector(3), 2, 500, 1, Spec.StackStart.ZEROS), spec);
    assertEquals(0, Spec.vector(3).actions(2).maxEpisodeSteps());
    assertEquals(new Form.OneHot(7), Spec.oneHot(7).actions(1).frame());
    assertEquals(new Form.BitPlanes(10, 11, 4), Spec.bitPlanes(10, 11, 4).actions(6).frame());
    assertEquals(new Form.Bytes(84, 83, 1), Spec.bytes(84, 83).actions(18).frame());
  }

  @Test
  void eachChangeKeepsTheRest() {
    Spec spec =
        Spec.vector(3)
            .actions(2)
            .stack(4, Spec.StackStart.REPEAT)
            .maxEpisodeSteps(9)
            .maxEpisodeSteps(10);
    assertEquals(new Spec(new Form.Vector(3), 2, 10, 4, Spec.StackStart.REPEAT), spec);
  }

  @Test
  void theAgentSeesTheStack() {
    assertEquals(new Form.Vector(3), Spec.vector(3).actions(2).observation());
    Spec vectors = Spec.vector(3).actions(2).stack(4, Spec.StackStart.ZEROS);
    assertEquals(new Form.Vector(12), vectors.observation());
    assertEquals(new Form.Vector(3), vectors.frame());
    Spec frames = Spec.bytes(84, 83).actions(4).stack(4, Spec.StackStart.ZEROS);
    assertEquals(new Form.Bytes(84, 83, 4), frames.observation());
    assertEquals(new Form.OneHot(7), Spec.oneHot(7).actions(1).observation());
    assertEquals(new Form.BitPlanes(2, 3, 4), Spec.bitPlanes(2, 3, 4).actions(1).observation());
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertRefused("actions must be >= 1, was 0", () -> Spec.vector(1).actions(0));
    assertRefused("size must be >= 1, was 0", () -> Spec.vector(0));
    assertRefused("size must be >= 1, was -1", () -> Spec.oneHot(-1));
    assertRefused("height must be >= 1, was 0", () -> Spec.bytes(0, 5));
    assertRefused("channels must be >= 1, was 0", () -> Spec.bitPlanes(3, 3, 0));
    Spec spec = Spec.vector(3).actions(2);
    assertRefused("maxEpisodeSteps must be >= 0, was -1", () -> spec.maxEpisodeSteps(-1));
    assertRefused("stack must be >= 1, was 0", () -> spec.stack(0, Spec.StackStart.ZEROS));
    assertRefused(
        "stack * size must be <= 67108864, was 67108864 * 3",
        () -> spec.stack(1 << 26, Spec.StackStart.ZEROS));
    assertRefused(
        "stack * channels must be <= 67108864, was 134217728 * 1",
        () -> Spec.bytes(1, 1).actions(1).stack(1 << 27, Spec.StackStart.ZEROS));
    assertRefused(
        "only vector and byte observations can be stacked, but stack is 2 and a frame is one of 5 states",
        () -> Spec.oneHot(5).actions(2).stack(2, Spec.StackStart.ZEROS));
    assertRefused(
        "only vector and byte observations can be stacked, but stack is 4 and a frame is 3 bit planes of 1x2",
        () -> Spec.bitPlanes(1, 2, 3).actions(2).stack(4, Spec.StackStart.REPEAT));
  }

  @Test
  void aStepSaysHowItEnds() {
    assertEquals(new Step(0.5, false, false, false), Step.of(0.5));
    assertEquals(new Step(1, true, false, false), Step.of(1, true));
    assertEquals(Step.of(1), Step.of(1, false));
    assertFalse(Step.of(1).ends());
    assertFalse(new Step(0, false, false, true).ends());
    assertTrue(Step.of(1, true).ends());
    assertTrue(new Step(0, false, true, false).ends());
    assertRefused("reward must be a finite number, was NaN", () -> Step.of(Double.NaN));
    assertRefused(
        "reward must be a finite number, was -Infinity",
        () -> Step.of(Double.NEGATIVE_INFINITY, true));
  }

  private static void assertRefused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
