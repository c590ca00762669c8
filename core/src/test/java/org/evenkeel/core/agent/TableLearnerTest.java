package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.api.Test;

/// A learner whose network is a table, so that every number can be computed by hand: one value for each of two states
/// and two actions.
final class TableLearnerTest {
  static final Network TABLE = Network.of(new Form.OneHot(2), Layer.dense(2, "out"));

  /// The parameters of a table: the values of state 0, then those of state 1.
  static float[] table(float a0, float a1, float b0, float b1) {
    float[] theta = new float[TABLE.parameterCount()];
    TABLE.setTensor(theta, "out.weight", new float[] {a0, b0, a1, b1}); // [action][state]
    return theta;
  }

  /// State 0 with action 0 and state 1 with action 1, each leading to the other state.
  static final class TwoRows implements Learner.Source {
    final List<float[]> told = new ArrayList<>();
    final float[] rewards = {1, 2};
    float discount;

    @Override
    public void draw(Minibatch into) {
      for (int i = 0; i < 2; i++) {
        into.observations().setIndex(i, i);
        into.nextObservations().setIndex(i, 1 - i);
        into.actions()[i] = i;
        into.rewards()[i] = rewards[i];
        into.discounts()[i] = discount;
        into.nextSequences()[i] = 1L - i;
      }
    }

    @Override
    public void learned(Minibatch batch, float[] tdErrors) {
      told.add(Arrays.copyOf(tdErrors, 2));
    }
  }

  /// Learns nothing, so that every update meets the same tables.
  record Never() implements LearningRate {
    @Override
    public double factorAt(long update) {
      return 0;
    }
  }

  static LearnerSettings settings(Algorithm algorithm) {
    return LearnerSettings.of(TABLE, algorithm)
        .optimizer(new Optimizer.Sgd(0.5))
        .loss(new Loss(Loss.Kind.HALF_SQUARED, Loss.Reduction.SUM))
        .batchSize(2);
  }

  static Learner learner(LearnerSettings settings, float[]... initial) {
    return new Learner(settings, initial, Workers.of(1));
  }

  private static final RandomGenerator NO_RANDOM =
      () -> {
        throw new AssertionError("nothing may be drawn");
      };

  private static Observation state(int state) {
    Observation observation = new Observation(TABLE.input());
    observation.setState(state);
    return observation;
  }

  private static Batch bothStates() {
    Batch batch = new Batch(TABLE.input(), 2).resize(2);
    batch.setIndex(0, 0);
    batch.setIndex(1, 1);
    return batch;
  }

  /// Tables with errors (3, 4) and (-1, 1): half squared 12.5 and 1; each error stands in a weight and in a bias.
  @Test
  void theNumbersReportedAreMeansOverTheLearners() {
    Learner learner =
        learner(
            settings(Algorithm.ensemble(2)).learningRate(new Never()),
            table(4, 0, 0, 6),
            table(0, 0, 0, 3));
    TwoRows source = new TwoRows();
    learner.update(source, NO_RANDOM);
    assertEquals((12.5 + 1) / 2, learner.loss());
    assertEquals((3 + 4 + 1 + 1) / 4.0, learner.tdError());
    assertEquals((Math.sqrt(50) + Math.sqrt(4)) / 2, learner.gradientNorm(), 1e-12);
    assertEquals(1, learner.updates());
    assertArrayEquals(new float[] {3, 4}, source.told.get(0));
    assertArrayEquals(new float[] {1, 1}, source.told.get(1));
    learner.update(source, NO_RANDOM);
    assertEquals((12.5 + 1) / 2, learner.loss());
    assertEquals(9 / 4.0, learner.tdError());
    assertEquals(2, learner.updates());
  }

  @Test
  void theNormIsMeasuredAtEveryEighthUpdate() {
    Learner learner =
        learner(settings(Algorithm.dqn()).learningRate(new Never()), table(4, 0, 0, 6));
    TwoRows source = new TwoRows();
    assertTrue(Double.isNaN(learner.gradientNorm()));
    learner.update(source, NO_RANDOM);
    assertEquals(Math.sqrt(50), learner.gradientNorm(), 1e-12);
    source.rewards[0] = 4; // the first error is 0 now
    for (int update = 2; update <= 8; update++) {
      learner.update(source, NO_RANDOM);
      assertEquals(Math.sqrt(50), learner.gradientNorm(), 1e-12);
    }
    learner.update(source, NO_RANDOM);
    assertEquals(Math.sqrt(32), learner.gradientNorm(), 1e-12);
  }

  /// The gradient (3, 4) in the weights and in the biases has the norm 7.07; shortened to a tenth of it, a step of 0.5
  /// takes 0.15 and 0.2 from each.
  @Test
  void aLongGradientIsShortenedAndReportedAsItWas() {
    double norm = Math.sqrt(50);
    Learner learner =
        learner(settings(Algorithm.dqn()).maxGradientNorm(norm / 10), table(4, 0, 0, 6));
    TwoRows source = new TwoRows();
    learner.update(source, NO_RANDOM);
    assertEquals(norm, learner.gradientNorm(), 1e-12);
    float[] q = new float[2];
    learner.snapshot();
    Policy policy = learner.policy();
    policy.values(state(0), q);
    assertArrayEquals(new float[] {4 - 2 * 0.15f, -0.2f}, q, 1e-5f);
    policy.values(state(1), q);
    assertArrayEquals(new float[] {-0.15f, 6 - 2 * 0.2f}, q, 1e-5f);
    learner.update(source, NO_RANDOM);
    // Errors 2.7 and 3.6.
    assertEquals(Math.sqrt(2 * (2.7 * 2.7 + 3.6 * 3.6)), learner.gradientNorm(), 1e-4);
  }

  @Test
  void aGradientThatIsNotFiniteChangesNothing() {
    Learner learner = learner(settings(Algorithm.dqn()), table(0, 0, 0, 0));
    Learner.Source twice =
        into -> {
          for (int i = 0; i < 2; i++) {
            into.observations().setIndex(i, 0);
            into.nextObservations().setIndex(i, 0);
            into.actions()[i] = 0;
            into.rewards()[i] = -3e38f; // finite each; their sum is not
            into.discounts()[i] = 0;
          }
        };
    assertThrows(NotFiniteException.class, () -> learner.update(twice, NO_RANDOM));
    assertArrayEquals(table(0, 0, 0, 0), learner.parameters()[0]);
    assertEquals(0, learner.updates());
  }

  @Test
  void aLossThatIsNotFiniteChangesNothing() {
    float[] huge = table(3e38f, 0, 0, 0);
    TABLE.setTensor(huge, "out.bias", new float[] {3e38f, 0}); // its value is infinite
    Learner learner = learner(settings(Algorithm.dqn()), huge);
    String message =
        assertThrows(NotFiniteException.class, () -> learner.update(new TwoRows(), NO_RANDOM))
            .getMessage();
    assertTrue(message.contains("loss"), message);
    assertArrayEquals(huge, learner.parameters()[0]);
  }

  @Test
  void anInfiniteFactorOfTheLearningRateIsRefused() {
    LearningRate endless = _ -> Double.POSITIVE_INFINITY;
    Learner learner = learner(settings(Algorithm.dqn()).learningRate(endless), table(4, 0, 0, 6));
    String message =
        assertThrows(IllegalStateException.class, () -> learner.update(new TwoRows(), NO_RANDOM))
            .getMessage();
    assertTrue(message.contains("Infinity") && message.contains(endless.getClass().getName()));
    assertArrayEquals(table(4, 0, 0, 6), learner.parameters()[0]);
  }

  @Test
  void aBootstrapThatGivesNaNIsNamed() {
    record Broken() implements Bootstrap {
      @Override
      public float value(float[] combined, float[] online, int from, int actions, int taken) {
        return Float.NaN;
      }
    }
    Algorithm broken =
        new Algorithm(new Algorithm.Estimates.Snapshots(1), new Combine.Mean(), new Broken());
    TwoRows source = new TwoRows();
    source.discount = 0.5f;
    Learner learner = learner(settings(broken), table(4, 0, 0, 6));
    String message =
        assertThrows(NotFiniteException.class, () -> learner.update(source, NO_RANDOM))
            .getMessage();
    assertTrue(message.contains(Broken.class.getName()), message);
    assertTrue(!message.contains(Combine.Mean.class.getName()), message);
  }

  /// The generator says that learner 2 of 3 learns.
  @Test
  void whereOneLearnsTheNumbersAreItsOwn() {
    RandomGenerator two =
        new RandomGenerator() {
          @Override
          public int nextInt(int bound) {
            assertEquals(3, bound);
            return 2;
          }

          @Override
          public long nextLong() {
            throw new AssertionError("only a learner is drawn");
          }
        };
    for (Ensemble.Minibatches minibatches : Ensemble.Minibatches.values()) {
      Ensemble one = new Ensemble(minibatches, Ensemble.Update.ONE);
      Learner learner =
          learner(
              settings(Algorithm.maxmin(3)).ensemble(one).learningRate(new Never()),
              table(0, 0, 0, 0),
              table(9, 9, 9, 9),
              table(4, 0, 0, 6));
      TwoRows source = new TwoRows();
      learner.update(source, two);
      assertEquals(12.5, learner.loss());
      assertEquals(3.5, learner.tdError());
      assertEquals(Math.sqrt(50), learner.gradientNorm(), 1e-12);
      assertEquals(1, source.told.size());
      assertArrayEquals(new float[] {3, 4}, source.told.getFirst());
    }
  }

  @Test
  void aSingleLearnerIsNotDrawn() {
    Ensemble one = Ensemble.paper().update(Ensemble.Update.ONE);
    Learner learner =
        learner(
            settings(Algorithm.dqn()).ensemble(one).learningRate(new Never()), table(4, 0, 0, 6));
    learner.update(new TwoRows(), NO_RANDOM);
    assertEquals(12.5, learner.loss());
  }

  /// The second learner fails after the first has learned; what it left must not be told at the next update.
  @Test
  void anUpdateThatFailedLeavesNoErrorsBehind() {
    LearnerSettings shared =
        settings(Algorithm.ensemble(2))
            .ensemble(Ensemble.paper().minibatches(Ensemble.Minibatches.SHARED))
            .learningRate(new Never());
    Learner learner = learner(shared, table(4, 0, 0, 6), table(0, 0, 0, 3));
    TwoRows source = new TwoRows();
    learner.parameters()[1][0] = Float.NaN;
    assertThrows(NotFiniteException.class, () -> learner.update(source, NO_RANDOM));
    assertEquals(0, source.told.size());
    System.arraycopy(table(0, 0, 0, 3), 0, learner.parameters()[1], 0, TABLE.parameterCount());
    learner.update(source, NO_RANDOM);
    assertArrayEquals(new float[] {(3 + 1) / 2f, (4 + 1) / 2f}, source.told.getFirst());
  }

  /// Snapshots 2, 1 and 0 of a learner that is at 3: who acts, who is evaluated, and what is reported.
  @Test
  void theRolesSayWhoseValuesCount() {
    float[][] tables = {
      table(0, 3, 0, 6), table(9, 0, 3, 0), table(0, 0, 12, 0), table(1, 2, 5, 4)
    };
    for (Roles.Actor actor : Roles.Actor.values()) {
      for (Roles.Evaluated evaluated : Roles.Evaluated.values()) {
        Roles roles = Roles.paper().actor(actor).evaluated(evaluated);
        Learner learner = learner(settings(Algorithm.averaged(3)).roles(roles), tables[0]);
        for (int i = 1; i < 4; i++) {
          System.arraycopy(tables[i], 0, learner.parameters()[0], 0, tables[i].length);
          if (i < 3) {
            learner.snapshot();
          }
        }
        float[][] newestFirst = learner.snapshots();
        for (int i = 0; i < 3; i++) {
          assertArrayEquals(tables[2 - i], newestFirst[i]);
        }
        boolean combined = actor == Roles.Actor.COMBINED;
        float[] acting = Arrays.copyOf(learner.actingValues(state(1), 0), 2);
        assertArrayEquals(combined ? new float[] {5, 2} : new float[] {5, 4}, acting);
        acting = Arrays.copyOf(learner.actingValues(state(0), 0), 2);
        assertArrayEquals(combined ? new float[] {3, 1} : new float[] {1, 2}, acting);
        boolean snapshots = evaluated == Roles.Evaluated.COMBINED;
        Policy policy = learner.policy();
        assertEquals(snapshots ? 3 : 1, policy.sets());
        float[] q = new float[2];
        policy.values(state(0), q);
        assertArrayEquals(snapshots ? new float[] {3, 1} : new float[] {1, 2}, q);
        // The largest of each state, summed: mean (3, 1), (5, 2); online (1, 2), (5, 4); newest (0,
        // 0), (12, 0).
        assertEquals(
            snapshots ? 8 : 7, learner.sumOfLargest(Learner.Reported.EVALUATED, bothStates()));
        assertEquals(7, learner.sumOfLargest(Learner.Reported.ONLINE, bothStates()));
        assertEquals(12, learner.sumOfLargest(Learner.Reported.NEWEST_SNAPSHOT, bothStates()));
        assertEquals(roles, learner.settings().roles());
      }
    }
  }

  @Test
  void thePolicyIsACopy() {
    Learner learner = learner(settings(Algorithm.dqn()), table(4, 0, 0, 6));
    Policy policy = learner.policy();
    assertNotSame(learner.snapshots()[0], policy.parameters()[0]);
    Arrays.fill(learner.parameters()[0], 9);
    learner.snapshot();
    assertArrayEquals(table(4, 0, 0, 6), policy.parameters()[0]);
  }

  @Test
  void ofAnEnsembleTheActorMayBeOneLearner() {
    float[][] tables = {table(1, 0, 0, 0), table(0, 5, 0, 0)};
    LearnerSettings settings = settings(Algorithm.ensemble(2));
    Learner one = learner(settings.roles(Roles.paper().actor(Roles.Actor.ONE_LEARNER)), tables);
    assertArrayEquals(new float[] {1, 0}, Arrays.copyOf(one.actingValues(state(0), 0), 2));
    assertArrayEquals(new float[] {0, 5}, Arrays.copyOf(one.actingValues(state(0), 1), 2));
    Learner all = learner(settings, tables);
    assertArrayEquals(new float[] {0.5f, 2.5f}, Arrays.copyOf(all.actingValues(state(0), 1), 2));
    // The newest snapshots of both, combined.
    assertEquals(2.5, all.sumOfLargest(Learner.Reported.NEWEST_SNAPSHOT, bothStates()));
  }

  @Test
  void aLearnerIsMadeOfRandomNumbersInTheOrderOfItsNetworks() {
    SnapshotWindow independent = SnapshotWindow.paper().start(SnapshotWindow.Start.INDEPENDENT);
    Learner learner =
        Learner.of(
            settings(Algorithm.averaged(2)).window(independent),
            Initializer.PYTORCH,
            new Random(3),
            Workers.of(1));
    Random again = new Random(3);
    assertArrayEquals(TABLE.newParameters(Initializer.PYTORCH, again), learner.parameters()[0]);
    for (int k = 0; k < 2; k++) {
      assertArrayEquals(TABLE.newParameters(Initializer.PYTORCH, again), learner.snapshots()[k]);
    }
  }
}
