package org.evenkeel.core.agent;

import static org.evenkeel.core.agent.TableLearnerTest.TABLE;
import static org.evenkeel.core.agent.TableLearnerTest.learner;
import static org.evenkeel.core.agent.TableLearnerTest.settings;
import static org.evenkeel.core.agent.TableLearnerTest.table;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.agent.TableLearnerTest.Never;
import org.evenkeel.core.agent.TableLearnerTest.TwoRows;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.api.Test;

/// The window of snapshots: its start, its order, the passes it costs, and how it is saved. Networks are tables.
final class SnapshotsTest {
  private static final Random NONE = new Random(0);

  private static LearnerSettings window(Algorithm algorithm, SnapshotWindow.Start start) {
    return settings(algorithm)
        .window(SnapshotWindow.paper().start(start))
        .learningRate(new Never());
  }

  /// A source of next states whose largest values are the targets.
  private static TwoRows bootstrapped() {
    TwoRows source = new TwoRows();
    source.rewards[0] = 0;
    source.rewards[1] = 0;
    source.discount = 1;
    return source;
  }

  private static void become(Learner learner, float[] table) {
    System.arraycopy(table, 0, learner.parameters()[0], 0, table.length);
    learner.snapshot();
  }

  /// The largest value of state 1 is what row 0 leads to: the mean of as many snapshots as count.
  private static float target(Learner learner) {
    learner.update(bootstrapped(), NONE);
    return learner.lastTargets()[0];
  }

  @Test
  void copiesCountFromTheStart() {
    Learner learner =
        learner(window(Algorithm.averaged(3), SnapshotWindow.Start.COPIES), table(0, 0, 6, 0));
    assertEquals(3, learner.policy().sets());
    assertEquals(6, target(learner));
    become(learner, table(0, 0, 9, 0));
    assertEquals(7, target(learner));
    become(learner, table(0, 0, 12, 0));
    assertEquals(9, target(learner));
    become(learner, table(0, 0, 15, 0));
    assertEquals(12, target(learner));
    assertEquals(3, learner.policy().sets());
  }

  @Test
  void aGrowingWindowCountsWhatHasBeen() {
    Learner learner =
        learner(window(Algorithm.averaged(3), SnapshotWindow.Start.GROWING), table(0, 0, 6, 0));
    assertEquals(1, learner.policy().sets());
    assertEquals(6, target(learner));
    become(learner, table(0, 0, 10, 0));
    assertEquals(2, learner.policy().sets());
    assertEquals(8, target(learner));
    become(learner, table(0, 0, 20, 0));
    assertEquals(12, target(learner));
    become(learner, table(0, 0, 30, 0));
    assertEquals(3, learner.policy().sets());
    assertEquals(20, target(learner));
  }

  @Test
  void theWindowOfAnEnsembleIsWholeHoweverItStarts() {
    for (SnapshotWindow.Start start : SnapshotWindow.Start.values()) {
      Learner learner =
          learner(window(Algorithm.ensemble(2), start), table(0, 0, 6, 0), table(0, 0, 8, 0));
      assertEquals(2, learner.policy().sets());
      assertEquals(7, target(learner));
      learner.snapshot();
      assertArrayEquals(table(0, 0, 6, 0), learner.snapshots()[0]);
      assertArrayEquals(table(0, 0, 8, 0), learner.snapshots()[1]);
      assertEquals(2, Learner.initialSets(Algorithm.ensemble(2), learner.settings().window()));
    }
  }

  @Test
  void independentSnapshotsComeAfterTheLearnersOwnParameters() {
    LearnerSettings settings = window(Algorithm.averaged(2), SnapshotWindow.Start.INDEPENDENT);
    assertEquals(3, Learner.initialSets(Algorithm.averaged(2), settings.window()));
    assertEquals(1, Learner.initialSets(Algorithm.averaged(2), SnapshotWindow.paper()));
    Learner learner = learner(settings, table(0, 0, 100, 0), table(0, 0, 6, 0), table(0, 0, 8, 0));
    assertArrayEquals(table(0, 0, 100, 0), learner.parameters()[0]);
    assertArrayEquals(table(0, 0, 6, 0), learner.snapshots()[0]);
    assertArrayEquals(table(0, 0, 8, 0), learner.snapshots()[1]);
    assertEquals(7, target(learner));
  }

  /// Two rows, two or three snapshots: 4 and 6 passes an update, or, remembered, each pair once.
  @Test
  void passesAreCounted() {
    for (TargetPasses how :
        List.of(TargetPasses.TOGETHER, TargetPasses.SEPARATE, TargetPasses.REMEMBERED)) {
      Learner learner =
          learner(
              window(Algorithm.averaged(3), SnapshotWindow.Start.GROWING).targetPasses(how, 2, 1),
              table(0, 0, 6, 0));
      become(learner, table(0, 0, 10, 0));
      assertEquals(8, target(learner));
      assertEquals(8, target(learner));
      become(learner, table(0, 0, 20, 0));
      assertEquals(12, target(learner));
      boolean remembered = how == TargetPasses.REMEMBERED;
      assertEquals(remembered ? 6 : 14, learner.targetPasses());
      assertEquals(remembered ? 8 : 0, learner.targetPassesSaved());
    }
  }

  /// Rows without numbers are computed, and counted, though values are remembered otherwise.
  @Test
  void passesThatCannotBeRememberedAreCountedToo() {
    Learner learner =
        learner(
            window(Algorithm.averaged(2), SnapshotWindow.Start.COPIES)
                .targetPasses(TargetPasses.REMEMBERED, 2, 1),
            table(0, 0, 6, 0));
    TwoRows source = bootstrapped();
    learner.update(source, NONE);
    assertEquals(4, learner.targetPasses());
    Learner.Source unnumbered =
        into -> {
          source.draw(into);
          into.nextSequences()[1] = -1;
        };
    learner.update(unnumbered, NONE);
    learner.update(unnumbered, NONE);
    assertEquals(12, learner.targetPasses());
    assertEquals(0, learner.targetPassesSaved());
  }

  @Test
  void theValuesOfTheSnapshotsAreTheNewestFirstInEachWay() {
    float[][] tables = {table(1, 2, 3, 4), table(5, 6, 7, 8), table(9, 10, 11, 12)};
    for (TargetPasses how :
        List.of(TargetPasses.TOGETHER, TargetPasses.SEPARATE, TargetPasses.REMEMBERED)) {
      TargetNetworks networks =
          new TargetNetworks(
              settings(Algorithm.averaged(2)).targetPasses(how, 2, 1), Workers.of(1));
      networks.start(new float[][] {tables[0], tables[0]});
      networks.push(new float[][] {tables[1]});
      networks.push(new float[][] {tables[2]});
      Minibatch rows = new Minibatch(TABLE.input(), 2);
      new TwoRows().draw(rows);
      float[][] values = networks.values(rows);
      assertArrayEquals(new float[] {11, 12, 9, 10}, values[0]);
      assertArrayEquals(new float[] {7, 8, 5, 6}, values[1]);
      assertSame(networks.estimates(), values);
    }
  }

  private static byte[] saved(Learner learner) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    learner.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static void restore(Learner learner, byte[] bytes) throws IOException {
    learner.restore(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static Learner adam(Algorithm algorithm) {
    float[][] initial = new float[algorithm.learners()][];
    for (int l = 0; l < initial.length; l++) {
      initial[l] = table(l, 1, 2, l + 2);
    }
    LearnerSettings settings =
        settings(algorithm)
            .optimizer(new Optimizer.Adam(0.1))
            .window(SnapshotWindow.paper().start(SnapshotWindow.Start.GROWING))
            .targetPasses(TargetPasses.REMEMBERED, 2, 1);
    return new Learner(settings, initial, Workers.of(1));
  }

  private static void learn(Learner learner, int updates) {
    for (int i = 0; i < updates; i++) {
      TwoRows source = new TwoRows();
      source.discount = 0.5f;
      learner.update(source, NONE);
      if (learner.updates() % 3 == 0) {
        learner.snapshot();
      }
    }
  }

  @Test
  void aRestoredLearnerGoesOnWithTheSameBits() throws IOException {
    for (Algorithm algorithm :
        List.of(
            Algorithm.averaged(4),
            Algorithm.ensemble(2),
            Algorithm.movingAverage(0.3),
            Algorithm.weightMean(4))) {
      for (int updates : new int[] {0, 4, 10, 17}) {
        Learner never = adam(algorithm);
        learn(never, updates);
        Learner restored = adam(algorithm);
        restore(restored, saved(never));
        assertEquals(updates, restored.updates());
        assertEquals(never.gradientNorm(), restored.gradientNorm());
        assertArrayEquals(saved(never), saved(restored));
        assertEquals(never.policy().sets(), restored.policy().sets());
        assertSameSnapshots(never, restored);
        learn(never, 11);
        learn(restored, 11);
        assertArrayEquals(saved(never), saved(restored));
        assertEquals(never.gradientNorm(), restored.gradientNorm());
        assertSameSnapshots(never, restored);
      }
    }
  }

  private static void assertSameSnapshots(Learner a, Learner b) {
    for (int i = 0; i < a.snapshots().length; i++) {
      assertArrayEquals(a.snapshots()[i], b.snapshots()[i]);
    }
  }

  /// What was remembered of other snapshots does not count after a restore.
  @Test
  void aLearnerThatHasRememberedValuesForgetsThemWhenItIsRestored() throws IOException {
    LearnerSettings settings =
        window(Algorithm.averaged(2), SnapshotWindow.Start.COPIES)
            .targetPasses(TargetPasses.REMEMBERED, 2, 1);
    Learner other = learner(settings, table(0, 0, 20, 0));
    Learner learner = learner(settings, table(0, 0, 6, 0));
    assertEquals(6, target(learner));
    restore(learner, saved(other));
    assertEquals(20, target(learner));
  }

  /// The updates, the norm, the parameters with their length and steps; then newest and active of the window.
  @Test
  void stateThatCannotBeIsRefused() throws IOException {
    LearnerSettings settings = window(Algorithm.averaged(2), SnapshotWindow.Start.COPIES);
    Learner learner = learner(settings, table(0, 0, 6, 0));
    byte[] good = saved(learner);
    byte[] negative = good.clone();
    ByteBuffer.wrap(negative).putLong(0, -1);
    assertThrows(IOException.class, () -> restore(learner(settings, table(0, 0, 0, 0)), negative));
    ByteArrayOutputStream place = new ByteArrayOutputStream();
    new TargetNetworks(settings, Workers.of(1)).save(new DataOutputStream(place));
    int newest = good.length - place.size();
    int[][] bad = {{-1, 2}, {2, 2}, {0, 0}, {0, 3}};
    for (int[] numbers : bad) {
      byte[] broken = good.clone();
      ByteBuffer.wrap(broken).putInt(newest, numbers[0]).putInt(newest + 4, numbers[1]);
      assertThrows(
          IOException.class,
          () -> restore(learner(settings, table(0, 0, 0, 0)), broken),
          Arrays.toString(numbers));
    }
    for (int[] numbers : new int[][] {{0, 1}, {1, 2}}) {
      byte[] possible = good.clone();
      ByteBuffer.wrap(possible).putInt(newest, numbers[0]).putInt(newest + 4, numbers[1]);
      Learner restored = learner(settings, table(0, 0, 0, 0));
      restore(restored, possible);
      assertEquals(numbers[1], restored.policy().sets());
    }
  }
}
