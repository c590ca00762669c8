package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.lab.study.StudyFile;
import org.evenkeel.lab.study.StudyFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The YAML on the pages is accepted by the commands that read it.
final class DocumentedYamlTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

  @TempDir Path folder;

  private static List<String> blocks(String page) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(Checkout.ROOT.resolve(page)));
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  /// The commands on the first page read its YAML ([DocumentedCommandsTest]). Another page would not be checked.
  @Test
  void onlyThesePagesHaveYaml() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path page : DocumentedCommandsTest.pages()) {
      if (Files.readString(page).contains("```yaml")) {
        pages.add(Checkout.ROOT.relativize(page));
      }
    }
    assertEquals(List.of(Path.of("docs/network.md"), Path.of("docs/studies.md")), pages);
  }

  /// The second block is a part of a study: it replaces the keys of the first.
  @Test
  void studiesAreAccepted() throws IOException {
    List<String> blocks = blocks("docs/studies.md");
    assertEquals(2, blocks.size());
    accepted(blocks.get(0));
    accepted(blocks.get(0).replaceAll("(?ms)^(compare|seeds):.*", "") + blocks.get(1));
  }

  /// As `study --dry-run` accepts it; the command would also measure how long it takes.
  private void accepted(String study) throws IOException {
    Path file = Files.writeString(folder.resolve("study.yaml"), study);
    StudyFolder prepared = StudyFolder.prepare(folder.resolve("out"), StudyFile.read(file));
    assertFalse(prepared.trials().isEmpty());
  }
}
