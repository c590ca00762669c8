package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Breakout: a ball that moves diagonally is bounced off a paddle to break three rows of bricks. A brick
/// gives 1. When all are broken and the ball is back at the bottom, new ones appear. The game is over when
/// the paddle misses the ball.
final class Breakout implements Rules {
  private static final int PADDLE = 0;
  private static final int BALL = 1;
  private static final int TRAIL = 2;
  private static final int BRICK = 3;

  private static final int BOTTOM = SIDE - 1;
  private static final int FIRST_BRICKS = 1;
  private static final int LAST_BRICKS = 3;
  private static final int FULL_ROW = (1 << SIDE) - 1;

  // Directions of the ball: 0 up and left, 1 up and right, 2 down and right, 3 down and left.
  private static final int DOWN_RIGHT = 2;
  private static final int DOWN_LEFT = 3;
  private static final int[] DX = {-1, 1, 1, -1};
  private static final int[] DY = {-1, -1, 1, 1};
  private static final int[] OFF_A_SIDE = {1, 0, 3, 2};
  private static final int[] OFF_A_TOP = {3, 2, 1, 0};
  private static final int[] BACK = {2, 3, 0, 1};

  private int ballX;
  private int ballY;
  private int lastX;
  private int lastY;
  private int direction;
  private int paddle;
  private boolean over;

  /// Whether the ball has just broken a brick: until it is in free space, it passes through the next ones.
  private boolean strike;

  /// Bit x of row y is a brick. Most rows have none; they exist so that the ball can check any row.
  private final int[] bricks = new int[SIDE];

  @Override
  public void start(RandomGenerator random) {
    boolean fromLeft = NumpyRandom.below(2, random) == 0;
    ballX = fromLeft ? 0 : SIDE - 1;
    ballY = 3;
    direction = fromLeft ? DOWN_RIGHT : DOWN_LEFT;
    lastX = ballX;
    lastY = ballY;
    paddle = 4;
    layBricks();
    strike = false;
    over = false;
  }

  private void layBricks() {
    Arrays.fill(bricks, FIRST_BRICKS, LAST_BRICKS + 1, FULL_ROW);
  }

  @Override
  public int play(int action, RandomGenerator random) {
    if (action == LEFT) {
      paddle = Math.max(0, paddle - 1);
    } else if (action == RIGHT) {
      paddle = Math.min(SIDE - 1, paddle + 1);
    }
    lastX = ballX;
    lastY = ballY;
    int x = ballX + DX[direction];
    int y = ballY + DY[direction];
    if (x < 0 || x >= SIDE) {
      x = x < 0 ? 0 : SIDE - 1;
      direction = OFF_A_SIDE[direction];
    }
    int reward = 0;
    boolean inBricks = false;
    if (y < 0) {
      y = 0;
      direction = OFF_A_TOP[direction];
    } else if ((bricks[y] >> x & 1) == 1) {
      inBricks = true;
      if (!strike) {
        reward = 1;
        bricks[y] ^= 1 << x;
        y = lastY;
        direction = OFF_A_TOP[direction];
      }
    } else if (y == BOTTOM) {
      y = bounceOrLose(x);
    }
    strike = inBricks;
    ballX = x;
    ballY = y;
    return reward;
  }

  /// Handles the ball when it reaches the row of the paddle, in column x.
  ///
  /// @return the new row of the ball
  private int bounceOrLose(int x) {
    if (bricks[1] + bricks[2] + bricks[3] == 0) {
      layBricks();
    }
    if (ballX == paddle) {
      direction = OFF_A_TOP[direction];
      return lastY;
    }
    if (x == paddle) {
      direction = BACK[direction];
      return lastY;
    }
    over = true;
    return BOTTOM;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void draw(Planes planes) {
    planes.set(BALL, ballX, ballY);
    planes.set(PADDLE, paddle, BOTTOM);
    planes.set(TRAIL, lastX, lastY);
    for (int y = FIRST_BRICKS; y <= LAST_BRICKS; y++) {
      planes.setRow(BRICK, y, bricks[y]);
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(over);
    out.writeInt(ballX);
    out.writeInt(ballY);
    out.writeInt(lastX);
    out.writeInt(lastY);
    out.writeInt(direction);
    out.writeInt(paddle);
    out.writeBoolean(strike);
    for (int y = FIRST_BRICKS; y <= LAST_BRICKS; y++) {
      out.writeInt(bricks[y]);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    over = in.readBoolean();
    ballX = Saved.number(in, "ball's column", 0, SIDE - 1);
    ballY = Saved.number(in, "ball's row", 0, over ? BOTTOM : BOTTOM - 1);
    lastX = Saved.number(in, "trail's column", 0, SIDE - 1);
    lastY = Saved.number(in, "trail's row", 0, BOTTOM);
    direction = Saved.number(in, "ball's direction", 0, DX.length - 1);
    paddle = Saved.number(in, "paddle's column", 0, SIDE - 1);
    strike = in.readBoolean();
    for (int y = FIRST_BRICKS; y <= LAST_BRICKS; y++) {
      bricks[y] = Saved.number(in, "row of bricks", 0, FULL_ROW);
    }
  }
}
