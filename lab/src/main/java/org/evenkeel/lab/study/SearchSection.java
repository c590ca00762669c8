package org.evenkeel.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.TrainingValues;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.study.Searched.Tried;

/// The section of a page about a search: the configurations that it tried, dropped and found best.
final class SearchSection {
  private final Search search;
  private final Study design;
  private final Searched searched;

  SearchSection(Study design, Search search, Searched searched) {
    this.design = design;
    this.search = search;
    this.searched = searched;
  }

  Section section() {
    List<Table> tables = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    fields()
        .forEach(
            (title, field) -> {
              tables.add(table(title, field));
              search
                  .ranges()
                  .forEach(
                      (key, range) -> {
                        if (range instanceof Search.Range.Between between) {
                          figures.add(figure(title, key, between, field));
                        }
                      });
            });
    return new Section(
        "search", "The search", String.join("\n\n", text()), List.of(), figures, tables);
  }

  /// Returns the configurations that were tried, by environment and algorithm.
  private Map<String, List<Tried>> fields() {
    Map<String, List<Tried>> fields = new LinkedHashMap<>();
    for (Tried one : searched.tried()) {
      fields
          .computeIfAbsent(
              one.cell().algorithm() + " on " + one.cell().environment(), _ -> new ArrayList<>())
          .add(one);
    }
    return fields;
  }

  private List<String> text() {
    List<String> paragraphs = new ArrayList<>();
    long spent = searched.tried().stream().mapToLong(t -> t.step() * design.seeds().size()).sum();
    long whole =
        searched.tried().stream()
            .mapToLong(t -> t.cell().training().schedule().steps() * design.seeds().size())
            .sum();
    paragraphs.add(
        switch (search.method()) {
          case RANDOM ->
              "Random search: %s configurations for each environment and algorithm, the first being the study's own settings, each trained to the end with %s."
                  .formatted(search.configurations(), seeds());
          case HALVING ->
              "Successive halving: %s configurations for each environment and algorithm, the first being the study's own settings, are started with %s. After each round one in %s continues, and the first one always does."
                  .formatted(search.configurations(), seeds(), search.keep());
        });
    paragraphs.add(
        String.format(
            Locale.ROOT,
            "The score of a configuration is the return of its last evaluation, averaged over the seeds. The search"
                + " trained %,d steps; training all configurations to the end would have needed %,d. Confirming the result took"
                + " %,d runs with new seeds. All other figures and tables of this page are based on those runs.",
            spent,
            whole,
            searched.confirming().size()));
    return paragraphs;
  }

  private String seeds() {
    int n = design.seeds().size();
    return n + (n == 1 ? " seed" : " seeds");
  }

  private Table table(String title, List<Tried> field) {
    List<String> columns = new ArrayList<>(search.ranges().keySet());
    columns.addAll(List.of("trained to step", "score", "outcome"));
    List<List<String>> rows = new ArrayList<>();
    for (Tried one : field) {
      List<String> row = new ArrayList<>();
      search.ranges().keySet().forEach(key -> row.add(value(one, key)));
      row.add(String.format(Locale.ROOT, "%,d", one.step()));
      row.add(Double.isNaN(one.score()) ? "-" : String.format(Locale.ROOT, "%.4g", one.score()));
      row.add(outcome(one));
      rows.add(row);
    }
    return new Table(
        "search-" + id(title),
        "Configurations of " + title,
        "In the order in which they were drawn. The first has the study's own settings.",
        columns,
        rows);
  }

  private String outcome(Tried one) {
    boolean first = one.cell().choice().isEmpty();
    if (searched.best().contains(one.cell())) {
      return first ? "best: no drawn configuration was better" : "best";
    }
    if (one.diverged() > 0) {
      return one.diverged() + (one.diverged() == 1 ? " run diverged" : " runs diverged");
    }
    if (one.step() < one.cell().training().schedule().steps()) {
      return "dropped after round " + (one.round() + 1);
    }
    return first ? "the study's own settings" : "trained to the end";
  }

  private static String value(Tried one, String key) {
    Object drawn = one.cell().choice().get(key);
    return drawn == null ? TrainingValues.of(one.cell().training(), key) : Differences.text(drawn);
  }

  private Figure figure(String title, String key, Search.Range.Between range, List<Tried> field) {
    List<Series> series = new ArrayList<>();
    int rounds = field.stream().mapToInt(Tried::round).max().orElse(0) + 1;
    for (int round = 0; round < rounds; round++) {
      List<double[]> points = new ArrayList<>();
      for (Tried one : field) {
        String text = value(one, key);
        if (one.round() == round && !Double.isNaN(one.score()) && text.matches("[-+0-9.eE]+")) {
          points.add(new double[] {Double.parseDouble(text), one.score()});
        }
      }
      if (!points.isEmpty()) {
        series.add(
            Series.of(
                round == rounds - 1 ? "trained to the end" : "dropped after round " + (round + 1),
                round,
                Series.Style.POINTS,
                points.stream().mapToDouble(p -> p[0]).toArray(),
                points.stream().mapToDouble(p -> p[1]).toArray()));
      }
    }
    return new Figure(
        "search-" + id(title + " " + key),
        "Scores by " + key + ", " + title,
        "One point for each configuration, at the step where it was last compared. The other drawn settings differ"
            + " too.",
        "The score of each configuration over " + key + ".",
        range.logarithmic() ? Axis.log(key) : Axis.of(key),
        Axis.of("mean return of the last evaluation"),
        series,
        List.of());
  }

  private static String id(String text) {
    String plain = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return plain.replaceAll("^-|-$", "");
  }
}
