package org.evenkeel.paper.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Preset;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.StrictObserver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The results in `docs/results` are those of this code, bit for bit.
@Tag("slow")
final class CommittedResultsTest {
  private static final String PAPER = "paper-scale";

  private static Path results(String name) {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/paper.md"))) {
      Path parent = root.getParent();
      assertTrue(parent != null, "docs/paper.md must be in a folder above this one");
      root = parent;
    }
    return root.resolve("docs/results").resolve(name);
  }

  private static ExperimentFolder open(String name) throws IOException {
    return ExperimentFolder.open(results(name), ExperimentKinds.installed());
  }

  private static Map<String, String> checksums(String results) throws IOException {
    Map<String, String> checksums = new HashMap<>();
    for (String line : Files.readAllLines(results(results).resolve("trials.csv"))) {
      String[] fields = line.split(",", -1);
      checksums.put(fields[0], fields[1]);
    }
    return checksums;
  }

  /// A few of each kind that take a second or three.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "theory/chain-averaged-10/seed1",
        "gridworld/first-20x20/dqn/seed40",
        "gridworld/second-20x20-terminal/averaged-10/seed7",
        "gridworld/replay-20x20/double/seed3"
      })
  void aTrialRepeatsBitForBit(String name) throws IOException {
    repeats(name);
  }

  /// The cheapest ensemble, about 15 seconds, and twenty averaged networks. Otherwise core's `SameRunTest` has the bits of
  /// a small run of an ensemble, and [#aTrialRepeatsBitForBit] repeats a run with ten averaged networks.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gridworld/second-20x20/ensemble-5/seed20",
        "gridworld/first-20x20/averaged-20/seed1"
      })
  @Tag("long")
  void aLongerTrialRepeatsBitForBit(String name) throws IOException {
    repeats(name);
  }

  @Test
  void aTrialWithInjectedErrorsRepeatsBitForBit() throws IOException {
    repeats("controls", "claims/injected-20x20/averaged-10/seed10001");
  }

  private static void repeats(String name) throws IOException {
    repeats(PAPER, name);
  }

  private static void repeats(String results, String name) throws IOException {
    List<Trial> trials = open(results).trials();
    Trial trial = trials.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    assertEquals(checksums(results).get(name), TrialRunner.checksum(trial, trial.run(share -> {})));
  }

  @ParameterizedTest
  @ValueSource(strings = {PAPER, "controls", "minatar", "minatar-learning"})
  void everyTrialHasAChecksumAndNoOther(String name) throws IOException {
    List<String> names = open(name).trials().stream().map(Trial::name).sorted().toList();
    assertEquals(
        names, checksums(name).keySet().stream().filter(n -> !n.equals("trial")).sorted().toList());
  }

  /// A run takes most of an hour, and needs a ROM.
  @ParameterizedTest
  @ValueSource(strings = {"dqn", "averaged"})
  void theRunsOnAtariAreOfThePreset(String name) throws IOException {
    RunConfig config = ConfigYaml.read(results("atari-hour").resolve(name).resolve("config.yaml"));
    Preset preset = Preset.named("atari-hour");
    Algorithm algorithm = config.training().algorithm();
    assertEquals(preset.apply(Training.of(algorithm)).algorithm(algorithm), config.training());
    String environment = preset.environment("atari/breakout");
    assertTrue(config.environment().startsWith(environment), config.environment());
  }

  /// A run takes minutes. That its file is taken says that presets and settings are those it was made with.
  @ParameterizedTest
  @ValueSource(strings = {"minatar", "minatar-learning"})
  void theRunsOnMinAtarAreOfThesePresetsAndThePlayersRepeatBitForBit(String name)
      throws IOException {
    ExperimentFolder folder = open(name);
    Map<String, Map<String, double[]>> kept =
        folder.runner(1, new StrictObserver()).kept(folder.trials()).finished();
    for (Trial trial : folder.trials()) {
      Map<String, double[]> result = kept.get(trial.name());
      assertTrue(result != null, trial.name());
      assertEquals(checksums(name).get(trial.name()), TrialRunner.checksum(trial, result));
      if (trial.name().endsWith("/random") || trial.name().endsWith("/scripted")) {
        assertEquals(
            TrialRunner.checksum(trial, result),
            TrialRunner.checksum(trial, trial.run(share -> {})));
      }
    }
  }
}
