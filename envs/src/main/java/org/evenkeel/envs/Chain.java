package org.evenkeel.envs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// The unidirectional chain in the paper (section 5, figure "M states unidirectional MDP"), on which the variances of
/// DQN, Ensemble-DQN and Averaged-DQN are known in closed form.
///
/// There are M states. Every action moves one state to the right, starting at s_0, and every reward is 0. All true
/// values are 0, so a learner's estimate is its error. The action taken in the last state ends the episode: the paper's
/// sums run to M - 1 because Q(s_{M-1}, a) is learned as well, with the target 0. An episode has M steps.
public final class Chain implements SavesState {
  private static final Step ON = Step.of(0);
  private static final Step END = Step.of(0, true);

  private final Spec spec;
  private final int states;
  private int state;

  /// Creates a chain.
  ///
  /// @param states the number of states, M
  /// @param actions the number of actions, all with the same effect
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
  public String identity() {
    return "chain(states=" + states + ", actions=" + spec.actions() + ")";
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
