package org.evenkeel.core.env;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;

/// Environments that are right, for tests to spoil in one thing, and how such a test asserts.
final class Samples {
  private Samples() {}

  /// A random walk from a random place; ends after about 20 steps.
  static class Walk implements Environment {
    RandomGenerator random = new RandomStream(0);
    double place;
    double push;
    int steps;

    @Override
    public Spec spec() {
      return Spec.vector(3).actions(2);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      this.random = random;
      place = random.nextDouble();
      push = 0;
      steps = 0;
      write(observation);
    }

    @Override
    public Step step(int action, Observation observation) {
      push = 0.1 * random.nextDouble();
      place += push + action;
      steps++;
      write(observation);
      return Step.of(place, steps >= 20);
    }

    void write(Observation observation) {
      observation.set(0, place);
      observation.set(1, push);
      observation.set(2, steps);
    }
  }

  /// The same; it counts its episodes, and can be saved.
  static class SavedWalk extends Walk implements SavesState {
    int episodes;

    @Override
    public boolean outlivesEpisodes() {
      return true;
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      episodes++;
      super.reset(random, observation);
    }

    @Override
    void write(Observation observation) {
      super.write(observation);
      observation.set(2, steps + 100 * episodes);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeDouble(place);
      out.writeInt(steps);
      out.writeInt(episodes);
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      this.random = random;
      place = in.readDouble();
      steps = in.readInt();
      episodes = in.readInt();
    }
  }

  /// Shows one of five states.
  static class States extends Walk {
    @Override
    public Spec spec() {
      return Spec.oneHot(5).actions(2);
    }

    @Override
    void write(Observation observation) {
      observation.setState(steps % 5);
    }
  }

  /// Shows a running light on 3 x 3 x 2 bits.
  static class Lights extends Walk {
    @Override
    public Spec spec() {
      return Spec.bitPlanes(3, 3, 2).actions(2);
    }

    @Override
    void write(Observation observation) {
      observation.clear();
      observation.setBit(steps % 3, steps / 3 % 3, 1);
    }
  }

  static void assertFine(Supplier<Environment> environments) {
    assertEquals(List.of(), EnvironmentCheck.problems(environments));
  }

  static void assertSays(Supplier<Environment> environments, String... problems) {
    assertEquals(
        List.of(problems),
        EnvironmentCheck.problems(environments).stream()
            .map(problem -> problem.replaceAll("\\.java:\\d+\\)", ".java:N)"))
            .toList());
  }
}
