package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;

/// Compares each run with players that learn nothing, to see whether anything was learned. The question is ours, not the
/// paper's.
///
/// @param results the results of the study
/// @param prefix the study's word, which starts the ids
/// @param players the words of the players
/// @param baseline the returns of a player in a game, by game and player
record Learning(
    GameResults results,
    String prefix,
    List<String> players,
    BiFunction<String, String, Optional<Sample>> baseline) {
  private static final int USUAL_K = 10;

  /// Returns Averaged-DQN with K = 10, or with the largest K if there is no 10.
  private Optional<Contender> averaged() {
    List<Contender> all = results.contenders(Contender::isAveraged);
    return all.stream()
        .filter(c -> c.k() == USUAL_K)
        .findFirst()
        .or(() -> all.stream().max(Comparator.comparingInt(Contender::k)));
  }

  private List<Contender> judged() {
    List<Contender> judged = new ArrayList<>(results.contenders(Contender::isDqn));
    averaged().ifPresent(judged::add);
    return judged;
  }

  /// Returns the claim that every run of a game beats each player.
  Claim claim(String game) {
    List<Finding> margins = new ArrayList<>();
    for (Contender contender : judged()) {
      for (String player : players) {
        margins.add(Finding.above(margin(game, contender, player), 0, planned(game, contender)));
      }
    }
    return Claim.of(
            prefix + "-learns-" + GameWords.id(game),
            "%s: every run of %s beats the %s player"
                .formatted(
                    GameWords.title(game), judgedLabels(), String.join(" and the ", players)),
            Standing.OWN_QUESTION)
        .said("", "Our own question")
        .measured("The score of the worst run minus the mean return of the player.")
        .judged(
            "An interval above 0 agrees; an interval below 0 contradicts. The intervals are 95 % Student's t of the player's"
                + " mean return over its episodes. They do not include the randomness of the run's own evaluations, and"
                + " they apply to these runs only.",
            Evidence.of(margins))
        .shownIn(List.of(tableId()));
  }

  private int planned(String game, Contender contender) {
    Runs runs = results.runs(game, contender);
    return runs.planned(runs.scores());
  }

  /// Returns the labels of the judged algorithms: `DQN and Averaged-DQN, K=10`.
  String judgedLabels() {
    return String.join(" and ", judged().stream().map(Contender::label).toList());
  }

  private Effect margin(String game, Contender contender, String player) {
    double[] scores = results.runs(game, contender).scores();
    Optional<Sample> returns = baseline.apply(game, player);
    String name = "worst run of %s minus the %s player".formatted(contender.label(), player);
    if (scores.length == 0 || returns.isEmpty()) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, scores.length);
    }
    double worst = Arrays.stream(scores).min().orElseThrow();
    Estimate player95 = returns.get().meanWithTInterval(0.95);
    return Effect.sampled(
        name,
        worst - player95.value(),
        worst - player95.high(),
        worst - player95.low(),
        scores.length);
  }

  private String tableId() {
    return prefix + "-learning-table";
  }

  /// Returns a table of the score of each run and of the players.
  ///
  /// @param caption the definition of a score
  Table table(String caption) {
    List<List<String>> rows = new ArrayList<>();
    for (String game : results.games()) {
      for (String player : players) {
        String mean = baseline.apply(game, player).map(s -> Numbers.brief(s.mean())).orElse("-");
        rows.add(List.of(GameWords.title(game), player + " player", "-", mean));
      }
      for (Contender contender : judged()) {
        for (Runs.Run run : results.runs(game, contender).runs()) {
          rows.add(
              List.of(
                  GameWords.title(game),
                  contender.label(),
                  String.valueOf(run.seed()),
                  Numbers.brief(results.runs(game, contender).score(run))));
        }
      }
    }
    return new Table(
        tableId(), "Score of each run", caption, List.of("game", "player", "seed", "score"), rows);
  }
}
