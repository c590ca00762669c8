package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.jspecify.annotations.Nullable;

/// The training policy, Explore(.) in the paper's algorithms: an [Exploration] applied to the learner's acting values.
final class Explorer implements Exploration.Situation {
  private final Exploration exploration;
  private final Roles roles;
  private final int learners;
  private final int actions;
  private final Learner learner;
  private final RandomStream random;
  private int actingLearner;
  private long step;
  private @Nullable Observation observation;
  private float @Nullable [] values;

  Explorer(Training training, int actions, Learner learner, Seeds seeds) {
    this.exploration = training.exploration();
    this.roles = training.roles();
    this.learners = training.algorithm().learners();
    this.actions = actions;
    this.learner = learner;
    this.random = seeds.stream(Seeds.Purpose.EXPLORATION, 0);
  }

  void startEpisode() {
    if (roles.actor() == Roles.Actor.ONE_LEARNER) {
      actingLearner = random.nextInt(learners);
    }
  }

  /// Returns the action at a step.
  int act(long now, Observation seen) {
    step = now;
    observation = seen;
    values = null;
    int action = exploration.act(this);
    if (action < 0 || action >= actions) {
      throw new IllegalStateException(
          "%s must choose an action from 0 to %d, chose %d"
              .formatted(exploration.getClass().getName(), actions - 1, action));
    }
    return action;
  }

  @Override
  public long step() {
    return step;
  }

  @Override
  public int actions() {
    return actions;
  }

  @Override
  public float[] values() {
    float[] known = values;
    Observation seen = observation;
    if (known == null) {
      if (seen == null) {
        throw new IllegalStateException(
            "a Situation is valid only until act returns: do not keep it");
      }
      known = learner.actingValues(seen, actingLearner);
      values = known;
    }
    return known;
  }

  @Override
  public int best() {
    int best = Targets.argmax(values(), 0, actions);
    return roles.ties() == Roles.Ties.RANDOM ? oneOfTheBest(values(), best) : best;
  }

  @Override
  public RandomGenerator random() {
    return random;
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
