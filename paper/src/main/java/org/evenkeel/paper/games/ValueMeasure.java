package org.evenkeel.paper.games;

/// One way to measure the value estimates of a run.
///
/// @param column the column of a trial that has it
/// @param header its name above a column of a table
/// @param figure its word in the ids of figures; empty if it has none
/// @param title the title of its figures, after the game
public record ValueMeasure(String column, String header, String figure, String title) {
  /// One that stands in the table alone.
  public static ValueMeasure inTable(String column, String header) {
    return new ValueMeasure(column, header, "", "");
  }

  boolean hasFigure() {
    return !figure.isEmpty();
  }
}
