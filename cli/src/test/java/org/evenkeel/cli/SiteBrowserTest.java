package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  private static Playwright playwright;
  private static Browser browser;

  @BeforeAll
  static void open() {
    Optional<Path> chromium = chromium();
    if (chromium.isEmpty()) {
      System.out.println(
          "SiteBrowserTest is skipped: there is no chromium on the PATH (on Debian: apt-get install chromium)");
    }
    assumeTrue(chromium.isPresent(), "there is no chromium on the PATH");
    SiteForTests.build(folder.resolve("site"));
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium.get())
                    .setArgs(List.of("--no-sandbox"))); // it refuses to start as root otherwise
  }

  private static Optional<Path> chromium() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .flatMap(
            bin ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(bin, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @AfterAll
  static void close() {
    if (playwright != null) {
      playwright.close();
    }
  }

  private static Page show(String page, int width, ColorScheme scheme) {
    Page tab =
        browser
            .newContext(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme))
            .newPage();
    tab.navigate(folder.resolve("site").resolve(page).toUri().toString());
    return tab;
  }

  private static List<String> violations(Page page) {
    return new AxeBuilder(page)
        .analyze().getViolations().stream()
            .map((Rule rule) -> rule.getId() + ": " + rule.getNodes())
            .toList();
  }

  @ParameterizedTest
  @CsvSource({"LIGHT,1280", "DARK,390"})
  void axeFindsNothingOnAnyKindOfPage(ColorScheme scheme, int width) {
    List<String> found = new ArrayList<>();
    for (String name : PAGES) {
      try (Page page = show(name, width, scheme)) {
        violations(page).forEach(violation -> found.add(name + " " + violation));
      }
    }
    assertEquals(List.of(), found);
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
      page.keyboard().type("network");
      page.locator(".found a").first().waitFor();
      List<String> titles = page.locator(".found strong").allTextContents();
      assertTrue(titles.contains("Network"), titles::toString);
      page.keyboard().press("ArrowDown");
      page.keyboard().press("Enter");
      page.waitForURL(url -> url.contains("#"));
      assertTrue(page.url().contains("/guide.html#network"), page.url());

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
    try (Page page =
        browser.newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false)).newPage()) {
      page.navigate(folder.resolve("site/guide.html").toUri().toString());
      assertTrue(page.getByText("Write the environment").first().isVisible());
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
