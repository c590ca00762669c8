package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A checkpoint is continued by the same run and by no other.
final class RunIdentityTest {
  @TempDir Path folder;

  /// Tasks that differ by a parameter alone: the same class, the same spec, the same saved bytes.
  private static final class Line implements Environment, SavesState {
    private final double slip;
    private final boolean readsAll;
    private RandomGenerator random = RandomGenerator.getDefault();
    private int cell;

    Line(double slip, boolean readsAll) {
      this.slip = slip;
      this.readsAll = readsAll;
    }

    @Override
    public String identity() {
      return "line(slip=" + slip + ")";
    }

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(9);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      this.random = random;
      cell = 3;
      observation.set(0, cell);
    }

    @Override
    public Step step(int action, Observation observation) {
      cell += random.nextDouble() < slip ? 0 : 2 * action - 1;
      observation.set(0, cell);
      return Step.of(cell, cell == 0);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(cell);
      out.writeInt(7);
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      this.random = random;
      cell = in.readInt();
      if (readsAll) {
        in.readInt();
      }
    }
  }

  private static final Training TRAINING = Runs.small(Algorithm.averaged(2));

  private void write(Supplier<Environment> environments, Training training, long step)
      throws IOException {
    try (Trainer trainer = new Trainer(environments, training, 1)) {
      trainer.run(step);
      Checkpoint.write(folder, trainer);
    }
  }

  private String refused(Supplier<Environment> environments, Training training) {
    try (Trainer trainer = new Trainer(environments, training, 1)) {
      return String.valueOf(
          assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer)).getMessage());
    }
  }

  @Test
  void anotherEnvironmentIsRefusedWithBothNames() throws IOException {
    write(() -> new Line(0.1, true), TRAINING, 50);
    assertEquals(
        "'checkpoint-50.bin' is a checkpoint of another run: environment is line(slip=0.1) there and"
            + " line(slip=0.2) here. Use the same settings, or choose another folder",
        refused(() -> new Line(0.2, true), TRAINING));
    IOException e =
        assertThrows(
            IOException.class,
            () -> Checkpoint.policy(folder, () -> new Line(0.2, true), TRAINING, 1));
    assertTrue(e.getMessage().contains("line(slip=0.1) there and line(slip=0.2) here"));
  }

  @Test
  void anEnvironmentThatLeavesSavedBytesUnreadIsRefused() throws IOException {
    write(() -> new Line(0.1, true), TRAINING, 50);
    assertEquals(
        "'checkpoint-50.bin' cannot be used: "
            + Line.class.getName()
            + " did not read 4 of the bytes that it saved",
        refused(() -> new Line(0.1, false), TRAINING));
  }

  /// Threads and target passes do not decide the result: a run continues with others, to the same bits.
  @Test
  void aRunContinuesWithAnotherExecution() throws IOException {
    Runs.Trace whole = Runs.trace(Tasks.Walk::new, TRAINING, 1, 1);
    TargetPasses[] ways = TargetPasses.values();
    for (int i = 0; i < 8; i++) {
      Execution execution = new Execution(1 + i % 2, ways[i % ways.length]);
      try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1, execution)) {
        if (i > 0) {
          Checkpoint.resume(folder, trainer);
        }
        trainer.run(50L * (i + 1));
        Checkpoint.write(folder, trainer);
        if (trainer.finished()) {
          org.junit.jupiter.api.Assertions.assertArrayEquals(whole.state(), Runs.state(trainer));
          return;
        }
      }
    }
    throw new AssertionError("the run has 400 steps");
  }

  record Boltzmann(double temperature) implements Exploration {
    @Override
    public double epsilonAt(long step) {
      return Double.NaN;
    }

    @Override
    public int act(Situation now) {
      return now.random().nextDouble() < temperature ? 0 : now.best();
    }
  }

  @Test
  void partsOfTheUsersOwnAreInTheIdentity() throws IOException {
    write(Tasks.Walk::new, TRAINING.exploration(new Boltzmann(0.5)), 50);
    String name = Boltzmann.class.getName();
    assertEquals(
        "'checkpoint-50.bin' is a checkpoint of another run: exploration is "
            + name
            + "[temperature=0.5] there and "
            + name
            + "[temperature=0.6] here. Use the same settings, or choose another folder",
        refused(Tasks.Walk::new, TRAINING.exploration(new Boltzmann(0.6))));
    Exploration lambda = step -> 0.5;
    assertThrows(
        IllegalArgumentException.class,
        () -> new Trainer(Tasks.Walk::new, TRAINING.exploration(lambda), 1));
  }

  @Test
  void everySettingIsInTheIdentityAndNoneThatDoesNotDecide() {
    Training layers =
        TRAINING.network(Architecture.of(Layer.dense(5, "a"), Layer.relu()).withDueling());
    Map<String, String> values =
        RunIdentity.of("walk", Spec.vector(2).actions(2), 7, layers).values();
    assertEquals("walk", values.get("environment"));
    assertEquals("7", values.get("seed"));
    assertEquals("Vector", values.get("spec.frame"));
    assertEquals("2", values.get("algorithm.estimates.k"));
    assertEquals("Snapshots", values.get("algorithm.estimates"));
    assertEquals("MAX", values.get("algorithm.bootstrap"));
    assertEquals("5", values.get("network.layers[0].outputs"));
    assertEquals("true", values.get("network.dueling"));
    assertEquals("8", values.get("schedule.batchSize"));
    assertEquals("COPIES", values.get("window.start"));
    assertEquals("Constant", values.get("learningRate"));
    assertEquals("Uniform", values.get("replay.sampling"));
    assertTrue(
        values.keySet().stream()
            .noneMatch(
                k ->
                    k.contains("targetPasses")
                        || k.toLowerCase(java.util.Locale.ROOT).contains("thread")));
  }

  /// Each replay file knows which steps of which run it holds.
  @Test
  void aReplayFileWithTheContentOfAnotherIsNotUsed() throws IOException {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      for (long step : new long[] {30, 60, 90}) {
        trainer.run(step);
        Checkpoint.write(folder, trainer);
      }
    }
    List<Path> chunks = new ArrayList<>();
    try (var files = Files.list(folder)) {
      files.filter(f -> f.getFileName().toString().startsWith("replay")).forEach(chunks::add);
    }
    chunks.sort(
        java.util.Comparator.comparingLong(
            f -> Long.parseLong(f.getFileName().toString().split("-", -1)[1])));
    assertEquals(3, chunks.size());
    Files.copy(chunks.get(1), chunks.get(2), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      Checkpoint.Resumed resumed = Checkpoint.resume(folder, trainer);
      assertEquals(60, resumed.step());
      assertEquals(
          "'%s' has the content of another file".formatted(chunks.get(2).getFileName()),
          resumed.notes().getFirst());
      trainer.run();
      assertTrue(
          java.util.Arrays.equals(
              Runs.trace(Tasks.Walk::new, TRAINING, 1, 1).state(), Runs.state(trainer)));
    }
  }

  /// The same steps of a run with another seed have the same name and the same size.
  @Test
  void aReplayFileOfAnotherRunIsNotUsed() throws IOException {
    Path other = folder.resolve("other");
    for (long seed = 1; seed <= 2; seed++) {
      try (Trainer trainer = new Trainer(Tasks.Naming::new, TRAINING, seed)) {
        trainer.run(30);
        Checkpoint.write(seed == 1 ? folder : other, trainer);
      }
    }
    List<Path> theirs;
    try (var files = Files.list(other)) {
      theirs = files.filter(f -> f.getFileName().toString().startsWith("replay")).toList();
    }
    String name = theirs.getFirst().getFileName().toString();
    assertTrue(Files.exists(folder.resolve(name)), name);
    Files.copy(
        theirs.getFirst(), folder.resolve(name), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    String message = refused(Tasks.Naming::new, TRAINING);
    assertTrue(message.contains("'" + name + "' has the content of another file"), message);
  }

  /// A buffer of a user's own around the library's: rewards are halved.
  record Halved(int capacity) implements Memory {
    @Override
    public ReplayBuffer create(Needs needs) {
      ReplayBuffer inner = new Memory.Frames(capacity).create(needs);
      return new ReplayBuffer() {
        @Override
        public void start(Observation frame) {
          inner.start(frame);
        }

        @Override
        public void add(int action, Step step, Observation next) {
          inner.add(
              action,
              new Step(step.reward() / 2, step.terminated(), step.truncated(), step.lifeLost()),
              next);
        }

        @Override
        public int sampleable() {
          return inner.sampleable();
        }

        @Override
        public void sample(Minibatch out, double progress, RandomGenerator random) {
          inner.sample(out, progress, random);
        }

        @Override
        public void save(DataOutput out) throws IOException {
          inner.save(out);
        }

        @Override
        public void restore(DataInput in) throws IOException {
          inner.restore(in);
        }

        @Override
        public void close() {
          inner.close();
        }
      };
    }
  }

  @Test
  void aBufferThatWrapsTheLibrarysOwnIsResumedBitForBit() throws IOException {
    Training halved = TRAINING.replay(new Halved(120));
    Runs.Trace whole = Runs.trace(Tasks.Walk::new, halved, 1, 1);
    write(Tasks.Walk::new, halved, 230); // the ring has gone round
    try (Trainer trainer = new Trainer(Tasks.Walk::new, halved, 1)) {
      assertEquals(230, Checkpoint.resume(folder, trainer).step());
      trainer.run();
      org.junit.jupiter.api.Assertions.assertArrayEquals(whole.state(), Runs.state(trainer));
    }
    assertFalse(whole.sameAs(Runs.trace(Tasks.Walk::new, TRAINING, 1, 1)));
  }

  @Test
  void aFolderIsTheSameHoweverItIsWritten() throws IOException {
    Path winding = folder.resolve("x/../run");
    Files.createDirectories(folder.resolve("x"));
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      trainer.run(30);
      Checkpoint.write(winding, trainer);
      trainer.run(60);
      Checkpoint.write(folder.resolve("run"), trainer);
    }
    assertEquals(60, Checkpoint.newest(winding));
  }

  /// What is made before something fails is closed.
  @Test
  void environmentsAreClosedWhenATrainerCannotBeMade() {
    List<String> heard = new ArrayList<>();
    Supplier<Environment> walks = () -> new Tasks.SlowWalk(heard::add);
    Training wrongNetwork = TRAINING.network(new Architecture.Nature(false));
    assertThrows(IllegalArgumentException.class, () -> new Trainer(walks, wrongNetwork, 1));
    assertEquals(
        heard.stream().filter(what -> what.equals("made")).count(),
        heard.stream().filter(what -> what.equals("closed")).count());
    assertFalse(heard.isEmpty());
  }

  /// An identity that cannot be written must be refused before the first step, not at the first checkpoint.
  @Test
  void aPartWithoutAnIdentityIsRefusedAtOnce() {
    @SuppressWarnings("NullAway") // it is bad
    record Nameless(@Nullable String name) implements Exploration {
      @Override
      public double epsilonAt(long step) {
        return 0.5;
      }

      @Override
      public String identity() {
        return name;
      }
    }
    assertEquals(
        Nameless.class.getName() + ".identity must name it, returned null",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    new Trainer(Tasks.Walk::new, TRAINING.exploration(new Nameless(null)), 1)
                        .close())
            .getMessage());
    assertEquals(
        Nameless.class.getName() + ".identity must name it, returned ' '",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    new Trainer(Tasks.Walk::new, TRAINING.exploration(new Nameless(" ")), 1)
                        .close())
            .getMessage());
  }

  @Test
  void whatIsTooLongToBeReadAgainIsNotWritten() throws IOException {
    List<Exploration.Piecewise.Point> points = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      points.add(new Exploration.Piecewise.Point(i, 0.5));
    }
    Training longest = TRAINING.exploration(new Exploration.Piecewise(points));
    write(Tasks.Walk::new, longest, 10);
    try (Trainer trainer = new Trainer(Tasks.Walk::new, longest, 1)) {
      assertEquals(10, Checkpoint.resume(folder, trainer).step());
    }
    for (int i = 3_000; i < 6_000; i++) {
      points.add(new Exploration.Piecewise.Point(i, 0.5));
    }
    Training tooLong = TRAINING.exploration(new Exploration.Piecewise(points));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new Trainer(Tasks.Walk::new, tooLong, 1).close())
            .getMessage();
    assertTrue(message.startsWith("a run must have at most 10000 settings, was "), message);
  }
}
