package org.evenkeel.paper.atari;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// Screens of the size of the paper's with nothing on them. Public, as another module makes them by name.
public final class BlankScreen implements Environment {
  /// A screen.
  public BlankScreen() {}

  @Override
  public Spec spec() {
    return Spec.bytes(84, 84).actions(4).stack(4, Spec.StackStart.REPEAT);
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    observation.clear();
  }

  @Override
  public Step step(int action, Observation observation) {
    observation.clear();
    return Step.of(0);
  }
}
