package org.evenkeel.lab.report;

import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes the page of a report: a single HTML file that needs no other files, no network and no scripts.
final class ReportPage {
  private static final Pattern EMPTY_LINES = Pattern.compile("\\R\\s*\\R");

  private final Report report;
  private final Map<String, String> drawings;
  private final Map<String, String> atTop;
  private final List<String> files;
  private final String withoutPng;
  private final Html html = new Html();
  private final TableView tables = new TableView(html);

  /// @param drawings each figure, by id
  /// @param atTop small drawings for the main claims
  /// @param files the names of all files of the report
  /// @param withoutPng the reason why there are no PNG files; empty if there are some
  ReportPage(
      Report report,
      Map<String, String> drawings,
      Map<String, String> atTop,
      List<String> files,
      String withoutPng) {
    this.report = report;
    this.drawings = drawings;
    this.atTop = atTop;
    this.files = files;
    this.withoutPng = withoutPng;
  }

  String html() {
    html.raw("<!doctype html>\n").open("html", "lang", "en").raw("\n");
    head();
    html.open("body").raw("\n");
    html.line("a", "Skip to content", "class", "skip", "href", "#content");
    html.open("header").raw("\n");
    html.line("h1", report.title());
    paragraphs(report.lead(), "lead");
    html.closeLine("header");
    contents();
    html.open("main", "id", "content").raw("\n");
    glance();
    summary();
    report.sections().forEach(this::section);
    again();
    html.closeLine("main").closeLine("body").closeLine("html");
    return html.done();
  }

  private void head() {
    html.open("head").raw("\n");
    html.empty("meta", "charset", "utf-8").raw("\n");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.raw("\n").empty("meta", "name", "color-scheme", "content", "light dark").raw("\n");
    html.line("title", report.title());
    // An empty icon: otherwise the browser requests one from the server.
    html.empty("link", "rel", "icon", "href", "data:,").raw("\n");
    html.raw("<style>\n" + StyleSheet.ofReport() + "</style>\n").closeLine("head");
  }

  private void paragraphs(String text, String styleClass) {
    EMPTY_LINES
        .splitAsStream(text.strip())
        .filter(paragraph -> !paragraph.isBlank())
        .forEach(paragraph -> html.line("p", paragraph.strip(), "class", styleClass));
  }

  private void summary() {
    List<Claim> claims = report.claims();
    if (claims.isEmpty()) {
      return;
    }
    html.open("section", "aria-labelledby", "verdicts").raw("\n");
    html.line("h2", "Verdicts", "id", "verdicts");
    html.open("table", "class", "summary");
    html.element("caption", "Every claim and its verdict", "class", "unseen");
    html.open("thead").open("tr").element("th", "Claim", "scope", "col");
    html.element("th", "Verdict", "scope", "col").close("tr").closeLine("thead");
    for (Standing standing : Standing.values()) {
      summary(standing);
    }
    html.closeLine("table");
    html.open("details").element("summary", "How verdicts follow from the numbers");
    html.element("p", Verdict.RULE).closeLine("details");
    html.closeLine("section");
  }

  /// Writes the claims of one kind, and the count of each verdict.
  private void summary(Standing standing) {
    List<Claim> claims = report.claims(standing);
    if (claims.isEmpty()) {
      return;
    }
    Map<Verdict, Long> counts =
        claims.stream()
            .collect(
                Collectors.groupingBy(
                    Claim::verdict, () -> new EnumMap<>(Verdict.class), Collectors.counting()));
    List<String> counted = new ArrayList<>();
    counts.forEach((verdict, count) -> counted.add(count + " " + verdict.words()));
    html.open("tbody").raw("\n");
    html.open("tr", "class", "standing").open("th", "scope", "rowgroup", "colspan", "2");
    html.element("strong", standing.words()).text(": " + String.join(", ", counted));
    html.close("th").closeLine("tr");
    for (Claim claim : claims) {
      html.open("tr").open("th", "scope", "row").link("#claim-" + claim.id(), claim.title());
      html.close("th").open("td");
      badge(claim.verdict());
      html.close("td").closeLine("tr");
    }
    html.closeLine("tbody");
  }

  /// Writes one figure and one sentence for each main claim.
  private void glance() {
    List<Claim> main = report.claims(Standing.PRIMARY);
    if (main.isEmpty()) {
      return;
    }
    html.open("section", "aria-labelledby", "glance").raw("\n");
    html.line("h2", "At a glance", "id", "glance");
    html.open("div", "class", "glance").raw("\n");
    for (Claim claim : main) {
      html.open("article").raw("\n").open("h3").link("#claim-" + claim.id(), claim.title());
      html.closeLine("h3");
      badge(claim.verdict());
      html.line("p", claim.evidence().sentence());
      report
          .figure(claim)
          .ifPresent(
              figure -> {
                html.raw(Objects.requireNonNull(atTop.get(figure.id())));
                html.line("p", Html.sentence(figure.title()), "class", "files");
              });
      html.closeLine("article");
    }
    html.closeLine("div").closeLine("section");
  }

  private void badge(Verdict verdict) {
    String name = verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    html.open("span", "class", "badge " + name);
    html.element("span", verdict.symbol(), "aria-hidden", "true", "class", "symbol");
    html.text(verdict.words()).close("span");
  }

  private void contents() {
    html.open("nav", "aria-labelledby", "contents").raw("\n");
    html.line("h2", "Contents", "id", "contents").open("ol").raw("\n");
    if (!report.claims(Standing.PRIMARY).isEmpty()) {
      html.open("li").link("#glance", "At a glance").closeLine("li");
    }
    if (!report.claims().isEmpty()) {
      html.open("li").link("#verdicts", "Verdicts").closeLine("li");
    }
    for (Section section : report.sections()) {
      html.open("li").link("#section-" + section.id(), section.title()).closeLine("li");
    }
    html.open("li").link("#again", "Reproduce this report").closeLine("li");
    html.closeLine("ol").closeLine("nav");
  }

  private void section(Section section) {
    String id = "section-" + section.id();
    html.open("section", "aria-labelledby", id).raw("\n").line("h2", section.title(), "id", id);
    paragraphs(section.text(), "text");
    List<Figure> left = new ArrayList<>(section.figures());
    for (Claim claim : section.claims()) {
      claim(claim);
      // The figures of a claim follow it.
      List<Figure> its = left.stream().filter(f -> claim.shownIn().contains(f.id())).toList();
      its.forEach(this::figure);
      left.removeAll(its);
    }
    left.forEach(this::figure);
    section.tables().forEach(tables::table);
    section.pictures().forEach(this::picture);
    html.closeLine("section");
  }

  private void claim(Claim claim) {
    String id = "claim-" + claim.id();
    html.open("article", "class", "claim", "aria-labelledby", id + "-title").raw("\n");
    html.open("details").open("summary").open("h3");
    html.element("span", claim.title(), "id", id + "-title");
    badge(claim.verdict());
    html.close("h3").closeLine("summary");
    // The id is inside the folded part, since a browser unfolds the target of a link.
    html.open("div", "class", "claim-body", "id", id).raw("\n");
    if (!claim.quote().isBlank()) {
      html.open("blockquote").element("p", claim.quote());
      html.open("footer").text("From ").element("cite", claim.source()).close("footer");
      html.closeLine("blockquote");
    } else if (!claim.source().isBlank()) {
      html.line("p", claim.source(), "class", "source");
    }
    html.line("h4", "Measured").line("p", claim.measured());
    if (!claim.effects().isEmpty()) {
      tables.effects(claim);
    }
    html.open("p").element("strong", "Conclusion.").text(" " + claim.evidence().sentence());
    html.closeLine("p");
    html.open("p", "class", "rule").element("strong", "Rule.").text(" " + claim.rule());
    html.closeLine("p");
    evidence(claim);
    html.close("div").close("details").closeLine("article");
  }

  private void evidence(Claim claim) {
    if (claim.shownIn().isEmpty()) {
      return;
    }
    html.open("p", "class", "files").element("strong", "Evidence.").text(" ");
    String separator = "";
    for (Section section : report.sections()) {
      for (Figure figure : section.figures()) {
        if (claim.shownIn().contains(figure.id())) {
          separator = piece(separator, "figure", figure.id(), figure.title());
        }
      }
      for (Table table : section.tables()) {
        if (claim.shownIn().contains(table.id())) {
          separator = piece(separator, "table", table.id(), table.title());
        }
      }
    }
    html.text("; all its numbers are in ").link(ReportFolder.VERDICTS, ReportFolder.VERDICTS);
    html.text(" as ").element("code", claim.id()).text(".");
    html.closeLine("p");
  }

  private String piece(String separator, String kind, String id, String title) {
    html.text(separator).link("#" + kind + "-" + id, title).text(" (");
    file(kind + "s/" + id + ".csv", "CSV", title).text(")");
    return ", ";
  }

  /// Writes a link to a file. Its accessible name includes the title.
  private Html file(String path, String format, String title) {
    return html.element("a", format, "href", path, "aria-label", format + " of " + title);
  }

  private void figure(Figure figure) {
    html.open("figure", "id", "figure-" + figure.id()).raw("\n");
    html.raw(Objects.requireNonNull(drawings.get(figure.id())));
    html.open("figcaption").open("p").element("strong", Html.sentence(figure.title()));
    html.text(" " + figure.caption()).close("p").open("p", "class", "files");
    String separator = "";
    for (String format : List.of("svg", "png", "csv")) {
      String path = "figures/" + figure.id() + "." + format;
      if (files.contains(path)) {
        html.text(separator);
        file(path, format.toUpperCase(Locale.ROOT), figure.title());
        separator = " · ";
      }
    }
    html.close("p").close("figcaption").closeLine("figure");
  }

  /// Embeds a picture in the page, which is complete without its files.
  private void picture(Picture picture) {
    String data = "data:image/gif;base64," + Base64.getEncoder().encodeToString(picture.gif());
    html.open("figure", "id", "picture-" + picture.id()).raw("\n");
    html.empty("img", "src", data, "alt", picture.description()).raw("\n");
    html.open("figcaption").open("p").element("strong", Html.sentence(picture.title()));
    html.text(" " + picture.caption()).close("p").open("p", "class", "files");
    file("pictures/" + picture.id() + ".gif", "GIF", picture.title());
    html.close("p").close("figcaption").closeLine("figure");
  }

  private void again() {
    html.open("section", "aria-labelledby", "again").raw("\n");
    html.line("h2", "Reproduce this report", "id", "again");
    html.open("pre", "tabindex", "0", "role", "group", "aria-label", "The command");
    html.element("code", report.command()).closeLine("pre");
    html.open("dl", "class", "provenance").raw("\n");
    report
        .provenance()
        .forEach(
            (name, value) ->
                html.open("div").element("dt", name).element("dd", value).closeLine("div"));
    html.closeLine("dl");
    if (!withoutPng.isEmpty()) {
      html.line("p", withoutPng);
    }
    html.line("h3", "Files").open("ul", "class", "file-list").raw("\n");
    for (String file : files) {
      html.open("li");
      if (file.equals(ReportFolder.PAGE)) {
        html.text(file + " (this page)");
      } else {
        html.link(file, file);
      }
      html.closeLine("li");
    }
    html.closeLine("ul").closeLine("section");
  }
}
