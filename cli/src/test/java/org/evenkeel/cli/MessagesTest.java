package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Messages and help: nothing from outside reaches a terminal as it is, numbers do not depend on the language of the
/// system, and examples can be copied.
final class MessagesTest {
  private static final String STRANGE = "a\u001b[2J\nok";
  private static final String SAFE = "a\\u001b[2J\\nok";

  @TempDir private Path parent;

  private static Typed safe(Object... args) {
    Typed typed = Typed.run(args);
    assertFalse((typed.out() + typed.err()).contains("\u001b"), typed::toString);
    assertFalse((typed.out() + typed.err()).contains("\nok"), typed::toString);
    return typed;
  }

  private Typed trained(Path folder) {
    return safe(
        "train",
        "cartpole",
        "--out",
        folder,
        "--steps=300",
        "--set=network.hidden=[8]",
        "--set=schedule.learningStartSteps=50",
        "--set=schedule.metricsPeriodSteps=100",
        "--set=evaluation.periodSteps=300",
        "--set=evaluation.episodes=1");
  }

  @Test
  void theNameOfAFolderDoesNotMoveTheCursor() throws IOException {
    Path folder = parent.resolve(STRANGE);
    assertTrue(trained(folder).out().contains("results in   " + parent.resolve(SAFE)));
    assertTrue(safe("resume", folder).out().contains(SAFE + " is already finished"));
    Typed again = trained(folder);
    assertEquals(2, again.code());
    assertTrue(again.err().contains(" resume $'" + parent + "/" + SAFE + "'"), again::err);
    assertEquals(0, safe("evaluate", folder, "--episodes=1").code());
    assertTrue(safe("report", folder, "--out", folder.resolve("page")).out().contains(SAFE));
    Files.createDirectory(parent.resolve("whole"));
    Files.writeString(folder.resolve("config.yaml"), "discount: [");
    trained(parent.resolve("sound"));
    assertTrue(safe("report", parent, "--out", parent.resolve("p")).err().contains(SAFE));
    assertTrue(safe("evaluate", parent, "--episodes=1").err().contains(SAFE));
    assertTrue(safe("resume", parent).err().contains(SAFE));
  }

  @Test
  void theNameOfAnEnvironmentAndAValueDoNotMoveTheCursor() throws IOException {
    assertTrue(safe("train", STRANGE).err().contains(SAFE));
    assertTrue(safe("check", STRANGE).err().contains(SAFE));
    assertTrue(safe("watch", STRANGE, "--terminal").err().contains(SAFE));
    Path preset = parent.resolve("mine.yaml");
    Files.writeString(preset, "discount: \"a\\e[2J\\nok\"\n");
    assertTrue(safe("train", "cartpole", "--preset", preset).err().contains(SAFE));
    Files.writeString(preset, "\"a\\e[2J\\nok\": 1\n");
    assertTrue(safe("train", "cartpole", "--preset", preset).err().contains(SAFE));
  }

  @Test
  void aDamagedTrialInAStrangeFolderIsOneLine() throws IOException {
    Path folder = parent.resolve(STRANGE);
    assertEquals(0, safe("reproduce", "theory", "--out", folder).code());
    Files.writeString(folder.resolve("trials/theory/chain-dqn/seed1.csv"), "damaged");
    Typed typed = safe("reproduce", "theory", "--out", folder);
    assertEquals(0, typed.code(), typed::err);
    assertTrue(typed.err().contains("warning: '" + parent.resolve(SAFE)), typed::err);
  }

  @Test
  void theCurrentFolderAndUnknownKeysAreNamed() {
    String err = Typed.run("train", "cartpole", "--out", "").err();
    assertTrue(err.startsWith("the current folder is not empty: choose another with --out"), err);
    String key = Typed.run("train", "cartpole", "--set", "zzzzzz=1").err();
    assertTrue(key.startsWith("unknown key 'zzzzzz'; the keys are algorithm, network, "), key);
  }

  /// At 80 columns none is broken into two lines.
  @Test
  void everyExampleIsALineOfItsOwn() {
    examples(Main.commandLine().setCommandName("./evenkeel"));
  }

  private static void examples(CommandLine command) {
    for (String line : command.getCommandSpec().usageMessage().footer()) {
      boolean example = line.matches("(\\./evenkeel|source|   ) .*");
      assertTrue(!example || line.length() <= 80, line);
      assertFalse(line.matches("(.*[ '])?evenkeel [a-z].*"), line);
    }
    command.getSubcommands().values().forEach(MessagesTest::examples);
  }

  /// `%,d` and `%.2f` write other signs in other languages: what is read again or compared must not.
  @Test
  void noNumberIsFormattedInTheLanguageOfTheSystem() throws IOException {
    Pattern number = Pattern.compile("%[-+0 (#]*\\d*(,\\d*(\\.\\d+)?|\\.\\d+)[dfeEgG]");
    Pattern format = Pattern.compile("\\.formatted\\(|format\\(|printf\\(");
    List<String> found = new ArrayList<>();
    for (String module : List.of("lab", "paper", "cli", "atari", "envs")) {
      try (Stream<Path> files = Files.walk(root().resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          for (String statement : Files.readString(file).split(";\\R", -1)) {
            if (number.matcher(statement).find()
                && format.matcher(statement).find()
                && !statement.contains("Locale.ROOT")) {
              found.add(file.getFileName() + ": " + statement.strip());
            }
          }
        }
      }
    }
    assertEquals(List.of(), found);
  }

  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/paper.md"))) {
      root = root.getParent();
    }
    return root;
  }
}
