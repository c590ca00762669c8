package org.evenkeel.lab.minatar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.Numbers;

/// Whether anything was learned: each run against players that learn nothing. The question is ours, not the
/// paper's.
record LearningSection(Results results) {
  private static final String TABLE = "minatar-learning-table";
  private static final int USUAL_K = 10;

  Section section() {
    return new Section(
        "minatar-learning",
        "MinAtar: every run against players that learn nothing",
        """
        Asked here, not by the paper: does every run of %s end above a random player and above a script of a few rules? Both play %d episodes of the same game (Freeway %d), at most 10,000 steps each.

        The script reads the observation and nothing else. %s\
        """
            .formatted(
                judgedLabels(),
                new BaselineTrial(Game.BREAKOUT, Player.RANDOM).episodes(),
                new BaselineTrial(Game.FREEWAY, Player.RANDOM).episodes(),
                scripts()),
        results.games().stream().map(this::claim).toList(),
        List.of(),
        List.of(table()));
  }

  private String scripts() {
    List<String> scripts = new ArrayList<>();
    for (Game game : results.games()) {
      scripts.add(Results.title(game) + ": " + Player.SCRIPTED.rules(game) + ".");
    }
    return String.join(" ", scripts);
  }

  /// K = 10, or the largest K that there is.
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

  private Claim claim(Game game) {
    List<Effect> effects = new ArrayList<>();
    for (Contender contender : judged()) {
      for (Player player : Player.values()) {
        effects.add(margin(game, contender, player));
      }
    }
    boolean below = effects.stream().anyMatch(e -> e.upper() < 0);
    boolean above = effects.stream().allMatch(e -> e.lower() > 0);
    return new Claim(
        "minatar-learns-" + Results.id(game),
        "%s: every run of %s beats the random and the scripted player"
            .formatted(Results.title(game), judgedLabels()),
        "",
        "asked here",
        "The score of the worst run minus the mean return of the player.",
        effects,
        "The intervals are 95 % Student's t of the player's mean return over its episodes; the chance in the run's own"
            + " evaluations is not in them, and about other runs than these nothing is said. Holds if all lie above 0, does not hold if one lies below 0, else undecided; runs that"
            + " are missing leave it undecided too.",
        below ? Verdict.DOES_NOT_HOLD : above && complete(game) ? Verdict.HOLDS : Verdict.UNDECIDED,
        List.of(TABLE));
  }

  /// `DQN and Averaged-DQN, K=10`.
  private String judgedLabels() {
    return String.join(" and ", judged().stream().map(Contender::label).toList());
  }

  private boolean complete(Game game) {
    List<Contender> judged = judged();
    return !judged.isEmpty()
        && judged.stream()
            .allMatch(c -> results.runs(game, c).runs().size() == results.settings().seeds());
  }

  private Effect margin(Game game, Contender contender, Player player) {
    double[] scores = results.runs(game, contender).scores();
    Optional<Sample> baseline = results.baseline(game, player);
    String name = "worst run of %s minus the %s player".formatted(contender.label(), player.word());
    if (scores.length == 0 || baseline.isEmpty()) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, scores.length);
    }
    double worst = Arrays.stream(scores).min().orElseThrow();
    Estimate player95 = baseline.get().meanWithTInterval(0.95);
    return Effect.sampled(
        name,
        worst - player95.value(),
        worst - player95.high(),
        worst - player95.low(),
        scores.length);
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (Game game : results.games()) {
      for (Player player : Player.values()) {
        String mean = results.baseline(game, player).map(s -> Numbers.brief(s.mean())).orElse("-");
        rows.add(List.of(Results.title(game), player.word() + " player", "-", mean));
      }
      for (Contender contender : judged()) {
        for (Runs.Run run : results.runs(game, contender).runs()) {
          rows.add(
              List.of(
                  Results.title(game),
                  contender.label(),
                  String.valueOf(run.seed()),
                  Numbers.brief(run.score())));
        }
      }
    }
    return new Table(
        TABLE,
        "The score of each run",
        "Mean return of the last %d of %d evaluations; of the players that learn nothing, over their episodes."
            .formatted(Runs.LAST, MinAtarTrial.EVALUATIONS),
        List.of("game", "player", "seed", "score"),
        rows);
  }
}
