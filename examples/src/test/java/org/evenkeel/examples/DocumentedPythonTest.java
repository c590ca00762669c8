package org.evenkeel.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Python program on the page about policies reads a policy and computes the same values.
///
/// With the variable `EVENKEEL_TEST_PYTHON` another interpreter runs it, for example that of an environment with PyTorch.
/// An interpreter without `torch` and `safetensors` gets stand-ins from `src/test/resources/python`.
class DocumentedPythonTest {
  static final String PAGE = "docs/policy.md";

  private static final Pattern PRINTED = Pattern.compile("tensor\\(\\[\\[(.*?)]].*\\) (\\d+)");

  @TempDir Path folder;
  private boolean standIns;

  @Test
  void theProgramComputesTheValuesOfThePolicy() throws Exception {
    String python = System.getenv().getOrDefault("EVENKEEL_TEST_PYTHON", "python3");
    assumeTrue(run(python, "--version").code() == 0, "there is no " + python);
    List<String> programs =
        DocumentedCodeTest.blocks().stream()
            .filter(block -> block.language().equals("python"))
            .map(DocumentedCodeTest.Block::code)
            .toList();
    assertEquals(1, programs.size());
    Files.writeString(folder.resolve("program.py"), programs.getFirst());
    Training training =
        Training.of(Algorithm.averaged(3))
            .hidden(8, 8)
            .steps(500)
            .learningStartSteps(100)
            .targetPeriod(100)
            .evaluation(e -> e.periodSteps(0));
    Policy policy = Trainer.train(Thermostat::new, training, 1).policy();
    policy.save(folder.resolve("policy.safetensors"));

    standIns = run(python, "-c", "import torch, safetensors").code() != 0;
    Ended ended = run(python, "program.py");

    assertEquals(0, ended.code(), ended::text);
    Matcher printed = PRINTED.matcher(ended.text());
    assertTrue(printed.find(), ended::text);
    float[] state = {-0.5f, -0.2f, 0};
    assertArrayEquals(values(policy, state), numbers(printed.group(1)), 1e-3);
    assertEquals(policy.act(state), Integer.parseInt(printed.group(2)));
  }

  private static double[] values(Policy policy, float[] state) {
    Observation seen = new Observation(policy.input());
    for (int i = 0; i < state.length; i++) {
      seen.set(i, state[i]);
    }
    float[] q = new float[policy.spec().actions()];
    policy.values(seen, q);
    return IntStream.range(0, q.length).mapToDouble(a -> q[a]).toArray();
  }

  private static double[] numbers(String list) {
    return Stream.of(list.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  private record Ended(int code, String text) {}

  private Ended run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    if (standIns) {
      var torch = Objects.requireNonNull(getClass().getResource("/python/torch/__init__.py"));
      builder
          .environment()
          .put("PYTHONPATH", Path.of(torch.toURI()).resolve("../..").normalize().toString());
    }
    try {
      Process process = builder.redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), UTF_8);
      return new Ended(process.waitFor(), text);
    } catch (IOException e) {
      return new Ended(127, String.valueOf(e.getMessage()));
    }
  }
}
