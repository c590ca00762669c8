package org.evenkeel.paper.atari;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// A game of ten steps in place of an emulator: the action that the observation names is worth 3.
/// Public, as another module makes it by its name.
public final class TinyGame implements Environment {
  private static final int ACTIONS = 3;
  private static final int LENGTH = 10;
  private RandomGenerator random = RandomGenerator.getDefault();
  private int wanted;
  private int step;

  /// A game at its start.
  public TinyGame() {}

  @Override
  public Spec spec() {
    return Spec.vector(ACTIONS).actions(ACTIONS);
  }

  @Override
  public void reset(RandomGenerator episode, Observation observation) {
    random = episode;
    step = 0;
    show(observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    double reward = action == wanted ? 3 : 0;
    step++;
    show(observation);
    return Step.of(reward, step == LENGTH);
  }

  private void show(Observation observation) {
    wanted = random.nextInt(ACTIONS);
    for (int i = 0; i < ACTIONS; i++) {
      observation.set(i, i == wanted ? 1 : 0);
    }
  }
}
