package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.ale.ALEInterface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The repository here is the local one from which Maven took the emulator for this very test.
final class EmulatorInstallerTest {
  @TempDir private Path folder;

  private static Path repository() throws URISyntaxException {
    Path jar =
        Path.of(ALEInterface.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    // REPOSITORY/org/bytedeco/ale/VERSION/ale-VERSION.jar
    return jar.resolve("../../../../..").normalize();
  }

  @Test
  void theFilesForThisSystemAreDownloadedOnce() throws Exception {
    EmulatorInstaller installer = new EmulatorInstaller(folder, "Linux", "amd64");
    List<String> names = new ArrayList<>();
    assertEquals(4, installer.install(repository().toUri(), names::add).size());
    assertEquals(
        List.of(
            "ale-0.7.3-1.5.7.jar",
            "ale-0.7.3-1.5.7-linux-x86_64.jar",
            "javacpp-1.5.7.jar",
            "javacpp-1.5.7-linux-x86_64.jar"),
        names);
    assertEquals(List.of(), installer.install(repository().toUri(), names::add));
  }

  @Test
  void theChecksumsOfAllSystemsAreThoseOfTheFilesThatTheBuildUses() throws Exception {
    for (String system : List.of("Linux", "Mac OS X", "Windows 11")) {
      new EmulatorInstaller(folder, system, "x86_64").install(repository().toUri(), name -> {});
    }
    assertEquals(EmulatorInstaller.JARS.size(), files());
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void aDamagedFileIsReplaced() throws Exception {
    EmulatorInstaller installer = new EmulatorInstaller(folder, "Linux", "amd64");
    installer.install(repository().toUri(), name -> {});
    Path damaged = folder.resolve("javacpp-1.5.7.jar");
    Files.writeString(damaged, "no jar");
    assertEquals(List.of(damaged), installer.install(repository().toUri(), name -> {}));
  }

  @Test
  void aFileOfAnotherContentIsRefusedAndNotWritten() throws Exception {
    Path other = folder.resolve("repository");
    Path jar = other.resolve("org/bytedeco/ale/0.7.3-1.5.7/ale-0.7.3-1.5.7.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "something else");
    Path target = folder.resolve("emulator");
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                new EmulatorInstaller(target, "Linux", "amd64").install(other.toUri(), name -> {}));
    assertTrue(e.getMessage().contains("is not the expected file: its SHA-256 must be 24a68a73"));
    assertFalse(Files.exists(target));
  }

  @Test
  void aRepositoryThatDoesNotAnswerIsASentence() {
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                new EmulatorInstaller(folder, "Linux", "amd64")
                    .install(URI.create("http://127.0.0.1:9/maven"), name -> {}));
    assertTrue(e.getMessage().startsWith("cannot download 'http://127.0.0.1:9/maven/org/bytedeco"));
    assertTrue(e.getMessage().endsWith("or name another Maven repository with --repository"));
  }

  @Test
  void aMachineWithoutNativeCodeIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new EmulatorInstaller(folder, "Linux", "aarch64"));
    assertThrows(
        IllegalArgumentException.class, () -> new EmulatorInstaller(folder, "SunOS", "amd64"));
  }

  @Test
  void theFolderIsNextToTheRomsUnlessTheUserNamesAnother() {
    assertEquals(
        Path.of("/home/a/.local/share/evenkeel/emulator"),
        EmulatorInstaller.folder(Map.of(), "/home/a"));
    assertEquals(
        Path.of("/data/evenkeel/emulator"),
        EmulatorInstaller.folder(Map.of("XDG_DATA_HOME", "/data"), "/home/a"));
    assertEquals(
        Path.of("/e"), EmulatorInstaller.folder(Map.of("EVENKEEL_EMULATOR", "/e"), "/home/a"));
  }

  @Test
  void theBuildItselfHasTheEmulator() {
    assertTrue(EmulatorInstaller.isLoaded());
  }
}
