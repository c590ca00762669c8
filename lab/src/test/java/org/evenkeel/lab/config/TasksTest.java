package org.evenkeel.lab.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.spi.ToolProvider;
import org.evenkeel.core.env.Environment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Environments of a user's own, compiled here as a user would compile them.
final class TasksTest {
  @TempDir private static Path classes;

  @BeforeAll
  static void compile() throws IOException {
    String body =
        """
         implements org.evenkeel.core.env.Environment {
          public org.evenkeel.core.env.Spec spec() {
            return org.evenkeel.core.env.Spec.vector(1).actions(2);
          }
          public void reset(
              java.util.random.RandomGenerator random, org.evenkeel.core.data.Observation o) {}
          public org.evenkeel.core.env.Step step(int action, org.evenkeel.core.data.Observation o) {
            return org.evenkeel.core.env.Step.of(1, true);
          }
        """;
    List<String> command = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none"));
    command.addAll(List.of("-cp", pathOf(Environment.class)));
    for (String source :
        List.of(
            "final class Thermostat" + body + "}",
            "public abstract class Half" + body + "}",
            "public final class Greedy" + body + " Greedy(int x) {} }",
            "public final class Broken"
                + body
                + " public Broken() { throw new IllegalStateException(\"no motor\"); } }",
            "public final class NoTask {}")) {
      String name = source.replaceFirst("(?s)^.*?class (\\w+).*", "$1");
      Path file = classes.resolve(name + ".java");
      Files.writeString(file, "package my;\n" + source);
      command.add(file.toString());
    }
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, command.toArray(String[]::new));
    assertEquals(0, code);
  }

  private static String pathOf(Class<?> type) {
    return Path.of(
            java.net.URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  @Test
  void anUnknownGameWithOptionsIsNoClass() {
    assertEquals(
        "unknown environment 'minatar/brekout': did you mean 'minatar/breakout'?"
            + " (evenkeel envs lists them)",
        assertThrows(
                IllegalArgumentException.class,
                () -> Tasks.find("minatar/brekout:sticky=0.5", List.of()))
            .getMessage());
  }

  @Test
  void aNameOfTheRegistryIsFound() {
    assertEquals(2, Tasks.find("cartpole", List.of()).get().spec().actions());
  }

  @Test
  void aClassOfTheUsersOwnIsFoundAndMadeAnewEachTime() {
    Supplier<Environment> found = Tasks.find("my.Thermostat", List.of(classes.toString()));
    assertEquals("my.Thermostat", found.get().getClass().getName());
    assertNotSame(found.get(), found.get());
  }

  @Test
  void whatIsWrongIsSaidInOneSentence() {
    String here = classes.toString();
    assertTrue(refused("cartpol").contains("cartpole"));
    assertEquals(
        "class 'my.Absent' was not found; give the jar it is in with --classpath",
        refused("my.Absent"));
    assertEquals("class 'my.Absent' was not found in " + here, refused("my.Absent", here));
    assertEquals("class 'Absent' was not found in " + here, refused("Absent", here));
    assertEquals(
        "class 'my.NoTask' is not an environment: it must implement"
            + " org.evenkeel.core.env.Environment",
        refused("my.NoTask", here));
    assertEquals(
        "class 'my.Half' is abstract: an environment must be a class that can be instantiated",
        refused("my.Half", here));
    assertEquals(
        "class 'my.Greedy' needs a constructor without arguments", refused("my.Greedy", here));
    assertEquals(
        "the constructor of 'my.Broken' failed: java.lang.IllegalStateException: no motor",
        refused("my.Broken", here));
    assertEquals(
        "the class path names 'no/such.jar', which does not exist",
        refused("my.Thermostat", here, "no/such.jar"));
  }

  @Test
  void aClassFileThatIsNoneIsSaid() throws IOException {
    Files.createDirectories(classes.resolve("odd"));
    Files.writeString(classes.resolve("odd").resolve("Odd.class"), "nonsense");
    assertTrue(
        refused("odd.Odd", classes.toString()).startsWith("class 'odd.Odd' cannot be loaded: "));
  }

  @Test
  void aClassPathIsSplitAsTheSystemDoes() {
    assertEquals(
        List.of("a.jar", "b c.jar"), Tasks.classpath("a.jar" + File.pathSeparator + "b c.jar"));
    assertEquals(List.of(), Tasks.classpath(""));
  }

  private static String refused(String name, String... classpath) {
    return assertThrows(IllegalArgumentException.class, () -> Tasks.find(name, List.of(classpath)))
        .getMessage();
  }
}
