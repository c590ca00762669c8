package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class NextCommandsTest {
  private static String afterSeveral(String... runs) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    NextCommands.afterSeveral(out, Stream.of(runs).map(Path::of).toList());
    out.flush();
    return text.toString();
  }

  @Test
  void seedsInAFolderAreNamedByTheFolder() {
    assertEquals(
        "next         evenkeel report runs/a    compares them on a page\n",
        afterSeveral("runs/a/seed1", "runs/a/seed2"));
  }

  @Test
  void seedsWithDefaultNamesAreNamedByAPattern() {
    assertEquals(
        "next         evenkeel report runs/cartpole-dqn-seed*    compares them on a page\n",
        afterSeveral("runs/cartpole-dqn-seed1", "runs/cartpole-dqn-seed10"));
  }

  @Test
  void runsWithoutACommonNameAreNotNamed() {
    assertEquals("", afterSeveral("runs/a-seed1", "runs/b-seed1"));
    assertEquals("", afterSeveral("runs/a/seed1", "runs/b/seed1"));
    assertEquals("", afterSeveral("mine", "yours"));
  }
}
