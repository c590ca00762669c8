package org.evenkeel.envs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentWrapper;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// An evaluation may play several episodes at once, if none depends on those before it.
@Tag("slow")
class LanesTest {
  /// More than the 8 that are played at once, so that some of them begin later.
  private static final int EPISODES = 12;

  private static final Training TRAINING = Training.of(Algorithm.dqn()).steps(40);

  /// The same environment, in which something might outlive an episode.
  private static final class OneAfterTheOther extends EnvironmentWrapper implements SavesState {
    OneAfterTheOther(Environment inner) {
      super(inner);
    }

    @Override
    public String identity() {
      return inner().identity();
    }

    @Override
    public boolean outlivesEpisodes() {
      return true;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      throw new IOException("never asked");
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      throw new IOException("never asked");
    }
  }

  private static boolean outlivesEpisodes(Environment environment) {
    SavesState saves = environment.as(SavesState.class);
    assertNotNull(saves);
    return saves.outlivesEpisodes();
  }

  private static EvaluationResult evaluate(Supplier<Environment> environments, Policy policy) {
    // With fewer random actions some of these policies would play ten thousand steps, until an
    // episode is cut off.
    return Evaluation.of(environments, policy, TRAINING, 3, EPISODES, 0.5);
  }

  @ParameterizedTest
  @MethodSource("org.evenkeel.envs.EnvironmentsTest#entries")
  void severalEpisodesAtOnceGiveTheSameResultAsOneAfterTheOther(Environments.Entry entry) {
    Policy policy = Trainer.train(entry, TRAINING, 1).policy();
    AtomicInteger made = new AtomicInteger();
    EvaluationResult result =
        evaluate(
            () -> {
              made.incrementAndGet();
              return entry.get();
            },
            policy);
    assertEquals(evaluate(() -> new OneAfterTheOther(entry.get()), policy), result);
    assertEquals(outlivesEpisodes(entry.get()) ? 1 : 8, made.get(), "environments made");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cartpole", "chain", "corridor", "gridworld", "identity"})
  void episodesOfTheseDoNotDependOnEachOther(String name) {
    assertFalse(outlivesEpisodes(Environments.named(name).get()));
  }

  /// With sticky actions, an episode may begin with the last action of the one before.
  @Test
  void episodesOfMinAtarDependOnEachOtherWithStickyActions() {
    assertTrue(outlivesEpisodes(Environments.named("minatar/breakout").get()));
    assertTrue(outlivesEpisodes(Environments.named("minatar/freeway:sticky=0.01").get()));
    assertFalse(outlivesEpisodes(Environments.named("minatar/breakout:sticky=0").get()));
  }
}
