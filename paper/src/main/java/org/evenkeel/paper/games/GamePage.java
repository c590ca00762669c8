package org.evenkeel.paper.games;

import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Table;

/// The sentences, ids and tables of a report that belong to one protocol alone.
public interface GamePage {
  /// How large a study is, in a sentence.
  String size(GameStudy study);

  /// Names of the report.
  ///
  /// @param scores the id of the section on scores
  /// @param scoresTable the id of its table
  /// @param scoresFigure the ids of its figures, up to the game
  /// @param valuesTable the id of the table of values
  /// @param scoreTitle the title of a figure of scores, after the game
  /// @param scoreAxis the label of the vertical axis of such a figure
  record Names(
      String scores,
      String scoresTable,
      String scoresFigure,
      String valuesTable,
      String scoreTitle,
      String scoreAxis) {}

  /// The names of this report.
  Names names();

  /// What is trained and how it is scored.
  String scoresText(GameResults results);

  /// The scores, with the id that [#names] has.
  Table scoresTable(GameResults results);

  /// How values are measured.
  String valuesText();

  /// Claims on stability that the paper makes on single games.
  default List<Claim> claimsOnGames(GameResults results) {
    return List.of();
  }

  /// The players that learn nothing: the end of the question whether every run ends above them, and how they play.
  String playersText(List<String> games);

  /// What 0 and 1 are among normalized scores.
  String normalizationText();
}
