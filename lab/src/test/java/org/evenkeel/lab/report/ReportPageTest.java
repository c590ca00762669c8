package org.evenkeel.lab.report;

import static org.evenkeel.testing.HtmlValidator.complaints;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
  @TempDir private static Path folder;
  private static String page;

  @BeforeAll
  static void write() throws IOException {
    page = Files.readString(ReportFolder.write(folder, SampleReport.report()));
  }

  @Test
  void thePageIsValidHtml() throws Exception {
    assertEquals(List.of(), complaints(page));
  }

  /// The check above would pass with a validator that says nothing.
  @Test
  void theValidatorSeesWhatIsWrong() throws Exception {
    assertFalse(complaints(page.replace("<h1>", "<h1 colour=\"red\">")).isEmpty());
    assertFalse(complaints(page.replace("id=\"contents\"", "id=\"again\"")).isEmpty());
    assertFalse(complaints(page.replace("viewBox=\"0 0", "viewport=\"0 0")).isEmpty());
  }

  private static List<String> attributes(String name) {
    List<String> values = new ArrayList<>();
    for (Matcher m = Pattern.compile(" " + name + "=\"([^\"]*)\"").matcher(page); m.find(); ) {
      values.add(m.group(1));
    }
    return values;
  }

  @Test
  void everyLinkLeadsSomewhere() {
    Set<String> ids = new HashSet<>(attributes("id"));
    assertEquals(ids.size(), attributes("id").size(), "ids are unique");
    for (String target : attributes("href")) {
      boolean found =
          target.startsWith("#")
              ? ids.contains(target.substring(1))
              : target.equals("data:,") || Files.isRegularFile(folder.resolve(target));
      assertTrue(found, target);
    }
    for (String reference : attributes("aria-labelledby")) {
      assertTrue(ids.contains(reference), reference);
    }
    for (Matcher m = Pattern.compile("url\\(#([^)]*)\\)").matcher(page); m.find(); ) {
      assertTrue(ids.contains(m.group(1)), m.group());
    }
  }

  @Test
  void nothingComesFromElsewhere() {
    assertFalse(page.contains("http"), "an address");
    for (String source : attributes("src")) {
      assertTrue(source.startsWith("data:image/gif;base64,"), source);
    }
    assertFalse(page.contains("@import"));
    assertFalse(page.contains("<script"));
  }

  @Test
  void aClaimHasItsNumbersRuleAndVerdict() {
    int start =
        page.indexOf("<article class=\"claim\" aria-labelledby=\"claim-variance-falls-title\"");
    String card = page.substring(start, page.indexOf("</article>", start));
    for (String text :
        List.of(
            "supported in part",
            "Of 12 comparisons, 5 agree with it; 7 cannot be distinguished from chance.",
            "With these trials a difference of about 0.4288 would be detected",
            "below 0: agrees</td>",
            "Increasing the number of averaged target values K",
            "section 6.2.2, figure 6",
            "−0.4</td>",
            "−0.7 to −0.1</td>",
            "Welch, p\u00a0&lt;\u00a00.001</td>",
            "Mann-Whitney, p\u00a0=\u00a00.136</td>",
            "with a corrected p below 0.05",
            "href=\"#figure-average-value\"",
            "href=\"tables/trials.csv\"")) {
      assertTrue(card.contains(text), text + " in " + card);
    }
  }

  /// Each figure comes once, after the first claim that rests on it.
  @Test
  void aFigureStandsBesideItsClaim() {
    int claim = page.indexOf("id=\"claim-variance-falls\"");
    int figure = page.indexOf("id=\"figure-average-value\"");
    int next = page.indexOf("<article", claim);
    assertTrue(claim < figure && (next < 0 || figure < next), claim + " " + figure + " " + next);
    assertEquals(figure, page.lastIndexOf("id=\"figure-average-value\""));
  }

  @Test
  void verdictsAreCountedForEachKindOfClaim() {
    int start = page.indexOf("id=\"verdicts\"");
    String summary = page.substring(start, page.indexOf("</table>", start));
    assertTrue(
        summary.contains("<strong>Main claims</strong>: 1 supported, 1 supported in part"),
        summary);
    assertTrue(summary.contains("<strong>Our own questions</strong>: 1 contradicted"), summary);
    assertTrue(summary.contains(": 1 not decidable with these data"), summary);
    assertFalse(summary.contains("Assumptions"), summary);
  }

  /// One figure and one sentence for each main claim, before the verdicts.
  @Test
  void theMainClaimsStandAtTheTopWithTheirFigures() {
    String top = page.substring(page.indexOf("class=\"glance\""), page.indexOf("id=\"verdicts\""));
    assertEquals(2, top.split("<article>", -1).length - 1);
    assertTrue(top.contains("Of 2 comparisons, all agree with it."), top);
    assertTrue(top.contains("figure-chain-variance-top-title"), top);
    assertTrue(top.contains("figure-average-value-top-title"), top);
    assertTrue(top.contains("<p class=\"files\">Average predicted value.</p>"), top);
  }

  @Test
  void longNumbersOfATableAreShortInThePageAndCompleteInTheFile() throws IOException {
    assertTrue(page.contains("<td class=\"number\">0.3750</td>"));
    assertTrue(
        Files.readString(folder.resolve("tables/d-k-m.csv")).contains(",0.37500000000000006,"));
  }

  @Test
  void aReportWithNothingInItIsAPageToo() throws Exception {
    Path empty = folder.resolve("empty");
    Report report = new Report("Nothing", "", "./evenkeel", Map.of(), List.of());
    String html = Files.readString(ReportFolder.write(empty, report));
    assertEquals(List.of(), complaints(html));
  }

  @Test
  void aTableOfDataIsCompleteInTheFileAndShortInThePage() throws Exception {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 1; i <= 201; i++) {
      rows.add(List.of("trial " + i, String.valueOf(i)));
    }
    Table table = new Table("data", "Data", "All.", List.of("trial", "number"), rows);
    Section section = new Section("s", "S", "Text.", List.of(), List.of(), List.of(table));
    Path data = folder.resolve("long");
    Report report = new Report("Long", "", "./evenkeel", Map.of(), List.of(section));
    String html = Files.readString(ReportFolder.write(data, report));
    assertEquals(List.of(), complaints(html));
    assertTrue(html.contains("trial 10<") && !html.contains("trial 11<"), html);
    assertTrue(html.contains("The first 10 of 201 rows. All of them: "), html);
    assertEquals(202, Files.readAllLines(data.resolve("tables/data.csv")).size());
  }
}
