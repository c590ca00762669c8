package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.nn.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Targets of every algorithm against a table to read with the eyes and against NumPy.
class TargetsTest {
  /// Everything one target rule reads, for a whole minibatch.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Tables(float[][] estimates, float[] online, int[] nextActions, int actions) {
    float[] targets(Algorithm algorithm, float[] rewards, float[] discounts) {
      int n = rewards.length;
      float[] y = new float[n];
      Targets.NextStates next =
          new Targets.NextStates(estimates, algorithm.k(), null, actions, new float[n * actions]);
      Targets.of(algorithm, next, online, new Targets.Outcomes(rewards, discounts, nextActions), y);
      return y;
    }
  }

  @Test
  void theHandTableHolds() throws IOException {
    List<String> lines;
    try (var in = Oracle.class.getResourceAsStream("targets/hand.csv");
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
    List<String> header = Arrays.asList(lines.getFirst().split(",", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < f.length; i++) {
        row.put(header.get(i), f[i]);
      }
      float[][] estimates = {numbers(row.get("newest")), numbers(row.get("older"))};
      Tables tables =
          new Tables(estimates, numbers(row.get("online")), new int[1], estimates[0].length);
      float[] reward = {Float.parseFloat(row.get("reward"))};
      float[] discount = {row.get("terminated").equals("1") ? 0 : 0.5f};
      Map<String, Algorithm> algorithms =
          Map.of(
              "dqn", Algorithm.dqn(),
              "double", Algorithm.doubleDqn(),
              "averaged", Algorithm.averaged(2),
              "ensemble", Algorithm.ensemble(2),
              "maxmin", Algorithm.maxmin(2),
              "averaged_double", Algorithm.averagedDouble(2));
      algorithms.forEach(
          (name, algorithm) ->
              assertEquals(
                  Float.parseFloat(row.get(name)),
                  tables.targets(algorithm, reward, discount)[0],
                  row.get("case") + ": " + name));
      float[] mean = new float[estimates[0].length];
      new Combine.Mean().combine(estimates, 2, mean.length, mean);
      assertEquals(
          Integer.parseInt(row.get("averaged_action")), Targets.argmax(mean, 0, mean.length));
    }
  }

  private static float[] numbers(String text) {
    String[] parts = text.split(" ", -1);
    float[] values = new float[parts.length];
    for (int i = 0; i < parts.length; i++) {
      values[i] = Float.parseFloat(parts[i]);
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10})
  void everyAlgorithmGivesNumPysTargets(int k) {
    Oracle oracle = new Oracle("targets/targets_k" + k);
    int n = oracle.integer("batch");
    Tables snapshots = tables(oracle, "q_snapshot", oracle.integers("next_action"));
    Tables members = tables(oracle, "q_member", oracle.integers("next_action"));
    check(oracle, "dqn", snapshots, Algorithm.dqn(), n);
    check(oracle, "double", snapshots, Algorithm.doubleDqn(), n);
    check(oracle, "averaged", snapshots, Algorithm.averaged(k), n);
    check(oracle, "recency_weighted", snapshots, Algorithm.weightedAveraged(k, 0.7), n);
    check(oracle, "ensemble", members, Algorithm.ensemble(k), n);
    check(oracle, "maxmin", members, Algorithm.maxmin(k), n);
    check(oracle, "averaged_double", snapshots, Algorithm.averagedDouble(k), n);
    check(oracle, "averaged_sarsa", snapshots, Algorithm.averagedSarsa(k), n);
  }

  /// What common errors give is told apart from what we give.
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void noneOfTheKnownMistakesIsMade(int k) {
    Oracle oracle = new Oracle("targets/targets_k" + k);
    int n = oracle.integer("batch");
    Tables snapshots = tables(oracle, "q_snapshot", oracle.integers("next_action"));
    Tables members = tables(oracle, "q_member", oracle.integers("next_action"));
    Map<String, float[]> right =
        Map.of(
            "averaged", all(oracle, snapshots, Algorithm.averaged(k), n),
            "double", all(oracle, snapshots, Algorithm.doubleDqn(), n),
            "maxmin", all(oracle, members, Algorithm.maxmin(k), n),
            "dqn", all(oracle, snapshots, Algorithm.dqn(), n));
    for (String mistake :
        List.of(
            "averaged_max_then_mean",
            "averaged_online_included",
            "double_roles_swapped",
            "averaged_truncated_as_terminated",
            "averaged_terminated_ignored",
            "maxmin_max_then_min",
            "dqn_oldest_snapshot",
            "double_last_tie")) {
      double[] wrong = oracle.doubles("mistake." + mistake);
      float[] ours = right.get(mistake.substring(0, mistake.indexOf('_')));
      double far = 0;
      for (int i = 0; i < wrong.length; i++) {
        far = Math.max(far, Math.abs(wrong[i] - ours[i]));
      }
      assertTrue(far > 0.01, mistake + " is only " + far + " away");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nstep3_k1", "nstep3_k3", "nstep5_k2"})
  void targetsOfSeveralStepsUseTheRealLengthOfTheirWindow(String name) {
    Oracle oracle = new Oracle("targets/" + name);
    int n = oracle.integer("batch");
    int k = oracle.integer("k");
    int steps = oracle.integer("n");
    Tables tables = tables(oracle, "q_snapshot", new int[n]);
    String[] gammas = oracle.text("gammas").split(" ", -1);
    for (Map.Entry<String, Algorithm> entry :
        Map.of(
                "dqn", Algorithm.dqn(),
                "double", Algorithm.doubleDqn(),
                "averaged", Algorithm.averaged(k),
                "averaged_double", Algorithm.averagedDouble(k))
            .entrySet()) {
      float[] all = new float[gammas.length * n];
      for (int g = 0; g < gammas.length; g++) {
        double gamma = Double.parseDouble(gammas[g]);
        float[] rewards = new float[n];
        float[] discounts = new float[n];
        for (int i = 0; i < n; i++) {
          int used = oracle.integers("used")[i];
          double sum = 0;
          double factor = 1;
          for (int j = 0; j < used; j++) {
            sum += factor * oracle.floats("reward")[i * steps + j];
            factor *= gamma;
          }
          rewards[i] = (float) sum;
          boolean terminated = oracle.flags("terminated")[i * steps + used - 1];
          discounts[i] = terminated ? 0 : (float) factor;
        }
        System.arraycopy(tables.targets(entry.getValue(), rewards, discounts), 0, all, g * n, n);
      }
      oracle.check("targets." + entry.getKey(), all);
    }
  }

  @Test
  void aTerminatedTransitionHasNoValueEvenIfTheNetworkSaysInfinity() {
    float[][] infinite = {{Float.POSITIVE_INFINITY, 1}};
    Tables tables = new Tables(infinite, new float[2], new int[1], 2);
    float[] reward = {2};
    assertEquals(2f, tables.targets(Algorithm.dqn(), reward, new float[1])[0]);
    assertFalse(Float.isFinite(tables.targets(Algorithm.dqn(), reward, new float[] {0.5f})[0]));
  }

  private static Tables tables(Oracle oracle, String name, int[] nextActions) {
    int[] shape = oracle.shape(name);
    float[] all = oracle.floats(name);
    float[][] estimates = new float[shape[0]][];
    int size = shape[1] * shape[2];
    for (int j = 0; j < shape[0]; j++) {
      estimates[j] = Arrays.copyOfRange(all, j * size, (j + 1) * size);
    }
    return new Tables(estimates, oracle.floats("q_online"), nextActions, shape[2]);
  }

  private static float[] all(Oracle oracle, Tables tables, Algorithm algorithm, int n) {
    String[] gammas = oracle.text("gammas").split(" ", -1);
    boolean[] terminated = oracle.flags("terminated");
    float[] all = new float[gammas.length * n];
    for (int g = 0; g < gammas.length; g++) {
      float[] discounts = new float[n];
      for (int i = 0; i < n; i++) {
        discounts[i] = terminated[i] ? 0 : Float.parseFloat(gammas[g]);
      }
      System.arraycopy(
          tables.targets(algorithm, oracle.floats("reward"), discounts), 0, all, g * n, n);
    }
    return all;
  }

  private static void check(Oracle oracle, String name, Tables tables, Algorithm algorithm, int n) {
    oracle.check("targets." + name, all(oracle, tables, algorithm, n));
    float[] ones = new float[n];
    Arrays.fill(ones, 1);
    oracle.check("value." + name, tables.targets(algorithm, new float[n], ones));
  }
}
