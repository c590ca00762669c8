package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Playing one moment at a time.
final class PlayerTest {
  @ParameterizedTest
  @ValueSource(strings = {"minatar/breakout", "minatar/asterix", "cartpole", "gridworld"})
  void itPlaysTheEpisodesOfAnEvaluation(String name) {
    Supplier<Environment> environments = Environments.named(name);
    Policy policy = Plays.policy(environments.get().spec(), 2, 7);
    for (double epsilon : new double[] {0, 0.3}) {
      int episodes = 4;
      EvaluationResult wanted =
          Evaluation.of(environments, policy, Training.of(Algorithm.dqn()), 11, episodes, epsilon);
      double sum = 0;
      double least = Double.POSITIVE_INFINITY;
      double steps = 0;
      try (Player player = new Player(environments, policy, 11, epsilon, Evaluation.LONGEST)) {
        for (int e = 1; e <= episodes; e++) {
          Moment end = Plays.episode(player).getLast();
          assertEquals(e, end.episode());
          sum += end.total();
          least = Math.min(least, end.total());
          steps += end.step();
          player.next();
        }
      }
      assertEquals(wanted.meanReturn(), sum / episodes);
      assertEquals(wanted.minReturn(), least);
      assertEquals(wanted.meanLength(), steps / episodes);
    }
  }

  @Test
  void aMomentHasTheValuesOfItsStateAndTheActionTheyLeadTo() {
    Supplier<Environment> environments = Environments.named("minatar/breakout");
    Policy policy = Plays.policy(environments.get().spec(), 3, 7);
    try (Player player = new Player(environments, policy, 1, 0, Evaluation.LONGEST)) {
      List<Moment> moments = Plays.episode(player);
      double total = 0;
      for (int t = 0; t < moments.size(); t++) {
        Moment moment = moments.get(t);
        total += moment.reward();
        assertEquals(total, moment.total());
        assertEquals(t, moment.step());
        if (moment.last()) {
          assertEquals(-1, moment.choice().action());
          assertEquals(0, moment.choice().values().length);
          assertEquals(Moment.End.TERMINATED, moment.end());
        } else {
          float[] q = new float[6];
          float[][] each = new float[3][6];
          policy.values(moment.frame(), q, each);
          assertArrayEquals(q, moment.choice().values());
          for (int set = 0; set < 3; set++) {
            assertArrayEquals(each[set], moment.choice().each()[set]);
          }
          assertEquals(policy.act(moment.frame()), moment.choice().action());
          assertFalse(moment.choice().random());
        }
      }
      // The frames are copies: the first is not the last.
      assertFalse(moments.getFirst().frame().sameAs(moments.getLast().frame()));
    }
  }

  @Test
  void anEpisodeIsCutWhereAskedAndEndsWhereItsLimitIs() {
    try (Player cut = Plays.player(Environments.named("gridworld"), 1, 5)) {
      List<Moment> moments = Plays.episode(cut);
      assertEquals(6, moments.size());
      assertEquals(Moment.End.CUT, moments.getLast().end());
      assertEquals(0, cut.next().step());
      assertEquals(2, cut.now().episode());
    }
    try (Player whole = Plays.player(Environments.named("gridworld"), 1, 5_000)) {
      List<Moment> moments = Plays.episode(whole);
      assertEquals(201, moments.size());
      assertEquals(Moment.End.TRUNCATED, moments.getLast().end());
    }
  }

  @Test
  void withoutAPolicyChancePlaysAndNothingIsValued() {
    try (Player player = new Player(Environments.named("minatar/freeway"), null, 1, 0, 300)) {
      List<Moment> moments = Plays.episode(player);
      assertEquals(301, moments.size());
      boolean[] seen = new boolean[6];
      for (Moment moment : moments.subList(0, 300)) {
        assertTrue(moment.choice().random());
        assertEquals(0, moment.choice().values().length);
        seen[moment.choice().action()] = true;
      }
      assertArrayEquals(new boolean[] {true, true, true, true, true, true}, seen);
    }
  }

  /// Two frames stacked, and a resource to close.
  private static final class Stacked implements Environment, AutoCloseable {
    static int closed;
    private int t;

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).stack(2, Spec.StackStart.REPEAT);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      t = 0;
      observation.set(0, 10);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, 10 + ++t);
      return Step.of(0.5, t == 3);
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  void ofAStackTheNewestFrameIsShownAndTheEnvironmentIsClosed() {
    Stacked.closed = 0;
    try (Player player = Plays.player(Stacked::new, 2, 100)) {
      List<Moment> moments = Plays.episode(player);
      assertEquals(4, moments.size());
      for (int t = 0; t < 4; t++) {
        assertArrayEquals(new float[] {10 + t}, moments.get(t).frame().vector());
      }
      assertEquals(1.5, moments.getLast().total());
      assertEquals(List.of(), player.legend().actions());
      assertEquals(List.of("action 0", "action 1"), Plays.scene(player, 2).actions());
      assertEquals(List.of("x0"), Plays.scene(player, 2).channels());
    }
    assertEquals(1, Stacked.closed);
  }

  @Test
  void aPolicyThatDoesNotFitIsRefused() {
    Policy breakout = Plays.policy(Environments.named("minatar/breakout").spec(), 1, 1);
    refused(
        "the policy observes 4 bit planes of 10x10, but the environment shows"
            + " 7 bit planes of 10x10",
        "minatar/freeway",
        breakout,
        0,
        1);
    refused(
        "the policy chooses from 6 actions, but the environment has 3",
        "minatar/breakout:actions=minimal",
        breakout,
        0,
        1);
    refused("epsilon must be in [0, 1], was 2.0", "minatar/breakout", breakout, 2, 1);
    refused("maxSteps must be >= 1, was 0", "minatar/breakout", breakout, 0, 0);
  }

  private static void refused(
      String sentence, String name, Policy policy, double epsilon, int maxSteps) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Player(Environments.named(name), policy, 1, epsilon, maxSteps));
    assertEquals(sentence, e.getMessage());
  }
}
