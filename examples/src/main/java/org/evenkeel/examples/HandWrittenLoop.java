package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Training;

/// Averaged-DQN in a hand-written loop, with every part visible.
public final class HandWrittenLoop {
  private static final int START = 500;
  private static final int TARGET_PERIOD = 250;

  private HandWrittenLoop() {}

  /// Returns the policy after some steps of training.
  static Policy train(Environment environment, int steps, long seed) {
    Spec spec = environment.spec();
    RandomStream random = new RandomStream(seed);
    Network network = Network.dense(spec.observation(), 64, 64, spec.actions());
    LearnerSettings settings = LearnerSettings.of(network, Algorithm.averaged(5));
    try (Workers workers = Workers.of(1);
        ReplayBuffer replay = new Memory.Frames(10_000).create(Memory.Needs.of(spec))) {
      Learner learner = Learner.of(settings, Initializer.PYTORCH, random, workers);
      Learner.Source source = minibatch -> replay.sample(minibatch, 0, random);
      Observation seen = new Observation(spec.frame());
      int length = -1; // of the episode; -1 if none is being played
      // @start region=loop
      for (int step = 1; step <= steps; step++) {
        if (length < 0) {
          environment.reset(random, seen);
          replay.start(seen);
          length = 0;
        }
        double epsilon = Math.max(0.05, 1 - step / 4_000.0);
        int action =
            random.nextDouble() < epsilon
                ? random.nextInt(spec.actions())
                : Targets.argmax(learner.actingValues(seen, 0), 0, spec.actions());
        Step led = environment.step(action, seen);
        boolean cut = spec.truncatesAt(++length);
        replay.add(action, new Step(led.reward(), led.terminated(), cut, false), seen);
        if (step > START) {
          learner.update(source, random); // a minibatch, its targets, a gradient step
          if (step % TARGET_PERIOD == 0) {
            learner.snapshot(); // the online parameters become the newest of the K estimates
          }
        }
        length = led.ends() || cut ? -1 : length;
      }
      // @end
      return learner.policy();
    }
  }

  /// Returns the mean return of a policy.
  static double meanReturn(Policy policy) {
    Training defaults = Training.of(Algorithm.averaged(5)); // for the discount of its estimates
    return Evaluation.of(Thermostat::new, policy, defaults, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    Policy policy = train(new Thermostat(), 4_000, 1);
    System.out.printf("mean return: %.1f (200 is perfect)%n", meanReturn(policy));
  }
}
