package org.evenkeel.envs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// The paper's Gridworld (section 6.2): a square grid with moves in four directions, a reward in the upper right corner
/// and the start in the lower left corner.
///
/// The state of cell (x, y), both counted from 1, is `(x - 1) * side + (y - 1)`. A move off the grid has no effect. The
/// paper's world has 20 x 20 cells, and the episode continues after the goal: "a reward of r = +1 in state (20, 20)".
/// Published reimplementations end the episode there, which makes all values ten times smaller: [Goal] has both.
public final class Gridworld implements SavesState, HasLegend {
  /// The effect of reaching the goal.
  public enum Goal {
    /// Every action taken in the goal gives 1, and the episode continues (the paper, the authors' code).
    CONTINUING,
    /// Entering the goal gives 1 and terminates.
    TERMINAL_ON_ENTERING,
    /// The action taken in the goal gives 1 and terminates.
    TERMINAL_AFTER_ACTION
  }

  /// The number of actions: up, right, down, left.
  public static final int ACTIONS = 4;

  private static final int[] DX = {0, 1, 0, -1};
  private static final int[] DY = {1, 0, -1, 0};
  private static final Step NOTHING = Step.of(0);
  private static final Step REWARD = Step.of(1);
  private static final Step REWARD_AND_END = Step.of(1, true);

  private final int side;
  private final Goal goal;
  private final Spec spec;
  private int state;

  /// Creates the paper's world: 20 x 20, continuing.
  public Gridworld() {
    this(20, Goal.CONTINUING);
  }

  /// Creates a world of `side` x `side` cells; an episode is truncated after `10 * side` steps.
  public Gridworld(int side, Goal goal) {
    this(side, goal, 10 * side);
  }

  /// Creates a world whose episodes are truncated after `maxEpisodeSteps` steps; 0 for no limit.
  public Gridworld(int side, Goal goal, int maxEpisodeSteps) {
    Checks.atLeast("side", 2, side);
    this.side = side;
    this.goal = goal;
    int states = Checks.size("side * side", side, side);
    this.spec = Spec.oneHot(states).actions(ACTIONS).maxEpisodeSteps(maxEpisodeSteps);
  }

  /// Returns the number of states.
  public int states() {
    return side * side;
  }

  /// Returns the state with the reward.
  public int goalState() {
    return side * side - 1;
  }

  /// Returns the number of steps from a state to the goal.
  public int distance(int from) {
    return 2 * (side - 1) - from / side - from % side;
  }

  /// Returns the state that an action leads to.
  public int next(int from, int action) {
    int x = Math.clamp(from / side + DX[action], 0, side - 1);
    int y = Math.clamp(from % side + DY[action], 0, side - 1);
    return x * side + y;
  }

  /// Returns the result of an action.
  public Step outcome(int from, int action) {
    boolean at = from == goalState();
    return switch (goal) {
      case CONTINUING -> at ? REWARD : NOTHING;
      case TERMINAL_AFTER_ACTION -> at ? REWARD_AND_END : NOTHING;
      case TERMINAL_ON_ENTERING ->
          at || next(from, action) != goalState() ? NOTHING : REWARD_AND_END;
    };
  }

  /// Whether a state ends the episode, so that no action is ever taken in it.
  public boolean over(int state) {
    return goal == Goal.TERMINAL_ON_ENTERING && state == goalState();
  }

  /// Returns the optimal values Q*, `[state][action]`, computed by value iteration until the error is below 1e-12. If
  /// entering the goal ends the episode, the values of the goal itself are 0.
  public double[] optimalValues(double discount) {
    Checks.fraction("discount", discount);
    double[] q = new double[states() * ACTIONS];
    double change = Double.POSITIVE_INFINITY;
    while (change * discount > 1e-12 * (1 - discount)) {
      double[] better = new double[q.length];
      change = 0;
      for (int s = 0; s < states(); s++) {
        for (int a = 0; a < ACTIONS; a++) {
          int at = s * ACTIONS + a;
          better[at] = oneStep(s, a, discount, q);
          change = Math.max(change, Math.abs(better[at] - q[at]));
        }
      }
      q = better;
    }
    return q;
  }

  private double oneStep(int from, int action, double discount, double[] q) {
    if (over(from)) {
      return 0;
    }
    Step step = outcome(from, action);
    if (step.terminated()) {
      return step.reward();
    }
    int to = next(from, action) * ACTIONS;
    double best = Math.max(Math.max(q[to], q[to + 1]), Math.max(q[to + 2], q[to + 3]));
    return step.reward() + discount * best;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public String identity() {
    // Concatenated instead of formatted: String.format uses the digits of the user's locale.
    return "gridworld(side="
        + side
        + ", goal="
        + goal
        + ", maxEpisodeSteps="
        + spec.maxEpisodeSteps()
        + ")";
  }

  @Override
  public Legend legend() {
    return new Legend(List.of("up", "right", "down", "left"), List.of("here"));
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    state = 0;
    observation.setState(state);
  }

  @Override
  public Step step(int action, Observation observation) {
    Step step = outcome(state, action);
    state = next(state, action);
    observation.setState(state);
    return step;
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
