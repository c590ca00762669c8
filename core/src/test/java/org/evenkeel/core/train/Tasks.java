package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// Small tasks in every form of observation, for tests of the loop.
final class Tasks {
  private Tasks() {}

  /// A walk on the cells 0 to 6 from the middle; the right end gives 1 and terminates, the left end gives
  /// -1 and terminates, each step costs 0.01. An icy floor: one step in ten goes the other way. Some
  /// episodes are cut at 12 steps. Does not save its state.
  static class Walk implements Environment {
    private static final Step ON = Step.of(-0.01);
    private static final Step WON = Step.of(1, true);
    private static final Step LOST = Step.of(-1, true);

    private RandomGenerator random = RandomGenerator.getDefault();
    int cell;

    @Override
    public Spec spec() {
      return Spec.vector(2).actions(2).maxEpisodeSteps(12);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      this.random = random;
      cell = 2 + random.nextInt(3);
      show(observation);
    }

    @Override
    public Step step(int action, Observation observation) {
      boolean slips = random.nextInt(10) == 0;
      cell += (action == 1) == slips ? -1 : 1;
      show(observation);
      return cell == 6 ? WON : cell == 0 ? LOST : ON;
    }

    private void show(Observation observation) {
      observation.set(0, cell / 3.0 - 1);
      observation.set(1, 1);
    }

    void go(RandomGenerator random, int cell) {
      this.random = random;
      this.cell = cell;
    }
  }

  /// The same walk, slow enough that its steps are shared among threads, with something to let go of.
  static final class SlowWalk extends Walk implements AutoCloseable {
    /// What happens in a walk, for whoever listens.
    interface Ear {
      void heard(String what);
    }

    private final Ear ear;

    SlowWalk(Ear ear) {
      this.ear = ear;
      ear.heard("made");
    }

    @Override
    public Step step(int action, Observation observation) {
      long end = System.nanoTime() + 20_000;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      ear.heard("step");
      return super.step(action, observation);
    }

    @Override
    public void close() {
      ear.heard("closed");
    }
  }

  /// The same walk, with its state saved.
  static final class SavedWalk extends Walk implements SavesState {
    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(cell);
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      go(random, in.readInt());
    }
  }

  /// Always the same state, a reward of 1 and a life lost at each of 600 steps.
  static final class Dying implements Environment {
    private static final Step LOST = new Step(1, false, false, true);

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(600);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      observation.set(0, 1);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, 1);
      return LOST;
    }
  }

  /// One of four states each step; naming it gives 1. Episodes have 8 steps.
  static final class Naming implements Environment {
    private static final Step RIGHT = Step.of(1);
    private static final Step WRONG = Step.of(0);

    private RandomGenerator random = RandomGenerator.getDefault();
    private int state;

    @Override
    public Spec spec() {
      return Spec.oneHot(4).actions(4).maxEpisodeSteps(8);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      this.random = random;
      next(observation);
    }

    @Override
    public Step step(int action, Observation observation) {
      Step step = action == state ? RIGHT : WRONG;
      next(observation);
      return step;
    }

    private void next(Observation observation) {
      state = random.nextInt(4);
      observation.setState(state);
    }
  }

  /// A dot falls down a 6x6 screen, drifting; a paddle at the bottom catches it. Three balls and lives an
  /// episode. Shown as bytes in stacks of 3, or as bit planes.
  static final class Catch implements Environment {
    private static final Step ON = Step.of(0);
    private static final Step CAUGHT = Step.of(1);
    private static final Step MISSED = new Step(-1, false, false, true);
    private static final Step LAST_CAUGHT = Step.of(1, true);
    private static final Step LAST_MISSED = Step.of(-1, true);
    private static final int SIDE = 6;

    private final boolean planes;
    private RandomGenerator random = RandomGenerator.getDefault();
    private int ballX;
    private int ballY;
    private int drift;
    private int paddle;
    private int balls;

    Catch(boolean planes) {
      this.planes = planes;
    }

    @Override
    public Spec spec() {
      return planes
          ? Spec.bitPlanes(SIDE, SIDE, 2).actions(3)
          : Spec.bytes(SIDE, SIDE).actions(3).stack(3, Spec.StackStart.REPEAT);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      this.random = random;
      balls = 3;
      paddle = SIDE / 2;
      drop();
      show(observation);
    }

    private void drop() {
      ballX = random.nextInt(SIDE);
      ballY = 0;
      drift = random.nextInt(3) - 1;
    }

    @Override
    public Step step(int action, Observation observation) {
      paddle = Math.clamp(paddle + action - 1, 0, SIDE - 1);
      ballX = Math.clamp(ballX + drift, 0, SIDE - 1);
      ballY++;
      Step step = ON;
      if (ballY == SIDE - 1) {
        boolean caught = Math.abs(ballX - paddle) <= 1;
        balls--;
        step = balls == 0 ? caught ? LAST_CAUGHT : LAST_MISSED : caught ? CAUGHT : MISSED;
        drop();
      }
      show(observation);
      return step;
    }

    private void show(Observation observation) {
      observation.clear();
      if (planes) {
        observation.setBit(ballY, ballX, 0);
        observation.setBit(SIDE - 1, paddle, 1);
      } else {
        observation.bytes()[ballY * SIDE + ballX] = (byte) 255;
        observation.bytes()[(SIDE - 1) * SIDE + paddle] = (byte) 128;
      }
    }
  }
}
