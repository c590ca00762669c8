package org.evenkeel.paper.games;

import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Table;

/// The sentences, ids and tables of a report that belong to one protocol alone.
public interface GamePage {
  /// Returns the size of a study in a sentence.
  String size(GameStudy study);

  /// The names used in a report.
  ///
  /// @param scores the id of the section on scores
  /// @param scoresTable the id of its table
  /// @param scoresFigure the ids of its figures, up to the game
  /// @param valuesTable the id of the table of values
  /// @param scoreTitle the title of a figure of scores, without the game
  /// @param scoreAxis the label of the vertical axis of such a figure
  record Names(
      String scores,
      String scoresTable,
      String scoresFigure,
      String valuesTable,
      String scoreTitle,
      String scoreAxis) {}

  /// Returns the names used in this report.
  Names names();

  /// Returns the text on the training and scoring of runs.
  String scoresText(GameResults results);

  /// Returns the table of scores, with the id given by [#names].
  Table scoresTable(GameResults results);

  /// Returns the text on the measurement of values.
  String valuesText();

  /// Returns the claims on stability that the paper makes about single games.
  default List<Claim> claimsOnGames(GameResults results) {
    return List.of();
  }

  /// Returns the text on the players that learn nothing. It completes the question whether every run scores higher than
  /// they do, and describes how they play.
  String playersText(List<String> games);

  /// Returns the text on the meaning of 0 and 1 among normalized scores.
  String normalizationText();
}
