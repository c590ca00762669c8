package org.evenkeel.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.OptimizerStep;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Outcome;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Classes of a user that do what they must not: a run ends with one sentence that names the class, and continues from
/// its last checkpoint once the class is mended.
class BadClassesTest {
  /// The classes behave until the run's checkpoint is written, and again when it is resumed.
  private static volatile boolean bad;

  private static final Training TRAINING =
      Training.of(Algorithm.averaged(2))
          .hidden(8)
          .steps(400)
          .learningStartSteps(50)
          .batchSize(8)
          .targetPeriod(50)
          .memorySize(300)
          .evaluation(e -> e.periodSteps(300).episodes(2).heldOutStates(10))
          .schedule(s -> s.metricsPeriodSteps(100));

  @TempDir Path folder;

  /// @param what what is bad
  /// @param culprit the class that the sentence must name
  record Case(
      String what,
      Class<?> culprit,
      Supplier<? extends Environment> environments,
      Training training) {
    Case(String what, Class<?> culprit, Training training) {
      this(what, culprit, Thermostat::new, training);
    }

    @Override
    public String toString() {
      return culprit.getSimpleName() + ": " + what;
    }
  }

  static Stream<Case> named() {
    return Stream.of(
        combine("NaN"),
        bootstrap("NaN"),
        exploration("action 3"),
        exploration("action -1"),
        optimizer("NaN"),
        optimizer("throws"),
        rate("NaN"),
        rate("negative"),
        combine("throws"),
        bootstrap("throws"),
        exploration("throws"),
        exploration("epsilon NaN"),
        exploration("epsilon 2"),
        rate("throws"),
        replay("leaves a row unfilled"),
        replay("writes another form"),
        replay("action 7"),
        replay("reward NaN"),
        replay("discount NaN"),
        replay("discount -3"),
        replay("observation NaN"),
        replay("sampleable -1"),
        replay("throws"),
        environment("throws"),
        environment("null step"),
        environment("reward NaN"),
        environment("observation NaN"));
  }

  @ParameterizedTest
  @MethodSource("named")
  void aBadClassIsNamedAndTheRunContinuesFromItsCheckpoint(Case test) throws IOException {
    check(test);
  }

  private void check(Case test) throws IOException {
    byte[] wanted = bytes(run(test, null));
    RuntimeException failure;
    try (Trainer trainer = new Trainer(test.environments(), test.training(), 1)) {
      breakAfterCheckpoint(trainer);
      failure = assertThrows(RuntimeException.class, trainer::run);
      assertThrows(
          IllegalStateException.class,
          () -> Checkpoint.write(folder, trainer),
          "a step that is half done is not kept");
    } finally {
      bad = false;
    }
    String sentence = String.valueOf(failure.getMessage());
    assertTrue(sentence.contains(test.culprit().getName()), failure.toString());
    assertFalse(sentence.contains("\n"), sentence);
    assertArrayEquals(wanted, bytes(run(test, folder)));
  }

  @Test
  void anInitializerThatDrawsNanIsNamed() {
    record Nan() implements Initializer {
      @Override
      public float draw(Weights of, RandomGenerator random) {
        return Float.NaN;
      }
    }
    RuntimeException failure =
        assertThrows(
            IllegalStateException.class,
            () -> Trainer.train(Thermostat::new, TRAINING.initializer(new Nan()), 1));
    assertEquals(
        "initializer %s drew NaN for element 0 of tensor 'fc1.weight'"
            .formatted(Nan.class.getName()),
        failure.getMessage());
  }

  @Test
  void aPartWithoutANameIsRefused() {
    Training training = TRAINING.learningRate(update -> 1);
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> Trainer.train(Thermostat::new, training, 1))
            .getMessage();
    assertTrue(message.contains("make it a record or a named class"), message);
  }

  @Test
  void anExceptionOfAListenerEndsTheRunAsItIsAndTheTrainerGoesOn() throws IOException {
    Case test = new Case("listener", BadClassesTest.class, TRAINING);
    byte[] wanted = bytes(run(test, null));
    RuntimeException mine = new IllegalStateException("the disk is full");
    try (Trainer trainer = new Trainer(Thermostat::new, TRAINING, 1)) {
      breakAfterCheckpoint(trainer);
      trainer.on(
          RunEvent.Measured.class,
          e -> {
            if (bad && e.step() == 300) {
              throw mine;
            }
          });
      assertSame(mine, assertThrows(RuntimeException.class, trainer::run));
      bad = false;
      assertEquals(Outcome.FINISHED, trainer.run());
      assertArrayEquals(wanted, bytes(trainer.policy()));
    }
    assertArrayEquals(wanted, bytes(run(test, folder)));
  }

  /// A checkpoint at step 200, after which the classes are bad.
  private void breakAfterCheckpoint(Trainer trainer) {
    trainer.on(
        RunEvent.Measured.class,
        e -> {
          if (e.step() == 200) {
            try {
              Checkpoint.write(folder, trainer);
            } catch (IOException x) {
              throw new UncheckedIOException(x);
            }
            bad = true;
          }
        });
  }

  /// The policy at the end of a run in which nothing is bad.
  private static Policy run(Case test, @Nullable Path from) throws IOException {
    try (Trainer trainer = new Trainer(test.environments(), test.training(), 1)) {
      if (from != null) {
        assertEquals(200, Checkpoint.resume(from, trainer).step());
      }
      assertEquals(Outcome.FINISHED, trainer.run());
      return trainer.policy();
    }
  }

  private byte[] bytes(Policy policy) throws IOException {
    Path file = Files.createTempFile(folder, "policy", ".safetensors");
    policy.save(file);
    return Files.readAllBytes(file);
  }

  private static RuntimeException oops() {
    return new ArrayIndexOutOfBoundsException("oops");
  }

  private static Case combine(String how) {
    return new Case(
        how,
        BadCombine.class,
        TRAINING.algorithm(
            new Algorithm(
                new Algorithm.Estimates.Snapshots(2), new BadCombine(how), Bootstrap.Named.MAX)));
  }

  record BadCombine(String how) implements Combine {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      new Combine.Mean().combine(estimates, k, size, combined);
      if (bad && how.equals("throws")) {
        throw oops();
      } else if (bad) {
        Arrays.fill(combined, Float.NaN);
      }
    }
  }

  private static Case bootstrap(String how) {
    return new Case(
        how,
        BadBootstrap.class,
        TRAINING.algorithm(
            new Algorithm(
                new Algorithm.Estimates.Snapshots(2), new Combine.Mean(), new BadBootstrap(how))));
  }

  record BadBootstrap(String how) implements Bootstrap {
    @Override
    public float value(float[] combined, float[] online, int from, int actions, int taken) {
      if (bad && how.equals("throws")) {
        throw oops();
      }
      return bad ? Float.NaN : combined[from + Targets.argmax(combined, from, actions)];
    }
  }

  private static Case exploration(String how) {
    return new Case(how, BadExploration.class, TRAINING.exploration(new BadExploration(how)));
  }

  record BadExploration(String how) implements Exploration {
    @Override
    public double epsilonAt(long step) {
      return !bad ? 0.5 : how.equals("epsilon NaN") ? Double.NaN : how.equals("epsilon 2") ? 2 : 1;
    }

    @Override
    public int act(Situation now) {
      return switch (bad ? how : "") {
        case "action 3" -> 3;
        case "action -1" -> -1;
        case "throws" -> throw oops();
        default -> Exploration.super.act(now);
      };
    }
  }

  private static Case optimizer(String how) {
    return new Case(how, BadOptimizer.class, TRAINING.optimizer(new BadOptimizer(how)));
  }

  record BadOptimizer(String how) implements Optimizer {
    @Override
    public double learningRate() {
      return 1e-3;
    }

    @Override
    public int moments() {
      return 0;
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      if (bad && how.equals("throws")) {
        throw oops();
      }
      for (int i = from; i < to; i++) {
        theta[i] -= bad ? Float.NaN : 1e-3f * gradient[i];
      }
    }
  }

  private static Case rate(String how) {
    return new Case(how, BadRate.class, TRAINING.learningRate(new BadRate(how)));
  }

  record BadRate(String how) implements LearningRate {
    @Override
    public double factorAt(long update) {
      return switch (bad ? how : "") {
        case "NaN" -> Double.NaN;
        case "negative" -> -1;
        case "throws" -> throw oops();
        default -> 1;
      };
    }
  }

  private static Case replay(String how) {
    return new Case(how, BadReplay.class, TRAINING.replay(new BadMemory(300, how)));
  }

  record BadMemory(int capacity, String how) implements Memory {
    @Override
    public ReplayBuffer create(Needs needs) {
      return new BadReplay(new CustomReplay.Transitions(capacity).create(needs), how);
    }
  }

  static final class BadReplay implements ReplayBuffer {
    private final ReplayBuffer good;
    private final String how;

    BadReplay(ReplayBuffer good, String how) {
      this.good = good;
      this.how = how;
    }

    @Override
    public void start(Observation frame) {
      good.start(frame);
    }

    @Override
    public void add(int action, Step step, Observation next) {
      good.add(action, step, next);
    }

    @Override
    public int sampleable() {
      return bad && how.equals("sampleable -1") ? -1 : good.sampleable();
    }

    @Override
    public void sample(Minibatch out, double progress, RandomGenerator random) {
      if (bad && how.equals("leaves a row unfilled")) {
        return;
      }
      good.sample(out, progress, random);
      switch (bad ? how : "") {
        case "writes another form" -> out.observations().setIndex(0, 1);
        case "action 7" -> out.actions()[0] = 7;
        case "reward NaN" -> out.rewards()[0] = Float.NaN;
        case "discount NaN" -> out.discounts()[0] = Float.NaN;
        case "discount -3" -> out.discounts()[0] = -3;
        case "observation NaN" -> out.observations().floats()[0] = Float.NaN;
        case "throws" -> throw oops();
        default -> {}
      }
    }

    @Override
    public void save(DataOutput out) throws IOException {
      good.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      good.restore(in);
    }
  }

  private static Case environment(String how) {
    return new Case(how, BadEnvironment.class, () -> new BadEnvironment(how), TRAINING);
  }

  static final class BadEnvironment implements Environment {
    private final Thermostat good = new Thermostat();
    private final String how;

    BadEnvironment(String how) {
      this.how = how;
    }

    @Override
    public Spec spec() {
      return good.spec();
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      good.reset(random, observation);
    }

    @Override
    @SuppressWarnings("NullAway") // it is bad
    public Step step(int action, Observation observation) {
      Step step = good.step(action, observation);
      switch (bad ? how : "") {
        case "throws" -> throw oops();
        case "null step" -> step = null;
        case "reward NaN" -> step = Step.of(Double.NaN);
        case "observation NaN" -> observation.set(1, Double.NaN);
        default -> {}
      }
      return step;
    }
  }
}
