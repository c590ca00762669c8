package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Asterix: things run through the eight middle rows, at most one per row. Gold gives 1, an enemy ends the game. With
/// ramping, things appear and move more and more often.
final class Asterix implements Rules {
  private static final int PLAYER = 0;
  private static final int ENEMY = 1;
  private static final int TRAIL = 2;
  private static final int GOLD = 3;

  private static final int ROWS = 8;
  private static final int FIRST_SPAWN_PERIOD = 10;
  private static final int FIRST_MOVE_PERIOD = 5;
  private static final int RAMP_PERIOD = 100;

  /// The column of a thing in a row that has none.
  private static final int NOTHING = -1;

  private final boolean ramping;
  private int playerX;
  private int playerY;

  /// The column of the thing in row i + 1, or [#NOTHING].
  private final int[] things = new int[ROWS];

  private final boolean[] movesRight = new boolean[ROWS];
  private final boolean[] isGold = new boolean[ROWS];
  private int spawnPeriod;
  private int spawnTimer;
  private int movePeriod;
  private int moveTimer;
  private int rampTimer;
  private int ramps;
  private boolean over;

  Asterix(boolean ramping) {
    this.ramping = ramping;
  }

  @Override
  public void start(RandomGenerator random) {
    playerX = 5;
    playerY = 5;
    Arrays.fill(things, NOTHING);
    spawnPeriod = FIRST_SPAWN_PERIOD;
    spawnTimer = FIRST_SPAWN_PERIOD;
    movePeriod = FIRST_MOVE_PERIOD;
    moveTimer = FIRST_MOVE_PERIOD;
    rampTimer = RAMP_PERIOD;
    ramps = 0;
    over = false;
  }

  @Override
  public int play(int action, RandomGenerator random) {
    if (spawnTimer == 0) {
      spawn(random);
      spawnTimer = spawnPeriod;
    }
    movePlayer(action);
    int reward = 0;
    for (int i = 0; i < ROWS; i++) {
      reward += meet(i);
    }
    if (moveTimer == 0) {
      moveTimer = movePeriod;
      for (int i = 0; i < ROWS; i++) {
        move(i);
        reward += meet(i);
      }
    }
    spawnTimer--;
    moveTimer--;
    if (ramping && spawnPeriod > 1) {
      ramp();
    }
    return reward;
  }

  /// Adds a thing to a free row. The thing is drawn first, even if there is no space for it.
  private void spawn(RandomGenerator random) {
    boolean right = NumpyRandom.uniform(random) < 1.0 / 2;
    boolean gold = NumpyRandom.uniform(random) < 1.0 / 3;
    int free = 0;
    for (int x : things) {
      free += x == NOTHING ? 1 : 0;
    }
    if (free == 0) {
      return;
    }
    int freeRowsBefore = NumpyRandom.below(free, random);
    int row = 0;
    while (things[row] != NOTHING || freeRowsBefore-- > 0) {
      row++;
    }
    things[row] = right ? 0 : SIDE - 1;
    movesRight[row] = right;
    isGold[row] = gold;
  }

  private void movePlayer(int action) {
    switch (action) {
      case LEFT -> playerX = Math.max(0, playerX - 1);
      case RIGHT -> playerX = Math.min(SIDE - 1, playerX + 1);
      case UP -> playerY = Math.max(1, playerY - 1);
      case DOWN -> playerY = Math.min(ROWS, playerY + 1);
      default -> {}
    }
  }

  /// Handles the case that the thing in a row is at the player's cell.
  ///
  /// @return the reward
  private int meet(int row) {
    if (things[row] != playerX || row + 1 != playerY) {
      return 0;
    }
    if (isGold[row]) {
      things[row] = NOTHING;
      return 1;
    }
    over = true;
    return 0;
  }

  private void move(int row) {
    if (things[row] != NOTHING) {
      int x = things[row] + (movesRight[row] ? 1 : -1);
      things[row] = x < 0 || x >= SIDE ? NOTHING : x;
    }
  }

  /// Makes the game harder: things appear more often at each call, and move more often at every second call until the
  /// maximum speed is reached.
  private void ramp() {
    if (rampTimer >= 0) {
      rampTimer--;
      return;
    }
    if (movePeriod > 1 && ramps % 2 == 1) {
      movePeriod--;
    }
    spawnPeriod--;
    ramps++;
    rampTimer = RAMP_PERIOD;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void draw(Planes planes) {
    planes.set(PLAYER, playerX, playerY);
    for (int i = 0; i < ROWS; i++) {
      int x = things[i];
      if (x != NOTHING) {
        planes.set(isGold[i] ? GOLD : ENEMY, x, i + 1);
        int behind = movesRight[i] ? x - 1 : x + 1;
        if (behind >= 0 && behind < SIDE) {
          planes.set(TRAIL, behind, i + 1);
        }
      }
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(playerX);
    out.writeInt(playerY);
    for (int i = 0; i < ROWS; i++) {
      out.writeInt(things[i]);
      out.writeBoolean(movesRight[i]);
      out.writeBoolean(isGold[i]);
    }
    out.writeInt(spawnPeriod);
    out.writeInt(spawnTimer);
    out.writeInt(movePeriod);
    out.writeInt(moveTimer);
    out.writeInt(rampTimer);
    out.writeInt(ramps);
    out.writeBoolean(over);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    playerX = Saved.number(in, "player's column", 0, SIDE - 1);
    playerY = Saved.number(in, "player's row", 1, ROWS);
    for (int i = 0; i < ROWS; i++) {
      things[i] = Saved.number(in, "column of a thing", NOTHING, SIDE - 1);
      movesRight[i] = in.readBoolean();
      isGold[i] = in.readBoolean();
    }
    spawnPeriod = Saved.number(in, "spawn period", 1, FIRST_SPAWN_PERIOD);
    spawnTimer = Saved.number(in, "spawn timer", 0, FIRST_SPAWN_PERIOD);
    movePeriod = Saved.number(in, "move period", 1, FIRST_MOVE_PERIOD);
    moveTimer = Saved.number(in, "move timer", 0, FIRST_MOVE_PERIOD);
    rampTimer = Saved.number(in, "ramp timer", -1, RAMP_PERIOD);
    ramps = Saved.number(in, "ramps", 0, FIRST_SPAWN_PERIOD);
    over = in.readBoolean();
  }
}
