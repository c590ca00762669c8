package org.evenkeel.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.evenkeel.core.agent.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A policy file is enough: a program that has nothing else gives the same answers.
class PolicyFileTest {
  @TempDir Path folder;

  @Test
  void aProgramWithTheLibraryAloneAnswersFromTheFile() throws Exception {
    Path file = folder.resolve("policy.safetensors");
    assertEquals(
        List.of("saved 5 parameter sets to " + file),
        Printed.lines(SavePolicy::main, file.toString()));
    Policy policy = Policy.load(file);

    List<String> lines = inAnotherJvm(LoadPolicy.class, file.toString());

    String actions = LoadPolicy.actions(policy);
    assertEquals(81, actions.length());
    assertEquals('2', actions.charAt(0), "at 10 degrees the heater is high");
    assertEquals('0', actions.charAt(80), "at 30 degrees it is off");
    assertEquals(policy.spec().toString(), lines.get(0));
    assertEquals("at 15 degrees: " + policy.act(new float[] {-0.5f, -0.2f, 0}), lines.get(1));
    assertEquals(Collections.nCopies(8, actions), lines.subList(2, lines.size()));
  }

  /// The lines that a program prints in a Java that has the library and the program's class, and nothing else.
  private List<String> inAnotherJvm(Class<?> program, String argument)
      throws IOException, URISyntaxException, InterruptedException {
    Path classes = folder.resolve("classes");
    String name = program.getName().replace('.', '/') + ".class";
    Files.createDirectories(Objects.requireNonNull(classes.resolve(name).getParent()));
    try (InputStream in =
        Objects.requireNonNull(program.getClassLoader().getResourceAsStream(name))) {
      Files.copy(in, classes.resolve(name));
    }
    Path library =
        Path.of(Policy.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                library + File.pathSeparator + classes,
                program.getName(),
                argument)
            .redirectError(folder.resolve("errors").toFile())
            .start();
    List<String> lines;
    try (InputStream out = java.getInputStream()) {
      lines = new String(out.readAllBytes(), UTF_8).lines().toList();
    }
    assertEquals(0, java.waitFor(), () -> errors());
    return lines;
  }

  private String errors() {
    try {
      return Files.readString(folder.resolve("errors"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
