package org.evenkeel.envs.minatar;

import static org.evenkeel.envs.minatar.Shoal.isAt;
import static org.evenkeel.envs.minatar.Shoal.isOutside;
import static org.evenkeel.envs.minatar.Shoal.moved;
import static org.evenkeel.envs.minatar.Shoal.right;
import static org.evenkeel.envs.minatar.Shoal.shotTimer;
import static org.evenkeel.envs.minatar.Shoal.timer;
import static org.evenkeel.envs.minatar.Shoal.withShotTimer;
import static org.evenkeel.envs.minatar.Shoal.withTimer;
import static org.evenkeel.envs.minatar.Shoal.x;
import static org.evenkeel.envs.minatar.Shoal.y;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// Seaquest: a submarine shoots fish and enemy submarines (1 each) and picks up divers. It must surface for oxygen with
/// at least one diver on board; with six it gets a reward for the oxygen left. With ramping, each surfacing makes the
/// enemies faster.
final class Seaquest implements Rules {
  private static final int SUB_FRONT = 0;
  private static final int SUB_BACK = 1;
  private static final int FRIENDLY_BULLET = 2;
  private static final int TRAIL = 3;
  private static final int ENEMY_BULLET = 4;
  private static final int ENEMY_FISH = 5;
  private static final int ENEMY_SUB = 6;
  private static final int OXYGEN_GAUGE = 7;
  private static final int DIVER_GAUGE = 8;
  private static final int DIVER = 9;

  private static final int LOWEST = 8;
  private static final int GAUGES = 9;
  private static final int MAX_OXYGEN = 200;
  private static final int MAX_DIVERS = 6;
  private static final int FIRST_SPAWN_PERIOD = 20;
  private static final int DIVER_SPAWN_PERIOD = 30;
  private static final int FIRST_MOVE_PERIOD = 5;
  private static final int LAST_MOVE_PERIOD = 2;
  private static final int DIVER_MOVE_PERIOD = 5;
  private static final int SHOT_COOL_DOWN = 5;
  private static final int ENEMY_SHOT_PERIOD = 10;

  private final boolean ramping;
  private int subX;
  private int subY;
  private boolean facesRight;
  private int oxygen;

  /// The number of divers on board; negative after a full load was delivered, as in MinAtar.
  private int divers;

  private boolean atSurface;
  private int shotTimer;
  private final Shoal bullets = new Shoal();
  private final Shoal enemyBullets = new Shoal();
  private final Shoal fish = new Shoal();
  private final Shoal subs = new Shoal();
  private final Shoal swimmers = new Shoal();
  private int spawnPeriod;
  private int spawnTimer;
  private int diverSpawnTimer;
  private int movePeriod;
  private int ramps;
  private boolean over;

  Seaquest(boolean ramping) {
    this.ramping = ramping;
  }

  @Override
  public void start(RandomGenerator random) {
    subX = 5;
    subY = 0;
    facesRight = false;
    oxygen = MAX_OXYGEN;
    divers = 0;
    atSurface = true;
    shotTimer = 0;
    bullets.clear();
    enemyBullets.clear();
    fish.clear();
    subs.clear();
    swimmers.clear();
    spawnPeriod = FIRST_SPAWN_PERIOD;
    spawnTimer = FIRST_SPAWN_PERIOD;
    diverSpawnTimer = DIVER_SPAWN_PERIOD;
    movePeriod = FIRST_MOVE_PERIOD;
    ramps = 0;
    over = false;
  }

  @Override
  public int play(int action, RandomGenerator random) {
    if (spawnTimer == 0) {
      spawnEnemy(random);
      spawnTimer = spawnPeriod;
    }
    if (diverSpawnTimer == 0) {
      spawnDiver(random);
      diverSpawnTimer = DIVER_SPAWN_PERIOD;
    }
    steer(action);
    int reward = moveBullets();
    moveSwimmers();
    reward += moveSubs();
    moveEnemyBullets();
    reward += moveFish();
    spawnTimer = Math.max(0, spawnTimer - 1);
    diverSpawnTimer = Math.max(0, diverSpawnTimer - 1);
    shotTimer = Math.max(0, shotTimer - 1);
    over |= oxygen <= 0;
    if (subY > 0) {
      oxygen--;
      atSurface = false;
    } else if (!atSurface) {
      if (divers == 0) {
        over = true;
      } else {
        reward += surface();
      }
    }
    return reward;
  }

  /// Adds an enemy, unless it would meet another one in its row head-on.
  private void spawnEnemy(RandomGenerator random) {
    boolean right = NumpyRandom.uniform(random) < 1.0 / 2;
    boolean isSub = NumpyRandom.uniform(random) < 1.0 / 3;
    int y = 1 + NumpyRandom.below(LOWEST, random);
    if (hasOncoming(fish, y, right) || hasOncoming(subs, y, right)) {
      return;
    }
    int x = right ? 0 : SIDE - 1;
    (isSub ? subs : fish).add(Shoal.thing(x, y, right, movePeriod, isSub ? ENEMY_SHOT_PERIOD : 0));
  }

  private static boolean hasOncoming(Shoal shoal, int y, boolean right) {
    for (int i = 0; i < shoal.size(); i++) {
      if (y(shoal.get(i)) == y && right(shoal.get(i)) != right) {
        return true;
      }
    }
    return false;
  }

  private void spawnDiver(RandomGenerator random) {
    boolean right = NumpyRandom.uniform(random) < 1.0 / 2;
    int y = 1 + NumpyRandom.below(LOWEST, random);
    swimmers.add(Shoal.thing(right ? 0 : SIDE - 1, y, right, DIVER_MOVE_PERIOD, 0));
  }

  private void steer(int action) {
    switch (action) {
      case FIRE -> {
        if (shotTimer == 0) {
          shotTimer = SHOT_COOL_DOWN;
          bullets.add(Shoal.thing(subX, subY, facesRight, 0, 0));
        }
      }
      case LEFT -> {
        subX = Math.max(0, subX - 1);
        facesRight = false;
      }
      case RIGHT -> {
        subX = Math.min(SIDE - 1, subX + 1);
        facesRight = true;
      }
      case UP -> subY = Math.max(0, subY - 1);
      case DOWN -> subY = Math.min(LOWEST, subY + 1);
      default -> {}
    }
  }

  private boolean hitsPlayer(int thing) {
    return isAt(thing, subX, subY);
  }

  // The five methods below process lists from the last element to the first, as in MinAtar.

  /// @return the reward
  private int moveBullets() {
    int reward = 0;
    for (int i = bullets.size() - 1; i >= 0; i--) {
      int bullet = moved(bullets.get(i));
      bullets.set(i, bullet);
      if (isOutside(bullet)) {
        bullets.removeEqual(i);
      } else if (shot(fish, bullet) || shot(subs, bullet)) {
        bullets.removeEqual(i);
        reward++;
      }
    }
    return reward;
  }

  /// Removes the first thing that a bullet hits.
  private static boolean shot(Shoal shoal, int bullet) {
    int target = shoal.firstAt(x(bullet), y(bullet));
    if (target >= 0) {
      shoal.removeEqual(target);
    }
    return target >= 0;
  }

  private void moveSwimmers() {
    for (int i = swimmers.size() - 1; i >= 0; i--) {
      int diver = swimmers.get(i);
      if (pickedUp(diver)) {
        swimmers.removeEqual(i);
      } else if (timer(diver) > 0) {
        swimmers.set(i, withTimer(diver, timer(diver) - 1));
      } else {
        diver = withTimer(moved(diver), DIVER_MOVE_PERIOD);
        swimmers.set(i, diver);
        if (isOutside(diver) || pickedUp(diver)) {
          swimmers.removeEqual(i);
        }
      }
    }
  }

  /// Picks up a diver if it is at the submarine and there is space on board.
  private boolean pickedUp(int diver) {
    boolean picked = hitsPlayer(diver) && divers < MAX_DIVERS;
    divers += picked ? 1 : 0;
    return picked;
  }

  /// Moves submarines. One shoots even in the step in which it is removed.
  ///
  /// @return the reward
  private int moveSubs() {
    int reward = 0;
    for (int i = subs.size() - 1; i >= 0; i--) {
      int sub = subs.get(i);
      int place = i;
      over |= hitsPlayer(sub);
      if (timer(sub) > 0) {
        sub = withTimer(sub, timer(sub) - 1);
        subs.set(i, sub);
      } else {
        sub = withTimer(moved(sub), movePeriod);
        subs.set(i, sub);
        boolean hit = !isOutside(sub) && swimsIntoPlayerOrBullet(sub);
        reward += hit ? 1 : 0;
        place = hit || isOutside(sub) ? subs.removeEqual(i) : i;
      }
      if (shotTimer(sub) == 0) {
        enemyBullets.add(Shoal.thing(x(sub), y(sub), right(sub), 0, 0));
      }
      if (place >= 0) {
        subs.set(
            place,
            withShotTimer(sub, shotTimer(sub) == 0 ? ENEMY_SHOT_PERIOD : shotTimer(sub) - 1));
      }
    }
    return reward;
  }

  /// Handles an enemy that has moved: at the player the game is over, at a bullet both are removed.
  ///
  /// @return whether it was at a bullet
  private boolean swimsIntoPlayerOrBullet(int enemy) {
    if (hitsPlayer(enemy)) {
      over = true;
      return false;
    }
    return shot(bullets, enemy);
  }

  private void moveEnemyBullets() {
    for (int i = enemyBullets.size() - 1; i >= 0; i--) {
      int bullet = enemyBullets.get(i);
      over |= hitsPlayer(bullet);
      bullet = moved(bullet);
      enemyBullets.set(i, bullet);
      if (isOutside(bullet)) {
        enemyBullets.removeEqual(i);
      } else {
        over |= hitsPlayer(bullet);
      }
    }
  }

  /// @return the reward
  private int moveFish() {
    int reward = 0;
    for (int i = fish.size() - 1; i >= 0; i--) {
      int one = fish.get(i);
      over |= hitsPlayer(one);
      if (timer(one) > 0) {
        fish.set(i, withTimer(one, timer(one) - 1));
      } else {
        one = withTimer(moved(one), movePeriod);
        fish.set(i, one);
        if (isOutside(one)) {
          fish.removeEqual(i);
        } else if (swimsIntoPlayerOrBullet(one)) {
          fish.removeEqual(i);
          reward++;
        }
      }
    }
    return reward;
  }

  /// Refills the oxygen and releases one diver or, with a full load, all of them and then one more.
  ///
  /// @return the reward
  private int surface() {
    int reward = 0;
    atSurface = true;
    if (divers == MAX_DIVERS) {
      divers = 0;
      reward = oxygen * 10 / MAX_OXYGEN;
    }
    oxygen = MAX_OXYGEN;
    divers--;
    if (ramping && spawnPeriod > 1) {
      ramp();
    }
    return reward;
  }

  /// Makes the game harder: enemies appear more often at each call, and move more often at every second call until the
  /// maximum speed is reached.
  private void ramp() {
    if (movePeriod > LAST_MOVE_PERIOD && ramps % 2 == 1) {
      movePeriod--;
    }
    spawnPeriod--;
    ramps++;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void draw(Planes planes) {
    planes.set(SUB_FRONT, subX, subY);
    // This cell is never outside: the submarine faces the direction in which it moved.
    planes.set(SUB_BACK, facesRight ? subX - 1 : subX + 1, subY);
    int bars = Math.max(0, oxygen) * SIDE / MAX_OXYGEN;
    planes.setRow(OXYGEN_GAUGE, GAUGES, (1 << bars) - 1);
    for (int x = LOWEST; x >= GAUGES - divers; x--) {
      planes.set(DIVER_GAUGE, x, GAUGES);
    }
    draw(bullets, FRIENDLY_BULLET, planes);
    draw(enemyBullets, ENEMY_BULLET, planes);
    drawWithTrail(fish, ENEMY_FISH, planes);
    drawWithTrail(subs, ENEMY_SUB, planes);
    drawWithTrail(swimmers, DIVER, planes);
  }

  private static void draw(Shoal shoal, int channel, Planes planes) {
    for (int i = 0; i < shoal.size(); i++) {
      planes.set(channel, x(shoal.get(i)), y(shoal.get(i)));
    }
  }

  private static void drawWithTrail(Shoal shoal, int channel, Planes planes) {
    draw(shoal, channel, planes);
    for (int i = 0; i < shoal.size(); i++) {
      int behind = right(shoal.get(i)) ? x(shoal.get(i)) - 1 : x(shoal.get(i)) + 1;
      if (behind >= 0 && behind < SIDE) {
        planes.set(TRAIL, behind, y(shoal.get(i)));
      }
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(facesRight);
    out.writeInt(subX);
    out.writeInt(subY);
    out.writeInt(oxygen);
    out.writeInt(divers);
    out.writeBoolean(atSurface);
    out.writeInt(shotTimer);
    bullets.save(out);
    enemyBullets.save(out);
    fish.save(out);
    subs.save(out);
    swimmers.save(out);
    out.writeInt(spawnPeriod);
    out.writeInt(spawnTimer);
    out.writeInt(diverSpawnTimer);
    out.writeInt(movePeriod);
    out.writeInt(ramps);
    out.writeBoolean(over);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    facesRight = in.readBoolean();
    subX = Saved.number(in, "submarine's column", facesRight ? 1 : 0, facesRight ? 9 : 8);
    subY = Saved.number(in, "submarine's row", 0, LOWEST);
    oxygen = Saved.number(in, "oxygen", -1, MAX_OXYGEN);
    divers = Saved.number(in, "divers", -Integer.MAX_VALUE / 2, MAX_DIVERS);
    atSurface = in.readBoolean();
    shotTimer = Saved.number(in, "shot timer", 0, SHOT_COOL_DOWN);
    bullets.restore(in);
    enemyBullets.restore(in);
    fish.restore(in);
    subs.restore(in);
    swimmers.restore(in);
    spawnPeriod = Saved.number(in, "spawn period", 1, FIRST_SPAWN_PERIOD);
    spawnTimer = Saved.number(in, "spawn timer", 0, FIRST_SPAWN_PERIOD);
    diverSpawnTimer = Saved.number(in, "diver spawn timer", 0, DIVER_SPAWN_PERIOD);
    movePeriod = Saved.number(in, "move period", LAST_MOVE_PERIOD, FIRST_MOVE_PERIOD);
    ramps = Saved.number(in, "ramps", 0, FIRST_SPAWN_PERIOD);
    over = in.readBoolean();
  }
}
