package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Fetching with pip, here shell scripts in its place: no network.
@DisabledOnOs(OS.WINDOWS)
final class PipTest {
  private static final Duration SECONDS = Duration.ofSeconds(60);

  @TempDir private Path parent;
  private Game game = new Game("pong", "", 0, 1);
  private Path wheel = Path.of("");

  @BeforeEach
  void makeWheel() throws IOException {
    byte[] content = new byte[4096];
    new Random(1).nextBytes(content);
    game = new Game("pong", Roms.md5(content), content.length, 6);
    wheel = parent.resolve("ale_py-0.12.1.whl");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
      zip.putNextEntry(new ZipEntry("ale_py/roms/pong.bin"));
      zip.write(content);
    }
  }

  /// A pip that answers `--version`, notes its arguments and then does something; `$into` is where to put wheels.
  private List<String> pip(String name, String doing) throws IOException {
    Path script = parent.resolve(name);
    Files.writeString(
        script,
        """
        case "$*" in *--version*) exit 0 ;; esac
        echo "$*" >> '%s'
        while [ "$1" != -d ]; do shift; done
        into=$2
        %s
        """
            .formatted(parent.resolve("asked"), doing));
    return List.of("sh", script.toString());
  }

  private RomInstaller installer() {
    return new RomInstaller(new Roms(parent.resolve("roms")), List.of(game));
  }

  private List<String> asked() throws IOException {
    Path file = parent.resolve("asked");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void failed(String sentence, List<List<String>> commands, Duration patience) {
    IOException e =
        assertThrows(IOException.class, () -> installer().fetch(new Pip(commands, patience)));
    assertEquals(sentence, e.getMessage());
  }

  @Test
  void theFirstPipThatAnswersFetchesTheWheel() throws IOException {
    List<String> good = pip("good", "cp '" + wheel + "' \"$into\"");
    List<List<String>> commands =
        List.of(List.of("no-such-python-here", "-m", "pip"), List.of("false"), good);
    RomInstaller.Result result = installer().fetch(new Pip(commands, SECONDS));
    assertEquals(List.of(game), result.installed());
    assertEquals(1, asked().size());
    String arguments = asked().getFirst();
    assertTrue(arguments.startsWith("download "), arguments);
    assertTrue(arguments.contains(" --no-deps --only-binary=:all: -d "), arguments);
    assertTrue(arguments.endsWith(" ale-py==0.12.1"), arguments);
    Path into = Path.of(arguments.replaceAll(".* -d (\\S+) .*", "$1"));
    assertFalse(Files.exists(into.getParent()), "the download is deleted");

    assertEquals(List.of(game), installer().fetch(new Pip(commands, SECONDS)).present());
    assertEquals(1, asked().size(), "nothing is downloaded if all are installed");
  }

  @Test
  void aPythonWithoutAWheelGetsThatOfAnotherOrAnotherVersion() throws IOException {
    String fails = "echo 'ERROR: No matching distribution found'; exit 1";
    String gives = "cp '" + wheel + "' \"$into\"";
    List<String> other =
        pip("other", "case \"$*\" in *--platform=*) %s ;; *) %s ;; esac".formatted(gives, fails));
    assertEquals(List.of(game), installer().fetch(new Pip(List.of(other), SECONDS)).installed());
    assertEquals(2, asked().size());
    assertTrue(asked().getLast().contains(" --python-version=3.12 "), asked().getLast());

    Files.delete(parent.resolve("roms/pong.bin"));
    List<String> any =
        pip("any", "case \"$*\" in *==*) %s ;; *) %s ;; esac".formatted(fails, gives));
    assertEquals(List.of(game), installer().fetch(new Pip(List.of(any), SECONDS)).installed());
    assertTrue(asked().getLast().endsWith(" ale-py"), asked().getLast());
  }

  @Test
  void withoutPipOneSentenceSaysWhatToDo() {
    failed(
        "pip is needed to download ROMs, but this machine has none: install Python with pip; or"
            + " 'evenkeel roms install --from' installs ROMs or an ale-py wheel that you already have",
        List.of(List.of("no-such-python-here", "-m", "pip"), List.of("false")),
        SECONDS);
  }

  @Test
  void thePipThatFailsHasTheLastWord() throws IOException {
    String otherwise =
        ": 'evenkeel roms install --from' installs ROMs or an ale-py wheel that you already have";
    failed(
        "pip could not download ale-py==0.12.1 (ERROR: no space left on device)" + otherwise,
        List.of(pip("full", "echo Collecting; echo 'ERROR: no space left on device' >&2; exit 1")),
        SECONDS);
    failed(
        "pip could not download ale-py==0.12.1 (exit code 7)" + otherwise,
        List.of(pip("silent", "exit 7")),
        SECONDS);
    failed(
        "pip could not download ale-py==0.12.1 (it has no connection to its package index)"
            + otherwise,
        List.of(
            pip(
                "offline",
                "echo \"WARNING: Retrying after connection broken by 'X'\";"
                    + " echo 'ERROR: No matching distribution found'; exit 1")),
        SECONDS);
  }

  @Test
  void aPipThatSaysNothingIsStopped() throws IOException {
    failed(
        "pip did not finish within 1 s and was stopped: 'evenkeel roms install --from' installs ROMs or an"
            + " ale-py wheel that you already have",
        List.of(pip("asleep", "sleep 1000")),
        Duration.ofSeconds(1));
  }

  @Test
  void aBrokenWheelIsOneSentence() throws IOException {
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                installer()
                    .fetch(
                        new Pip(
                            List.of(pip("torn", "echo torn > \"$into\"/ale_py.whl")), SECONDS)));
    assertTrue(
        e.getMessage()
            .endsWith(
                "ale_py.whl' is not a complete zip archive (zip END header not found): download it again"),
        e::toString);
  }

  @Test
  void nothingIsFetchedForAFolderThatCannotBeWrittenTo() throws IOException {
    Files.writeString(parent.resolve("roms"), "a file");
    List<String> good = pip("good", "cp '" + wheel + "' \"$into\"");
    IOException e =
        assertThrows(IOException.class, () -> installer().fetch(new Pip(List.of(good), SECONDS)));
    assertTrue(e.getMessage().startsWith("ROMs cannot be written to '"), e::toString);
    assertEquals(List.of(), asked());
  }
}
