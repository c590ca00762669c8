package org.evenkeel.cli;

import static org.evenkeel.testing.HtmlValidator.complaints;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The documentation site: built from the pages of this checkout, complete, valid. That every link leads somewhere is
/// checked by the command itself.
final class DocsCommandTest {
  @TempDir private static Path folder;
  private static Typed docs;

  @BeforeAll
  static void build() {
    docs = SiteForTests.build(folder.resolve("site"));
  }

  @Test
  void theCommandSaysWhereThePagesAreAndThatEveryLinkWasFollowed() {
    assertTrue(
        docs.out()
            .matches(
                "(?s)page  .*site.index.html\n[1-9],\\d{3} links were followed, and none is broken\n"),
        docs::out);
  }

  @Test
  void everyPageIsValidHtml() throws Exception {
    List<String> complaints = new ArrayList<>();
    for (Path page : pages()) {
      complaints(Files.readString(page)).forEach(c -> complaints.add(page.getFileName() + " " + c));
    }
    assertEquals(List.of(), complaints);
  }

  /// The check above would pass with a validator that says nothing.
  @Test
  void theValidatorSeesWhatIsWrong() throws Exception {
    String page = Files.readString(folder.resolve("site/index.html"));
    assertFalse(complaints(page.replace("<h1 ", "<h1 colour=\"red\" ")).isEmpty());
    assertFalse(complaints(page.replace("<footer>", "<footer id=\"content\">")).isEmpty());
  }

  /// Pages of the site itself, without the reports of studies; of the sources one for all.
  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("site"))) {
      Path source =
          folder.resolve(
              "site/source/core/src/main/java/org/evenkeel/core/agent/Targets.java.html");
      List<Path> pages =
          files
              .filter(file -> file.toString().endsWith(".html") && !file.endsWith("report.html"))
              .filter(
                  file -> !file.startsWith(folder.resolve("site/source")) || file.equals(source))
              .sorted()
              .toList();
      assertTrue(pages.size() > 30 && pages.contains(source), pages::toString);
      return pages;
    }
  }

  @Test
  void theReferenceHasEveryCommandAndEveryOption() {
    CommandLine evenkeel = Main.commandLine().setCommandName("evenkeel");
    Map<String, String> reference = CommandReference.pages(evenkeel);
    evenkeel
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (!name.equals("help")) {
                String page = reference.get("commands/" + name + ".html");
                command
                    .getCommandSpec()
                    .options()
                    .forEach(
                        option ->
                            assertTrue(
                                option.usageHelp()
                                    || option.versionHelp()
                                    || page.contains(option.longestName()),
                                name + " " + option.longestName()));
                assertFalse(page.contains("${"), page);
                assertFalse(page.contains("@|"), page);
              }
            });
    assertTrue(
        reference.get("commands/roms.html").contains("## evenkeel roms install"),
        reference::toString);
    assertTrue(reference.get("commands/index.html").contains("[`train`](commands/train.html)"));
  }

  @Test
  void aFolderWithOtherThingsIsRefused() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("precious.txt"), "results");
    System.setProperty("evenkeel.source", Checkout.ROOT.toString());
    try {
      Typed refused = Typed.run("docs", "--no-javadoc", "--out", other);
      assertEquals(1, refused.code());
      assertTrue(refused.err().contains("is not empty and holds no earlier site"), refused::err);
    } finally {
      System.clearProperty("evenkeel.source");
    }
    assertEquals("results", Files.readString(other.resolve("precious.txt")));
  }

  @Test
  void anInstalledEvenkeelSaysWhereItsPagesAre() throws IOException {
    System.setProperty("evenkeel.docs", folder.resolve("site").toString());
    try {
      assertEquals("page  " + folder.resolve("site/index.html") + "\n", Typed.run("docs").out());
      Typed.run("docs", "--out", "x")
          .refused(
              2,
              "docs",
              "--out and --no-javadoc are for source checkouts: this Evenkeel is installed");
    } finally {
      System.clearProperty("evenkeel.docs");
    }
    Typed.run("docs")
        .refused(
            2, "docs", "docs must be started with the launcher './evenkeel' of a source checkout");
  }
}
