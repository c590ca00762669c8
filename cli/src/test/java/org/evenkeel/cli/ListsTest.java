package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.lab.config.ConfigKeys;
import org.evenkeel.lab.config.Preset;
import org.junit.jupiter.api.Test;

/// `presets`, `keys` and `completion`.
final class ListsTest {
  @Test
  void presetsAreListedWithTheirPurposeAndPrintedWhole() throws IOException {
    Typed list = Typed.run("presets");
    assertEquals(0, list.code());
    assertEquals(Preset.names().size(), list.out().lines().count());
    assertTrue(
        list.out()
            .contains(
                "\ncartpole                CartPole-v1 (Barto, Sutton and Anderson 1983, as in Gymnasium)"),
        list::out);
    assertTrue(list.out().lines().allMatch(line -> line.length() < 250), list::out);
    assertEquals(Preset.named("cartpole").text(), Typed.run("presets", "cartpole").out());
    Typed.run("presets", "cartpol")
        .refused(2, "presets", "there is no preset 'cartpol': did you mean 'cartpole'?");
  }

  @Test
  void everyKeyHasAMeaningAndIsListed() {
    Typed list = Typed.run("keys");
    for (ConfigKeys.Key key : ConfigKeys.all()) {
      assertTrue(key.meaning().endsWith("."), key::path);
      assertTrue(list.out().contains(key.path()), key::path);
    }
    assertEquals(
        """
        exploration.points (piecewise)
            Points connected by straight lines.
            a list
        exploration.points[]
            A point.
            the keys below
        exploration.points[].step
            Step of the agent.
            a whole number
        exploration.points[].epsilon
            Probability at that step.
            a number
        """,
        Typed.run("keys", "exploration.points").out());
    assertTrue(Typed.run("keys", "loss.kind").out().endsWith("; default huber\n"));
    Typed.run("keys", "batchSize")
        .refused(2, "keys", "there is no key 'batchSize': did you mean 'schedule.batchSize'?");
  }

  @Test
  void thePageOnKeysIsThatOfTheCode() throws IOException {
    assertEquals(
        Files.readString(Path.of("..", "docs", "keys.md")),
        Typed.run("keys", "--markdown").out(),
        "write it again with: ./evenkeel keys --markdown > docs/keys.md");
  }

  @Test
  void aScriptCompletesCommandsAndOptions() {
    for (String shell : List.of("bash", "zsh")) {
      Typed script = Typed.run("completion", shell);
      assertEquals(0, script.code());
      assertTrue(script.out().contains("--dry-run") && script.out().contains("reproduce"), shell);
      assertTrue(
          script
              .out()
              .lines()
              .anyMatch(l -> l.startsWith("complete ") && l.endsWith(" evenkeel ./evenkeel")),
          script::out);
    }
    Typed.run("completion", "fish")
        .refused(2, "completion", "the shell must be bash or zsh, was 'fish'");
  }
}
