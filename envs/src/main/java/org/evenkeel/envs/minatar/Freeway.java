package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// Freeway: a chicken crosses a road of eight lanes, each with a car of its own speed. Reaching the other side gives 1,
/// and the cars change their speeds. A car sends the chicken back to the start. A game has 2,501 steps.
final class Freeway implements Rules {
  private static final int CHICKEN = 0;
  private static final int CAR = 1;

  private static final int LANES = 8;
  private static final int COLUMN = 4;
  private static final int STARTS_AT = SIDE - 1;
  private static final int SPEEDS = 5;
  private static final int CHICKEN_PERIOD = 3;
  private static final int LENGTH = 2_500;

  /// The column of the car in row i + 1.
  private final int[] cars = new int[LANES];

  /// The number of steps between two moves of each car, less one: 1 (fast) to 5 (slow); negative if it moves to the
  /// left.
  private final int[] speeds = new int[LANES];

  private final int[] timers = new int[LANES];
  private int chicken;
  private int chickenTimer;
  private int stepsLeft;
  private boolean over;

  @Override
  public void start(RandomGenerator random) {
    for (int i = 0; i < LANES; i++) {
      cars[i] = 0;
    }
    drawSpeeds(random);
    chicken = STARTS_AT;
    chickenTimer = CHICKEN_PERIOD;
    stepsLeft = LENGTH;
    over = false;
  }

  /// Draws new speeds for the cars: first all speeds, then all directions.
  private void drawSpeeds(RandomGenerator random) {
    for (int i = 0; i < LANES; i++) {
      timers[i] = 1 + NumpyRandom.below(SPEEDS, random);
    }
    for (int i = 0; i < LANES; i++) {
      speeds[i] = NumpyRandom.uniform(random) > 0.5 ? timers[i] : -timers[i];
    }
  }

  @Override
  public int play(int action, RandomGenerator random) {
    if (chickenTimer == 0 && (action == UP || action == DOWN)) {
      chickenTimer = CHICKEN_PERIOD;
      chicken = action == UP ? chicken - 1 : Math.min(STARTS_AT, chicken + 1);
    }
    int reward = 0;
    if (chicken == 0) {
      reward = 1;
      drawSpeeds(random);
      chicken = STARTS_AT;
    }
    for (int i = 0; i < LANES; i++) {
      hit(i);
      if (timers[i] == 0) {
        timers[i] = Math.abs(speeds[i]);
        cars[i] = Math.floorMod(cars[i] + Integer.signum(speeds[i]), SIDE);
        hit(i);
      } else {
        timers[i]--;
      }
    }
    chickenTimer = Math.max(0, chickenTimer - 1);
    stepsLeft--;
    over = stepsLeft < 0;
    return reward;
  }

  private void hit(int lane) {
    if (cars[lane] == COLUMN && chicken == lane + 1) {
      chicken = STARTS_AT;
    }
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void draw(Planes planes) {
    planes.set(CHICKEN, COLUMN, chicken);
    for (int i = 0; i < LANES; i++) {
      planes.set(CAR, cars[i], i + 1);
      int behind = Math.floorMod(cars[i] - Integer.signum(speeds[i]), SIDE);
      planes.set(CAR + Math.abs(speeds[i]), behind, i + 1);
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    for (int i = 0; i < LANES; i++) {
      out.writeInt(cars[i]);
      out.writeInt(speeds[i]);
      out.writeInt(timers[i]);
    }
    out.writeInt(chicken);
    out.writeInt(chickenTimer);
    out.writeInt(stepsLeft);
    out.writeBoolean(over);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    for (int i = 0; i < LANES; i++) {
      cars[i] = Saved.number(in, "car's column", 0, SIDE - 1);
      speeds[i] = Saved.number(in, "car's speed", -SPEEDS, SPEEDS);
      timers[i] = Saved.number(in, "car's timer", 0, SPEEDS);
    }
    chicken = Saved.number(in, "chicken's row", 1, STARTS_AT);
    chickenTimer = Saved.number(in, "chicken's timer", 0, CHICKEN_PERIOD);
    stepsLeft = Saved.number(in, "steps left", -1, LENGTH);
    over = in.readBoolean();
  }
}
