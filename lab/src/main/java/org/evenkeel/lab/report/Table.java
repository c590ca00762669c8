package org.evenkeel.lab.report;

import java.util.List;

/// A table of text and numbers.
///
/// @param id a short and stable name, lower case with hyphens: the name of its file
/// @param title its title
/// @param caption a guide to reading it
/// @param columns the headings
/// @param rows the rows, each with as many fields as columns; the first field names the row
public record Table(
    String id, String title, String caption, List<String> columns, List<List<String>> rows) {
  /// Checks the number of fields.
  public Table {
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row of table '%s' must have %d fields, but has %d"
                .formatted(id, columns.size(), row.size()));
      }
    }
  }
}
