package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.junit.jupiter.api.Test;

/// Parts of the user's own at their limits: what they leave out, and what they get wrong.
final class OwnPartsTest {
  private static final Form FORM = new Form.Vector(1);

  /// Fills what it must, then does something else.
  private static final class Buffer implements ReplayBuffer {
    private final Consumer<Minibatch> then;

    Buffer(Consumer<Minibatch> then) {
      this.then = then;
    }

    @Override
    public void start(Observation frame) {}

    @Override
    public void add(int action, Step step, Observation next) {}

    @Override
    public int sampleable() {
      return 1;
    }

    @Override
    public void sample(Minibatch out, double progress, RandomGenerator random) {
      for (int row = 0; row < out.size(); row++) {
        out.actions()[row] = 1;
        out.rewards()[row] = 0;
        out.discounts()[row] = 0.5f;
      }
      then.accept(out);
    }

    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}
  }

  private static FromReplay source(boolean nextActions, Consumer<Minibatch> then) {
    return new FromReplay(new Buffer(then), 2, nextActions, 10, new RandomStream(1));
  }

  @Test
  void whatABufferLeavesOutIsNotLeftFromTheDrawBefore() {
    Minibatch minibatch = new Minibatch(FORM, 2);
    source(
            true,
            out -> {
              out.weights()[0] = 0.25f;
              out.sequences()[0] = 7;
              out.nextSequences()[1] = 8;
              out.nextActions()[0] = 1;
              out.nextActions()[1] = 1;
            })
        .draw(minibatch);
    assertArrayEquals(new float[] {0.25f, 1}, minibatch.weights());
    source(false, out -> {}).draw(minibatch);
    assertArrayEquals(new float[] {1, 1}, minibatch.weights());
    assertArrayEquals(new long[] {-1, -1}, minibatch.sequences());
    assertArrayEquals(new long[] {-1, -1}, minibatch.nextSequences());
    assertArrayEquals(new int[] {0, 0}, minibatch.nextActions());
  }

  private static void refused(String fault, boolean nextActions, Consumer<Minibatch> then) {
    FromReplay source = source(nextActions, then);
    assertEquals(
        Buffer.class.getName() + ".sample filled a minibatch incorrectly: " + fault,
        assertThrows(IllegalStateException.class, () -> source.draw(new Minibatch(FORM, 2)))
            .getMessage());
  }

  @Test
  void wrongWeightsAndNextActionsAreRefusedWithTheNameOfTheClass() {
    refused(
        "the weight of row 1 must be >= 0 and finite, was NaN",
        false,
        out -> out.weights()[1] = Float.NaN);
    refused(
        "the weight of row 0 must be >= 0 and finite, was -1.0",
        false,
        out -> out.weights()[0] = -1);
    refused(
        "the next action of row 0 must be 0 to 1, was 2", true, out -> out.nextActions()[0] = 2);
    // left out: SARSA would learn the value of an action that nobody took
    refused(
        "the next action of row 1 must be 0 to 1, was -1", true, out -> out.nextActions()[0] = 0);
    // nothing follows the end of an episode
    source(
            true,
            out -> {
              out.discounts()[0] = 0;
              out.discounts()[1] = 0;
            })
        .draw(new Minibatch(FORM, 2));
  }

  record Endless() implements Memory {
    @Override
    public int capacity() {
      return Integer.MAX_VALUE;
    }

    @Override
    public ReplayBuffer create(Needs needs) {
      return new Memory.Frames(500).create(needs);
    }
  }

  @Test
  void aReplayBufferWithoutALimitMayBeUsed() {
    Training training = Runs.small(Algorithm.averaged(2)).replay(new Endless());
    assertEquals(Outcome.FINISHED, Trainer.train(Tasks.Walk::new, training, 1).outcome());
  }

  record OtherNetwork(Form form, int outputs) implements Architecture {
    @Override
    public boolean dueling() {
      return false;
    }

    @Override
    public List<Layer> body(Form input) {
      return List.of();
    }

    @Override
    public Network build(Form input, int actions) {
      return Network.dense(form, 4, outputs);
    }
  }

  @Test
  void aNetworkForAnotherTaskIsRefusedAtOnce() {
    Training training = Runs.small(Algorithm.dqn());
    for (Architecture wrong :
        List.of(
            new OtherNetwork(new Form.Vector(2), 3),
            new OtherNetwork(new Form.Vector(2), 1),
            new OtherNetwork(new Form.Vector(3), 2))) {
      Network made = wrong.build(new Form.Vector(2), 2);
      assertEquals(
          "%s must build a network from a vector of length 2 to 2 actions, built one from %s to %d"
              .formatted(OtherNetwork.class.getName(), made.input(), made.outputs()),
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new Trainer(Tasks.Walk::new, training.network(wrong), 1).close())
              .getMessage());
    }
  }
}
