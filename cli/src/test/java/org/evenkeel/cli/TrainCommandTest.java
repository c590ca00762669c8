package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.envs.minatar.MinAtarOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// `train`, `resume`, `evaluate`, `envs` and `check`, as a user types them.
final class TrainCommandTest {
  private static final List<String> SMALL =
      List.of(
          "--steps=600",
          "--set=network.hidden=[8]",
          "--set=schedule.learningStartSteps=50",
          "--set=schedule.batchSize=8",
          "--set=schedule.metricsPeriodSteps=100",
          "--set=evaluation.periodSteps=300",
          "--set=evaluation.episodes=2");

  @TempDir private Path folder;
  private String out = "";
  private String err = "";

  private int run(String... args) {
    StringWriter outText = new StringWriter();
    StringWriter errText = new StringWriter();
    int code =
        Main.commandLine()
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .setOut(new PrintWriter(outText, true))
            .setErr(new PrintWriter(errText, true))
            .execute(args);
    out = outText.toString().replace("\r\n", "\n");
    err = errText.toString().replace("\r\n", "\n");
    return code;
  }

  private int train(String environment, Path to, String... more) {
    List<String> args = new ArrayList<>(List.of("train", environment, "--out", to.toString()));
    args.addAll(SMALL);
    args.addAll(List.of(more));
    return run(args.toArray(String[]::new));
  }

  private void assertRefused(int code, String sentence, String... args) {
    assertEquals(code, run(args), () -> err);
    assertEquals(sentence, err.lines().findFirst().orElse(""));
    assertEquals(code == 2 ? 2 : 1, err.lines().count(), () -> err);
  }

  @Test
  void aRunSaysWhatItDoesAndWhereItIs() throws IOException {
    Path to = folder.resolve("a");
    assertEquals(0, train("cartpole", to, "--algorithm", "averaged", "--k", "3"), () -> err);
    assertTrue(
        out.startsWith(
            """
            preset       cartpole
            environment  cartpole
            algorithm    averaged(3)
            steps        600
            parameters   58
            """),
        out);
    assertTrue(out.contains("\nmemory       "), out);
    assertTrue(out.contains("\nresults in   " + to + "\n"), out);
    assertTrue(out.contains("\nfinished " + to + " at step 600, "), out);
    assertTrue(
        out.endsWith(
            """
            next         evenkeel evaluate %s    plays 100 episodes
                         evenkeel watch %s       shows one
            """
                .formatted(to, to)),
        out);
    assertEquals("", err);
    assertEquals(7, Files.readAllLines(to.resolve("metrics.csv")).size());
    String config = Files.readString(to.resolve("config.yaml"));
    assertTrue(config.contains("algorithm: # averaged(3)\n"), config);
    assertTrue(config.contains("  batchSize: 8"), config);
  }

  @Test
  void aFinishedRunIsNotTrainedAgainAndPlays() {
    Path to = folder.resolve("a");
    train("cartpole", to);
    assertEquals(0, run("resume", to.toString()), () -> err);
    assertTrue(out.contains(" is already finished, at step 600: nothing to do\n"), out);

    assertEquals(0, run("evaluate", to.toString(), "--episodes", "3"), () -> err);
    assertTrue(out.startsWith("Policy at step 600, 3 greedy episodes\n"), out);
    for (String name :
        List.of(
            "return",
            "  deviation",
            "  lowest",
            "  highest",
            "length",
            "value estimate",
            "obtained",
            "overestimation")) {
      assertTrue(out.contains("\n" + name + " "), out);
    }
  }

  @Test
  void seedsGiveTheSameTogetherAsAlone() throws IOException {
    Path together = folder.resolve("together");
    Path alone = folder.resolve("alone");
    assertEquals(0, train("cartpole", together, "--seed", "7", "--seeds", "3"), () -> err);
    assertTrue(out.contains("\nfinal return over 3 seeds: mean "), out);
    assertEquals(0, train("cartpole", alone, "--seed", "8"));
    for (String file : List.of("metrics.csv", "policy.safetensors", "config.yaml")) {
      assertArrayEquals(
          Files.readAllBytes(alone.resolve(file)),
          Files.readAllBytes(together.resolve("seed8").resolve(file)),
          file);
    }
    assertTrue(Files.exists(together.resolve("seed7").resolve("policy.safetensors")));
    assertTrue(Files.exists(together.resolve("seed9").resolve("policy.safetensors")));
  }

  @Test
  void aSeedThatFailsDoesNotStopTheOthers() {
    Path to = folder.resolve("runs");
    Moody.badSeedSeen = 0;
    assertEquals(1, train(Moody.class.getName(), to, "--seeds", "2", "--preset", "cartpole"));
    assertTrue(out.contains("failed: failed at step "), out);
    assertTrue(err.contains("java.lang.IllegalStateException: the motor is off"), err);
    assertTrue(out.contains("final return over 1 seed: mean "), out);
  }

  /// The second to be made for training throws in the middle of an episode.
  public static final class Moody implements Environment {
    private static int badSeedSeen;
    private int steps;
    private boolean bad;

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(20);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      observation.clear();
      steps = 0;
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.clear();
      if (++steps == 10) {
        claim();
      }
      if (bad) {
        throw new IllegalStateException("the motor is off");
      }
      return Step.of(1);
    }

    private void claim() {
      synchronized (Moody.class) {
        if (badSeedSeen++ == 0) {
          bad = true;
        }
      }
    }
  }

  @Test
  void badInputIsRefusedInOneSentence() throws IOException {
    assertRefused(
        2,
        "unknown algorithm 'averagd': did you mean 'averaged'?",
        "train",
        "cartpole",
        "--algorithm",
        "averagd");
    for (String one : List.of("dqn", "double-dqn", "moving-average")) {
      assertRefused(
          2,
          "k does not apply to "
              + one
              + ", which has a single estimate: did you mean averaged with k 5?",
          "train",
          "cartpole",
          "--algorithm",
          one,
          "--k",
          "5");
    }
    assertRefused(2, "k must be >= 1, was 0", "train", "cartpole", "--k", "0");
    assertRefused(
        2,
        "weighted-averaged needs decay, the weight of a snapshot relative to the next newer one",
        "train",
        "cartpole",
        "--algorithm",
        "weighted-averaged");
    assertRefused(
        2, "--decay needs --algorithm weighted-averaged", "train", "cartpole", "--decay", "0.5");
    assertRefused(
        2,
        "moving-average needs tau, the weight of the newest snapshot",
        "train",
        "cartpole",
        "--algorithm",
        "moving-average");
    assertRefused(2, "--tau needs --algorithm moving-average", "train", "cartpole", "--tau", "0.5");
    assertRefused(
        2,
        "tau must be in (0, 1], was 2.0",
        "train",
        "cartpole",
        "--algorithm",
        "moving-average",
        "--tau",
        "2");
    assertRefused(
        2,
        "'--algorithm moving-average --tau 0.5' and '--set algorithm.estimates.tau=0.25' contradict each other: give"
            + " only one of them",
        "train",
        "cartpole",
        "--algorithm",
        "moving-average",
        "--tau",
        "0.5",
        "--set",
        "algorithm.estimates.tau=0.25");
    assertRefused(
        2,
        "'--algorithm weight-mean --k 4' and '--set algorithm.estimates.snapshots=5' contradict each other: give only"
            + " one of them",
        "train",
        "cartpole",
        "--algorithm",
        "weight-mean",
        "--k",
        "4",
        "--set",
        "algorithm.estimates.snapshots=5");
    assertRefused(2, "steps must be >= 1, was 0", "train", "cartpole", "--steps", "0");
    assertRefused(2, "--seeds must be 1 to 10000, was 0", "train", "cartpole", "--seeds", "0");
    assertRefused(2, "threads must be 1 to 256, was 0", "train", "cartpole", "--threads", "0");
    assertRefused(
        2,
        "checkpoint seconds must be > 0 and <= 1e9, was 0.0",
        "train",
        "cartpole",
        "--checkpoint-seconds",
        "0");
    assertRefused(
        2,
        "unknown key 'discont': did you mean 'discount'?",
        "train",
        "cartpole",
        "--set",
        "discont=1");
    assertRefused(
        2,
        "--set must be key=value, for example discount=0.99, was 'discount'",
        "train",
        "cartpole",
        "--set",
        "discount");
    assertRefused(
        2,
        "there is no preset or file 'cartpol': did you mean 'cartpole'?",
        "train",
        "cartpole",
        "--preset",
        "cartpol");
    assertRefused(
        2,
        "class 'my.Thermostat' was not found; give the jar it is in with --classpath",
        "train",
        "my.Thermostat");
    assertRefused(
        2,
        "the class path names '" + Path.of("no.jar").toAbsolutePath() + "', which does not exist",
        "check",
        "my.Thermostat",
        "--classpath",
        "no.jar");
    assertRefused(2, "Missing required parameter: 'ENV'", "train");
    String none = folder.resolve("none").toString();
    assertRefused(2, "there is no folder '" + none + "'", "resume", none);
    assertRefused(2, "there is no folder '" + none + "'", "evaluate", none);
    assertRefused(
        2, "--episodes must be >= 1, was 0", "evaluate", folder.toString(), "--episodes", "0");
    assertRefused(
        2, "--epsilon must be in [0, 1], was 2.0", "evaluate", folder.toString(), "--epsilon", "2");
    assertRefused(
        2,
        "there is no run in '" + folder + "': it has no config.yaml",
        "resume",
        folder.toString());
    assertRefused(
        1,
        "cannot create folder '/dev/null/x': Not a directory",
        "train",
        "cartpole",
        "--out",
        "/dev/null/x");
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void anUnknownEnvironmentNamesTheNearest() {
    assertEquals(2, run("train", "cartpol"));
    assertTrue(err.startsWith("unknown environment 'cartpol'") && err.contains("cartpole"), err);
  }

  @Test
  void aNetworkThatDoesNotFitIsRefusedBeforeAnythingIsMade() {
    Path to = folder.resolve("a");
    assertEquals(2, run("train", "cartpole", "--set", "network=nature", "--out", to.toString()));
    assertTrue(err.startsWith("this network needs an image of at least 36x36"), err);
    assertFalse(Files.exists(to));
  }

  @Test
  void aDirectoryInUseOrNotEmptyIsLeftAlone() throws IOException {
    Path to = folder.resolve("a");
    train("cartpole", to);
    byte[] before = Files.readAllBytes(to.resolve("metrics.csv"));
    assertRefused(
        2,
        "'%s' contains another run: network.hidden is [8] there, you asked for [128, 128]; schedule.steps is 600"
                .formatted(to)
            + " there, you asked for 60000; schedule.learningStartSteps is 50 there, you asked for 1000; and 4 more;"
            + " choose another folder with --out",
        "train",
        "cartpole",
        "--out",
        to.toString());
    assertArrayEquals(before, Files.readAllBytes(to.resolve("metrics.csv")));

    Files.writeString(to.resolve("config.yaml"), "environment: cartpole\n");
    assertRefused(
        1, to.resolve("config.yaml") + ": classpath, seed are missing", "resume", to.toString());
  }

  @Test
  void divergenceIsAFailureWithTheStep() {
    Path to = folder.resolve("a");
    assertEquals(1, train("cartpole", to, "--set", "optimizer.learningRate=1e37"));
    assertTrue(err.matches("(?s)diverged at step \\d+: .*; there is no checkpoint yet\n"), err);
  }

  @Test
  void environmentsAreListed() {
    assertEquals(0, run("envs"));
    assertTrue(out.matches("(?s).*^?cartpole +\\S.*"), out);
    assertTrue(
        out.contains("\nminatar/breakout        MinAtar: bounce a ball, break bricks\n"), out);
    String published = "sticky=0.1,ramping=on,actions=full";
    assertTrue(out.contains("\nminatar/asterix:" + published + "\n"), out);
    assertTrue(
        out.contains("\n    ramping  on, off        Whether the game becomes faster over time.\n"),
        out);
    assertEquals(
        new MinAtarOptions(MinAtar.STICKY, true, MinAtar.ActionSet.FULL),
        MinAtarOptions.parse(published));
  }

  @Test
  void aGameOfMinAtarIsRefusedInASentence() {
    assertRefused(
        2,
        "unknown environment 'minatar/brekout': did you mean 'minatar/breakout'?"
            + " (evenkeel envs lists them)",
        "train",
        "minatar/brekout");
    assertRefused(
        2,
        "minatar/breakout: sticky must be in [0, 1], was 2.0",
        "train",
        "minatar/breakout:sticky=2");
    assertRefused(
        2,
        "environment 'cartpole' has no options, was given 'sticky=0'",
        "check",
        "cartpole:sticky=0");
  }

  @Test
  void anEnvironmentIsChecked() {
    assertEquals(0, run("check", "cartpole"), () -> out);
    assertEquals("no problems found in cartpole\n", out);
    assertEquals(0, run("check", "minatar/seaquest:sticky=0.25"), () -> out);
    assertEquals(1, run("check", NotFinite.class.getName()));
    assertTrue(out.contains("NaN"), out);
  }

  /// Its observations are not finite.
  public static final class NotFinite implements Environment {
    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(20);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      observation.set(0, Double.NaN);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, Double.NaN);
      return Step.of(1);
    }
  }
}
