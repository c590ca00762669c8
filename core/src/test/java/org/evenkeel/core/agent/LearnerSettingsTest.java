package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.core.data.Form;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The records that describe a learner: copies, refusals, and when values are remembered.
final class LearnerSettingsTest {
  private static final Network NETWORK = Network.dense(new Form.Vector(2), 8, 3);

  private static LearnerSettings settings(Algorithm algorithm) {
    return LearnerSettings.of(NETWORK, algorithm);
  }

  @Test
  void aCopyDiffersInOneField() {
    LearnerSettings settings = settings(Algorithm.dqn());
    Optimizer sgd = new Optimizer.Sgd(0.5);
    LearningRate rate = new LearningRate.Linear(0.1, 0, 10);
    Loss loss = new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN);
    Roles roles = Roles.paper().actor(Roles.Actor.COMBINED);
    SnapshotWindow window = SnapshotWindow.paper().start(SnapshotWindow.Start.GROWING);
    Ensemble ensemble = Ensemble.paper().update(Ensemble.Update.ONE);
    LearnerSettings wanted =
        new LearnerSettings(
            NETWORK,
            Algorithm.dqn(),
            sgd,
            rate,
            loss,
            5,
            64,
            window,
            ensemble,
            roles,
            TargetPasses.SEPARATE,
            100,
            0.5);
    LearnerSettings copied =
        settings
            .optimizer(sgd)
            .learningRate(rate)
            .loss(loss)
            .maxGradientNorm(5)
            .batchSize(64)
            .window(window)
            .ensemble(ensemble)
            .roles(roles)
            .targetPasses(TargetPasses.SEPARATE, 100, 0.5);
    assertEquals(wanted, copied);
  }

  @Test
  void theRecordsInItAreCopiedTheSameWay() {
    Roles roles = Roles.paper();
    assertEquals(new Roles(Roles.Actor.ONLINE, Roles.Evaluated.COMBINED, Roles.Ties.LOWEST), roles);
    assertEquals(Roles.Actor.ONE_LEARNER, roles.actor(Roles.Actor.ONE_LEARNER).actor());
    assertEquals(
        new Roles(Roles.Actor.ONLINE, Roles.Evaluated.ONLINE, Roles.Ties.LOWEST),
        roles.evaluated(Roles.Evaluated.ONLINE));
    assertEquals(
        new Roles(Roles.Actor.ONLINE, Roles.Evaluated.COMBINED, Roles.Ties.RANDOM),
        roles.ties(Roles.Ties.RANDOM));
    SnapshotWindow window = SnapshotWindow.paper();
    assertEquals(
        new SnapshotWindow(SnapshotWindow.Start.INDEPENDENT, SnapshotWindow.Clock.STEPS),
        window.start(SnapshotWindow.Start.INDEPENDENT));
    assertEquals(
        new SnapshotWindow(SnapshotWindow.Start.COPIES, SnapshotWindow.Clock.UPDATES),
        window.clock(SnapshotWindow.Clock.UPDATES));
  }

  @Test
  void fieldsThatCannotBeAreNamed() {
    LearnerSettings good = settings(Algorithm.dqn());
    refused("maxGradientNorm", "-1.0", () -> good.maxGradientNorm(-1));
    refused("batchSize", "0", () -> good.batchSize(0));
    refused("rememberedStates", "-1", () -> good.targetPasses(TargetPasses.AUTO, -1, 0));
    refused("drawsPerState", "-0.5", () -> good.targetPasses(TargetPasses.AUTO, 1, -0.5));
    refused("REMEMBERED", "0", () -> good.targetPasses(TargetPasses.REMEMBERED, 0, 1));
    assertEquals(0, good.targetPasses(TargetPasses.TOGETHER, 0, 1).rememberedStates());
  }

  @Test
  void anAlgorithmHasOneToAThousandEstimates() {
    assertEquals(1000, Algorithm.averaged(1000).k());
    assertEquals(1000, Algorithm.ensemble(1000).learners());
    assertEquals(1, Algorithm.averaged(1000).learners());
    for (int bad : new int[] {0, 1001}) {
      refused("k", Integer.toString(bad), () -> Algorithm.averaged(bad));
      refused("k", Integer.toString(bad), () -> Algorithm.ensemble(bad));
    }
    refused("decay", "0.0", () -> new Combine.RecencyWeighted(0));
    refused("decay", "1.01", () -> new Combine.RecencyWeighted(1.01));
    refused("decay", "NaN", () -> new Combine.RecencyWeighted(Double.NaN));
    assertEquals(1, new Combine.RecencyWeighted(1).decay());
  }

  @Test
  void recencyWeightsNeedSnapshotsOfOneLearner() {
    Combine weights = new Combine.RecencyWeighted(0.5);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Algorithm(new Algorithm.Estimates.Learners(2), weights, Bootstrap.Named.MAX));
    assertEquals(3, Algorithm.weightedAveraged(3, 0.5).k());
  }

  @Test
  void aBootstrapSaysWhatItReads() {
    assertTrue(Bootstrap.Named.DOUBLE.needsOnline());
    assertFalse(Bootstrap.Named.MAX.needsOnline());
    assertFalse(Bootstrap.Named.ACTION_TAKEN.needsOnline());
    assertTrue(Bootstrap.Named.ACTION_TAKEN.needsNextAction());
    assertFalse(Bootstrap.Named.MAX.needsNextAction());
    assertFalse(Bootstrap.Named.DOUBLE.needsNextAction());
  }

  /// (1 - exp(-d)) / d, where a state is drawn d times while a snapshot is in the window.
  @Test
  void thePassesLeftByHand() {
    LearnerSettings averaged =
        settings(Algorithm.averaged(4)).targetPasses(TargetPasses.AUTO, 10, 0.5);
    LearnerSettings ensemble =
        settings(Algorithm.ensemble(4)).targetPasses(TargetPasses.AUTO, 10, 0.5);
    assertEquals((1 - 0.1353352832366127) / 2, averaged.passesLeft(), 1e-15);
    assertEquals((1 - 0.6065306597126334) / 0.5, ensemble.passesLeft(), 1e-15);
    assertEquals(1, averaged.targetPasses(TargetPasses.AUTO, 10, 0).passesLeft());
    assertEquals(10 * (4 * (4 * 3 + 2) + 8), averaged.rememberedBytes());
  }

  @Test
  void valuesAreRememberedWhereThatSavesAFifth() {
    LearnerSettings dqn = settings(Algorithm.dqn());
    // At 0.46 draws 0.8015 of the passes are left, at 0.47 0.7979.
    assertEquals(TargetPasses.TOGETHER, passes(dqn, TargetPasses.AUTO, 10, 0.46));
    assertEquals(TargetPasses.REMEMBERED, passes(dqn, TargetPasses.AUTO, 10, 0.47));
    assertEquals(TargetPasses.TOGETHER, passes(dqn, TargetPasses.AUTO, 0, 5));
    assertEquals(TargetPasses.REMEMBERED, passes(dqn, TargetPasses.REMEMBERED, 10, 0));
    assertEquals(TargetPasses.SEPARATE, passes(dqn, TargetPasses.SEPARATE, 10, 5));
  }

  /// 64 bytes a state: 4 * (4 * 3 + 2) + 8.
  @Test
  void valuesAreRememberedInAQuarterOfTheHeapAndAGibibyteAtMost() {
    LearnerSettings averaged = settings(Algorithm.averaged(4));
    long most = Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 4);
    assertEquals(0, most % 64);
    int states = (int) (most / 64);
    assertEquals(TargetPasses.REMEMBERED, passes(averaged, TargetPasses.AUTO, states, 5));
    assertEquals(TargetPasses.TOGETHER, passes(averaged, TargetPasses.AUTO, states + 1, 5));
  }

  private static TargetPasses passes(
      LearnerSettings settings, TargetPasses how, int states, double draws) {
    return settings.targetPasses(how, states, draws).decidedPasses();
  }

  private static void refused(String name, String value, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(name) && message.contains(value), message);
  }
}
