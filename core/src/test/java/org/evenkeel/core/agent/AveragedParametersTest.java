package org.evenkeel.core.agent;

import static org.evenkeel.core.agent.TableLearnerTest.learner;
import static org.evenkeel.core.agent.TableLearnerTest.settings;
import static org.evenkeel.core.agent.TableLearnerTest.table;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.TableLearnerTest.Never;
import org.evenkeel.core.agent.TableLearnerTest.TwoRows;
import org.junit.jupiter.api.Test;

/// Target networks with averaged parameters: tables by hand over a few snapshots, rounding, the cache, a resume, and
/// refusals.
final class AveragedParametersTest {
  private static final Random NONE = new Random(0);

  private static LearnerSettings frozen(Algorithm algorithm) {
    return settings(algorithm).learningRate(new Never());
  }

  private static LearnerSettings frozen(Algorithm algorithm, SnapshotWindow.Start start) {
    return frozen(algorithm).window(SnapshotWindow.paper().start(start));
  }

  private static void become(Learner learner, float[] table) {
    System.arraycopy(table, 0, learner.parameters()[0], 0, table.length);
    learner.snapshot();
  }

  /// Returns the target of row 0, the largest value of state 1.
  private static float target(Learner learner) {
    TwoRows source = new TwoRows();
    source.rewards[0] = 0;
    source.rewards[1] = 0;
    source.discount = 1;
    learner.update(source, NONE);
    return learner.lastTargets()[0];
  }

  private static void assertNetwork(float[] table, Learner learner) {
    assertEquals(1, learner.snapshots().length);
    assertArrayEquals(table, learner.snapshots()[0]);
    assertEquals(1, learner.policy().sets());
    assertArrayEquals(table, learner.policy().parameters()[0]);
  }

  /// tau = 1/4, from 8: 3/4 * 8 + 1/4 * 16 = 10, 3/4 * 10 + 1/4 * 2 = 8, 3/4 * 8 + 1/4 * 0 = 6.
  @Test
  void aMovingAverageByHand() {
    for (SnapshotWindow.Start start :
        List.of(SnapshotWindow.Start.COPIES, SnapshotWindow.Start.GROWING)) {
      Learner learner = learner(frozen(Algorithm.movingAverage(0.25), start), table(4, 0, 8, -8));
      assertNetwork(table(4, 0, 8, -8), learner);
      assertEquals(8, target(learner));
      become(learner, table(0, 4, 16, -8));
      assertNetwork(table(3, 1, 10, -8), learner);
      assertEquals(10, target(learner));
      become(learner, table(3, 1, 2, 0));
      assertNetwork(table(3, 1, 8, -6), learner);
      become(learner, table(7, -3, 0, 2));
      assertNetwork(table(4, 0, 6, -4), learner);
      assertEquals(6, target(learner));
    }
  }

  /// K = 3, from 6: (9 + 6 + 6) / 3 = 7, (12 + 9 + 6) / 3 = 9, (15 + 12 + 9) / 3 = 12.
  @Test
  void aMeanOfParametersByHand() {
    Learner learner =
        learner(frozen(Algorithm.weightMean(3), SnapshotWindow.Start.COPIES), table(3, 0, 6, 1));
    assertNetwork(table(3, 0, 6, 1), learner);
    assertEquals(6, target(learner));
    become(learner, table(6, 3, 9, 1));
    assertNetwork(table(4, 1, 7, 1), learner);
    assertEquals(7, target(learner));
    become(learner, table(9, -6, 12, 4));
    assertNetwork(table(6, -1, 9, 2), learner);
    assertEquals(9, target(learner));
    become(learner, table(0, 0, 15, -2));
    assertNetwork(table(5, -1, 12, 1), learner);
    assertEquals(12, target(learner));
  }

  @Test
  void aGrowingMeanIsOverTheSnapshotsSoFar() {
    Learner learner =
        learner(frozen(Algorithm.weightMean(3), SnapshotWindow.Start.GROWING), table(0, 0, 6, 0));
    assertNetwork(table(0, 0, 6, 0), learner);
    become(learner, table(0, 2, 10, 0));
    assertNetwork(table(0, 1, 8, 0), learner);
    become(learner, table(3, 1, 20, 0));
    assertNetwork(table(1, 1, 12, 0), learner);
    become(learner, table(3, 0, 30, 0));
    assertNetwork(table(2, 1, 20, 0), learner);
    assertEquals(20, target(learner));
  }

  @Test
  void independentStartsAreAveragedToo() {
    LearnerSettings mean = frozen(Algorithm.weightMean(2), SnapshotWindow.Start.INDEPENDENT);
    assertEquals(3, Learner.initialSets(mean.algorithm(), mean.window()));
    assertNetwork(
        table(0, 0, 7, 0),
        learner(mean, table(0, 0, 100, 0), table(0, 0, 6, 0), table(0, 0, 8, 0)));
    LearnerSettings moving = frozen(Algorithm.movingAverage(0.5), SnapshotWindow.Start.INDEPENDENT);
    assertEquals(2, Learner.initialSets(moving.algorithm(), moving.window()));
    Learner learner = learner(moving, table(0, 0, 100, 0), table(0, 0, 6, 0));
    assertNetwork(table(0, 0, 6, 0), learner);
    learner.snapshot();
    assertNetwork(table(0, 0, 53, 0), learner);
  }

  /// In single precision, 1 + 2^-24 + 2^-24 would be 1.
  @Test
  void sumsAreInDoublePrecisionAndRoundedOnce() {
    float small = 0x1p-24f;
    float[] mean = new float[1];
    Estimates.WeightMean.mean(new float[][] {{1}, {small}, {small}, {0}}, 4, mean);
    assertEquals(0.25f + 0x1p-25f, mean[0]);
    // 10 * 0.1f is not exact in single precision, and a tenth of it is not 0.1f.
    float[][] copies = new float[10][];
    Arrays.fill(copies, new float[] {0.1f});
    Estimates.WeightMean.mean(copies, 10, mean);
    assertEquals(0.1f, mean[0]);
    // The newest and the second cancel first: in the other order the third would be lost.
    Estimates.WeightMean.mean(new float[][] {{0x1p100f}, {-0x1p100f}, {3}}, 3, mean);
    assertEquals(1, mean[0]);
    Estimates.WeightMean.mean(new float[][] {{3}, {-0x1p100f}, {0x1p100f}}, 3, mean);
    assertEquals(0, mean[0]);
    // (1 - 0.1) * 1 + 0.1 * 2, in double precision
    float[] average = {1};
    new Estimates.MovingAverage(0.1).add(new float[] {2}, average);
    assertEquals(1.1f, average[0]);
  }

  @Test
  void oneNetworkAloneKeepsItsBits() {
    float[] theta = {-0f, 0x1p-149f, Float.MAX_VALUE};
    float[] average = {1, 1, 1};
    new Estimates.MovingAverage(1).add(theta, average);
    assertSameBits(theta, average);
    float[] mean = new float[3];
    Estimates.WeightMean.mean(new float[][] {theta}, 1, mean);
    assertSameBits(theta, mean);
  }

  private static void assertSameBits(float[] wanted, float[] given) {
    for (int i = 0; i < wanted.length; i++) {
      assertEquals(Float.floatToRawIntBits(wanted[i]), Float.floatToRawIntBits(given[i]));
    }
  }

  /// Two rows, one network: two passes for each target period, since each snapshot changes the network.
  @Test
  void aCachedValueIsValidUntilTheNextSnapshot() {
    for (Algorithm algorithm : List.of(Algorithm.movingAverage(0.5), Algorithm.weightMean(2))) {
      Learner learner =
          learner(frozen(algorithm).targetPasses(TargetPasses.REMEMBERED, 2, 1), table(0, 0, 6, 0));
      assertEquals(6, target(learner));
      assertEquals(6, target(learner));
      assertEquals(2, learner.targetPasses());
      become(learner, table(0, 0, 10, 0));
      assertEquals(8, target(learner));
      assertEquals(8, target(learner));
      assertEquals(4, learner.targetPasses());
      assertEquals(4, learner.targetPassesSaved());
    }
  }

  /// After a resume the snapshots, and not only their mean, continue to count; and old cached values do not.
  @Test
  void aRestoredWindowContinues() throws IOException {
    for (Algorithm algorithm : List.of(Algorithm.movingAverage(0.5), Algorithm.weightMean(2))) {
      LearnerSettings settings = frozen(algorithm).targetPasses(TargetPasses.REMEMBERED, 2, 1);
      Learner learner = learner(settings, table(0, 0, 6, 0));
      become(learner, table(0, 0, 10, 0));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      learner.save(new DataOutputStream(bytes));
      Learner restored = learner(settings, table(0, 0, 40, 0));
      assertEquals(40, target(restored));
      restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      assertEquals(8, target(restored));
      become(restored, table(0, 0, 20, 0));
      // (8 + 20) / 2 and (10 + 20) / 2
      assertEquals(algorithm.equals(Algorithm.weightMean(2)) ? 15 : 14, target(restored));
    }
  }

  @Test
  void thereIsOneEstimate() {
    assertEquals(1, Algorithm.weightMean(5).k());
    assertEquals(5, Algorithm.weightMean(5).estimates().snapshots());
    assertEquals(1, Algorithm.movingAverage(0.1).k());
    assertEquals(1, Algorithm.movingAverage(0.1).estimates().snapshots());
    assertEquals(3, Algorithm.averaged(3).estimates().snapshots());
    LearnerSettings often =
        settings(Algorithm.weightMean(5)).targetPasses(TargetPasses.AUTO, 100, 2);
    assertEquals((1 - Math.exp(-2)) / 2, often.passesLeft(), 1e-12);
  }

  @Test
  void whatCannotBeIsRefused() {
    for (double tau : new double[] {0, -0.1, 1.01, Double.NaN}) {
      refused("tau must be in (0, 1], was " + tau, () -> Algorithm.movingAverage(tau));
    }
    refused("k must be >= 1, was 0", () -> Algorithm.weightMean(0));
    refused("k must be <= 1000, was 1001", () -> Algorithm.weightMean(1_001));
    refused("snapshots must be >= 1, was 0", () -> new Estimates.WeightMean(0));
    refused("snapshots must be <= 1000, was 1001", () -> new Estimates.WeightMean(1_001));
    assertEquals(1_000, new Estimates.WeightMean(1_000).snapshots());
    for (Estimates one : List.of(new Estimates.MovingAverage(0.5), new Estimates.WeightMean(2))) {
      refused(
          "recency weights require the values of several snapshots, but these estimates are one network with averaged"
              + " parameters: use combine mean",
          () -> new Algorithm(one, new Combine.RecencyWeighted(0.5), Bootstrap.Named.MAX));
    }
    refused(
        "average must have length 2, was 1",
        () -> new Estimates.MovingAverage(0.5).add(new float[2], new float[1]));
    refused(
        "count must be >= 1, was 0",
        () -> Estimates.WeightMean.mean(new float[1][1], 0, new float[1]));
  }

  private static void refused(String sentence, Runnable action) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
