package org.evenkeel.lab.report;

import java.util.List;
import java.util.stream.Collectors;

/// Writes figures and tables as comma-separated values (RFC 4180, lines end with a line feed).
final class Csv {
  private Csv() {}

  /// Returns one row for each point, then one for each level (which has no x).
  static String of(Figure figure) {
    StringBuilder text = new StringBuilder("series,x,y,lower,upper\n");
    for (Series series : figure.series()) {
      String name = field(series.name());
      boolean bounds = series.lower().length > 0;
      for (int i = 0; i < series.x().length; i++) {
        text.append(name).append(',').append(Numbers.exact(series.x()[i]));
        text.append(',').append(Numbers.exact(series.y()[i]));
        text.append(',').append(bounds ? Numbers.exact(series.lower()[i]) : "");
        text.append(',').append(bounds ? Numbers.exact(series.upper()[i]) : "").append('\n');
      }
    }
    for (Level level : figure.levels()) {
      text.append(field(level.label())).append(",,").append(Numbers.exact(level.y()));
      text.append(",,\n");
    }
    return text.toString();
  }

  /// Returns the headings, then the rows.
  static String of(Table table) {
    StringBuilder text = new StringBuilder(row(table.columns()));
    for (List<String> row : table.rows()) {
      text.append(row(row));
    }
    return text.toString();
  }

  private static String row(List<String> fields) {
    String row = fields.stream().map(Csv::field).collect(Collectors.joining(",")) + "\n";
    // A single empty field would be an empty line, which readers skip.
    return row.equals("\n") ? "\"\"\n" : row;
  }

  static String field(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
