package org.evenkeel.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.AWTError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
  @TempDir private Path folder;

  private static Report report(Section... sections) {
    return new Report("T", "lead", "command", Map.of(), List.of(sections));
  }

  private static Section section(
      String id, List<Claim> claims, List<Figure> figures, List<Table> tables) {
    return new Section(id, id, "", claims, figures, tables);
  }

  private static Claim claim(String id, String... evidence) {
    return Claim.of(id, id, Standing.SECONDARY).shownIn(List.of(evidence));
  }

  private static Figure figure(String id, Axis x, Axis y) {
    return new Figure(id, id, "", "", x, y, List.of(), List.of());
  }

  private static Figure figure(String id) {
    return figure(id, Axis.of("x"), Axis.of("y"));
  }

  private static Table table(String id) {
    return new Table(id, id, "", List.of("a"), List.of());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  @Test
  void everythingThatIsShownIsAFileToo() throws IOException {
    assumeTrue(SampleReport.fontsAreHere(), "there are no fonts");
    Path page = ReportFolder.write(folder, SampleReport.report());
    assertEquals(folder.resolve("report.html"), page);
    assertEquals(
        new TreeSet<>(
                List.of(
                    "figures/average-value.csv",
                    "figures/average-value.png",
                    "figures/average-value.svg",
                    "figures/chain-variance.csv",
                    "figures/chain-variance.png",
                    "figures/chain-variance.svg",
                    "figures/odd.csv",
                    "figures/odd.png",
                    "figures/odd.svg",
                    "pictures/play.gif",
                    "report.html",
                    "tables/d-k-m.csv",
                    "tables/odd.csv",
                    "tables/trials.csv",
                    "verdicts.json"))
            .stream().toList(),
        files());
  }

  /// What Java throws on a machine without fonts, and what it throws from then on.
  @Test
  void withoutFontsThereAreNoPicturesAndThePageSaysWhy() throws IOException {
    Files.createDirectories(folder.resolve("figures"));
    Files.writeString(folder.resolve("figures/odd.png"), "an older picture");
    for (Throwable thrown :
        List.of(
            new RuntimeException("Fontconfig head is null"),
            new NoClassDefFoundError("Could not initialize class"),
            new AWTError("Can't connect to X11"))) {
      ReportFolder without =
          new ReportFolder(
              folder,
              drawing -> {
                throw ReportFolderTest.<RuntimeException>sneaky(thrown);
              });
      String page = Files.readString(without.write(SampleReport.report()));
      assertTrue(page.contains(Html.escaped("on this machine (" + thrown.getMessage() + ")")));
      assertFalse(page.contains(".png\""));
      assertTrue(page.contains("figures/odd.svg\""));
      assertTrue(files().stream().noneMatch(file -> file.endsWith(".png")), files().toString());
    }
  }

  /// Figures are drawn at the same time: those that were done before the failure must not stay either.
  @Test
  void onePictureThatFailsTakesAwayAllOfThem() throws IOException {
    for (int failing = 0; failing < 3; failing++) {
      AtomicInteger left = new AtomicInteger(failing);
      ReportFolder without =
          new ReportFolder(
              folder,
              drawing -> {
                if (left.getAndDecrement() == 0) {
                  throw new IllegalStateException(
                      "Could not initialize class", new AWTError("no fonts from here on"));
                }
                return new byte[] {1};
              });
      String page = Files.readString(without.write(SampleReport.report()));
      assertTrue(page.contains("on this machine (no fonts from here on)"));
      assertFalse(page.contains(".png\""));
      assertTrue(files().stream().noneMatch(file -> file.endsWith(".png")), files().toString());
      assertEquals(3, files().stream().filter(file -> file.endsWith(".svg")).count());
    }
  }

  @Test
  void drawnTogetherFiguresAreTheSameAsAlone() throws IOException {
    assumeTrue(SampleReport.fontsAreHere(), "there are no fonts");
    String page = Files.readString(ReportFolder.write(folder, SampleReport.report()));
    int figures = 0;
    for (Section section : SampleReport.report().sections()) {
      for (Figure figure : section.figures()) {
        String name = "figures/" + figure.id();
        assertEquals(
            new FigureDrawing(figure).svgFile(), Files.readString(folder.resolve(name + ".svg")));
        assertArrayEquals(
            new FigureDrawing(figure).png(), Files.readAllBytes(folder.resolve(name + ".png")));
        assertTrue(page.contains(new FigureDrawing(figure).svgInPage()), name);
        figures++;
      }
    }
    assertEquals(3, figures);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller throws anything
  private static <E extends Throwable> E sneaky(Throwable thrown) throws E {
    throw (E) thrown;
  }

  @Test
  void theSameReportGivesTheSameBytes() throws IOException {
    Path other = folder.resolve("other");
    ReportFolder.write(other, SampleReport.report());
    byte[] page = Files.readAllBytes(other.resolve("report.html"));
    byte[] picture = Files.readAllBytes(other.resolve("figures/odd.svg"));
    ReportFolder.write(other, SampleReport.report());
    assertEquals(new String(page, UTF_8), Files.readString(other.resolve("report.html")));
    assertTrue(Arrays.equals(picture, Files.readAllBytes(other.resolve("figures/odd.svg"))));
  }

  @Test
  void verdictsAreForProgramsToRead() throws IOException {
    ReportFolder.write(folder, SampleReport.report());
    JsonNode root = new ObjectMapper().readTree(folder.resolve("verdicts.json").toFile());
    assertTrue(root.get("command").asText().startsWith("./evenkeel reproduce all"));
    assertEquals("0.1.0", root.get("provenance").get("version").asText());
    assertEquals(4, root.get("claims").size());
    JsonNode first = root.get("claims").get(0);
    assertEquals("averaged-below-ensemble", first.get("id").asText());
    assertEquals("section 5.3, equation 11", first.get("source").asText());
    assertEquals("supported", first.get("verdict").asText());
    assertEquals("d-k-m", first.get("evidence").get(1).asText());
    JsonNode exact = first.get("effects").get(0);
    assertEquals(0.51886792452, exact.get("value").asDouble());
    assertTrue(exact.get("lower").isNull());
    assertTrue(exact.get("p").isNull());
    JsonNode sampled = first.get("effects").get(1);
    assertEquals(0.4987, sampled.get("lower").asDouble());
    assertEquals(1000, sampled.get("trials").asInt());
    JsonNode odd = root.get("claims").get(3);
    assertEquals(SampleReport.ODD, odd.get("rule").asText());
    assertEquals("not decidable with these data", odd.get("verdict").asText());
    assertEquals("Infinity", odd.get("effects").get(0).get("upper").asText());
  }

  @Test
  void aReaderOfTheOldPageKeepsAllOfIt() throws IOException {
    Path page = ReportFolder.write(folder, SampleReport.report());
    String old = Files.readString(page);
    try (InputStream reader = Files.newInputStream(page)) {
      String start = new String(reader.readNBytes(100), UTF_8);
      ReportFolder.write(folder, report(section("s", List.of(), List.of(), List.of())));
      assertEquals(old, start + new String(reader.readAllBytes(), UTF_8));
    }
    assertFalse(Files.readString(page).equals(old));
    assertTrue(files().stream().noneMatch(file -> file.endsWith(".next")), files().toString());
  }

  @Test
  void aReportThatCannotBeWrittenLeavesTheOldPage() throws IOException {
    Path page = ReportFolder.write(folder, report(section("s", List.of(), List.of(), List.of())));
    String old = Files.readString(page);
    Files.writeString(folder.resolve("tables"), "in the way");
    assertThrows(
        IOException.class,
        () ->
            ReportFolder.write(
                folder, report(section("other", List.of(), List.of(), List.of(table("t"))))));
    assertEquals(old, Files.readString(page));
  }

  @Test
  void whatIsNotTheReportsIsLeftAlone() throws IOException {
    Files.createDirectories(folder.resolve("figures"));
    Files.writeString(folder.resolve("figures/mine.svg"), "mine");
    ReportFolder.write(folder, report(section("s", List.of(), List.of(figure("f")), List.of())));
    assertEquals("mine", Files.readString(folder.resolve("figures/mine.svg")));
  }

  @Test
  void aReportThatContradictsItselfIsRefusedAndNothingWritten() throws IOException {
    Section plain = section("s", List.of(), List.of(), List.of());
    refused("each section must have its own id, but two have 's'", plain, plain);
    refused(
        "each claim must have its own id, but two have 'c'",
        section("s", List.of(claim("c")), List.of(), List.of()),
        section("t", List.of(claim("c")), List.of(), List.of()));
    refused(
        "each figure must have its own id, but two have 'f'",
        section("s", List.of(), List.of(figure("f"), figure("f")), List.of()));
    refused(
        "each table must have its own id, but two have 't'",
        section("s", List.of(), List.of(), List.of(table("t"), table("t"))));
    refused(
        "the id of a figure must be lower-case letters and digits with single hyphens, was '../f'",
        section("s", List.of(), List.of(figure("../f")), List.of()));
    refused(
        "the evidence of claim 'c' must be figures and tables of the report, but one is 'nothing'",
        section("s", List.of(claim("c", "t", "nothing")), List.of(), List.of(table("t"))));
    refused(
        "axis 'x' of figure 'f' must end at a larger number than it starts, was 2.0 to 1.0",
        section("s", List.of(), List.of(figure("f", Axis.of("x", 2, 1), Axis.of("y"))), List.of()));
    refused(
        "axis 'y' of figure 'f' is logarithmic and must be above 0, was 0.0 to 1.0",
        section(
            "s",
            List.of(),
            List.of(figure("f", Axis.of("x"), new Axis("y", true, 0, 1))),
            List.of()));
  }

  private void refused(String message, Section... sections) throws IOException {
    assertEquals(
        message,
        assertThrows(
                IllegalArgumentException.class, () -> ReportFolder.write(folder, report(sections)))
            .getMessage());
    assertEquals(List.of(), files());
  }

  @Test
  void aFigureAndATableMayShareAnIdAndAreBothEvidence() throws IOException {
    Path page =
        ReportFolder.write(
            folder,
            report(
                section("x", List.of(claim("x", "x")), List.of(figure("x")), List.of(table("x")))));
    String html = Files.readString(page);
    for (String anchor : List.of("section-x", "claim-x", "figure-x", "table-x")) {
      assertTrue(html.contains("id=\"" + anchor + "\""), anchor);
    }
    assertEquals(
        "figure-x table-x",
        Stream.of("figure-x", "table-x")
            .filter(anchor -> html.contains("href=\"#" + anchor + "\""))
            .collect(Collectors.joining(" ")));
  }
}
