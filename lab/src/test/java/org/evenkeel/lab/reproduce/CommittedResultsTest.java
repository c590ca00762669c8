package org.evenkeel.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.study.Study;
import org.evenkeel.lab.study.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The results at paper scale in `docs/results` are those of this code, bit for bit.
final class CommittedResultsTest {
  private static Path results() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/paper.md"))) {
      Path parent = root.getParent();
      assertTrue(parent != null, "docs/paper.md must be in a folder above this one");
      root = parent;
    }
    return root.resolve("docs/results/paper-scale");
  }

  private static Map<String, String> checksums() throws IOException {
    Map<String, String> checksums = new HashMap<>();
    for (String line : Files.readAllLines(results().resolve("trials.csv"))) {
      String[] fields = line.split(",", -1);
      checksums.put(fields[0], fields[1]);
    }
    return checksums;
  }

  /// A few of each kind; an ensemble takes some 15 seconds, the others a second or three.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "theory/chain-averaged-10/seed1",
        "gridworld/first-20x20/dqn/seed40",
        "gridworld/first-20x20/averaged-20/seed1",
        "gridworld/second-20x20-terminal/averaged-10/seed7",
        "gridworld/second-20x20/ensemble-5/seed20",
        "gridworld/replay-20x20/double/seed3"
      })
  void aTrialRepeatsBitForBit(String name) throws IOException {
    List<Trial> trials = ReproductionFolder.open(results()).trials();
    Trial trial = trials.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    assertEquals(checksums().get(name), Study.checksum(trial, trial.run(share -> {})));
  }

  @Test
  void everyTrialHasAChecksumAndNoOther() throws IOException {
    List<String> names =
        ReproductionFolder.open(results()).trials().stream().map(Trial::name).sorted().toList();
    assertEquals(
        names, checksums().keySet().stream().filter(n -> !n.equals("trial")).sorted().toList());
  }
}
