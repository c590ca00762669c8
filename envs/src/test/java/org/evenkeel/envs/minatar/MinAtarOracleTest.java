package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.minatar.Oracle.RandomPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every recording of MinAtar 1.0.15, state by state. The build refuses a line of a game that these do not execute.
@Tag("replays")
class MinAtarOracleTest {
  /// A game, what it shows, and a random stream that can be exchanged at any time, as MinAtar's `seed` does.
  private static final class Play {
    private MinAtar environment;
    private MinAtar other;
    private final Observation observation;
    private NumpyRandom random = new NumpyRandom(0);

    private final RandomGenerator exchangeable =
        new RandomGenerator() {
          @Override
          public int nextInt() {
            return random.nextInt();
          }

          @Override
          public long nextLong() {
            throw new UnsupportedOperationException("MinAtar draws words of 32 bits");
          }
        };

    Play(Game game, String sticky, String ramping) {
      environment = game(game, sticky, ramping);
      other = game(game, sticky, ramping);
      observation = new Observation(environment.spec().observation());
    }

    private static MinAtar game(Game game, String sticky, String ramping) {
      return new MinAtar(
          game,
          new MinAtarOptions(
              Double.parseDouble(sticky), ramping.equals("1"), MinAtar.ActionSet.FULL));
    }

    /// Goes on in another instance, by what the first one saves.
    void move() {
      var bytes = new ByteArrayOutputStream();
      try {
        environment.save(new DataOutputStream(bytes));
        other.restore(
            new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), exchangeable);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      MinAtar left = environment;
      environment = other;
      other = left;
    }

    void seed(String seed) {
      random = new NumpyRandom(Long.parseLong(seed));
    }

    void reset() {
      environment.reset(exchangeable, observation);
    }

    Step act(int action) {
      return environment.step(action, observation);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyStepOfTheTraces(Game game) {
    Play play = new Play(game, "0.1", "1");
    play.seed("0");
    play.reset();
    for (List<String> row : Oracle.rows("trace_" + game.id())) {
      String where = game + " step " + row.get(0);
      if (!row.get(0).equals("0")) {
        Step step = play.act(Integer.parseInt(row.get(1)));
        assertEquals(row.get(2), String.valueOf(play.environment.lastAction()), where);
        assertEquals(Double.parseDouble(row.get(3)), step.reward(), where);
        assertEquals(row.get(4).equals("1"), step.terminated(), where);
      }
      if (!row.get(7).isEmpty()) {
        assertEquals(row.get(7), cells(play.observation), where);
      }
      assertEquals(row.get(5), Oracle.checksum(play.observation), where);
      if (!row.get(6).isEmpty()) {
        play.reset();
        assertEquals(row.get(6), Oracle.checksum(play.observation), where + ", reset");
      }
    }
  }

  private static String cells(Observation observation) {
    Form.BitPlanes planes = (Form.BitPlanes) observation.form();
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < planes.size(); i++) {
      if ((observation.bits()[i >> 6] >>> i & 1) == 1) {
        int cell = i / planes.channels();
        cells.add(cell / 10 + ":" + cell % 10 + ":" + i % planes.channels());
      }
    }
    return String.join(" ", cells);
  }

  /// Hundreds of thousands of steps of random play and of players that reach the rare states, in all variants,
  /// saved and restored into another instance at every checkpoint.
  @ParameterizedTest
  @EnumSource
  void everyCheckpoint(Game game) {
    Map<List<String>, List<List<String>>> runs = new LinkedHashMap<>();
    for (List<String> row : Oracle.rows("checkpoints_" + game.id())) {
      runs.computeIfAbsent(row.subList(0, 4), run -> new ArrayList<>())
          .add(row.subList(4, row.size()));
    }
    Map<List<String>, String> skilled = new LinkedHashMap<>();
    for (List<String> row : Oracle.rows("actions_" + game.id())) {
      skilled.put(row.subList(0, 3), row.get(3));
    }
    runs.forEach(
        (run, checkpoints) -> {
          String actions = skilled.getOrDefault(run.subList(1, 4), "");
          RandomPolicy random = new RandomPolicy(12_345 + Integer.parseInt(run.get(1)));
          boolean isRandom = run.get(0).equals("random");
          replay(game, run, checkpoints, t -> isRandom ? random.next() : actions.charAt(t) - '0');
        });
    assertTrue(runs.size() >= 8, "runs: " + runs.size());
  }

  /// @param run policy, seed, sticky probability, ramping
  /// @param checkpoints step, checksum, reward, episodes
  private static void replay(
      Game game, List<String> run, List<List<String>> checkpoints, IntUnaryOperator policy) {
    Play play = new Play(game, run.get(2), run.get(3));
    play.seed(run.get(1));
    play.reset();
    CRC32 sum = new CRC32();
    long reward = 0;
    int episodes = 0;
    int t = 0;
    for (List<String> checkpoint : checkpoints) {
      while (t < Integer.parseInt(checkpoint.get(0))) {
        Step step = play.act(policy.applyAsInt(t++));
        sum.update(Oracle.packed(play.observation));
        sum.update((int) step.reward());
        sum.update(step.terminated() ? 1 : 0);
        reward += (long) step.reward();
        if (step.terminated()) {
          episodes++;
          play.reset();
        }
      }
      List<String> seen =
          List.of(
              String.valueOf(t), Oracle.hex(sum), String.valueOf(reward), String.valueOf(episodes));
      assertEquals(checkpoint, seen, game + " " + run);
      play.move();
    }
  }

  /// Calls in odd orders: seeds in mid-play, two resets, actions after the end.
  @Test
  void everyEdge() {
    Play play = new Play(Game.BREAKOUT, "0.1", "1");
    RandomPolicy random = new RandomPolicy(0);
    for (List<String> row : Oracle.rows("edges")) {
      if (row.get(2).equals("0")) {
        play = new Play(game(row.get(0)), row.get(1), "1");
        random = new RandomPolicy(999 + Integer.parseInt(row.get(4)));
        for (int i = 0; i < 60; i++) {
          random.next(); // the first 60 acts of the recording used them
        }
      }
      switch (row.get(3)) {
        case "seed" -> play.seed(row.get(4));
        case "reset" -> play.reset();
        case "act" -> check(row, play.act(Integer.parseInt(row.get(4))), play, 1);
        case "lcg_to_end" -> {
          int calls = 0;
          double sum = 0;
          Step step = Step.of(0);
          while (!step.terminated() && calls < 5_000) {
            step = play.act(random.next());
            sum += step.reward();
            calls++;
          }
          check(row, Step.of(sum, step.terminated()), play, calls);
          assertEquals(row.get(4), String.valueOf(calls), row.toString());
        }
        default -> throw new IllegalStateException(row.toString());
      }
      if (!row.get(8).isEmpty()) {
        assertEquals(row.get(8), Oracle.checksum(play.observation), row.toString());
      }
    }
  }

  private static void check(List<String> row, Step step, Play play, int calls) {
    String where = row + " after " + calls;
    assertEquals(row.get(5), String.valueOf(play.environment.lastAction()), where);
    assertEquals(Double.parseDouble(row.get(6)), step.reward(), where);
    assertEquals(row.get(7).equals("1"), step.terminated(), where);
  }

  private static Game game(String word) {
    for (Game game : Game.values()) {
      if (game.id().equals(word)) {
        return game;
      }
    }
    throw new IllegalArgumentException(word);
  }
}
