package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Inside;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the loop does beyond its order: who acts, who is evaluated, how the window fills, when it stops.
class TrainerTest {
  @Test
  void theWindowStartsAsCopiesOfTheInitialParametersAndTheOnlineNetworkIsNeverInIt() {
    Training training = Runs.small(Algorithm.averaged(3));
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      float[] initial = Inside.parameters(trainer.learner())[0].clone();
      for (float[] estimate : Inside.snapshots(trainer.learner())) {
        assertArrayEquals(initial, estimate);
      }
      trainer.run(59); // learning from 41 on, the first snapshot at 60
      float[] online = Inside.parameters(trainer.learner())[0].clone();
      assertFalse(Arrays.equals(initial, online));
      for (float[] estimate : Inside.snapshots(trainer.learner())) {
        assertArrayEquals(initial, estimate);
      }
      trainer.run(60);
      online = Inside.parameters(trainer.learner())[0].clone();
      assertArrayEquals(online, Inside.snapshots(trainer.learner())[0]);
      assertArrayEquals(initial, Inside.snapshots(trainer.learner())[1]);
      assertArrayEquals(initial, Inside.snapshots(trainer.learner())[2]);
      trainer.run(80);
      assertArrayEquals(online, Inside.snapshots(trainer.learner())[1]);
      assertArrayEquals(initial, Inside.snapshots(trainer.learner())[2]);
      assertEquals(3, trainer.policy().sets());
    }
  }

  @Test
  void aGrowingWindowCountsWhatThereHasBeen() {
    Training training =
        Runs.small(Algorithm.averaged(3)).window(w -> w.start(SnapshotWindow.Start.GROWING));
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      assertEquals(1, trainer.policy().sets());
      trainer.run(60);
      assertEquals(2, trainer.policy().sets());
      trainer.run(400);
      assertEquals(3, trainer.policy().sets());
    }
  }

  @Test
  void anIndependentWindowStartsWithOtherNetworks() {
    Training training =
        Runs.small(Algorithm.averaged(2)).window(w -> w.start(SnapshotWindow.Start.INDEPENDENT));
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      float[][] estimates = Inside.snapshots(trainer.learner());
      assertFalse(Arrays.equals(Inside.parameters(trainer.learner())[0], estimates[0]));
      assertFalse(Arrays.equals(estimates[1], estimates[0]));
    }
  }

  @Test
  void theLearnersOfAnEnsembleStartApart() {
    try (Trainer trainer =
        Runs.trainer(Tasks.Walk::new, Runs.small(Algorithm.ensemble(2)), 1, 1, event -> {})) {
      float[][] learners = Inside.parameters(trainer.learner());
      assertFalse(Arrays.equals(learners[0], learners[1]));
      assertArrayEquals(learners[0], Inside.snapshots(trainer.learner())[0]);
      assertArrayEquals(learners[1], Inside.snapshots(trainer.learner())[1]);
    }
  }

  /// The training policy follows the online network, the evaluated one the mean of the snapshots.
  @Test
  void theOnlineNetworkActsAndTheCombinedEstimateIsEvaluated() {
    Training training = Runs.small(Algorithm.averaged(3));
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {});
        Trainer combined =
            Runs.trainer(
                Tasks.Walk::new,
                training.roles(r -> r.actor(Roles.Actor.COMBINED)),
                1,
                1,
                event -> {})) {
      Observation observation = new Observation(trainer.policy().input());
      trainer.run(300);
      combined.run(300);
      float[] q = new float[2];
      observation.set(0, 0.3);
      observation.set(1, 1);
      trainer.policy().values(observation, q);
      float[] mean = new float[2];
      Batch batch = new Batch(trainer.policy().input(), 1).resize(1);
      batch.set(0, observation);
      Workspace workspace = new Workspace(trainer.policy().network(), 1, Workers.of(1));
      for (float[] estimate : Inside.snapshots(trainer.learner())) {
        float[] one = workspace.forward(estimate, batch);
        mean[0] += one[0];
        mean[1] += one[1];
      }
      assertEquals(mean[0] / 3, q[0], 1e-6);
      assertEquals(mean[1] / 3, q[1], 1e-6);
      float[] acting = trainer.learner().actingValues(observation, 0).clone();
      assertArrayEquals(workspace.forward(Inside.parameters(trainer.learner())[0], batch), acting);
      float[] followed = combined.learner().actingValues(observation, 0);
      combined.policy().values(observation, q);
      assertArrayEquals(q, followed);
    }
  }

  @Test
  void aNumberThatIsNotFiniteStopsTheRunAndSaysWhere() {
    Training training =
        Runs.small(Algorithm.dqn())
            .optimizer(new Optimizer.Sgd(1e25))
            .loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.SUM));
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      DivergedException e =
          assertThrows(DivergedException.class, () -> trainer.run(Long.MAX_VALUE));
      assertTrue(e.step() > 40 && e.step() < 80, e.getMessage());
      assertTrue(
          e.getMessage()
              .matches(
                  "diverged at step \\d+: (a target|the loss|the gradient norm) is -?(NaN|Infinity)\\. Check the learning rate, .*"),
          e.getMessage());
    }
  }

  @Test
  void aCheckpointWithParametersThatAreNotFiniteIsNotWritten(
      @org.junit.jupiter.api.io.TempDir java.nio.file.Path folder) {
    try (Trainer trainer =
        Runs.trainer(Tasks.Walk::new, Runs.small(Algorithm.dqn()), 1, 1, event -> {})) {
      trainer.run(10);
      Inside.parameters(trainer.learner())[0][3] = Float.NaN;
      DivergedException e =
          assertThrows(DivergedException.class, () -> Checkpoint.write(folder, trainer));
      assertTrue(e.getMessage().contains("a parameter is not finite"));
    }
  }

  /// A life is lost at each step: where that is learned from as an end, a state is worth its one reward, and
  /// that is what is obtained from it.
  @Test
  void whatIsObtainedStopsWhereTheLearnerSeesAnEnd() {
    Training training =
        Runs.small(Algorithm.dqn()).protocol(p -> p.lifeLoss(Protocol.LifeLoss.ENDS));
    EvaluationResult ends =
        Trainer.train(Tasks.Dying::new, training, 1).measured().getLast().evaluation();
    assertEquals(1, ends.discountedReturn());
    assertEquals(1, ends.valueEstimate(), 0.2);
    EvaluationResult goesOn =
        Trainer.train(
                Tasks.Dying::new, training.protocol(p -> p.lifeLoss(Protocol.LifeLoss.GOES_ON)), 1)
            .measured()
            .getLast()
            .evaluation();
    // Those of 600 steps with 460 or more to come, which is 0.99 of the weight of 1 / (1 - 0.99).
    assertTrue(goesOn.discountedReturn() > 99, goesOn.toString());
  }

  @Test
  void aTimeOutIsAnEndWhereThatIsChosen() {
    // Naming has episodes of 8 steps that are cut short; each right name gives 1.
    Training training = LearningTest.TRAINING.protocol(p -> p.truncation(Protocol.Truncation.ENDS));
    EvaluationResult result =
        Trainer.train(Tasks.Naming::new, training, 1).measured().getLast().evaluation();
    // All states of all episodes count, and none is worth more than the 8 steps that follow.
    assertTrue(result.discountedReturn() < 8 && result.discountedReturn() > 3, result.toString());
  }

  @Test
  void oneEnvironmentForEverythingIsRefused() {
    Tasks.Walk shared = new Tasks.Walk();
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Runs.trainer(() -> shared, Runs.small(Algorithm.dqn()), 1, 1, event -> {}));
    assertEquals(
        "a new environment must be created each time, was given the same one twice",
        e.getMessage());
  }

  @Test
  void stopEndsARunBetweenTwoSteps() {
    List<RunEvent> events = new ArrayList<>();
    Training training = Runs.small(Algorithm.dqn());
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, events::add)) {
      trainer.record(
          (step, event) -> {
            if (step == 33) {
              trainer.stop();
            }
          });
      trainer.run(Long.MAX_VALUE);
      assertEquals(33, trainer.step());
      assertFalse(trainer.finished());
      assertTrue(events.stream().noneMatch(e -> e instanceof RunEvent.Finished));
    }
  }

  @Test
  void runIsRefusedWhereItCannotMeanAnything() {
    Trainer trainer = Runs.trainer(Tasks.Walk::new, Runs.small(Algorithm.dqn()), 1, 1, event -> {});
    try (trainer) {
      assertEquals(
          "untilStep must be >= 0, was -1",
          assertThrows(IllegalArgumentException.class, () -> trainer.run(-1)).getMessage());
      trainer.on(RunEvent.EpisodeEnded.class, event -> trainer.run());
      assertEquals(
          "run was called by a listener of the same trainer: return from the listener instead",
          assertThrows(IllegalStateException.class, trainer::run).getMessage());
    }
    assertEquals(
        "this trainer is closed: create a new one, and resume it from the last checkpoint",
        assertThrows(IllegalStateException.class, trainer::run).getMessage());
  }

  @Test
  void everythingPromisedIsMeasured() {
    Run run = Trainer.train(Tasks.Walk::new, Runs.small(Algorithm.averaged(3)), 1);
    assertEquals(16, run.measured().size());
    RunEvent.Measured last = run.measured().getLast();
    Metrics m = last.metrics();
    assertEquals(400, m.step());
    assertEquals(180, m.updates());
    assertEquals(0.1, m.epsilon(), 1e-12);
    assertTrue(m.episodes() > 40);
    for (double value :
        new double[] {
          m.meanReturn(), m.meanLength(), m.loss(), m.tdError(), m.gradientNorm(), m.heldOutValue()
        }) {
      assertTrue(Double.isFinite(value), m.toString());
    }
    assertNotNull(last.evaluation());
    assertEquals(
        last.evaluation().valueEstimate() - last.evaluation().discountedReturn(),
        last.evaluation().overestimation());
  }

  @Test
  void tiesAreBrokenByTheFirstOrAtRandom() {
    // With all parameters 0 every action ties.
    Training greedy =
        Runs.small(Algorithm.dqn())
            .exploration(new Exploration.Constant(0))
            .evaluation(new EvaluationPlan(0, 1, 0, 4))
            .steps(30);
    List<Integer> first = actions(greedy);
    assertEquals(1, first.stream().distinct().count());
    assertEquals(0, first.getFirst());
    assertEquals(
        4, actions(greedy.roles(r -> r.ties(Roles.Ties.RANDOM))).stream().distinct().count());
  }

  private static List<Integer> actions(Training training) {
    List<Integer> actions = new ArrayList<>();
    Tasks.Naming inner = new Tasks.Naming();
    org.evenkeel.core.env.Environment listening =
        new org.evenkeel.core.env.Environment() {
          @Override
          public org.evenkeel.core.env.Spec spec() {
            return inner.spec();
          }

          @Override
          public void reset(java.util.random.RandomGenerator random, Observation observation) {
            inner.reset(random, observation);
          }

          @Override
          public org.evenkeel.core.env.Step step(int action, Observation observation) {
            actions.add(action);
            return inner.step(action, observation);
          }
        };
    try (Trainer trainer = Runs.trainer(() -> listening, training, 1, 1, event -> {})) {
      Arrays.fill(Inside.parameters(trainer.learner())[0], 0);
      trainer.run(30);
    }
    return actions;
  }

  @Test
  void aSavedPolicyComesBackEqual(@TempDir Path folder) throws java.io.IOException {
    for (Algorithm algorithm :
        List.of(
            Algorithm.dqn(),
            Algorithm.averaged(3),
            Algorithm.weightedAveraged(3, 0.7),
            Algorithm.maxmin(2))) {
      Policy policy = Trainer.train(Tasks.Walk::new, Runs.small(algorithm), 1).policy();
      Path file = folder.resolve("policy.safetensors");
      policy.save(file);
      Policy loaded = Policy.load(file);
      RandomStream random = new RandomStream(1);
      Observation observation = new Observation(policy.input());
      float[] a = new float[2];
      float[] b = new float[2];
      for (int i = 0; i < 50; i++) {
        observation.set(0, random.nextDouble() * 2 - 1);
        observation.set(1, 1);
        policy.values(observation, a);
        loaded.values(observation, b);
        assertArrayEquals(a, b);
        assertEquals(policy.act(observation), loaded.act(observation.vector()));
      }
    }
  }

  /// Frames are stacked outside of the network: without this, a loaded policy could not be given frames.
  @Test
  void aPolicyKnowsItsFrameStack(@TempDir Path folder) throws java.io.IOException {
    Training training =
        Runs.small(Algorithm.dqn()).steps(20).evaluation(new EvaluationPlan(0, 1, 0, 4));
    try (Trainer trainer = new Trainer(() -> new Tasks.Catch(false), training, 1)) {
      trainer.run(20);
      Spec wanted = new Tasks.Catch(false).spec();
      assertEquals(3, wanted.stack());
      assertEquals(wanted, trainer.policy().spec());
      Checkpoint.write(folder, trainer);
      Checkpoint.Kept kept = Checkpoint.policy(folder, () -> new Tasks.Catch(false), training, 1);
      assertEquals(wanted, kept.policy().spec());
    }
  }
}
