package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;

/// The training policy, Explore(.) of the paper's algorithms: epsilon-greedy on the learner's acting values.
final class Explorer {
  private final Exploration exploration;
  private final Variants variants;
  private final int learners;
  private final int actions;
  private final Learner learner;
  private final RandomStream random;
  private int actingLearner;

  Explorer(Training training, int actions, Learner learner, Seeds seeds) {
    this.exploration = training.exploration();
    this.variants = training.variants();
    this.learners = training.algorithm().learners();
    this.actions = actions;
    this.learner = learner;
    this.random = seeds.stream(Seeds.Purpose.EXPLORATION, 0);
  }

  void startEpisode() {
    if (variants.actor() == Variants.Actor.ONE_LEARNER) {
      actingLearner = random.nextInt(learners);
    }
  }

  /// The action at a step.
  int act(long now, Observation observation) {
    if (random.nextDouble() < exploration.epsilonAt(now)) {
      return random.nextInt(actions);
    }
    float[] q = learner.actingValues(observation, actingLearner);
    int best = Targets.argmax(q, 0, actions);
    return variants.ties() == Variants.Ties.RANDOM ? oneOfTheBest(q, best) : best;
  }

  private int oneOfTheBest(float[] q, int first) {
    int ties = 0;
    for (int a = first; a < actions; a++) {
      ties += q[a] == q[first] ? 1 : 0;
    }
    int chosen = ties == 1 ? 0 : random.nextInt(ties);
    int action = first;
    while (chosen > 0) {
      action++;
      chosen -= q[action] == q[first] ? 1 : 0;
    }
    return action;
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(actingLearner);
    random.save(out);
  }

  void restore(DataInput in) throws IOException {
    actingLearner = in.readInt();
    if (actingLearner < 0 || actingLearner >= learners) {
      throw new IOException("the acting learner must be 0 to " + (learners - 1));
    }
    random.restore(in);
  }
}
