package org.evenkeel.examples;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// A room with a heater that is off, low or high: keep the room near 20 degrees in changing weather.
public final class Thermostat implements Environment {
  private RandomGenerator random = RandomGenerator.getDefault();
  private double inside;
  private double outside;
  private int heater;

  @Override
  public Spec spec() {
    return Spec.vector(3).actions(3).maxEpisodeSteps(200);
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    this.random = random; // the source of all randomness in this episode
    inside = 10 + 20 * random.nextDouble();
    outside = -5 + 15 * random.nextDouble();
    heater = 0;
    show(observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    heater = action;
    outside = Math.clamp(outside + random.nextDouble() - 0.5, -10, 15);
    inside += 0.05 * (outside - inside) + 0.8 * heater;
    show(observation);
    return Step.of(1 - Math.abs(inside - 20) / 10);
  }

  private void show(Observation observation) {
    observation.set(0, (inside - 20) / 10);
    observation.set(1, outside / 10);
    observation.set(2, heater);
  }
}
