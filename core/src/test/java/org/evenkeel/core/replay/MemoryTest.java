package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The descriptions of buffers: copies with one field changed, and fields that cannot be.
class MemoryTest {
  private static final Spec SPEC = Spec.vector(1).actions(3);

  @Test
  void aCopyDiffersInOneField() {
    Sampling.Prioritized rule = new Sampling.Prioritized(0.6, 0.4, 0.001);
    assertEquals(new Sampling.Prioritized(0.5, 0.4, 0.001), rule.exponent(0.5));
    assertEquals(new Sampling.Prioritized(0.6, 0.5, 0.001), rule.beta(0.5));
    assertEquals(new Sampling.Prioritized(0.6, 0.4, 0.5), rule.epsilon(0.5));
    Memory.Frames frames = new Memory.Frames(7);
    assertEquals(new Memory.Frames(8, new Sampling.Uniform()), frames.capacity(8));
    assertEquals(new Memory.Frames(7, rule), frames.sampling(rule));
  }

  @Test
  void thePublishedPrioritiesAndPlainNeedsAreThese() {
    assertEquals(new Sampling.Prioritized(0.6, 0.4, 1e-6), Sampling.Prioritized.published());
    assertEquals(new Memory.Needs(SPEC, Protocol.plain(), 1, 0.99, false), Memory.Needs.of(SPEC));
  }

  @Test
  void aDescriptionMakesABufferOfItsCapacity() throws Exception {
    try (ReplayBuffer made = new Memory.Frames(7).create(Memory.Needs.of(SPEC))) {
      assertEquals(8, assertInstanceOf(FrameReplay.class, made).slots());
      assertEquals(0, made.sampleable());
    }
  }

  @Test
  void aBufferWhoseSizeIsNotKnownSaysZero() {
    record Own(int capacity) implements Memory {
      @Override
      public ReplayBuffer create(Needs needs) {
        throw new UnsupportedOperationException();
      }
    }
    assertEquals(0, new Own(5).bytes(Memory.Needs.of(SPEC)));
  }

  @Test
  void fieldsThatCannotBeAreNamed() {
    refused("exponent", "1.5", () -> new Sampling.Prioritized(1.5, 0.4, 0.001));
    refused("beta", "-0.1", () -> new Sampling.Prioritized(0.6, -0.1, 0.001));
    refused("epsilon", "0.0", () -> new Sampling.Prioritized(0.6, 0.4, 0));
    refused("discount", "1.01", () -> new Memory.Needs(SPEC, Protocol.plain(), 1, 1.01, false));
    refused("nStep", "0", () -> new Memory.Needs(SPEC, Protocol.plain(), 0, 0.99, false));
  }

  private static void refused(String name, String value, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(name) && message.contains(value), message);
  }
}
