package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a fresh process says about its kernels.
class KernelChoiceTest {

  /// The fresh process.
  static final class Describe {
    public static void main(String[] args) {
      System.out.println(KernelChoice.description());
    }
  }

  private static String run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    String folders = Path.of("target", "classes") + ":" + Path.of("target", "test-classes");
    command.addAll(List.of("-cp", folders, Describe.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  @Test
  @Timeout(120)
  void aProcessWithoutFastFmaSaysSoInOneLine() throws Exception {
    String output = run("-XX:-UseFMA", "-Devenkeel.kernels=scalar");
    assertTrue(
        output.contains(
            "WARNING: This processor, or this Java on it, has no fast fused multiply-add (FMA);"
                + " Evenkeel gives the same results, but runs several times slower."),
        output);
    assertTrue(output.endsWith("scalar" + System.lineSeparator()), output);
  }

  @Test
  @Timeout(120)
  void aProcessWithFastFmaSaysNothing() throws Exception {
    assertFalse(KernelChoice.slowFma(), "the tests need a processor with FMA");
    assertEquals("scalar" + System.lineSeparator(), run("-Devenkeel.kernels=scalar"));
  }

  @Test
  @Timeout(120)
  void aVectorWidthThatIsNoneIsReportedAndTheMachinesOwnIsUsed() throws Exception {
    String output = run("--add-modules", "jdk.incubator.vector", "-Devenkeel.vectorBits=99");
    assertTrue(
        output.contains(
            "WARNING: -Devenkeel.vectorBits must be 128, 256 or 512, was 99; using the machine's own"
                + " width."),
        output);
    assertTrue(output.strip().endsWith(" bit"), output);
  }
}
