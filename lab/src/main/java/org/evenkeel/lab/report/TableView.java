package org.evenkeel.lab.report;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Writes tables in the page. Each is in a box that scrolls sideways on narrow screens and that the keyboard can reach.
final class TableView {
  private static final Pattern NUMBER =
      Pattern.compile("[<≤>≥~±]? ?[+−-]?[0-9][0-9,]*(\\.[0-9]+)?([eE][+-]?[0-9]+)?( ?%)?");

  /// The pattern of a number with more digits than a reader wants.
  private static final Pattern LONG_NUMBER =
      Pattern.compile("-?[0-9]+\\.[0-9]{5,}|-?[0-9](\\.[0-9]+)?E-?[0-9]+");

  /// A table with more rows than this is data to compute with, not to read ...
  private static final int MOST_ROWS = 200;

  /// ... so the page shows only as many of its rows.
  private static final int FIRST_ROWS = 10;

  private final Html html;

  TableView(Html html) {
    this.html = html;
  }

  /// Writes the numbers of a claim. Columns without any value are left out.
  void effects(Claim claim) {
    boolean intervals = claim.effects().stream().anyMatch(e -> !Double.isNaN(e.lower()));
    boolean trials = claim.effects().stream().anyMatch(e -> e.trials() > 0);
    boolean tests = claim.effects().stream().anyMatch(e -> !e.test().isEmpty());
    IdentityHashMap<Effect, Finding> findings = new IdentityHashMap<>();
    claim.evidence().premises().forEach(f -> findings.put(f.effect(), f));
    claim.evidence().findings().forEach(f -> findings.put(f.effect(), f));
    box("claim-" + claim.id() + "-title");
    html.open("table", "class", "effects");
    html.element("caption", "Effects: " + claim.title(), "class", "unseen");
    html.open("thead").open("tr");
    heading("Effect", false);
    heading("Value", true);
    if (intervals) {
      heading("Interval", true);
    }
    if (trials) {
      heading("Trials", true);
    }
    if (tests) {
      heading("Test", false);
    }
    if (!findings.isEmpty()) {
      heading("Claimed", false);
    }
    html.close("tr").closeLine("thead").open("tbody").raw("\n");
    for (Effect effect : claim.effects()) {
      html.open("tr").element("th", effect.name(), "scope", "row");
      labelled("Value", Numbers.shown(effect.value()), "number");
      if (intervals) {
        labelled("Interval", interval(effect), "number");
      }
      if (trials) {
        labelled("Trials", effect.trials() > 0 ? Numbers.shown(effect.trials()) : "–", "number");
      }
      if (tests) {
        labelled("Test", test(effect), "words");
      }
      if (!findings.isEmpty()) {
        labelled("Claimed", claimed(findings.get(effect)), "words");
      }
      html.closeLine("tr");
    }
    html.close("tbody").close("table").closeLine("div");
  }

  /// Returns the expectation and whether the number agrees with it; a dash for a number that does not affect the
  /// verdict.
  private static String claimed(@Nullable Finding finding) {
    return finding == null ? "–" : finding.expected() + ": " + finding.answer().words();
  }

  private static String interval(Effect effect) {
    return Double.isNaN(effect.lower()) && Double.isNaN(effect.upper())
        ? "–"
        : Numbers.shown(effect.lower()) + " to " + Numbers.shown(effect.upper());
  }

  private static String test(Effect effect) {
    if (effect.test().isEmpty()) {
      return "–";
    }
    if (Double.isNaN(effect.p())) {
      return effect.test();
    }
    String p = Numbers.p(effect.p());
    String whole = "p " + (p.startsWith("<") ? p : "= " + p);
    return effect.test() + ", " + whole.replace(' ', '\u00a0'); // on one line
  }

  void table(Table table) {
    String id = "table-" + table.id();
    html.open("figure", "class", "table", "id", id).raw("\n");
    html.open("figcaption", "id", id + "-caption")
        .open("p")
        .element("strong", Html.sentence(table.title()));
    html.text(" " + table.caption()).closeLine("p").closeLine("figcaption");
    box(id + "-caption");
    html.open("table", "aria-labelledby", id + "-caption").open("thead").open("tr");
    List<List<String>> rows = table.rows();
    boolean[] numeric = new boolean[table.columns().size()];
    for (int c = 0; c < numeric.length; c++) {
      int column = c;
      numeric[c] =
          c > 0
              && !rows.isEmpty()
              && rows.stream().map(row -> row.get(column)).allMatch(TableView::numberOrNothing);
      heading(table.columns().get(c), numeric[c]);
    }
    html.close("tr").closeLine("thead").open("tbody").raw("\n");
    boolean whole = rows.size() <= MOST_ROWS;
    for (List<String> row : whole ? rows : rows.subList(0, FIRST_ROWS)) {
      html.open("tr");
      for (int c = 0; c < numeric.length; c++) {
        if (c == 0 && !row.get(c).isBlank()) {
          html.element("th", shown(row.get(c)), "scope", "row");
        } else {
          cell(shown(row.get(c)), numeric[c]);
        }
      }
      html.closeLine("tr");
    }
    html.close("tbody").close("table").closeLine("div");
    html.open("p", "class", "files");
    if (!whole) {
      html.text(
          "The first %d of %s rows. All of them: "
              .formatted(FIRST_ROWS, Numbers.count(rows.size())));
    }
    html.element(
        "a",
        "CSV",
        "href",
        "tables/" + table.id() + ".csv",
        "aria-label",
        "CSV of " + table.title());
    html.closeLine("p").closeLine("figure");
  }

  /// Opens the box of a table. It is a group and not a landmark, since a page may have many tables.
  private void box(String labelledBy) {
    html.open(
        "div", "class", "scroll", "tabindex", "0", "role", "group", "aria-labelledby", labelledBy);
  }

  private void heading(String text, boolean numeric) {
    if (text.isBlank()) {
      html.element("td", ""); // an empty heading is not a heading
    } else if (numeric) {
      html.element("th", text, "scope", "col", "class", "number");
    } else {
      html.element("th", text, "scope", "col");
    }
  }

  private void cell(String text, boolean numeric) {
    if (numeric) {
      html.element("td", text, "class", "number");
    } else {
      html.element("td", text);
    }
  }

  /// Writes a cell that the narrow page shows on its own line after its heading, unless it is empty.
  private void labelled(String heading, String text, String styleClass) {
    String extra = text.equals("–") ? " nothing" : "";
    html.element("td", text, "class", styleClass + extra, "data-heading", heading);
  }

  private static boolean numberOrNothing(String text) {
    return text.isBlank()
        || text.equals("–")
        || text.equals("NaN")
        || NUMBER.matcher(text.strip()).matches();
  }

  /// Returns long numbers with four digits; the CSV has all of them.
  private static String shown(String cell) {
    return LONG_NUMBER.matcher(cell).matches() ? Numbers.shown(Double.parseDouble(cell)) : cell;
  }
}
