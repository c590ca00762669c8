package org.evenkeel.testing;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The machine's own Chromium, without a window.
public final class Chromium implements AutoCloseable {
  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program)
                    .setArgs(List.of("--no-sandbox"))); // it refuses to start as root otherwise
  }

  /// Starts the browser. If the machine has none, the test class is skipped, with a line that says so.
  public static Chromium open(Class<?> test) {
    Optional<Path> program = program();
    if (program.isEmpty()) {
      System.out.println(
          test.getSimpleName()
              + " is skipped: there is no chromium on the PATH (on Debian: apt-get install chromium)");
    }
    assumeTrue(program.isPresent(), "there is no chromium on the PATH");
    return new Chromium(program.orElseThrow());
  }

  private static Optional<Path> program() {
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

  /// Returns a new empty page, 900 pixels high.
  public Page page(int width, ColorScheme scheme) {
    return page(new Browser.NewPageOptions().setViewportSize(width, 900).setColorScheme(scheme));
  }

  /// Returns a new empty page. It shares no cookies or cache with others, and ends with its tab.
  public Page page(Browser.NewPageOptions options) {
    return browser.newPage(options);
  }

  /// Returns the problems that axe finds in a page, for people who do not see it well or cannot use a mouse.
  public static List<String> violations(Page page) {
    return new AxeBuilder(page)
        .analyze().getViolations().stream()
            .map((Rule rule) -> rule.getId() + ": " + rule.getNodes())
            .toList();
  }

  @Override
  public void close() {
    playwright.close();
  }
}
