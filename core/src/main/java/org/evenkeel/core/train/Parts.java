package org.evenkeel.core.train;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.replay.Replay;

/// What a [Training] means for the parts it is made of.
final class Parts {
  private Parts() {}

  /// The replay memory of a training on such an environment.
  static Replay.Shape replayShape(Training training, Spec spec) {
    return new Replay.Shape(
        spec,
        training.replay().capacity(),
        training.nStep(),
        training.variants().lifeLoss() == Variants.LifeLoss.ENDS,
        training.algorithm().bootstrap() == Algorithm.Bootstrap.ACTION_TAKEN,
        switch (training.variants().stacks()) {
          case THROUGH -> Replay.LifeStacks.THROUGH;
          case ANEW -> Replay.LifeStacks.ANEW;
          case WHOLE -> Replay.LifeStacks.WHOLE;
        });
  }

  /// The learner, and how often each place of the memory is drawn in a target period.
  static LearnerSettings learnerSettings(Network network, Training training) {
    Training.Schedule schedule = training.schedule();
    double updates =
        training.variants().targetClock() == Variants.TargetClock.UPDATES
            ? schedule.targetPeriod()
            : (double) schedule.targetPeriod()
                / schedule.updatePeriodSteps()
                * schedule.updatesPerPeriod();
    double minibatches =
        training.variants().minibatches() == Variants.Minibatches.OWN
            ? training.algorithm().learners()
            : 1;
    double filled = (double) Math.min(training.replay().capacity(), schedule.steps());
    return new LearnerSettings(
        network,
        training.algorithm(),
        training.optimizer(),
        training.loss(),
        training.maxGradientNorm(),
        training.variants(),
        schedule.batchSize(),
        training.replay().capacity() + 1,
        updates * minibatches * schedule.batchSize() / filled);
  }

  /// The initial parameters of every network there is, each from a stream of its own.
  static float[][] initialParameters(Network network, Training training, Seeds seeds) {
    float[][] initial = new float[Learner.initialSets(training.algorithm(), training.variants())][];
    for (int i = 0; i < initial.length; i++) {
      initial[i] =
          network.newParameters(training.initializer(), seeds.stream(Seeds.Purpose.NETWORK, i));
    }
    return initial;
  }
}
