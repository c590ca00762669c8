package org.evenkeel.lab.report;

import java.util.List;

/// A part of a report.
///
/// @param id short and stable, lower case with hyphens: `#section-ID` in the page
/// @param title its heading
/// @param text what was done, paragraphs separated by empty lines
/// @param claims what is claimed and what was found
/// @param figures what to look at
/// @param tables what to look up
/// @param pictures what to watch
public record Section(
    String id,
    String title,
    String text,
    List<Claim> claims,
    List<Figure> figures,
    List<Table> tables,
    List<Picture> pictures) {
  /// Without pictures.
  public Section(
      String id,
      String title,
      String text,
      List<Claim> claims,
      List<Figure> figures,
      List<Table> tables) {
    this(id, title, text, claims, figures, tables, List.of());
  }

  /// A copy with other figures.
  public Section withFigures(List<Figure> others) {
    return new Section(id, title, text, claims, others, tables, pictures);
  }
}
