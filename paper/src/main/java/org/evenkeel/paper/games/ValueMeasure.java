package org.evenkeel.paper.games;

/// A way to measure the value estimates of a run.
///
/// @param column the column of a trial that holds it
/// @param header its column heading in tables
/// @param figure its word in the ids of figures; empty if it has none
/// @param title the title of its figures, without the game
public record ValueMeasure(String column, String header, String figure, String title) {
  /// Returns a measure that is shown in the table only.
  public static ValueMeasure inTable(String column, String header) {
    return new ValueMeasure(column, header, "", "");
  }

  boolean hasFigure() {
    return !figure.isEmpty();
  }
}
