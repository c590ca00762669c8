package org.evenkeel.lab.report;

import java.util.List;

/// Rows of text and numbers.
///
/// @param id short and stable, lower case with hyphens: the name of its file
/// @param title what it shows
/// @param caption how to read it
/// @param columns their headings
/// @param rows as many fields as columns; the first one names the row
public record Table(
    String id, String title, String caption, List<String> columns, List<List<String>> rows) {
  /// Checks the widths.
  public Table {
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row of table '%s' must have %d fields, has %d"
                .formatted(id, columns.size(), row.size()));
      }
    }
  }
}
