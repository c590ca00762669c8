package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.api.Test;

/// Sources, rules and schedules of a user's own in a learner.
final class OpenAlgorithmTest {
  private static final int BATCH = 4;
  private static final Network NETWORK = Network.dense(new Form.Vector(2), 8, 3);

  /// A source that fills what it must and nothing else: no weights, no sequence numbers.
  private static final class Plain implements Learner.Source {
    private final Random random = new Random(5);
    private final boolean numbered;
    private float reward = 1;

    Plain(boolean numbered) {
      this.numbered = numbered;
    }

    @Override
    public void draw(Minibatch into) {
      for (int i = 0; i < BATCH; i++) {
        int which = random.nextInt(6);
        into.observations().setVector(i, new float[] {which, 1}, 0);
        into.nextObservations().setVector(i, new float[] {which + 0.5f, 1}, 0);
        into.actions()[i] = which % 3;
        into.rewards()[i] = reward;
        into.discounts()[i] = 0.9f;
        into.nextSequences()[i] = numbered ? which : -1;
      }
    }
  }

  private static LearnerSettings settings(Algorithm algorithm) {
    return LearnerSettings.of(NETWORK, algorithm).batchSize(BATCH);
  }

  private static float[] run(LearnerSettings settings, Plain source, int updates) {
    try (Workers workers = Workers.of(1)) {
      Learner learner = Learner.of(settings, Initializer.PYTORCH, new RandomStream(1), workers);
      for (int i = 1; i <= updates; i++) {
        learner.update(source, new Random(1));
        if (i % 5 == 0) {
          learner.snapshot();
        }
      }
      return learner.parameters()[0].clone();
    }
  }

  /// Rows without numbers must not share what is remembered of one of them.
  @Test
  void aSourceWithoutSequenceNumbersLearnsTheSame() {
    LearnerSettings remembering =
        settings(Algorithm.averaged(3)).targetPasses(TargetPasses.REMEMBERED, 6, 1);
    float[] wanted = run(settings(Algorithm.averaged(3)), new Plain(false), 40);
    assertArrayEquals(wanted, run(remembering, new Plain(false), 40));
    assertArrayEquals(wanted, run(remembering, new Plain(true), 40));
    float[] start = NETWORK.newParameters(Initializer.PYTORCH, new RandomStream(1));
    assertFalse(Arrays.equals(start, wanted), "a source that fills no weights must not weigh 0");
  }

  @Test
  void aRuleOfTheUsersOwnIsOneSmallClass() {
    Combine min = new Combine.Min();
    record Lowest() implements Combine {
      @Override
      public void combine(float[][] estimates, int k, int size, float[] combined) {
        for (int i = 0; i < size; i++) {
          float lowest = estimates[0][i];
          for (int j = 1; j < k; j++) {
            lowest = Math.min(lowest, estimates[j][i]);
          }
          combined[i] = lowest;
        }
      }
    }
    record Largest() implements Bootstrap {
      @Override
      public float value(float[] combined, float[] online, int from, int actions, int taken) {
        float best = combined[from];
        for (int a = 1; a < actions; a++) {
          best = Math.max(best, combined[from + a]);
        }
        return best;
      }
    }
    Algorithm own =
        new Algorithm(new Algorithm.Estimates.Snapshots(3), new Lowest(), new Largest());
    Algorithm ours = new Algorithm(new Algorithm.Estimates.Snapshots(3), min, Bootstrap.Named.MAX);
    assertArrayEquals(
        run(settings(ours), new Plain(true), 30), run(settings(own), new Plain(true), 30));
  }

  record Broken() implements Combine {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      Arrays.fill(combined, 0, size, Float.NaN);
    }
  }

  @Test
  void aRuleThatGivesNaNIsNamed() {
    Algorithm broken =
        new Algorithm(new Algorithm.Estimates.Snapshots(2), new Broken(), Bootstrap.Named.MAX);
    NotFiniteException e =
        assertThrows(NotFiniteException.class, () -> run(settings(broken), new Plain(true), 1));
    assertEquals("a target is NaN, combined by " + Broken.class.getName(), e.getMessage());
  }

  record Half() implements LearningRate {
    @Override
    public double factorAt(long update) {
      return update == 3 ? Double.NaN : 0.5;
    }
  }

  @Test
  void aScheduleChangesTheStepsAndABrokenOneIsNamed() {
    LearnerSettings sgd = settings(Algorithm.dqn()).optimizer(new Optimizer.Sgd(0.02));
    float[] half = run(sgd.learningRate(new Half()), new Plain(true), 2);
    float[] slow =
        run(settings(Algorithm.dqn()).optimizer(new Optimizer.Sgd(0.01)), new Plain(true), 2);
    assertArrayEquals(slow, half);
    assertFalse(Arrays.equals(half, run(sgd, new Plain(true), 2)));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> run(sgd.learningRate(new Half()), new Plain(true), 3));
    assertEquals(
        Half.class.getName() + " must return a finite factor >= 0 for update 3, returned NaN",
        e.getMessage());
  }

  /// Between two measurements of the norm, a step may make parameters that are not finite: no snapshot and no policy
  /// is made of them.
  @Test
  void parametersThatAreNotFiniteGoNoFurther() {
    LearnerSettings wild =
        settings(Algorithm.dqn())
            .optimizer(new Optimizer.Sgd(3e38))
            .loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.SUM));
    try (Workers workers = Workers.of(1)) {
      Learner learner = Learner.of(wild, Initializer.PYTORCH, new RandomStream(1), workers);
      Plain source = new Plain(true);
      source.reward = 1e6f;
      learner.update(source, new Random(1));
      assertFalse(learner.finite());
      for (org.junit.jupiter.api.function.Executable act :
          java.util.List.<org.junit.jupiter.api.function.Executable>of(
              learner::snapshot, learner::policy)) {
        assertEquals(
            "a parameter is not finite", assertThrows(NotFiniteException.class, act).getMessage());
      }
      assertTrue(Arrays.stream(new double[] {learner.loss()}).allMatch(Double::isFinite));
    }
  }

  @Test
  void initialParametersOfAnotherLengthAreRefused() {
    try (Workers workers = Workers.of(1)) {
      assertEquals(
          "initial must have length 2, was 1",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new Learner(settings(Algorithm.ensemble(2)), new float[1][], workers))
              .getMessage());
      assertEquals(
          "parameters must have length " + NETWORK.parameterCount() + ", was 3",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new Learner(settings(Algorithm.dqn()), new float[1][3], workers))
              .getMessage());
    }
  }

  /// Double-DQN with several learners: the one being updated chooses the action, all of them value it.
  @Test
  void eachLearnerOfAnEnsembleChoosesForItsOwnTargets() {
    Algorithm algorithm =
        new Algorithm(
            new Algorithm.Estimates.Learners(2), new Combine.Mean(), Bootstrap.Named.DOUBLE);
    try (Workers workers = Workers.of(1)) {
      Learner learner =
          Learner.of(settings(algorithm), Initializer.PYTORCH, new RandomStream(2), workers);
      float[][] start = {learner.parameters()[0].clone(), learner.parameters()[1].clone()};
      Plain source = new Plain(false);
      float[][] next = new float[BATCH][];
      learner.update(
          into -> {
            source.draw(into);
            for (int i = 0; i < BATCH; i++) {
              next[i] = Arrays.copyOfRange(into.nextObservations().floats(), 2 * i, 2 * i + 2);
            }
          },
          new Random(1));
      boolean differ = false;
      for (int i = 0; i < BATCH; i++) {
        float[] first = values(next[i], start[0]);
        float[] second = values(next[i], start[1]);
        float[] both = values(next[i], start);
        int chosen = Targets.argmax(second, 0, 3);
        differ |= chosen != Targets.argmax(first, 0, 3);
        assertEquals(1 + 0.9f * both[chosen], learner.lastTargets()[i], "row " + i);
      }
      assertTrue(differ, "the learners must prefer different actions, or nothing is tested");
    }
  }

  private static float[] values(float[] observation, float[]... thetas) {
    float[] q = new float[3];
    new Policy(NETWORK, new Combine.Mean(), thetas).values(observation, q);
    return q;
  }
}
