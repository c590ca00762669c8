package org.evenkeel.envs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// The unidirectional chain of the paper (section 5, figure "M states unidirectional MDP"), on which the
/// variances of DQN, Ensemble-DQN and Averaged-DQN are known in closed form.
///
/// M states, from s_0 always one to the right, whatever the action; every reward is 0. All values are 0, so
/// what a learner shows is its error alone. An action is taken in the last state too, and ends the episode
/// there: the paper's sums run to M - 1 because Q(s_{M-1}, a) is learned as well, with the target 0. An
/// episode is M steps.
public final class Chain implements Environment, SavesState {
  private static final Step ON = Step.of(0);
  private static final Step END = Step.of(0, true);

  private final Spec spec;
  private final int states;
  private int state;

  /// A chain.
  ///
  /// @param states how many states there are, M
  /// @param actions how many actions there are, all of which do the same
  public Chain(int states, int actions) {
    Checks.atLeast("states", 1, states);
    this.spec = Spec.oneHot(states).actions(actions);
    this.states = states;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    state = 0;
    observation.setState(state);
  }

  @Override
  public Step step(int action, Observation observation) {
    boolean last = state == states - 1;
    if (!last) {
      state++;
    }
    observation.setState(state);
    return last ? END : ON;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(state);
  }

  @Override
  public void restore(DataInput in, RandomGenerator random) throws IOException {
    state = in.readInt();
  }
}
