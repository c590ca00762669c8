///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25
//REPOS staged=STAGED,central
//DEPS org.evenkeel:evenkeel-envs:VERSION
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.CartPole;

/// A script: one file, no project.
public class Main {
  public static void main(String... args) {
    var policy = Trainer.train(CartPole::new, Training.of(Algorithm.averaged(5)).steps(4_000), 1).policy();
    System.out.println("pole falls left: action " + policy.act(new float[] {0, 0, -0.1f, -1}));
  }
}
