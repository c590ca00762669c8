package org.evenkeel.paper.games;

import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Table;

/// The sentences, ids and tables of a report that belong to one protocol alone.
public interface GamePage {
  /// How large a study is, in a sentence.
  String size(GameStudy study);

  /// What the section on scores is called and shows.
  ///
  /// @param section its id
  /// @param table the id of its table
  /// @param figure the ids of its figures, up to the game
  /// @param title the title of a figure, after the game
  /// @param axis the label of the vertical axis
  record ScoreNames(String section, String table, String figure, String title, String axis) {}

  /// The names of the section on scores.
  ScoreNames scores();

  /// What is trained and how it is scored.
  String scoresText(GameResults results);

  /// The scores, with the id that [#scores] has.
  Table scoresTable(GameResults results);

  /// The score of a run in a few words, at the beginning of a sentence.
  String score();

  /// How values are measured.
  String valuesText();

  /// The id of the table of values.
  String valuesTable();

  /// What follows the place in the paper of a claim on its games, if the games here are others.
  default String said() {
    return "";
  }

  /// What follows the place in the paper of what it says of DQN in other games.
  default String askedOfDqn() {
    return "";
  }

  /// What follows the place in the paper of what it says of Ensemble-DQN in another world.
  String askedOfEnsembles();

  /// Whether single runs are shown beside the mean of all (figure 8).
  default boolean showsSingleRuns() {
    return false;
  }

  /// Claims on stability that the paper makes on single games.
  default List<Claim> claimsOnGames(GameResults results) {
    return List.of();
  }

  /// The players that learn nothing: the end of the question whether every run ends above them, and how they play.
  String playersText(List<String> games);

  /// What 0 and 1 are among normalized scores.
  String normalizationText();
}
