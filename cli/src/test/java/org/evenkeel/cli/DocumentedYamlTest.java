package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
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

  @Test
  void partsOfAConfigurationAreAcceptedAsAPreset() throws IOException {
    List<String> blocks = new ArrayList<>(blocks("docs/guide.md"));
    blocks.addAll(blocks("docs/algorithms.md"));
    assertEquals(2, blocks.size());
    for (String block : blocks) {
      Path preset = Files.writeString(folder.resolve("part.yaml"), block);
      Typed run = Typed.run("train", "minatar/breakout", "--preset", preset, "--dry-run");
      assertEquals(0, run.code(), run::err);
      assertTrue(run.out().contains("conv2d"), run::out);
    }
  }

  /// The second block is a part of a study: it replaces the keys of the first.
  @Test
  @Tag("slow")
  void studiesAreAccepted() throws IOException {
    List<String> blocks = blocks("docs/studies.md");
    assertEquals(2, blocks.size());
    accepted(blocks.get(0));
    accepted(blocks.get(0).replaceAll("(?ms)^(compare|seeds):.*", "") + blocks.get(1));
  }

  private void accepted(String study) throws IOException {
    Path file = Files.writeString(folder.resolve("study.yaml"), study);
    Typed run = Typed.run("study", file, "--dry-run", "--out", folder.resolve("out"));
    assertEquals(0, run.code(), run::err);
  }
}
