package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.BatchRows;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.HasLeadIn;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.SlotStorage;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is drawn from the memory is what the agent saw when it acted, at the starts of episodes and behind lost
/// lives too.
class SeenAndDrawnTest {
  private static final int STACK = 4;
  private static final int CAPACITY = 60;

  /// Shows a number that is never shown again; loses lives and ends at random.
  private static final class Counter implements Environment, HasLeadIn {
    private final Spec.StackStart start;
    private RandomGenerator random = RandomGenerator.getDefault();
    private int shown;

    Counter(Spec.StackStart start) {
      this.start = start;
    }

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(30).stack(STACK, start);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      this.random = random;
      shown += 100;
      observation.set(0, shown);
    }

    @Override
    public void leadIn(int back, Observation frame) {
      frame.set(0, shown - back);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, ++shown);
      return new Step(0, random.nextInt(25) == 0, false, random.nextInt(8) == 0);
    }
  }

  /// A moment of the agent's: what it saw, and how many frames its episode and its life had shown.
  private record Seen(Batch batch, int inEpisode, int inLife) {}

  private final List<Seen> seen = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void whatIsDrawnIsWhatTheAgentSaw(Spec.StackStart start) {
    for (Protocol.Stacks stacks : Protocol.Stacks.values()) {
      Training training =
          Training.of(Algorithm.dqn())
              .replay(new Memory.Frames(CAPACITY, new Sampling.Uniform()))
              .protocol(p -> p.lifeLoss(Protocol.LifeLoss.ENDS))
              .protocol(p -> p.stacks(stacks));
      Counter task = new Counter(start);
      if (stacks == Protocol.Stacks.ANEW && start == Spec.StackStart.LEAD_IN) {
        assertThrows(
            IllegalArgumentException.class,
            () -> Runs.trainer(() -> new Counter(start), training, 1, 1, event -> {}));
        continue;
      }
      seen.clear();
      try (ReplayBuffer replay = training.replay().create(Parts.needs(training, task.spec()))) {
        play(new EpisodeInPlay(task, new Seeds(1), training.protocol()), replay, stacks);
      }
    }
  }

  private void play(EpisodeInPlay episode, ReplayBuffer replay, Protocol.Stacks stacks) {
    RandomStream random = new RandomStream(3);
    Set<Integer> shortest = new HashSet<>();
    int inEpisode = 0;
    int inLife = 0;
    for (int step = 0; step < 2_000; step++) {
      if (episode.over()) {
        episode.start();
        replay.start(episode.frame());
        inEpisode = 1;
        inLife = 1;
      }
      remember(episode, (int) ((SlotStorage) replay).head(), inEpisode++, inLife++);
      Step outcome = episode.step(random.nextInt(2));
      inLife = outcome.lifeLost() ? 1 : inLife;
      replay.add(0, episode.learned(outcome), episode.frame());
      if (replay.sampleable() > 0) {
        compare(replay, random, stacks, episode.spec().stackStart(), shortest);
      }
    }
    boolean whole =
        stacks == Protocol.Stacks.WHOLE || episode.spec().stackStart() == Spec.StackStart.LEAD_IN;
    assertEquals(whole ? Set.of(STACK) : Set.of(1, 2, 3, STACK), shortest);
  }

  private void remember(EpisodeInPlay episode, int sequence, int inEpisode, int inLife) {
    Batch row = new Batch(episode.observation().form(), 1).resize(1);
    row.set(0, episode.observation());
    Seen now = new Seen(row, inEpisode, inLife);
    while (seen.size() <= sequence) {
      seen.add(now);
    }
  }

  private void compare(
      ReplayBuffer replay,
      RandomStream random,
      Protocol.Stacks stacks,
      Spec.StackStart start,
      Set<Integer> known) {
    Minibatch drawn = new Minibatch(seen.getFirst().batch().form(), 4);
    replay.sample(drawn, 1, random);
    for (int row = 0; row < 4; row++) {
      Seen then = seen.get((int) drawn.sequences()[row]);
      assertTrue(BatchRows.same(then.batch(), 0, drawn.observations(), row), stacks + " " + start);
      int frames = stacks == Protocol.Stacks.THROUGH ? then.inEpisode() : then.inLife();
      known.add(Math.min(STACK, frames));
    }
  }
}
