package org.evenkeel.lab.report;

import java.util.List;

/// A part of a report.
///
/// @param id a short and stable name, lower case with hyphens: `#section-ID` in the page
/// @param title its heading
/// @param text a description, in paragraphs separated by empty lines
/// @param claims its claims, with their evidence
/// @param figures its figures
/// @param tables its tables
/// @param pictures its animated pictures
public record Section(
    String id,
    String title,
    String text,
    List<Claim> claims,
    List<Figure> figures,
    List<Table> tables,
    List<Picture> pictures) {
  /// Creates a section without pictures.
  public Section(
      String id,
      String title,
      String text,
      List<Claim> claims,
      List<Figure> figures,
      List<Table> tables) {
    this(id, title, text, claims, figures, tables, List.of());
  }

  /// Returns a copy with other figures.
  public Section withFigures(List<Figure> others) {
    return new Section(id, title, text, claims, others, tables, pictures);
  }
}
