package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The script `evenkeel`, with a Maven that builds nothing and waits until it may end.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LauncherTest {
  @TempDir private Path folder;

  /// Its Maven lives on: a second one at the same time would write the same files.
  @Test
  void aStartThatIsKilledWhileItBuildsDoesNotLetASecondBuildInBesideIt() throws Exception {
    assumeTrue(found("flock"), "without flock the lock is of the script alone");
    Path log = folder.resolve("log");
    Path go = folder.resolve("go");
    prepare(
        """
        #!/bin/sh
        echo start >>%1$s
        until [ -e %2$s ] || [ ! -e %1$s ]; do sleep 0.02; done
        echo end >>%1$s
        """
            .formatted(log, go));
    Process killed = launch();
    while (!Files.exists(log)) {
      Thread.sleep(10);
    }
    killed.destroyForcibly().waitFor();
    Process second = launch();
    try (BufferedReader said = second.inputReader(UTF_8)) {
      assertEquals("waiting for another Evenkeel command that is building it...", said.readLine());
      Files.createFile(go);
      while (said.readLine() != null) {}
    }
    second.waitFor(); // the program that was built is an empty file
    assertEquals(List.of("start", "end", "start", "end"), Files.readAllLines(log));
  }

  private static boolean found(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  /// A clone with the script and nothing to build.
  private void prepare(String maven) throws IOException {
    Path script = Files.copy(sources().resolve("evenkeel"), folder.resolve("evenkeel"));
    Files.createFile(folder.resolve("pom.xml"));
    Files.createDirectories(folder.resolve("cli/target/lib"));
    Files.createFile(folder.resolve("cli/target/evenkeel.jar"));
    Path mvn = Files.createDirectory(folder.resolve("bin")).resolve("mvn");
    Files.writeString(mvn, maven);
    assertTrue(mvn.toFile().setExecutable(true) && script.toFile().setExecutable(true));
  }

  private Process launch() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(folder.resolve("evenkeel").toString(), "--version")
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("EVENKEEL_JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  /// The folder of the sources.
  private static Path sources() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("evenkeel"))) {
      at = Objects.requireNonNull(at.getParent());
    }
    return at;
  }
}
