package org.evenkeel.core.env;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.junit.jupiter.api.Test;

class FrameStackTest {
  private static Observation vector(float a, float b) {
    Observation frame = new Observation(new Form.Vector(2));
    frame.set(0, a);
    frame.set(1, b);
    return frame;
  }

  private static Observation bytes(int a, int b) {
    Observation frame = new Observation(new Form.Bytes(1, 2, 1));
    frame.bytes()[0] = (byte) a;
    frame.bytes()[1] = (byte) b;
    return frame;
  }

  @Test
  void startsWithZeros() {
    FrameStack stack = new FrameStack(Spec.vector(2).actions(1).stack(3, Spec.StackStart.ZEROS));
    stack.start(vector(1, 2));
    assertArrayEquals(new float[] {0, 0, 0, 0, 1, 2}, stack.observation().vector());
    stack.push(vector(3, 4));
    assertArrayEquals(new float[] {0, 0, 1, 2, 3, 4}, stack.observation().vector());
    stack.push(vector(5, 6));
    stack.push(vector(7, 8));
    assertArrayEquals(new float[] {3, 4, 5, 6, 7, 8}, stack.observation().vector());
    stack.start(vector(9, 9));
    assertArrayEquals(new float[] {0, 0, 0, 0, 9, 9}, stack.observation().vector());
  }

  @Test
  void startsWithTheFirstFrame() {
    FrameStack stack = new FrameStack(Spec.vector(2).actions(1).stack(3, Spec.StackStart.REPEAT));
    stack.start(vector(1, 2));
    assertArrayEquals(new float[] {1, 2, 1, 2, 1, 2}, stack.observation().vector());
    stack.push(vector(3, 4));
    assertArrayEquals(new float[] {1, 2, 1, 2, 3, 4}, stack.observation().vector());
    stack.start(vector(9, 8));
    assertArrayEquals(new float[] {9, 8, 9, 8, 9, 8}, stack.observation().vector());
  }

  @Test
  void stacksBytesFrameAfterFrame() {
    FrameStack zeros = new FrameStack(Spec.bytes(1, 2).actions(1).stack(3, Spec.StackStart.ZEROS));
    zeros.start(bytes(1, 2));
    zeros.push(bytes(255, 4));
    assertEquals(new Form.Bytes(1, 2, 3), zeros.observation().form());
    assertArrayEquals(new byte[] {0, 0, 1, 2, -1, 4}, zeros.observation().bytes());
    FrameStack repeat =
        new FrameStack(Spec.bytes(1, 2).actions(1).stack(2, Spec.StackStart.REPEAT));
    repeat.start(bytes(1, 2));
    assertArrayEquals(new byte[] {1, 2, 1, 2}, repeat.observation().bytes());
    repeat.push(bytes(3, 4));
    assertArrayEquals(new byte[] {1, 2, 3, 4}, repeat.observation().bytes());
  }

  @Test
  void aStackOfOneIsTheFrame() {
    FrameStack stack = new FrameStack(Spec.oneHot(5).actions(1));
    Observation frame = new Observation(new Form.OneHot(5));
    frame.setState(3);
    stack.start(frame);
    assertEquals(3, stack.observation().state());
    frame.setState(4);
    assertEquals(3, stack.observation().state());
    Observation before = stack.observation();
    stack.push(frame);
    assertEquals(4, stack.observation().state());
    assertSame(before, stack.observation());
  }

  @Test
  void refusesAFrameOfAnotherForm() {
    FrameStack one = new FrameStack(Spec.oneHot(5).actions(1));
    assertEquals(
        "this observation is one of 5 states, was given a vector of length 2",
        assertThrows(IllegalArgumentException.class, () -> one.push(vector(1, 2))).getMessage());
    FrameStack two = new FrameStack(Spec.bytes(1, 2).actions(1).stack(2, Spec.StackStart.ZEROS));
    assertEquals(
        "this observation is a vector of length 2, not bytes",
        assertThrows(IllegalArgumentException.class, () -> two.start(vector(1, 2))).getMessage());
  }

  @Test
  void aStackOfOneFrameNeedsNoLeadIn() {
    Spec spec = Spec.vector(2).actions(1).stack(1, Spec.StackStart.LEAD_IN);
    FrameStack stack = new FrameStack(spec);
    Environment plain = new Samples.Walk();
    stack.start(plain, vector(1, 2));
    assertArrayEquals(new float[] {1, 2}, stack.observation().vector());
  }
}
