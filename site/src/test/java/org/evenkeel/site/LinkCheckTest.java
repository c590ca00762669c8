package org.evenkeel.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkCheckTest {
  @TempDir Path site;

  private void page(String name, String html) throws IOException {
    Path file = site.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, html);
  }

  @Test
  void whatIsThereIsFollowed() throws IOException {
    page(
        "a.html",
        "<p id=\"top\"></p><a href=\"b/c.html#d\">x</a> <a href=\"#top\">y</a> <a href=\"https://x.y\">z</a>");
    page("b/c.html", "<h2 id=\"d\"></h2><img src=\"../p.png\">");
    page("p.png", "");
    LinkCheck check = new LinkCheck(site);
    assertEquals(List.of(), check.faults());
    assertEquals(3, check.followed());
  }

  @Test
  void whatLeadsNowhereIsNamedOnce() throws IOException {
    page("a.html", "<a href=\"gone.html\">x</a> <a href=\"b.html#gone\">y</a>");
    page("b.html", "<a href=\"gone.html\">x</a>");
    assertEquals(
        List.of(
            "a.html: 'gone.html' does not exist (and on 1 further pages)",
            "a.html: 'b.html' has no anchor 'gone'"),
        new LinkCheck(site).faults());
  }

  @Test
  void nothingIsLoadedFromElsewhere() throws IOException {
    page("a.html", "<script src=\"https://x.y/z.js\"></script><a href=\"javascript:x()\">y</a>");
    assertEquals(
        List.of(
            "a.html: 'https://x.y/z.js' must be part of the site",
            "a.html: 'javascript:x()' must be part of the site"),
        new LinkCheck(site).faults());
  }

  @Test
  void noLinkLeavesTheSite() throws IOException {
    Files.createDirectories(site.resolve("s"));
    page("s/a.html", "<a href=\"../b.html\">x</a>");
    page("b.html", "");
    assertEquals(1, new LinkCheck(site.resolve("s")).faults().size());
  }

  @Test
  void aFolderWithOtherThingsIsLeftAlone() throws IOException {
    page("precious.txt", "results");
    Site builder = new Site(site, "1", "");
    SiteException refused = assertThrows(SiteException.class, () -> builder.write(site));
    assertTrue(
        refused.getMessage().contains("is not empty and holds no earlier site"),
        refused::getMessage);
    assertEquals("results", Files.readString(site.resolve("precious.txt")));
  }

  @Test
  void pagesThatAreMissingAreNamed() {
    Site builder = new Site(site, "1", "");
    SiteException refused =
        assertThrows(SiteException.class, () -> builder.write(site.resolve("out")));
    assertTrue(refused.getMessage().contains("docs/guide.md: is missing"), refused::getMessage);
  }
}
