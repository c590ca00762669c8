package org.evenkeel.cli;

import static org.evenkeel.testing.Chromium.violations;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.testing.Chromium;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The documentation site in a real browser, opened from the file system.
@Tag("slow")
final class SiteBrowserTest {
  /// One page of each kind.
  private static final List<String> PAGES =
      List.of(
          "index.html",
          "install.html",
          "guide.html",
          "results/index.html",
          "performance.html",
          "commands/index.html",
          "commands/train.html",
          "keys.html",
          "source/core/src/main/java/org/evenkeel/core/agent/Targets.java.html");

  @TempDir private static Path folder;
  private static Chromium browser;

  @BeforeAll
  static void open() {
    browser = Chromium.open(SiteBrowserTest.class);
    SiteForTests.build(folder.resolve("site"));
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Page show(String page, int width, ColorScheme scheme) {
    Page tab = browser.page(width, scheme);
    tab.navigate(folder.resolve("site").resolve(page).toUri().toString());
    return tab;
  }

  @Test
  void axeFindsNothingOnAnyKindOfPage() {
    assertEquals(List.of(), violationsOn(PAGES, 1280, ColorScheme.LIGHT));
  }

  /// The time of axe grows with the page. Those left out have the same elements as the others.
  @Test
  void axeFindsNothingInDarkModeOnAPhone() {
    List<String> shorter =
        PAGES.stream()
            .filter(page -> !List.of("guide.html", "performance.html", "keys.html").contains(page))
            .toList();
    assertEquals(List.of(), violationsOn(shorter, 390, ColorScheme.DARK));
  }

  private static List<String> violationsOn(List<String> pages, int width, ColorScheme scheme) {
    List<String> found = new ArrayList<>();
    for (String name : pages) {
      try (Page page = show(name, width, scheme)) {
        violations(page).forEach(violation -> found.add(name + " " + violation));
      }
    }
    return found;
  }

  /// The check above would pass with an axe that finds nothing.
  @Test
  void axeSeesWhatIsWrong() {
    try (Page page = show("index.html", 1280, ColorScheme.DARK)) {
      page.evaluate("document.documentElement.style.setProperty('--muted', '#444')");
      page.evaluate("document.querySelector('main img').removeAttribute('alt')");
      String found = violations(page).toString();
      assertTrue(found.contains("color-contrast: ") && found.contains("image-alt: "), found);
    }
  }

  @Test
  void noPageIsWiderThanTheWindow() {
    for (String name : PAGES) {
      try (Page page = show(name, 1280, ColorScheme.LIGHT)) {
        for (int width : new int[] {320, 390, 800, 1280}) {
          page.setViewportSize(width, 900);
          Object overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth");
          assertEquals(0, overflow, name + " at " + width);
        }
      }
    }
  }

  @Test
  void searchFindsPagesAndChaptersAndOpensThemWithTheKeyboard() {
    try (Page page = show("commands/train.html", 1280, ColorScheme.LIGHT)) {
      page.keyboard().press("/");
      page.keyboard().type("own network");
      page.locator(".found a").first().waitFor();
      List<String> titles = page.locator(".found strong").allTextContents();
      assertTrue(titles.contains("Your own network"), titles::toString);
      page.keyboard().press("ArrowDown");
      page.keyboard().press("Enter");
      page.waitForURL(url -> url.contains("/network.html"));

      page.locator("#query").fill("no such thing anywhere");
      page.locator(".found p").waitFor();
      assertEquals(
          "Nothing found for “no such thing anywhere”.", page.locator(".found p").textContent());
      page.keyboard().press("Escape");
      assertEquals(false, page.locator(".found").isVisible());
    }
  }

  @Test
  void onAPhoneTheMenuOpensOnRequest() {
    try (Page page = show("guide.html", 390, ColorScheme.LIGHT)) {
      assertEquals(false, page.getByText("Algorithms").first().isVisible());
      page.getByText("Menu").click();
      assertTrue(page.getByText("Algorithms").first().isVisible());
    }
  }

  @Test
  void everyPageIsThereWithoutScripts() {
    try (Page page = browser.page(new Browser.NewPageOptions().setJavaScriptEnabled(false))) {
      page.navigate(folder.resolve("site/guide.html").toUri().toString());
      assertTrue(page.getByText("Write an environment").first().isVisible());
      assertTrue(page.locator("nav").isVisible());
    }
  }

  @Test
  void nothingIsAskedOfAnyOtherMachine() {
    List<String> asked = new ArrayList<>();
    try (Page page = show("index.html", 1280, ColorScheme.LIGHT)) {
      page.onRequest(request -> asked.add(request.url()));
      for (String name : PAGES) {
        page.navigate(folder.resolve("site").resolve(name).toUri().toString());
      }
    }
    assertTrue(asked.size() > PAGES.size(), asked::toString);
    assertTrue(
        asked.stream().allMatch(u -> u.startsWith("file:") || u.startsWith("data:")),
        asked::toString);
  }
}
