package org.evenkeel.envs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// A pole on a cart, to be kept upright: CartPole-v1 of Gymnasium (Barto, Sutton and Anderson 1983).
///
/// The observation consists of the position and speed of the cart, and the angle and angular speed of the pole. Action
/// 0 pushes to the left, action 1 to the right. An episode ends when the cart is more than 2.4 from the middle or the
/// pole more than 12 degrees from upright. The reward is 1 for every step, including the last. The best return is 500,
/// the limit on the length of an episode.
///
/// The state is kept in double precision and the order of operations is Gymnasium's, so that a step from the same state
/// leads to the same state. Sine and cosine come from `StrictMath` and are the same on every machine. Those of another
/// library may differ in the last bit, and then long episodes diverge.
public final class CartPole implements SavesState, HasLegend {
  /// The integration method for the equations of motion.
  public enum Integrator {
    /// Gymnasium's default: positions advance with the speeds before the push.
    EULER,
    /// Positions advance with the speeds after the push.
    SEMI_IMPLICIT
  }

  private static final Spec SPEC = Spec.vector(4).actions(2).maxEpisodeSteps(500);

  private static final double GRAVITY = 9.8;
  private static final double CART_MASS = 1.0;
  private static final double POLE_MASS = 0.1;
  private static final double TOTAL_MASS = POLE_MASS + CART_MASS;
  private static final double HALF_LENGTH = 0.5;
  private static final double POLE_MASS_LENGTH = POLE_MASS * HALF_LENGTH;
  private static final double FORCE = 10.0;
  private static final double SECONDS_PER_STEP = 0.02;
  private static final double X_LIMIT = 2.4;
  private static final double THETA_LIMIT = 12 * 2 * Math.PI / 360;

  private static final Step UPRIGHT = Step.of(1);
  private static final Step FALLS = Step.of(1, true);
  private static final Step FALLEN = Step.of(0, true);

  private final Integrator integrator;
  private double x;
  private double xDot;
  private double theta;
  private double thetaDot;
  private boolean over;

  /// Creates CartPole-v1 with Gymnasium's default integrator.
  public CartPole() {
    this(Integrator.EULER);
  }

  /// Creates CartPole-v1 with this integrator.
  public CartPole(Integrator integrator) {
    this.integrator = integrator;
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public String identity() {
    return "cartpole(integrator=" + integrator + ")";
  }

  @Override
  public Legend legend() {
    return new Legend(
        List.of("left", "right"), List.of("position", "speed", "angle", "angular speed"));
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    place(small(random), small(random), small(random), small(random));
    write(observation);
  }

  private static double small(RandomGenerator random) {
    return -0.05 + 0.1 * random.nextDouble();
  }

  /// Sets the state.
  void place(double x, double xDot, double theta, double thetaDot) {
    this.x = x;
    this.xDot = xDot;
    this.theta = theta;
    this.thetaDot = thetaDot;
    over = isOut();
  }

  /// Performs an action. After the end the motion continues, and the reward is 0.
  @Override
  public Step step(int action, Observation observation) {
    double force = action == 1 ? FORCE : -FORCE;
    double cos = StrictMath.cos(theta);
    double sin = StrictMath.sin(theta);
    double push = (force + POLE_MASS_LENGTH * (thetaDot * thetaDot) * sin) / TOTAL_MASS;
    double thetaAcceleration =
        (GRAVITY * sin - cos * push)
            / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * (cos * cos) / TOTAL_MASS));
    double xAcceleration = push - POLE_MASS_LENGTH * thetaAcceleration * cos / TOTAL_MASS;
    switch (integrator) {
      case EULER -> {
        x += SECONDS_PER_STEP * xDot;
        xDot += SECONDS_PER_STEP * xAcceleration;
        theta += SECONDS_PER_STEP * thetaDot;
        thetaDot += SECONDS_PER_STEP * thetaAcceleration;
      }
      case SEMI_IMPLICIT -> {
        xDot += SECONDS_PER_STEP * xAcceleration;
        x += SECONDS_PER_STEP * xDot;
        thetaDot += SECONDS_PER_STEP * thetaAcceleration;
        theta += SECONDS_PER_STEP * thetaDot;
      }
    }
    write(observation);
    if (over) {
      return FALLEN;
    }
    over = isOut();
    return over ? FALLS : UPRIGHT;
  }

  private boolean isOut() {
    return x < -X_LIMIT || x > X_LIMIT || theta < -THETA_LIMIT || theta > THETA_LIMIT;
  }

  private void write(Observation observation) {
    observation.set(0, x);
    observation.set(1, xDot);
    observation.set(2, theta);
    observation.set(3, thetaDot);
  }

  /// Returns the state: position, speed, angle, angular speed, in double precision.
  double[] state() {
    return new double[] {x, xDot, theta, thetaDot};
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeDouble(x);
    out.writeDouble(xDot);
    out.writeDouble(theta);
    out.writeDouble(thetaDot);
    out.writeBoolean(over);
  }

  @Override
  public void restore(DataInput in, RandomGenerator random) throws IOException {
    x = in.readDouble();
    xDot = in.readDouble();
    theta = in.readDouble();
    thetaDot = in.readDouble();
    over = in.readBoolean();
  }
}
