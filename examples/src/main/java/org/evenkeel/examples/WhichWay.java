package org.evenkeel.examples;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// A bright square drifts left or right, and the agent must tell which way.
/// One frame does not show it, but two do.
public final class WhichWay implements Environment {
  private static final int SIDE = 64;
  private static final int SQUARE = 10;
  private RandomGenerator random = RandomGenerator.getDefault();
  private int x;
  private int y;
  private int drift;

  @Override
  public Spec spec() {
    return Spec.bytes(SIDE, SIDE)
        .actions(2)
        .maxEpisodeSteps(20)
        .stack(2, Spec.StackStart.REPEAT); // the agent sees the last two frames
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    this.random = random;
    x = random.nextInt(SIDE);
    y = random.nextInt(SIDE - SQUARE);
    drift = 4;
    show(observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    boolean right = action == (drift > 0 ? 1 : 0);
    drift = random.nextInt(4) == 0 ? -drift : drift;
    x = Math.floorMod(x + drift, SIDE);
    show(observation);
    return Step.of(right ? 1 : 0);
  }

  private void show(Observation observation) {
    byte[] pixels = observation.bytes(); // row by row
    Arrays.fill(pixels, (byte) 0);
    for (int i = 0; i < SQUARE * SQUARE; i++) {
      int column = (x + i % SQUARE) % SIDE;
      pixels[(y + i / SQUARE) * SIDE + column] = (byte) 255;
    }
  }
}
