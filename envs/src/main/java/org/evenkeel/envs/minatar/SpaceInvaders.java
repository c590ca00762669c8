package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Space Invaders: a fleet of aliens moves to and fro and down, and shoots. Each alien hit gives 1. A new fleet
/// follows, faster with ramping. The game is over when a bullet or an alien reaches the cannon or the fleet lands.
/// Nothing in it is random.
final class SpaceInvaders implements Rules {
  private static final int CANNON = 0;
  private static final int ALIEN = 1;
  private static final int ALIEN_LEFT = 2;
  private static final int ALIEN_RIGHT = 3;
  private static final int FRIENDLY_BULLET = 4;
  private static final int ENEMY_BULLET = 5;

  private static final int BOTTOM = SIDE - 1;
  private static final int FULL_ROW = (1 << SIDE) - 1;
  private static final int FLEET_ROWS = 4;
  private static final int FLEET_COLUMNS = 0b00_1111_1100;
  private static final int FIRST_MOVE_PERIOD = 12;
  private static final int LAST_MOVE_PERIOD = 6;
  private static final int SHOT_COOL_DOWN = 5;
  private static final int ALIEN_SHOT_PERIOD = 10;

  private final boolean ramping;
  private int cannon;
  private int shotTimer;

  // Bit x of row y is an alien.
  private final int[] aliens = new int[SIDE];
  private final int[] bullets = new int[SIDE];
  private final int[] alienBullets = new int[SIDE];

  private boolean movesRight;
  private int movePeriod;
  private int moveTimer;
  private int alienShotTimer;
  private boolean over;

  SpaceInvaders(boolean ramping) {
    this.ramping = ramping;
  }

  @Override
  public void start(RandomGenerator random) {
    cannon = 5;
    shotTimer = 0;
    Arrays.fill(aliens, 0);
    Arrays.fill(bullets, 0);
    Arrays.fill(alienBullets, 0);
    sendFleet();
    movesRight = false;
    movePeriod = FIRST_MOVE_PERIOD;
    moveTimer = FIRST_MOVE_PERIOD;
    alienShotTimer = ALIEN_SHOT_PERIOD;
    over = false;
  }

  private void sendFleet() {
    Arrays.fill(aliens, 0, FLEET_ROWS, FLEET_COLUMNS);
  }

  @Override
  public int play(int action, RandomGenerator random) {
    if (action == FIRE && shotTimer == 0) {
      bullets[BOTTOM] |= 1 << cannon;
      shotTimer = SHOT_COOL_DOWN;
    } else if (action == LEFT) {
      cannon = Math.max(0, cannon - 1);
    } else if (action == RIGHT) {
      cannon = Math.min(SIDE - 1, cannon + 1);
    }
    moveBullets();
    over |= atCannon(alienBullets) || atCannon(aliens);
    if (moveTimer == 0) {
      moveTimer = Math.min(count(), movePeriod);
      moveFleet();
      over |= atCannon(aliens);
    }
    if (alienShotTimer == 0) {
      alienShotTimer = ALIEN_SHOT_PERIOD;
      shoot();
    }
    int reward = hits();
    shotTimer = Math.max(0, shotTimer - 1);
    moveTimer--;
    alienShotTimer--;
    if (count() == 0) {
      if (ramping && movePeriod > LAST_MOVE_PERIOD) {
        movePeriod--;
      }
      sendFleet();
    }
    return reward;
  }

  private void moveBullets() {
    System.arraycopy(bullets, 1, bullets, 0, BOTTOM);
    bullets[BOTTOM] = 0;
    System.arraycopy(alienBullets, 0, alienBullets, 1, BOTTOM);
    alienBullets[0] = 0;
  }

  private boolean atCannon(int[] cells) {
    return (cells[BOTTOM] >> cannon & 1) == 1;
  }

  private int count() {
    int count = 0;
    for (int row : aliens) {
      count += Integer.bitCount(row);
    }
    return count;
  }

  /// Returns the columns with aliens: bit x is column x.
  private int columns() {
    int columns = 0;
    for (int row : aliens) {
      columns |= row;
    }
    return columns;
  }

  /// Moves the fleet one cell to the side; at the edge one cell down, and in the other direction from then on.
  private void moveFleet() {
    int edge = movesRight ? 1 << (SIDE - 1) : 1;
    if ((columns() & edge) != 0) {
      movesRight = !movesRight;
      over |= aliens[BOTTOM] != 0;
      // The lowest row reappears at the top: MinAtar shows it like this in the last picture of a
      // lost game.
      int lowest = aliens[BOTTOM];
      System.arraycopy(aliens, 0, aliens, 1, BOTTOM);
      aliens[0] = lowest;
    } else {
      for (int y = 0; y < SIDE; y++) {
        aliens[y] = movesRight ? aliens[y] << 1 : aliens[y] >> 1;
      }
    }
  }

  /// Makes the lowest alien of the column nearest to the cannon shoot; if two columns are equally near, that of the
  /// left one.
  private void shoot() {
    int columns = columns();
    int distance = 0;
    int x = cannon;
    while ((columns >> x & 1) == 0) {
      distance++;
      x = Math.max(0, cannon - distance);
      if ((columns >> x & 1) == 0) {
        x = Math.min(SIDE - 1, cannon + distance);
      }
    }
    int y = BOTTOM;
    while ((aliens[y] >> x & 1) == 0) {
      y--;
    }
    alienBullets[y] |= 1 << x;
  }

  /// @return the number of aliens hit
  private int hits() {
    int hits = 0;
    for (int y = 0; y < SIDE; y++) {
      int hit = aliens[y] & bullets[y];
      hits += Integer.bitCount(hit);
      aliens[y] ^= hit;
      bullets[y] ^= hit;
    }
    return hits;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void draw(Planes planes) {
    planes.set(CANNON, cannon, BOTTOM);
    int moving = movesRight ? ALIEN_RIGHT : ALIEN_LEFT;
    for (int y = 0; y < SIDE; y++) {
      planes.setRow(ALIEN, y, aliens[y]);
      planes.setRow(moving, y, aliens[y]);
      planes.setRow(FRIENDLY_BULLET, y, bullets[y]);
      planes.setRow(ENEMY_BULLET, y, alienBullets[y]);
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(cannon);
    out.writeInt(shotTimer);
    for (int y = 0; y < SIDE; y++) {
      out.writeInt(aliens[y]);
      out.writeInt(bullets[y]);
      out.writeInt(alienBullets[y]);
    }
    out.writeBoolean(movesRight);
    out.writeInt(movePeriod);
    out.writeInt(moveTimer);
    out.writeInt(alienShotTimer);
    out.writeBoolean(over);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    cannon = Saved.number(in, "cannon's column", 0, SIDE - 1);
    shotTimer = Saved.number(in, "shot timer", 0, SHOT_COOL_DOWN);
    for (int y = 0; y < SIDE; y++) {
      aliens[y] = Saved.number(in, "row of aliens", 0, FULL_ROW);
      bullets[y] = Saved.number(in, "row of bullets", 0, FULL_ROW);
      alienBullets[y] = Saved.number(in, "row of aliens' bullets", 0, FULL_ROW);
    }
    Saved.check("number of aliens", 1, SIDE * SIDE, count());
    movesRight = in.readBoolean();
    movePeriod = Saved.number(in, "move period", LAST_MOVE_PERIOD, FIRST_MOVE_PERIOD);
    moveTimer = Saved.number(in, "move timer", 0, FIRST_MOVE_PERIOD);
    alienShotTimer = Saved.number(in, "alien shot timer", 0, ALIEN_SHOT_PERIOD);
    over = in.readBoolean();
  }
}
