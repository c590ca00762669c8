package org.evenkeel.core.train;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Bulk;
import org.jspecify.annotations.Nullable;

/// The training environment and its current episode: the agent's observation, the length and return so far, and the
/// means to return to exactly this point.
///
/// Episode number e uses random stream number e, so an environment that cannot save its state is restored by replaying
/// the episode's actions.
final class EpisodeInPlay {
  private final Environment environment;
  private final @Nullable SavesState saves;
  private final Spec spec;
  private final Seeds seeds;
  private final RandomStream random = new RandomStream(0);
  private final Observation frame;
  private final FrameStack stack;
  private final Protocol protocol;
  private final boolean stacksAnew;
  private Step learned = Step.of(0);
  private long number = -1;
  private int length;
  private double totalReward;
  private boolean over = true;
  private int[] actions = new int[1_024];

  EpisodeInPlay(Environment environment, Seeds seeds, Protocol protocol) {
    this.environment = environment;
    this.saves = environment.as(SavesState.class);
    this.spec = EnvironmentCalls.spec(environment);
    this.seeds = seeds;
    this.frame = new Observation(spec.frame());
    this.stack = new FrameStack(spec);
    this.protocol = protocol;
    this.stacksAnew = protocol.stacks() == Protocol.Stacks.ANEW;
    protocol.check(spec);
  }

  Spec spec() {
    return spec;
  }

  /// Starts the next episode.
  void start() {
    number++;
    length = 0;
    totalReward = 0;
    over = false;
    random.restart(seeds.seed(Seeds.Purpose.ENVIRONMENT, number));
    EnvironmentCalls.reset(environment, random, frame);
    stack.start(environment, frame);
  }

  /// Takes a step. Afterwards [#over] tells whether the episode has ended.
  Step step(int action) {
    if (saves == null) {
      if (length == actions.length) {
        actions = Arrays.copyOf(actions, 2 * length);
      }
      actions[length] = action;
    }
    Step step;
    try {
      step = EnvironmentCalls.step(environment, action, frame);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "%s, at step %d of episode %d".formatted(e.getMessage(), length + 1, number + 1), e);
    }
    if (stacksAnew && step.lifeLost()) {
      stack.start(frame);
    } else {
      stack.push(frame);
    }
    length++;
    totalReward += step.reward();
    over = step.terminated() || truncated(step);
    return step;
  }

  /// Returns the step to learn from. The last step that had to be created is reused if the next one is equal, since a
  /// step of training must not allocate.
  Step learned(Step step) {
    boolean truncated = truncated(step);
    boolean terminated = protocol.terminates(step, truncated);
    double reward = protocol.rewards().learned(step.reward());
    if (reward == step.reward()
        && terminated == step.terminated()
        && truncated == step.truncated()) {
      return step;
    }
    if (reward != learned.reward()
        || terminated != learned.terminated()
        || truncated != learned.truncated()
        || step.lifeLost() != learned.lifeLost()) {
      learned = new Step(reward, terminated, truncated, step.lifeLost());
    }
    return learned;
  }

  /// Whether the step truncated the episode, by its own flag or by the step limit.
  boolean truncated(Step step) {
    return step.truncated() || spec.truncatesAt(length);
  }

  boolean over() {
    return over;
  }

  int length() {
    return length;
  }

  double totalReward() {
    return totalReward;
  }

  /// Returns the newest frame.
  Observation frame() {
    return frame;
  }

  /// Returns the agent's observation: the stack.
  Observation observation() {
    return stack.observation();
  }

  /// Rejects a supplier that returns the same object twice: environments that play at the same time
  /// must be different objects.
  static void requireAnother(Environment one, Environment other) {
    if (one == other) {
      throw new IllegalArgumentException(
          "a new environment must be created each time, was given the same one twice");
    }
  }

  /// Closes an environment if it is [AutoCloseable].
  static void close(Environment environment) {
    EnvironmentCalls.close(environment);
  }

  void close() {
    close(environment);
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(number);
    out.writeInt(length);
    out.writeDouble(totalReward);
    out.writeBoolean(over);
    random.save(out);
    frame.save(out);
    stack.observation().save(out);
    if (saves != null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      saves.save(new DataOutputStream(bytes));
      Bulk.write(out, bytes.toByteArray());
    } else {
      Bulk.write(out, actions, over ? 0 : length);
    }
  }

  void restore(DataInput in) throws IOException {
    number = in.readLong();
    length = in.readInt();
    if (length < 0) {
      throw new IOException("the length of an episode must be >= 0, was " + length);
    }
    totalReward = in.readDouble();
    over = in.readBoolean();
    random.restore(in);
    frame.restore(in);
    stack.observation().restore(in);
    if (saves != null) {
      ByteArrayInputStream bytes = new ByteArrayInputStream(Bulk.readBytes(in));
      saves.restore(new DataInputStream(bytes), random);
      if (bytes.available() > 0) {
        throw new IOException(
            "%s did not read %d of the bytes that it saved"
                .formatted(environment.getClass().getName(), bytes.available()));
      }
    } else {
      actions = Bulk.readInts(in, over ? 0 : length, 1_024);
      for (int action : actions) {
        if (action < 0 || action >= spec.actions()) {
          throw new IOException(
              "an action must be 0 to " + (spec.actions() - 1) + ", was " + action);
        }
      }
      if (!over) {
        playAgain();
      }
    }
  }

  /// Replays the recorded actions of the unfinished episode in a new environment.
  private void playAgain() throws IOException {
    Observation seen = new Observation(spec.frame());
    random.restart(seeds.seed(Seeds.Purpose.ENVIRONMENT, number));
    EnvironmentCalls.reset(environment, random, seen);
    for (int t = 0; t < length; t++) {
      EnvironmentCalls.step(environment, actions[t], seen);
    }
    if (!seen.sameAs(frame)) {
      throw new IOException(
          "%s is not deterministic: replayed from the same seed with the same actions, episode %d has"
                  .formatted(environment.getClass().getName(), number)
              + " a different observation at step %d, so the run cannot continue exactly"
                  .formatted(length));
    }
  }
}
