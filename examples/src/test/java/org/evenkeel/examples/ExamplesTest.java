package org.evenkeel.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.OptimizerState;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Outcome;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.config.Preset;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.StudyResults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every example is run as a user runs it, and what it shows is checked.
///
/// On [Thermostat] a heater that is always low returns 118 on average, a random one 113 (over 1,000 episodes).
class ExamplesTest {
  private static final double LEARNED = 170;

  @TempDir Path folder;

  @Test
  void theEnvironmentsAreInOrder() {
    assertEquals(List.of(), EnvironmentCheck.problems(Thermostat::new));
    assertEquals(List.of(), EnvironmentCheck.problems(WhichWay::new));
  }

  /// Its jar is on the class path of the program.
  @Test
  void aFamilyOnTheClassPathIsFoundByNameWithItsOptionsAndItsPreset() throws IOException {
    assertEquals(List.of(), Environments.catalog().problems());
    for (String name : List.of("walk/short", "walk/long", "walk/short:start=left")) {
      assertEquals(List.of(), EnvironmentCheck.problems(Environments.named(name)));
    }
    assertEquals("walk/long:start=left", Environments.named("walk/long:start=left").name());
    assertEquals(Optional.of(Preset.named("walk-short")), Preset.forEnvironment("walk/short"));
    assertEquals(Optional.empty(), Preset.forEnvironment("walk/long"));
    Training training = Preset.named("walk-short").apply(Training.of(Algorithm.dqn()));
    assertEquals(5_000, training.schedule().steps());
    assertEquals(
        "Corridors: a few thousand steps are enough.", Preset.named("walk-short").purpose());
    assertEquals(
        "walk/short: start must be left or anywhere, was 'right'",
        assertThrows(
                IllegalArgumentException.class, () -> Environments.named("walk/short:start=right"))
            .getMessage());
  }

  @Test
  void theTrainedThermostatHeatsWhenItIsCold() throws Exception {
    List<String> lines = Printed.lines(TrainThermostat::main, "5000");
    assertLearned(1, lines);
    assertEquals("at 15 degrees: high", lines.get(1));
    assertEquals("at 25 degrees: off", lines.get(2));
  }

  @Test
  void aStudyComparesTwoLearningRatesForTwoAlgorithms() throws Exception {
    Path study = folder.resolve("study");
    List<String> lines = Printed.lines(LearningRateStudy::main, study.toString(), "400");
    assertEquals("12 runs finished", lines.getFirst());
    String page = Files.readString(study.resolve("report.html"));
    assertTrue(page.contains("For DQN on org.evenkeel.examples.Thermostat, "));
    assertTrue(page.contains("Averaged-DQN, K=5, optimizer.learningRate 0.001"));
    byte[] before = Files.readAllBytes(study.resolve("report.html"));
    assertEquals(lines, Printed.lines(LearningRateStudy::main, study.toString(), "400"));
    assertArrayEquals(before, Files.readAllBytes(study.resolve("report.html")));
  }

  /// It is found as a service; the overestimation of the largest of 32 normal numbers is 2.07.
  @Test
  void anExperimentOfYourOwnDecidesItsClaimAndShowsItsFigure() throws Exception {
    Path out = folder.resolve("experiment");
    List<String> said = List.of("Two sets of estimates overestimate less: supported");
    assertEquals(said, Printed.lines(MaximumBias::main, out.toString()));
    String csv = Files.readString(out.resolve("figures/maximum-bias.csv"));
    List<String> last = csv.lines().filter(line -> line.startsWith("maximum,32")).toList();
    assertEquals(1, last.size(), csv);
    assertEquals(2.07, Double.parseDouble(last.getFirst().split(",", -1)[2]), 0.05);
    assertEquals(21, Files.readAllLines(out.resolve("trials.csv")).size());
    byte[] page = Files.readAllBytes(out.resolve("report.html"));
    assertEquals(said, Printed.lines(MaximumBias::main, out.toString()));
    assertArrayEquals(page, Files.readAllBytes(out.resolve("report.html")));
    ExperimentKinds kinds = ExperimentKinds.installed();
    assertEquals(
        "--trials must be >= 2, was 1",
        assertThrows(
                IllegalArgumentException.class,
                () -> kinds.make("maximum-bias", Map.of("trials", "1"), 1))
            .getMessage());
    Experiment more = kinds.make("maximum-bias", Map.of("trials", "25"), 1);
    assertEquals(25, ExperimentFolder.prepare(out, kinds, List.of(more)).trials().size());
    // Nothing is decided before there is something to decide it with.
    assertEquals(
        Verdict.NOT_TESTED,
        more.report(StudyResults.of(Map.of())).getFirst().claims().getFirst().verdict());
  }

  @Test
  void twoConvolutionsSeeWhichWayTheSquareDrifts() throws Exception {
    String line = Printed.lines(CustomNetwork::main).getFirst();
    assertTrue(Double.parseDouble(line.split(" ", -1)[0]) > 18, line);
  }

  @Test
  void explorationsOfYourOwnLearn() throws Exception {
    assertLearned(2, Printed.lines(CustomExploration::main));
  }

  @Test
  void softmaxChoosesEachActionAsOftenAsItsWeightSays() {
    RandomStream random = new RandomStream(1);
    float[] values = {0, 2 * (float) Math.log(3), 2 * (float) Math.log(6)}; // weights 1, 3, 6
    int[] chosen = new int[3];
    for (int i = 0; i < 10_000; i++) {
      chosen[new CustomExploration.Softmax(2).act(situation(values, 2, random))]++;
    }
    assertEquals(1_000, chosen[0], 120);
    assertEquals(3_000, chosen[1], 180);
    assertEquals(6_000, chosen[2], 200);
  }

  @Test
  void halvingEpsilonIsHalvedAndEndsAtItsLeast() {
    Exploration halving = new CustomExploration.Halving(100, 0.2);
    assertEquals(0.5, halving.epsilonAt(100));
    assertEquals(0.25, halving.epsilonAt(200));
    assertEquals(0.2, halving.epsilonAt(10_000));
  }

  @Test
  void optimizersOfYourOwnLearn() throws Exception {
    assertLearned(2, Printed.lines(CustomOptimizer::main));
  }

  @Test
  void lionStepsAsComputedByHand() {
    OptimizerState lion = new CustomOptimizer.Lion(0.1, 0.5, 0.75, 0.5).start(2);
    float[] theta = {1, -1};
    try (Workers workers = Workers.of(1)) {
      lion.step(theta, new float[] {2, -1}, workers); // signs + -, moments 0.5 and -0.25
      assertArrayEquals(new float[] {0.85f, -0.85f}, theta, 1e-6f);
      lion.step(theta, new float[] {-0.4f, 1}, workers); // 0.05 and 0.375: signs + +
      assertArrayEquals(new float[] {0.7075f, -0.9075f}, theta, 1e-6f);
    }
  }

  @Test
  void aCosineWithWarmUpLearns() throws Exception {
    List<String> lines = Printed.lines(LearningRateSchedule::main);
    assertEquals("update 100: factor 0.499", lines.get(1));
    assertEquals("update 3,000: factor 0.010", lines.get(4));
    assertLearned(1, lines.subList(5, 6));
  }

  @Test
  void aLearningRateOfZeroChangesNothingMore() throws IOException {
    Training training =
        Training.of(Algorithm.dqn())
            .steps(1_000)
            .learningStartSteps(100)
            .targetPeriod(50)
            .learningRate(new LearningRate.Cosine(0, 0, 100));
    try (Trainer trainer = new Trainer(Thermostat::new, training, 1)) {
      trainer.run(150);
      byte[] learning = bytes(trainer.policy());
      trainer.run(250);
      byte[] learned = bytes(trainer.policy());
      trainer.run(400);
      assertArrayEquals(learned, bytes(trainer.policy()));
      assertTrue(!Arrays.equals(learning, learned), "nothing was learned before");
    }
  }

  @Test
  void anInitializerOfYourOwnDrawsTheFirstWeights() throws Exception {
    Policy untrained = CustomInitializer.untrained();
    double bound = Math.sqrt(6.0 / (3 + 64));
    double largest = 0;
    for (float weight : untrained.tensors().tensor("0.fc1.weight").floats()) {
      largest = Math.max(largest, Math.abs(weight));
    }
    assertTrue(largest > 0.9 * bound && largest <= bound, "largest " + largest);
    assertArrayEquals(new float[64], untrained.tensors().tensor("0.fc1.bias").floats());
    assertLearned(1, Printed.lines(CustomInitializer::main));
  }

  @Test
  void aReplayBufferOfYourOwnLearnsAndResumesToTheSameBits() throws Exception {
    assertLearned(1, Printed.lines(CustomReplay::main));
    Training training = CustomReplay.TRAINING.steps(3_000); // 1,000 more than it keeps
    assertEquals(Outcome.REACHED, ResumeRun.run(folder, training, 2_300));
    assertEquals(Outcome.FINISHED, ResumeRun.run(folder, training, 3_000));
    assertArrayEquals(
        bytes(Trainer.train(Thermostat::new, training, 1).policy()),
        bytes(ResumeRun.policy(folder, training)));
  }

  @Test
  void aReplayBufferRefusesWhatItCannotDo() {
    Training training = CustomReplay.TRAINING.nStep(3);
    assertEquals(
        "Transitions keeps single steps between single frames",
        assertThrows(
                IllegalArgumentException.class,
                () -> new Trainer(Thermostat::new, training, 1).close())
            .getMessage());
  }

  @Test
  void theMedianOfSnapshotsLearns() throws Exception {
    assertLearned(1, Printed.lines(CustomCombine::main));
    float[] combined = new float[2];
    float[][] estimates = {{5, 1}, {1, 2}, {2, 9}, {70, 4}};
    new CustomCombine.Median().combine(estimates, 4, 2, combined);
    assertArrayEquals(new float[] {3.5f, 3}, combined);
    new CustomCombine.Median().combine(estimates, 3, 2, combined);
    assertArrayEquals(new float[] {2, 2}, combined);
  }

  @Test
  void aPolicyFileNamesTheRuleThatItNeeds() throws IOException {
    Training training = CustomCombine.TRAINING.steps(1_200);
    Path file = folder.resolve("median.safetensors");
    Policy policy = Trainer.train(Thermostat::new, training, 1).policy();
    policy.save(file);
    assertEquals(
        LoadPolicy.actions(policy),
        LoadPolicy.actions(Policy.load(file, new CustomCombine.Median())));
    String message = assertThrows(IOException.class, () -> Policy.load(file)).getMessage();
    assertTrue(message.contains(CustomCombine.Median.class.getName()), message);
  }

  @Test
  void bootstrapRulesOfYourOwnLearn() throws Exception {
    assertLearned(2, Printed.lines(CustomBootstrap::main));
    float[] q = {-1, 0, (float) Math.log(3)};
    assertEquals(
        Math.log(2), new CustomBootstrap.Mellowmax(1).value(q, q, 1, 2, 0), 1e-6); // (1 + 3) / 2
    assertEquals(
        2.8, new CustomBootstrap.Expected(0.2).value(new float[] {9, 1, 3}, q, 1, 2, 0), 1e-6);
  }

  @Test
  void aLoopOfYourOwnLearnsToTheSameBitsEachTime() throws Exception {
    assertLearned(1, Printed.lines(HandWrittenLoop::main));
    assertArrayEquals(
        bytes(HandWrittenLoop.train(new Thermostat(), 1_000, 3)),
        bytes(HandWrittenLoop.train(new Thermostat(), 1_000, 3)));
    assertNotEquals(
        -1,
        Arrays.mismatch(
            bytes(HandWrittenLoop.train(new Thermostat(), 1_000, 3)),
            bytes(HandWrittenLoop.train(new Thermostat(), 1_000, 4))));
  }

  @Test
  void aRunStopsAtAReturn() throws IOException {
    StopEarly.Ending ending = StopEarly.train(folder, 150, 100);
    assertEquals(Outcome.STOPPED, ending.outcome());
    assertTrue(ending.best() >= 150 && ending.step() < 10_000, ending.toString());
    assertEquals(ending.step(), Checkpoint.newest(folder));
  }

  @Test
  void aRunStopsWhereItNoLongerImproves() throws IOException {
    StopEarly.Ending ending = StopEarly.train(folder, 200, 2);
    assertEquals(Outcome.STOPPED, ending.outcome());
    assertEquals(ending.step(), Checkpoint.newest(folder));

    List<Double> returns = new ArrayList<>();
    Trainer.train(
        Thermostat::new,
        StopEarly.TRAINING.steps(ending.step()),
        1,
        Execution.alone(),
        event -> {
          if (event instanceof RunEvent.Evaluated e) {
            returns.add(e.result().meanReturn());
          }
        });
    int last = returns.size() - 1;
    assertEquals(ending.step(), 500L * returns.size());
    assertEquals(ending.best(), returns.get(last - 2), "the best of them is two evaluations old");
    assertTrue(returns.stream().allMatch(r -> r <= ending.best()), returns.toString());
  }

  @Test
  void theProgramThatStopsEarlySaysHow() throws Exception {
    List<String> lines = Printed.lines(StopEarly::main);
    assertTrue(lines.stream().allMatch(l -> l.contains("STOPPED")), lines.toString());
  }

  @Test
  void anInterruptedRunEndsWithTheSameBytes() throws Exception {
    assertEquals(
        List.of("REACHED", "FINISHED", "the same bytes: true"), Printed.lines(ResumeRun::main));
  }

  @Test
  void algorithmsAreComparedInATable() throws Exception {
    List<String> lines = Printed.lines(CompareAlgorithms::main);
    assertEquals(5, lines.size());
    for (String line : lines.subList(1, 5)) {
      assertTrue(Double.parseDouble(line.substring(16, 24).strip()) > LEARNED, line);
    }
  }

  private static void assertLearned(int wanted, List<String> lines) {
    List<Double> returns = Printed.returns(lines);
    assertEquals(wanted, returns.size(), lines.toString());
    for (double reached : returns) {
      assertTrue(reached > LEARNED && reached <= 200, lines.toString());
    }
  }

  /// The bytes of a policy's file: equal if and only if every parameter is.
  private byte[] bytes(Policy policy) throws IOException {
    Path file = Files.createTempFile(folder, "policy", ".safetensors");
    policy.save(file);
    return Files.readAllBytes(file);
  }

  private static Exploration.Situation situation(float[] values, int best, RandomStream random) {
    return new Exploration.Situation() {
      @Override
      public long step() {
        return 1;
      }

      @Override
      public int actions() {
        return values.length;
      }

      @Override
      public float[] values() {
        return values;
      }

      @Override
      public int best() {
        return best;
      }

      @Override
      public RandomGenerator random() {
        return random;
      }
    };
  }
}
