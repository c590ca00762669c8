package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.config.TrainingValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a study file says, and what it is told where it is wrong.
final class StudyFileTest {
  private static final String SMALL =
      """
      environments: [cartpole, chain]
      algorithms: [dqn, {name: averaged, k: 5}]
      settings:
        schedule.steps: 4000
        network: {hidden: [16]}
      compare:
        optimizer.learningRate: [0.0003, 0.001]
        schedule.batchSize: [16, 32]
      seeds: 3
      """;

  private static StudyFile.Read read(String text) throws IOException {
    return StudyFile.read(text, "study.yaml", "small");
  }

  @Test
  void everyCombinationIsACell() throws IOException {
    StudyFile.Read read = read(SMALL);
    assertEquals("small", read.design().title());
    assertEquals(2 * 2 * 2 * 2 * 3, read.design().trials());
    assertEquals(16, read.cells().size());
    Cell last = read.cells().getLast();
    assertEquals("chain/averaged-5-learningrate-0.001-batchsize-32", last.folder());
    assertEquals(Algorithm.averaged(5), last.training().algorithm());
    assertEquals(4000, last.training().schedule().steps());
    assertEquals(32, last.training().schedule().batchSize());
    assertEquals("0.001", TrainingValues.of(last.training(), "optimizer.learningRate"));
    assertEquals("[16]", TrainingValues.of(last.training(), "network.hidden"));
  }

  /// What is not said comes from the environment's preset, as in `train`.
  @Test
  void theEnvironmentsPresetIsTheBase() throws IOException {
    Cell cartpole = read(SMALL).cells().getFirst();
    assertEquals("5", TrainingValues.of(cartpole.training(), "nStep"));
  }

  @Test
  void theExampleIsAStudy() throws IOException {
    StudyFile.Read read = read(StudyFile.example());
    assertEquals(20, read.design().trials());
    assertEquals(4, read.cells().size());
  }

  @Test
  void javaSaysTheSame() throws IOException {
    Study design =
        Study.of("small")
            .environments("cartpole", "chain")
            .algorithms(Algorithm.dqn(), Algorithm.averaged(5))
            .set("schedule.steps", 4000)
            .set("network", Map.of("hidden", List.of(16)))
            .compare("optimizer.learningRate", 0.0003, 0.001)
            .compare("schedule.batchSize", 16, 32)
            .seeds(3);
    assertEquals(read(SMALL).design(), design);
    assertEquals(read(SMALL).cells(), Cell.of(design));
  }

  @Test
  void whatIsWrittenIsReadAsTheSame() throws IOException {
    Study small = read(SMALL).design();
    assertEquals(small, read(StudyFile.write(small)).design());
    Study searching =
        Study.of("Title: with a colon")
            .question("Which?")
            .environments("chain")
            .algorithms(Algorithm.weightedAveraged(3, 0.5))
            .preset("cartpole")
            .set("schedule.steps", 4000)
            .seedsOf(List.of(5L, 9L))
            .search(
                Search.halving(
                    4,
                    Map.of(
                        "optimizer.learningRate",
                        new Search.Range.Between(1e-5, 1e-2, true, false))));
    assertEquals(searching, read(StudyFile.write(searching)).design());
  }

  @Test
  void seedsMayBeListed() throws IOException {
    assertEquals(
        List.of(7L, 11L), read(SMALL.replace("seeds: 3", "seeds: [7, 11]")).design().seeds());
  }

  /// Each with its place in the file.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "seeds: 3 | sedes: 3 | line 9, column 1: unknown key 'sedes'",
        "seeds: 3 | seeds: 0 | line 9, column 1: seeds must be a whole number >= 1",
        "seeds: 3 | seeds: [1, 1] | line 9, column 1: seeds contains 1 twice",
        "seeds: 3 | seeds: | line 9, column 1: seeds must be the number of runs of each combination",
        "[cartpole, chain] | [cartpol] | line 1, column 16: unknown environment 'cartpol'",
        "[cartpole, chain] | [cartpole, cartpole] | line 1, column 1: environments contains cartpole twice",
        "dqn, | dqnn, | line 2, column 14: algorithms[0]: unknown algorithm 'dqnn'",
        "schedule.steps: 4000 | schedule.stepz: 4000 | line 4, column 3:",
        "0.0003, 0.001 | 0.0003, fast | line 7, column 3: optimizer.learningRate must be a number, was 'fast'",
        "[0.0003, 0.001] | 0.0003 | line 7, column 3: compare.optimizer.learningRate must be a list of values",
        "[0.0003, 0.001] | [] | line 7, column 3: compare.optimizer.learningRate must have at least 1 value, was empty",
        "network: {hidden: [16]} | schedule.batchSize: 8 | line 5, column 3: schedule.batchSize is in both settings and compare",
        "network: {hidden: [16]} | evaluation.periodSteps: 0 | evaluation.periodSteps is 0",
        "network: {hidden: [16]} | algorithm: dqn | settings must not contain the algorithm",
      })
  void whatIsWrongHasItsPlace(String there, String instead, String sentence) {
    assertTrue(SMALL.contains(there), there);
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> read(SMALL.replace(there, instead.strip())));
    assertTrue(
        e.getMessage().startsWith("study.yaml: ") && e.getMessage().contains(sentence),
        e.getMessage());
  }

  @Test
  void aGridOfAMillionIsRefusedBeforeItIsMade() {
    StringBuilder text = new StringBuilder("environments: cartpole\nalgorithms: dqn\nseeds: 10\n");
    text.append("compare:\n");
    for (String key :
        List.of("discount", "optimizer.epsilon", "exploration.to", "nStep", "maxGradientNorm")) {
      text.append("  ").append(key).append(": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n");
    }
    Exception e = assertThrows(IllegalArgumentException.class, () -> read(text.toString()));
    assertTrue(
        e.getMessage()
            .contains(
                "a study must have 1 to 10000 trials, but this one has 1000000: 1 environment x 1 algorithm x 10 of discount"),
        e.getMessage());
  }

  /// 0.001 and 1e-3 are one value.
  @Test
  void valuesThatAreTheSameRunAreRefused() {
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> read(SMALL.replace("[0.0003, 0.001]", "[0.001, 1e-3]")));
    assertTrue(
        e.getMessage().contains("compare.optimizer.learningRate contains 0.001 twice"),
        e.getMessage());
  }
}
