package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.junit.jupiter.api.Test;

/// What an update does with several learners and with importance weights.
class LearnerTest {
  private static final int BATCH = 4;
  private static final Network NETWORK = Network.dense(new Form.Vector(2), 8, 3);

  /// Terminated transitions, so that a target is its reward.
  private static final class Terminated implements Learner.Source {
    final List<float[]> told = new ArrayList<>();
    float[] rewards = {1, -2, 0.5f, 3};
    float[] weights = {1, 1, 1, 1};
    int drawn;

    @Override
    public void draw(Minibatch into) {
      drawn++;
      for (int i = 0; i < BATCH; i++) {
        into.observations().setVector(i, observation(i), 0);
        into.nextObservations().setVector(i, observation(i), 0);
        into.actions()[i] = i % 3;
        into.rewards()[i] = rewards[i];
        into.discounts()[i] = 0;
        into.weights()[i] = weights[i];
      }
    }

    @Override
    public void learned(Minibatch batch, float[] tdErrors) {
      told.add(Arrays.copyOf(tdErrors, BATCH));
    }
  }

  private static float[] observation(int i) {
    return new float[] {i * 0.3f - 0.5f, 1 - i * 0.2f};
  }

  private static Learner learner(Algorithm algorithm, Ensemble ensemble) {
    float[][] initial = new float[Learner.initialSets(algorithm, SnapshotWindow.paper())][];
    for (int l = 0; l < initial.length; l++) {
      initial[l] = NETWORK.newParameters(Initializer.PYTORCH, new Random(l));
    }
    LearnerSettings settings =
        LearnerSettings.of(NETWORK, algorithm)
            .optimizer(new Optimizer.Sgd(0.01))
            .loss(new Loss(Loss.Kind.HALF_SQUARED, Loss.Reduction.SUM))
            .ensemble(ensemble)
            .batchSize(BATCH);
    return new Learner(settings, initial, Workers.of(1));
  }

  /// |Q(s, a) - r| of each transition under a network.
  private static float[] errors(float[] theta, Terminated source) {
    float[] errors = new float[BATCH];
    Batch one = new Batch(NETWORK.input(), 1).resize(1);
    Workspace workspace = new Workspace(NETWORK, 1, Workers.of(1));
    for (int i = 0; i < BATCH; i++) {
      one.setVector(0, observation(i), 0);
      float[] q = workspace.forward(theta, one);
      errors[i] = Math.abs(q[i % 3] - source.rewards[i]);
    }
    return errors;
  }

  @Test
  void aSharedMinibatchIsDrawnOnceAndToldTheMeanOfItsErrors() {
    Learner learner =
        learner(Algorithm.ensemble(2), Ensemble.paper().minibatches(Ensemble.Minibatches.SHARED));
    Terminated source = new Terminated();
    float[] first = errors(learner.parameters()[0], source);
    float[] second = errors(learner.parameters()[1], source);
    learner.update(source, new Random(1));
    assertEquals(1, source.drawn);
    assertEquals(1, source.told.size());
    for (int i = 0; i < BATCH; i++) {
      assertEquals((first[i] + second[i]) / 2, source.told.getFirst()[i], 1e-6);
    }
  }

  @Test
  void eachLearnerDrawsItsOwnAndTellsItsOwnErrors() {
    Learner learner = learner(Algorithm.ensemble(2), Ensemble.paper());
    Terminated source = new Terminated();
    float[] first = errors(learner.parameters()[0], source);
    float[] second = errors(learner.parameters()[1], source);
    learner.update(source, new Random(1));
    assertEquals(2, source.drawn);
    assertArrayEquals(first, source.told.get(0), 1e-6f);
    assertArrayEquals(second, source.told.get(1), 1e-6f);
  }

  @Test
  void oneLearnerOfAnEnsembleLearnsWhereThatIsChosen() {
    Learner learner = learner(Algorithm.maxmin(3), Ensemble.paper().update(Ensemble.Update.ONE));
    boolean[] learned = new boolean[3];
    Random random = new Random(1);
    for (int update = 0; update < 30; update++) {
      float[][] before =
          Arrays.stream(learner.parameters()).map(float[]::clone).toArray(float[][]::new);
      learner.update(new Terminated(), random);
      int changed = 0;
      for (int l = 0; l < 3; l++) {
        if (!Arrays.equals(before[l], learner.parameters()[l])) {
          changed++;
          learned[l] = true;
        }
      }
      assertEquals(1, changed);
    }
    assertArrayEquals(new boolean[] {true, true, true}, learned);
  }

  @Test
  void aTransitionOfWeightZeroTeachesNothing() {
    Terminated zero = new Terminated();
    zero.weights[1] = 0;
    Terminated otherReward = new Terminated();
    otherReward.weights[1] = 0;
    otherReward.rewards[1] = 77;
    Learner a = learner(Algorithm.dqn(), Ensemble.paper());
    Learner b = learner(Algorithm.dqn(), Ensemble.paper());
    Learner c = learner(Algorithm.dqn(), Ensemble.paper());
    a.update(zero, new Random(1));
    b.update(otherReward, new Random(1));
    c.update(new Terminated(), new Random(1));
    assertArrayEquals(a.parameters()[0], b.parameters()[0]);
    assertFalse(Arrays.equals(a.parameters()[0], c.parameters()[0]));
  }

  @Test
  void aTargetThatIsNotFiniteChangesNothing() {
    Terminated source = new Terminated();
    source.rewards[2] = Float.POSITIVE_INFINITY;
    Learner learner = learner(Algorithm.dqn(), Ensemble.paper());
    float[] before = learner.parameters()[0].clone();
    NotFiniteException e =
        assertThrows(NotFiniteException.class, () -> learner.update(source, new Random(1)));
    assertEquals("a target is Infinity", e.getMessage());
    assertArrayEquals(before, learner.parameters()[0]);
    assertEquals(0, learner.updates());
  }
}
