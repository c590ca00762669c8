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
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Bulk;
import org.jspecify.annotations.Nullable;

/// The training environment and the episode it is in: what the agent sees, how long it has lasted, what it
/// has brought, and how to come back to this very point.
///
/// Episode number e has the random stream number e, so an environment that cannot save its state comes back
/// by playing the episode's actions again.
final class EpisodeInPlay {
  private final Environment environment;
  private final @Nullable SavesState saves;
  private final Spec spec;
  private final Seeds seeds;
  private final RandomStream random = new RandomStream(0);
  private final Observation frame;
  private final FrameStack stack;
  private final boolean stacksAnew;
  private long number = -1;
  private int length;
  private double totalReward;
  private boolean over = true;
  private int[] actions = new int[1_024];

  /// @param stacksAnew whether stacks start anew behind a lost life
  EpisodeInPlay(Environment environment, Seeds seeds, boolean stacksAnew) {
    this.environment = environment;
    this.saves = environment.as(SavesState.class);
    this.spec = environment.spec();
    this.seeds = seeds;
    this.frame = new Observation(spec.frame());
    this.stack = new FrameStack(spec);
    this.stacksAnew = stacksAnew;
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
    environment.reset(random, frame);
    stack.start(environment, frame);
  }

  /// Takes a step; afterwards [#over] says whether the episode is.
  Step step(int action) {
    if (saves == null) {
      if (length == actions.length) {
        actions = Arrays.copyOf(actions, 2 * length);
      }
      actions[length] = action;
    }
    Step step = environment.step(action, frame);
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

  /// Whether the step ended the episode from outside, by the environment's word or by its limit.
  boolean truncated(Step step) {
    return step.truncated() || (spec.maxEpisodeSteps() > 0 && length >= spec.maxEpisodeSteps());
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

  /// The newest frame.
  Observation frame() {
    return frame;
  }

  /// What the agent sees: the stack.
  Observation observation() {
    return stack.observation();
  }

  /// Two that play at the same time, or one after the other in the midst of an episode, must be two.
  static void requireAnother(Environment one, Environment other) {
    if (one == other) {
      throw new IllegalArgumentException(
          "a new environment must be made each time, was given the same one twice");
    }
  }

  /// Ends an environment that has something to let go of.
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
    SavedData.write(frame, out);
    SavedData.write(stack.observation(), out);
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
    totalReward = in.readDouble();
    over = in.readBoolean();
    random.restore(in);
    SavedData.read(in, frame);
    SavedData.read(in, stack.observation());
    if (saves != null) {
      byte[] bytes = Bulk.readBytes(in);
      saves.restore(new DataInputStream(new ByteArrayInputStream(bytes)), random);
    } else {
      int recorded = over ? 0 : length;
      actions = new int[Math.max(1_024, recorded)];
      Bulk.read(in, actions, recorded);
      if (!over) {
        playAgain();
      }
    }
  }

  /// Plays the recorded actions of the unfinished episode in a fresh environment.
  private void playAgain() throws IOException {
    Observation seen = new Observation(spec.frame());
    random.restart(seeds.seed(Seeds.Purpose.ENVIRONMENT, number));
    environment.reset(random, seen);
    for (int t = 0; t < length; t++) {
      environment.step(actions[t], seen);
    }
    if (!seen.sameAs(frame)) {
      throw new IOException(
          "the environment is not deterministic: played again from the same seed with the same actions,"
              + " episode %d shows another observation at step %d, so the run cannot go on exactly"
                  .formatted(number, length));
    }
  }
}
