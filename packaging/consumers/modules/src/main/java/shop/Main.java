package shop;

import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.CartPole;

/// Trains on a built-in environment and queries the policy.
public final class Main {
  public static void main(String[] args) {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      throw new AssertionError("the vector module must be there without an option");
    }
    Policy policy =
        Trainer.train(CartPole::new, Training.of(Algorithm.doubleDqn()).steps(4_000), 1).policy();
    System.out.println("pole falls right: push " + List.of("left", "right").get(policy.act(new float[] {0, 0, 0.1f, 1})));
  }
}
