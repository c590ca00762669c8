package org.evenkeel.envs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// The smallest task: name the state you observe. It is learned in a second, so it shows whether learning works at all.
///
/// Each step shows one of n states at random. The action with the number of the state gives 1, every other action 0.
/// An episode has a fixed number of steps and is then truncated. The best return is that number; a random policy
/// gets 1/n of it. With discount g, the right action is worth 1 / (1 - g) and a wrong one g / (1 - g), because it
/// loses only the one reward.
public final class Identity implements SavesState {
  private static final Step RIGHT = Step.of(1);
  private static final Step WRONG = Step.of(0);

  private final Spec spec;
  private RandomGenerator random = new RandomStream(0);
  private int state;

  /// Creates the task with this number of states, and as many actions.
  ///
  /// @param states the number of states
  /// @param episodeSteps the number of steps in an episode
  public Identity(int states, int episodeSteps) {
    Checks.atLeast("states", 1, states);
    Checks.atLeast("episodeSteps", 1, episodeSteps);
    spec = Spec.oneHot(states).actions(states).maxEpisodeSteps(episodeSteps);
  }

  /// Returns the largest possible return of an episode: its number of steps.
  public double optimalReturn() {
    return spec.maxEpisodeSteps();
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public String identity() {
    return "identity(states=" + spec.actions() + ", episodeSteps=" + spec.maxEpisodeSteps() + ")";
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    this.random = random;
    draw(observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    boolean right = action == state;
    draw(observation);
    return right ? RIGHT : WRONG;
  }

  private void draw(Observation observation) {
    state = random.nextInt(spec.actions());
    observation.setState(state);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(state);
  }

  @Override
  public void restore(DataInput in, RandomGenerator random) throws IOException {
    this.random = random;
    state = in.readInt();
  }
}
