package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Every field of every record that describes a training is refused at its edge, in a sentence.
class TrainingTest {
  private static final Training FINE = Training.of(Algorithm.dqn());

  @Test
  void algorithms() {
    refused("k must be >= 1, was 0", () -> Algorithm.averaged(0));
    refused("k must be >= 1, was -3", () -> Algorithm.ensemble(-3));
    refused("k must be <= 1000, was 1001", () -> Algorithm.averaged(1001));
    refused("decay must be in (0, 1], was 0.0", () -> Algorithm.weightedAveraged(2, 0));
    refused("decay must be in (0, 1], was 1.5", () -> Algorithm.weightedAveraged(2, 1.5));
    refused("decay must be in (0, 1], was NaN", () -> Algorithm.weightedAveraged(2, Double.NaN));
    refused(
        "recency weights require snapshots of one learner, but these come from K learners and none is older than another: use combine mean or min",
        () ->
            new Algorithm(
                new Estimates.Learners(2), new Combine.RecencyWeighted(0.5), Bootstrap.Named.MAX));
  }

  @Test
  void theNamedAlgorithmsAreTheirThreeChoices() {
    assertEquals(Algorithm.dqn(), Algorithm.averaged(1));
    assertEquals(
        new Algorithm(new Estimates.Learners(4), new Combine.Min(), Bootstrap.Named.MAX),
        Algorithm.maxmin(4));
    assertEquals(
        new Algorithm(new Estimates.Snapshots(4), new Combine.Mean(), Bootstrap.Named.ACTION_TAKEN),
        Algorithm.averagedSarsa(4));
    assertEquals(4, Algorithm.ensemble(4).learners());
    assertEquals(1, Algorithm.averaged(4).learners());
    assertEquals(4, Algorithm.averaged(4).k());
  }

  @Test
  void explorations() {
    refused("epsilon must be in [0, 1], was 1.1", () -> new Exploration.Constant(1.1));
    refused("from must be in [0, 1], was -0.1", () -> new Exploration.Linear(-0.1, 0, 0, 1));
    refused("to must be in [0, 1], was NaN", () -> new Exploration.Linear(1, Double.NaN, 0, 1));
    refused("startSteps must be >= 0, was -1", () -> new Exploration.Linear(1, 0, -1, 1));
    refused("overSteps must be >= 1, was 0", () -> new Exploration.Linear(1, 0, 0, 0));
    refused(
        "points must contain at least one point, was empty",
        () -> new Exploration.Piecewise(List.of()));
    refused(
        "the steps of points must increase, but 5 follows 5",
        () ->
            new Exploration.Piecewise(
                List.of(
                    new Exploration.Piecewise.Point(5, 1),
                    new Exploration.Piecewise.Point(5, 0.5))));
    refused("step must be >= 0, was -1", () -> new Exploration.Piecewise.Point(-1, 0.5));
    refused("epsilon must be in [0, 1], was 2.0", () -> new Exploration.Piecewise.Point(1, 2));
  }

  @Test
  void epsilonAtEveryKindOfStep() {
    assertEquals(0.3, new Exploration.Constant(0.3).epsilonAt(77));
    Exploration linear = new Exploration.Linear(1, 0.1, 100, 1_000);
    assertEquals(1, linear.epsilonAt(1));
    assertEquals(1, linear.epsilonAt(100));
    assertEquals(0.55, linear.epsilonAt(600), 1e-12);
    assertEquals(0.1, linear.epsilonAt(1_100), 1e-12);
    assertEquals(0.1, linear.epsilonAt(1_000_000), 1e-12);
    Exploration piecewise =
        new Exploration.Piecewise(
            List.of(
                new Exploration.Piecewise.Point(10, 1),
                new Exploration.Piecewise.Point(20, 0.5),
                new Exploration.Piecewise.Point(40, 0.1)));
    assertEquals(1, piecewise.epsilonAt(1));
    assertEquals(1, piecewise.epsilonAt(10));
    assertEquals(0.75, piecewise.epsilonAt(15), 1e-12);
    assertEquals(0.5, piecewise.epsilonAt(20), 1e-12);
    assertEquals(0.3, piecewise.epsilonAt(30), 1e-12);
    assertEquals(0.1, piecewise.epsilonAt(41));
  }

  @Test
  void memoriesAndSampling() {
    refused("capacity must be >= 1, was 0", () -> new Memory.Frames(0, new Sampling.Uniform()));
    refused(
        "capacity must be >= batchSize, was 10 with batchSize 32",
        () -> FINE.memorySize(10).check());
    refused("exponent must be in [0, 1], was 2.0", () -> new Sampling.Prioritized(2, 0.4, 1e-6));
    refused("beta must be in [0, 1], was -1.0", () -> new Sampling.Prioritized(0.6, -1, 1e-6));
    refused(
        "epsilon must be a finite number > 0, was 0.0",
        () -> new Sampling.Prioritized(0.6, 0.4, 0));
  }

  @Test
  void schedules() {
    refused("steps must be >= 1, was 0", () -> FINE.steps(0));
    refused("learningStartSteps must be >= 0, was -1", () -> new Schedule(1, -1, 1, 1, 1, 1, 1));
    refused("updatePeriodSteps must be >= 1, was 0", () -> new Schedule(1, 0, 0, 1, 1, 1, 1));
    refused("updatesPerPeriod must be >= 1, was 0", () -> new Schedule(1, 0, 1, 0, 1, 1, 1));
    refused("batchSize must be >= 1, was 0", () -> new Schedule(1, 0, 1, 1, 0, 1, 1));
    refused("targetPeriod must be >= 1, was 0", () -> new Schedule(1, 0, 1, 1, 1, 0, 1));
    refused("metricsPeriodSteps must be >= 1, was 0", () -> new Schedule(1, 0, 1, 1, 1, 1, 0));
  }

  @Test
  void evaluationsAndTheRest() {
    refused("periodSteps must be >= 0, was -1", () -> new EvaluationPlan(-1, 1, 0, 1));
    refused("episodes must be >= 1, was 0", () -> new EvaluationPlan(1, 0, 0, 1));
    refused("epsilon must be in [0, 1], was 1.01", () -> new EvaluationPlan(1, 1, 1.01, 1));
    refused("heldOutStates must be >= 1, was 0", () -> new EvaluationPlan(1, 1, 0, 0));
    refused("steps must be >= 0, was -1", () -> new EvaluationPlan(1, 1, 0, 1, -1, 0));
    refused(
        "steps must be <= 1000000000, was 1000000001",
        () -> new EvaluationPlan(1, 1, 0, 1, 1_000_000_001, 0));
    refused("freshStates must be >= 0, was -1", () -> new EvaluationPlan(1, 1, 0, 1, 0, -1));
    refused(
        "freshStates must be <= 100000, was 100001",
        () -> new EvaluationPlan(1, 1, 0, 1, 0, 100_001));
    refused("discount must be in [0, 1], was 1.1", () -> FINE.discount(1.1));
    refused("nStep must be >= 1, was 0", () -> FINE.nStep(0));
    refused("nStep must be <= 1000, was 1001", () -> FINE.nStep(1_001));
    refused(
        "nStep must be <= capacity, was 60 with capacity 50",
        () -> FINE.nStep(60).memorySize(50).check());
    refused(
        "episodes must be <= 1000000, was 2147483647",
        () -> new EvaluationPlan(1, Integer.MAX_VALUE, 0, 1));
    refused(
        "heldOutStates must be <= 100000, was 2147483647",
        () -> new EvaluationPlan(1, 1, 0, Integer.MAX_VALUE));
    refused(
        "maxGradientNorm must be a finite number >= 0, was -1.0", () -> FINE.maxGradientNorm(-1));
    refused("hidden must be >= 1, was 0", () -> FINE.hidden(64, 0));
    refused(
        "threads must be 1 to 256, was 0",
        () -> Runs.trainer(Tasks.Walk::new, FINE, 1, 0, event -> {}));
  }

  /// Parts may be set in any order: what does not go together is refused when it is used.
  @Test
  void partsThatNeedEachOtherMayBeSetInAnyOrder() {
    Training stacks = FINE.protocol(p -> p.stacks(Protocol.Stacks.ANEW));
    refused("stacks must be THROUGH if lifeLoss is GOES_ON, was ANEW", stacks::check);
    refused(
        "stacks must be THROUGH if lifeLoss is GOES_ON, was ANEW",
        () -> new Trainer(Tasks.Walk::new, stacks, 1));
    Training lives = stacks.protocol(p -> p.lifeLoss(Protocol.LifeLoss.ENDS));
    assertEquals(
        FINE.protocol(p -> p.lifeLoss(Protocol.LifeLoss.ENDS).stacks(Protocol.Stacks.ANEW)),
        lives.check());
    Training small = FINE.memorySize(16).batchSize(8).nStep(20).memorySize(40);
    assertEquals(FINE.nStep(20).batchSize(8).memorySize(40), small.check());
  }

  @Test
  void whatUsersChangeMostIsOneCallEach() {
    Training changed =
        FINE.batchSize(64).targetPeriod(7).memorySize(99).learningStartSteps(5).steps(1_000);
    assertEquals(new Schedule(1_000, 5, 1, 1, 64, 7, 1_000), changed.schedule());
    assertEquals(99, changed.replay().capacity());
    assertEquals(4, FINE.schedule(s -> s.updatePeriodSteps(4)).schedule().updatePeriodSteps());
    assertEquals(30, FINE.evaluation(e -> e.episodes(30)).evaluation().episodes());
  }

  @Test
  void aNetworkForImagesNeedsAnImage() {
    refused(
        "this network needs an image of at least 36x36, but the observation is a vector of length 2: use a dense network, or your own layers",
        () -> FINE.network(new Architecture.Nature(false)).network().build(new Form.Vector(2), 2));
    Architecture standard = new Architecture.Standard(false);
    assertEquals(
        "[Conv2d[filters=16, kernelHeight=3, kernelWidth=3, stride=1, padding=0, name=conv], Relu[],"
            + " Flatten[], Dense[outputs=128, name=fc], Relu[], Dense[outputs=6, name=out]]",
        standard.build(new Form.BitPlanes(10, 10, 4), 6).layers().toString());
    assertEquals(1_687_206, standard.build(new Form.Bytes(84, 84, 4), 6).parameterCount());
    assertTrue(
        new Architecture.Standard(true)
            .build(new Form.Vector(4), 2)
            .layers()
            .toString()
            .endsWith("Dueling[actions=2, name=]]"));
  }

  @Test
  void rewardsAsTheyAreLearnedFrom() {
    assertEquals(1, Protocol.Rewards.SIGN.learned(7));
    assertEquals(-1, Protocol.Rewards.CLIPPED.learned(-7));
    assertEquals(-0.5, Protocol.Rewards.CLIPPED.learned(-0.5));
    assertEquals(7, Protocol.Rewards.AS_GIVEN.learned(7));
  }

  private static void refused(String sentence, Executable action) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, action).getMessage());
  }
}
