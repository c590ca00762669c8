package org.evenkeel.lab.report;

import static org.evenkeel.testing.Chromium.violations;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.testing.Chromium;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The page in a real browser: what a reader sees, and what a reader who does not see has.
@Tag("slow")
class ReportBrowserTest {
  @TempDir private static Path folder;
  private static String address;
  private static Chromium browser;

  @BeforeAll
  static void open() throws IOException {
    browser = Chromium.open(ReportBrowserTest.class);
    address = ReportFolder.write(folder, SampleReport.report()).toUri().toString();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Page openPage(int width, ColorScheme scheme) {
    Page page = browser.page(width, scheme);
    page.navigate(address);
    return page;
  }

  @ParameterizedTest
  @CsvSource({"LIGHT,1200", "DARK,1200", "LIGHT,360"})
  void axeFindsNothing(ColorScheme scheme, int width) {
    try (Page page = openPage(width, scheme)) {
      assertEquals(List.of(), violations(page));
    }
  }

  /// The check above would pass with an axe that finds nothing.
  @Test
  void axeSeesWhatIsWrong() {
    try (Page page = openPage(1200, ColorScheme.DARK)) {
      page.evaluate("document.documentElement.style.setProperty('--muted', '#444')");
      page.evaluate("document.querySelector('svg').removeAttribute('aria-labelledby')");
      page.evaluate("document.querySelector('svg title').remove()");
      page.evaluate("document.documentElement.removeAttribute('lang')");
      String found = violations(page).toString();
      for (String rule : List.of("color-contrast: ", "svg-img-alt: ", "html-has-lang: ")) {
        assertTrue(found.contains(rule), rule + found);
      }
    }
  }

  @Test
  void nothingStandsOutAtTheSideOfAPhone() {
    for (int width : new int[] {320, 360, 600, 1200, 1400}) {
      try (Page page = openPage(width, ColorScheme.LIGHT)) {
        Object overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assertEquals(0, overflow, "at " + width);
      }
    }
  }

  @Test
  void aPhoneGetsTheDrawingThatIsMadeForIt() {
    String shown =
        "f => [...document.querySelectorAll('figure svg')].filter(s => s.checkVisibility())"
            + ".map(s => s.getAttribute('class')).join(' ')";
    try (Page page = openPage(360, ColorScheme.LIGHT)) {
      assertEquals("narrow narrow narrow", page.evaluate(shown));
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertEquals("wide wide wide", page.evaluate(shown));
    }
    try (Page page = openPage(800, ColorScheme.LIGHT)) {
      assertEquals("wide wide wide", page.evaluate(shown));
    }
  }

  @Test
  void onAPhoneTheNamesOfNumbersStandInOneColumn() {
    try (Page page = openPage(360, ColorScheme.LIGHT)) {
      assertEquals(
          "0px",
          page.evaluate(
              "[...new Set([...document.querySelectorAll('.effects td')]"
                  + ".map(d => getComputedStyle(d).paddingLeft))].join(' ')"));
    }
  }

  @Test
  void figuresFollowLightAndDarkButPaperIsAlwaysWhite() {
    String stroke = "getComputedStyle(document.querySelector('figure .line-series-0')).stroke";
    String paper = "getComputedStyle(document.documentElement).backgroundColor";
    try (Page light = openPage(1200, ColorScheme.LIGHT);
        Page dark = openPage(1200, ColorScheme.DARK)) {
      assertEquals("rgb(0, 114, 178)", light.evaluate(stroke));
      assertEquals("rgb(79, 168, 238)", dark.evaluate(stroke));
      assertNotEquals(light.evaluate(paper), dark.evaluate(paper));
      dark.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertEquals("rgb(0, 114, 178)", dark.evaluate(stroke));
      assertEquals(light.evaluate(paper), dark.evaluate(paper));
    }
  }

  @Test
  void nothingIsAskedForAndNothingGoesWrong() {
    List<String> requests = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    try (Page page = browser.page(1200, ColorScheme.LIGHT)) {
      page.onRequest(request -> requests.add(request.url()));
      page.onConsoleMessage(message -> errors.add(message.text()));
      page.onPageError(errors::add);
      page.navigate(address);
      page.waitForLoadState();
      assertEquals(List.of(address), requests);
      assertEquals(List.of(), errors);
    }
  }

  @Test
  void theKeyboardReachesWhatScrolls() {
    try (Page page = openPage(360, ColorScheme.LIGHT)) {
      page.keyboard().press("Tab");
      assertEquals("Skip to content", page.evaluate("document.activeElement.textContent"));
      page.locator("#table-trials .scroll").focus();
      assertEquals("scroll", page.evaluate("document.activeElement.className"));
      page.keyboard().press("End");
      page.waitForFunction("document.activeElement.scrollTop > 0");
    }
  }

  @Test
  void aLinkOfTheSummaryLeadsToItsCard() {
    try (Page page = openPage(1200, ColorScheme.LIGHT)) {
      assertFalse(page.locator("#claim-variance-falls").isVisible(), "cards are folded");
      page.locator(".summary a").nth(1).click();
      assertTrue(page.url().endsWith("#claim-variance-falls"), page.url());
      page.waitForFunction("document.querySelector('#claim-variance-falls').checkVisibility()");
      double top = page.locator("#claim-variance-falls-title").boundingBox().y;
      assertTrue(top >= 0 && top < 900, "the title is in sight, at " + top);
    }
  }

  @Test
  void onPaperCardsAreUnfolded() {
    try (Page page = openPage(1200, ColorScheme.LIGHT)) {
      String visible = "document.querySelector('#claim-variance-falls').checkVisibility()";
      assertEquals(false, page.evaluate(visible));
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertEquals(true, page.evaluate(visible));
    }
  }

  @Test
  void theContentsStayInSightWhereThereIsRoom() {
    try (Page page = openPage(1400, ColorScheme.LIGHT)) {
      page.evaluate("window.scrollTo(0, 1500)");
      double top = page.locator("nav").boundingBox().y;
      assertTrue(top >= 0 && top < 100, "at " + top);
    }
  }
}
