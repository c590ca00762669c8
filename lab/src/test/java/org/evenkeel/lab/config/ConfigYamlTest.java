package org.evenkeel.lab.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written is read back as the same value, and what is wrong is said in one sentence.
final class ConfigYamlTest {
  private static final Training BASE = Training.of(Algorithm.averaged(5));

  static Stream<Training> trainings() {
    Training all =
        BASE.algorithm(Algorithm.weightedAveraged(3, 0.1))
            .network(new Architecture.Dense(List.of(120, 84), true))
            .initializer(Initializer.NORMAL_002)
            .optimizer(new Optimizer.PyTorchRmsProp(1e10, 0.5, 1e-30, 0.25, true))
            .loss(new Loss(Loss.Kind.HALF_SQUARED, Loss.Reduction.MEAN))
            .maxGradientNorm(1.0 / 3)
            .discount(0.1 + 0.2)
            .nStep(3)
            .replay(new Memory.Frames(1_000_000, Sampling.Prioritized.published()))
            .exploration(
                new Exploration.Piecewise(
                    List.of(
                        new Exploration.Piecewise.Point(0, 1),
                        new Exploration.Piecewise.Point(5_000_000_000L, 0.01))))
            .steps(9_000_000_000_000L)
            .roles(Roles.paper().actor(Roles.Actor.ONE_LEARNER).ties(Roles.Ties.RANDOM))
            .window(new SnapshotWindow(SnapshotWindow.Start.GROWING, SnapshotWindow.Clock.UPDATES))
            .ensemble(new Ensemble(Ensemble.Minibatches.SHARED, Ensemble.Update.ONE))
            .protocol(
                Protocol.plain().lifeLoss(Protocol.LifeLoss.ENDS).stacks(Protocol.Stacks.WHOLE))
            .evaluation(new EvaluationPlan(7, 6, 0.5, 4, 3, 2));
    return Stream.of(
        BASE,
        all,
        BASE.optimizer(new Optimizer.TensorFlowAdam(0.01)),
        BASE.learningRate(new LearningRate.Linear(0.1, 7, 5_000_000_000L)),
        BASE.learningRate(new LearningRate.Steps(0.5, 10_000)),
        BASE.optimizer(new Optimizer.Sgd(0.1, 0.9, true)).exploration(new Exploration.Constant(0)),
        BASE.network(new Architecture.MinAtar(true)),
        BASE.network(new Architecture.Nature(false)).hidden(),
        BASE.network(
            Layer.conv(32, 8, 4),
            Layer.relu(),
            new Layer.Conv2d(16, 3, 2, 1, 1, "second"),
            Layer.flatten(),
            Layer.dense(256, "fc")),
        BASE.network(Architecture.of(Layer.dense(3)).withDueling()),
        BASE.algorithm(Algorithm.movingAverage(2.0 / 11)),
        BASE.algorithm(Algorithm.weightMean(10)),
        BASE.algorithm(
            new Algorithm(new Estimates.Snapshots(4), new Combine.Min(), Bootstrap.Named.DOUBLE)));
  }

  @ParameterizedTest
  @MethodSource("trainings")
  void whatIsWrittenIsReadBackAsTheSameValue(Training training) {
    for (String environment : List.of("cartpole", "minatar/breakout", "true", "12", "a: b # c")) {
      List<String> classpath = List.of("my file.jar", "C:\\x\\y.jar", "- a", "é");
      RunConfig config = new RunConfig(environment, classpath, Long.MIN_VALUE, training);
      assertEquals(config, ConfigYaml.read(ConfigYaml.write(config), "test"));
    }
  }

  @Test
  void aWrittenFileIsCompleteAndSaysWhatItMeans() {
    String text = ConfigYaml.write(new RunConfig("cartpole", List.of(), 7, BASE));
    assertTrue(
        text.startsWith(
            """
            environment: cartpole
            classpath: [] # jars with the environment's class
            seed: 7
            algorithm: # averaged(5)
              estimates:
                kind: snapshots
                k: 5
              combine: mean
              bootstrap: max
            network:
              kind: standard
              dueling: false
            initializer: pytorch
            optimizer:
              kind: adam
              learningRate: 5.0E-4
            """),
        text);
    assertTrue(
        text.endsWith(
            """
            protocol: # from here on: choices in which published code differs, see docs/algorithms.md
              truncation: bootstraps
              lifeLoss: goes-on
              rewards: as-given
              stacks: through
            window:
              start: copies
              clock: steps
            ensemble:
              minibatches: own
              update: all
            roles:
              actor: online
              evaluated: combined
              ties: lowest
            """),
        text);
    for (String key :
        List.of(
            "learningRate: constant",
            "  sampling: uniform",
            "discount: 0.99 # gamma",
            "  from: 1.0")) {
      assertTrue(text.contains("\n" + key + "\n"), text);
    }
  }

  @Test
  void aKeyThatIsLeftOutOfACompleteFileIsMissed() {
    String text = ConfigYaml.write(new RunConfig("cartpole", List.of(), 7, BASE));
    assertEquals(
        "test: discount is missing",
        refused(() -> ConfigYaml.read(without(text, "discount"), "test")));
    assertEquals(
        "test: seed is missing", refused(() -> ConfigYaml.read(without(text, "seed"), "test")));
    assertEquals(
        "test: line 36, column 1: schedule.batchSize is missing",
        refused(() -> ConfigYaml.read(without(text, "batchSize"), "test")));
    assertEquals(
        "test: line 1, column 1: environment must be a name, was blank",
        refused(() -> ConfigYaml.read(text.replace(": cartpole", ": ' '"), "test")));
  }

  private static String without(String text, String key) {
    return text.replaceAll("(?m)^ *" + key + ":.*\\R", "");
  }

  @Test
  void aPresetChangesOnlyWhatItNames() {
    Training changed =
        ConfigYaml.merge(
            """
            environment: left aside
            seed: 3
            optimizer: {learningRate: 1e-3}
            schedule:
              steps: 1e6
              batchSize: 6_4
            network: nature
            replay: {sampling: Prioritized}
            loss: {kind: HALF_squared}
            """,
            "test",
            BASE);
    Training wanted =
        BASE.optimizer(new Optimizer.Adam(0.001))
            .schedule(new Schedule(1_000_000, 1_000, 1, 1, 64, 500, 1_000))
            .network(new Architecture.Nature(false))
            .sampling(Sampling.Prioritized.published())
            .loss(new Loss(Loss.Kind.HALF_SQUARED, Loss.Reduction.SUM));
    assertEquals(wanted, changed);
  }

  @Test
  void anotherKindStartsFromItsOwnDefaults() {
    assertEquals(
        BASE.optimizer(new Optimizer.NatureRmsProp(0.1, 0.95, 0.01)),
        merge("optimizer: {kind: nature-rms-prop, learningRate: 0.1}"));
    assertEquals(
        BASE.exploration(new Exploration.Constant(0.25)),
        merge("exploration: {kind: constant, epsilon: 0.25}"));
    assertEquals(
        BASE.exploration(new Exploration.Linear(1, 0, 1_000, 10_000)),
        merge("exploration: {to: 0}"));
  }

  @Test
  void aScheduleOfTheLearningRateStartsAtOnceUnlessItSaysOtherwise() {
    assertEquals(
        BASE.learningRate(new LearningRate.Cosine(0, 0, 10_000)),
        merge("learningRate: {kind: cosine, to: 0, overUpdates: 10_000}"));
    assertEquals(
        "test: line 1, column 1: learningRate.overUpdates is missing",
        refused(() -> merge("learningRate: {kind: linear, to: 0}")));
  }

  @Test
  void algorithmsHaveShortNames() {
    assertEquals(Algorithm.dqn(), merge("algorithm: dqn").algorithm());
    assertEquals(Algorithm.doubleDqn(), merge("algorithm: {name: double-dqn}").algorithm());
    assertEquals(Algorithm.ensemble(3), merge("algorithm: {name: ensemble, k: 3}").algorithm());
    assertEquals(
        Algorithm.weightedAveraged(3, 0.5),
        merge("algorithm: {name: weighted-averaged, k: 3, decay: 0.5}").algorithm());
    assertEquals(
        Algorithm.movingAverage(0.2),
        merge("algorithm: {name: moving-average, tau: 0.2}").algorithm());
    assertEquals(
        Algorithm.weightMean(9), merge("algorithm: {name: weight-mean, k: 9}").algorithm());
    assertEquals(
        Algorithm.movingAverage(0.2),
        merge("algorithm: {estimates: {kind: moving-average, tau: 0.2}}").algorithm());
    assertEquals(
        Algorithm.weightMean(9),
        merge("algorithm: {estimates: {kind: weight-mean, snapshots: 9}}").algorithm());
    assertEquals(Algorithm.averagedDouble(5), merge("algorithm: {bootstrap: double}").algorithm());
    assertEquals(Algorithm.averaged(8), merge("algorithm: {estimates: {k: 8}}").algorithm());
    assertEquals(
        Algorithm.maxmin(2),
        merge("algorithm: {estimates: {kind: learners, k: 2}, combine: min}").algorithm());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      discont: 1 | line 1, column 1: unknown key 'discont': did you mean 'discount'?
      optimizer: {learningrat: 1} | line 1, column 13: unknown key 'learningrat' in optimizer: did you mean 'learningRate'?
      learningRate: 1e-3 | line 1, column 1: learningRate must be a schedule, for example linear, was 0.001: did you mean 'optimizer.learningRate'?
      learningRate: {kind: 7} | line 1, column 16: learningRate.kind must be constant, linear, cosine or steps, was 7
      rewards: sign | line 1, column 1: unknown key 'rewards': did you mean 'protocol.rewards'?
      network: {kind: layers} | line 1, column 1: network.layers is missing
      network: {kind: layers, layers: [{kind: conv2d, filters: 8}]} | line 1, column 34: network.layers[0].kernelHeight, network.layers[0].kernelWidth are missing
      network: {kind: layers, layers: [{kind: conv2d, filters: 8, kernel: 0}]} | line 1, column 61: network.layers[0].kernel must be >= 1, was 0
      network: {kind: layers, layers: [{kind: conv2d, filters: 8, kernel: 3, kernelWidth: 3}]} | line 1, column 34: network.layers[0] must have either kernel, or kernelHeight and kernelWidth
      network: {kind: layers, layers: [relu, dens]} | line 1, column 40: network.layers[1].kind must be dense, conv2d, relu, flatten or dueling, was 'dens': did you mean 'dense'?
      exploration: {custom: my.Own} | line 1, column 1: exploration is 'my.Own', a class of the program that started the run: resume the run with that program
      algorithm: {combine: {custom: my.Own}} | line 1, column 13: algorithm.combine is 'my.Own', a class of the program that started the run: resume the run with that program
      protocol: {stacks: whole} | line 1, column 12: protocol.stacks must be THROUGH if lifeLoss is GOES_ON, was WHOLE
      replay: {capacity: 32}\\nnStep: 33 | line 2, column 1: nStep must be <= capacity, was 33 with capacity 32
      loss: {zzzzzzz: 1} | line 1, column 8: unknown key 'zzzzzzz' in loss; loss has kind, reduction
      optimizer: {learningRate: fast} | line 1, column 13: optimizer.learningRate must be a number, was 'fast'
      optimizer: {learningRate: } | line 1, column 13: optimizer.learningRate must be a number, was empty
      optimizer: {learningRate: -1} | line 1, column 13: optimizer.learningRate must be a finite number > 0, was -1.0
      optimizer: {learningRate: .nan} | line 1, column 31: Malformed numeric value '.nan'
      optimizer: {kind: adm} | line 1, column 13: optimizer.kind must be adam, tensor-flow-adam, nature-rms-prop, py-torch-rms-prop or sgd, was 'adm': did you mean 'adam'?
      optimizer: [1] | line 1, column 1: optimizer must be a map of keys and values, was a list
      loss: {kind: 3} | line 1, column 8: loss.kind must be squared, half-squared or huber, was 3
      nStep: 1.5 | line 1, column 1: nStep must be a whole number, was 1.5
      nStep: 5_000_000_000 | line 1, column 1: nStep must be a whole number from -2147483648 to 2147483647, was 5000000000
      nStep: 1e300 | line 1, column 1: nStep must be a whole number from -2147483648 to 2147483647, was 1.0E300
      nStep: 0 | line 1, column 1: nStep must be >= 1, was 0
      network: {dueling: 1} | line 1, column 11: network.dueling must be true or false, was 1
      network: {kind: dense, hidden: 5} | line 1, column 24: network.hidden must be a list, was 5
      network: {kind: dense, hidden: [5, x]} | line 1, column 36: network.hidden[1] must be a whole number, was 'x'
      network: {kind: dense, hidden: [5, 0]} | line 1, column 24: network.hidden must be >= 1, was 0
      exploration: constant | line 1, column 1: exploration.epsilon is missing
      exploration: {kind: piecewise, points: [{step: 1}]} | line 1, column 41: exploration.points[0].epsilon is missing
      exploration: {kind: piecewise, points: []} | line 1, column 32: exploration.points must contain at least one point, was empty
      replay: {capacity: 3} | line 1, column 10: replay.capacity must be >= batchSize, was 3 with batchSize 32
      algorithm: {estimates: {kind: learners, k: 2}, combine: {kind: recency-weighted, decay: 0.5}} | line 1, column 1: algorithm: recency weights require snapshots of one learner, but these come from K learners and none is older than another: use combine mean or min
      algorithm: averagd | line 1, column 1: algorithm: unknown algorithm 'averagd': did you mean 'averaged'?
      algorithm: zzz | line 1, column 1: algorithm: unknown algorithm 'zzz'; algorithms are dqn, double-dqn, averaged, ensemble, weighted-averaged, maxmin, averaged-double, averaged-sarsa, moving-average, weight-mean
      algorithm: averaged | line 1, column 1: algorithm: averaged needs k, the number of estimates
      algorithm: {name: averaged, k: 0} | line 1, column 1: algorithm: k must be >= 1, was 0
      algorithm: {name: averaged, k: five} | line 1, column 29: algorithm.k must be a whole number, was 'five'
      algorithm: {name: averaged, k: 5, decay: 1} | line 1, column 1: algorithm: decay applies only to weighted-averaged, but the algorithm is averaged
      algorithm: {name: weighted-averaged, k: 5} | line 1, column 1: algorithm: weighted-averaged needs decay, the weight of a snapshot relative to the next newer one
      algorithm: moving-average | line 1, column 1: algorithm: moving-average needs tau, the weight of the newest snapshot
      algorithm: {name: moving-average, tau: 0} | line 1, column 1: algorithm: tau must be in (0, 1], was 0.0
      algorithm: {name: moving-average, tau: slow} | line 1, column 35: algorithm.tau must be a number, was 'slow'
      algorithm: {name: averaged, k: 5, tau: 1} | line 1, column 1: algorithm: tau applies only to moving-average, but the algorithm is averaged
      algorithm: weight-mean | line 1, column 1: algorithm: weight-mean needs k, the number of snapshots
      algorithm: {name: dqn, zzzzzzz: 5} | line 1, column 1: algorithm: unknown key 'zzzzzzz' in a named algorithm; a named algorithm has only k, decay and tau
      algorithm: {estimates: {kind: moving-average}} | line 1, column 13: algorithm.estimates.tau is missing
      algorithm: {estimates: {kind: weight-mean, snapshots: 0}} | line 1, column 44: algorithm.estimates.snapshots must be >= 1, was 0
      algorithm: {estimates: {kind: weight-mean, snapshots: 2}, combine: {kind: recency-weighted, decay: 0.5}} | line 1, column 1: algorithm: recency weights require the values of several snapshots, but these estimates are one network with averaged parameters: use combine mean
      algorithm: {name: averaged, kk: 5} | line 1, column 1: algorithm: unknown key 'kk' in a named algorithm: did you mean 'k'?
      algorithm: {name: dqn, k: 5} | line 1, column 1: algorithm: k does not apply to dqn, which has a single estimate: did you mean averaged with k 5?
      5 | the configuration must be a map of keys and values, was 5
      discount: *x | line 1, column 11: aliases (*name) are not supported, repeat the value
      """)
  void whatIsWrongIsSaidWithItsPlace(String text, String sentence) {
    assertEquals("test: " + sentence, refused(() -> merge(text.replace("\\n", "\n"))));
  }

  @Test
  void layersHaveShortForms() {
    Training training =
        merge(
            """
            network:
              kind: layers
              layers:
              - {kind: conv2d, filters: 32, kernel: 8, stride: 4}
              - relu
              - {kind: conv2d, filters: 16, kernelHeight: 3, kernelWidth: 2, padding: 1}
              - flatten
              - {kind: dense, outputs: 256}
            """);
    assertEquals(
        Architecture.of(
            Layer.conv(32, 8, 4),
            Layer.relu(),
            new Layer.Conv2d(16, 3, 2, 1, 1, ""),
            Layer.flatten(),
            Layer.dense(256)),
        training.network());
  }

  record Boltzmann(double temperature) implements Exploration {
    @Override
    public double epsilonAt(long step) {
      return Double.NaN;
    }
  }

  /// A run that a program started with classes of its own.
  @Test
  void aPartOfTheUsersOwnIsWrittenAndNotRead() {
    Training own = BASE.exploration(new Boltzmann(0.5));
    String text = ConfigYaml.write(new RunConfig("cartpole", List.of(), 7, own));
    String name = Boltzmann.class.getName() + "[temperature=0.5]";
    assertTrue(text.contains("\nexploration:\n  custom: \"" + name + "\"\n"), text);
    String sentence =
        "exploration is '%s', a class of the program that started the run: resume the run with that program"
            .formatted(name);
    String given = refused(() -> ConfigYaml.read(text, "test"));
    assertTrue(given.endsWith(": " + sentence), given);
    assertEquals(
        BASE.exploration(new Exploration.Constant(0.1)),
        ConfigYaml.set(List.of("exploration.kind=constant", "exploration.epsilon=0.1"), own));
    assertEquals(
        "exploration.kind is missing",
        refused(() -> ConfigYaml.set(List.of("exploration.epsilon=0.1"), own)));
  }

  @Test
  @Timeout(20)
  void whatIsTooLongIsRefusedQuicklyAndNotRepeated() {
    String digits = "1".repeat(400_000);
    for (String text : List.of("nStep: " + digits, "nStep: '" + digits + "'")) {
      assertEquals(
          "test: line 1, column 1: nStep must be a whole number, was '%s... (400000 characters)'"
              .formatted("1".repeat(80)),
          refused(() -> merge(text)));
    }
    String list = "[1" + ",1".repeat(1_000_000) + "]";
    assertEquals(
        "test: line 1, column 2033: network.hidden must have at most 1,000 elements",
        refused(() -> merge("network: {kind: dense, hidden: " + list + "}")));
    assertEquals(
        "test: line 1, column 2034: network.layers must have at most 1,000 elements",
        refused(() -> merge("network: {kind: layers, layers: " + list + "}")));
  }

  @Test
  void aFileThatIsTooLargeIsRefusedBeforeItIsRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("config.yaml");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(3_000_000_000L);
    }
    assertEquals(
        "cannot read '"
            + file
            + "': it must have at most 1,048,576 bytes, but has 3,000,000,000 bytes",
        assertThrows(IOException.class, () -> ConfigYaml.read(file)).getMessage());
  }

  @Test
  void whatIsNotYamlIsSaidWithItsPlace() {
    assertEquals(
        "test: line 2, column 9: Duplicate field 'discount'",
        refused(() -> merge("discount: 1\ndiscount: 1\n")).replaceFirst("; .*", ""));
    assertTrue(
        refused(() -> merge("loss: {kind: huber\nnStep: 1\n")).startsWith("test: line 2, column "));
    assertTrue(
        refused(() -> merge("nStep: 1\n---\nnStep: 2\n"))
            .endsWith("only one YAML document is allowed"));
    assertEquals(BASE, merge(""));
    assertEquals(BASE, merge("# nothing\n"));
  }

  @Test
  void filesThatCannotBeReadAreNamed(@TempDir Path folder) throws IOException {
    Path none = folder.resolve("none.yaml");
    assertEquals(
        "'" + none + "' does not exist",
        assertThrows(IOException.class, () -> ConfigYaml.read(none)).getMessage());
    Path bytes = Files.write(folder.resolve("bytes.yaml"), new byte[] {(byte) 0xff, 0});
    assertEquals(
        "'" + bytes + "' is not UTF-8 text",
        assertThrows(IOException.class, () -> ConfigYaml.read(bytes)).getMessage());
    assertEquals(
        "cannot read '" + folder + "': Is a directory",
        assertThrows(IOException.class, () -> ConfigYaml.read(folder)).getMessage());
  }

  @Test
  void settingsAreOneTree() {
    assertEquals(
        BASE.exploration(new Exploration.Constant(0.1)).hidden(8, 4),
        ConfigYaml.set(
            List.of(
                "exploration=constant",
                "exploration.epsilon=0.1",
                "network.kind=dense",
                "network.hidden=[8, 4]"),
            BASE));
    assertEquals(
        BASE.algorithm(Algorithm.maxmin(4)),
        ConfigYaml.set(List.of("algorithm=maxmin", "algorithm.k=4"), BASE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      discount | --set must be key=value, for example discount=0.99, was 'discount'
      =3 | --set must be key=value, for example discount=0.99, was '=3'
      discount=[ | --set discount needs a value in YAML
      discount= | discount must be a number, was empty
      discont=1 | unknown key 'discont': did you mean 'discount'?
      discount.x=1 | discount must be a number, was a map
      discount=2 | discount must be in [0, 1], was 2.0
      protocol.stacks=anew | protocol.stacks must be THROUGH if lifeLoss is GOES_ON, was ANEW
      """)
  void badSettingsAreRefusedInOneSentence(String setting, String sentence) {
    String given = refused(() -> ConfigYaml.set(List.of(setting), BASE));
    assertEquals(sentence, given.replaceFirst("YAML: .*", "YAML"));
  }

  @Test
  void aSettingGivenTwiceIsRefused() {
    assertEquals(
        "--set loss.kind was given twice",
        refused(() -> ConfigYaml.set(List.of("loss.kind=huber", "loss.kind=squared"), BASE)));
  }

  private static Training merge(String text) {
    return ConfigYaml.merge(text, "test", BASE);
  }

  private static String refused(org.junit.jupiter.api.function.Executable reading) {
    return assertThrows(IllegalArgumentException.class, reading).getMessage();
  }

  @Test
  void tagsAreRefused() {
    Training base = Training.of(Algorithm.dqn());
    for (String tagged : List.of("!!java.lang.Runtime 1", "!!int 1", "!mine 1")) {
      assertEquals(
          "--set discount needs a value in YAML: line 1, column 1: tags (!!name) are not supported, write only"
              + " the value",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> ConfigYaml.set(List.of("discount=" + tagged), base))
              .getMessage());
    }
    assertEquals(base, ConfigYaml.set(List.of("loss.kind='huber'", "optimizer=\"adam\""), base));
  }
}
