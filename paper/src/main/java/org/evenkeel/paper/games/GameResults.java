package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.Trial;

/// All that a study has measured so far; any part of it may be missing.
public class GameResults {
  private final Plan plan;
  private final List<Contender> contenders;
  private final Map<String, Map<Contender, Runs>> runs = new LinkedHashMap<>();
  private final Map<String, Map<String, double[]>> results;

  /// @param firstSeed the seed of the first run; the next has the next
  /// @param results the columns of each finished trial by its name
  public GameResults(Plan plan, long firstSeed, Map<String, Map<String, double[]>> results) {
    this.plan = plan;
    this.results = results;
    contenders = plan.contenders();
    for (String game : plan.games()) {
      Map<Contender, Runs> ofGame = new LinkedHashMap<>();
      for (Contender contender : contenders) {
        List<Runs.Run> finished = new ArrayList<>();
        boolean planned = plan.contenders(game).contains(contender);
        for (long i = 0; planned && i < plan.seeds(); i++) {
          long seed = firstSeed + i;
          Map<String, double[]> columns = results.get(plan.trial(game, contender, seed).name());
          if (columns != null) {
            finished.add(new Runs.Run(seed, columns));
          }
        }
        ofGame.put(contender, new Runs(game, contender, finished, plan.last(), plan.perStep()));
      }
      runs.put(game, ofGame);
    }
  }

  /// The games.
  public List<String> games() {
    return plan.games();
  }

  /// The algorithms.
  public List<Contender> contenders() {
    return contenders;
  }

  /// The contenders of a kind.
  public List<Contender> contenders(Predicate<Contender> kind) {
    return contenders.stream().filter(kind).toList();
  }

  /// The contenders of a game.
  public List<Contender> contenders(String game) {
    return contenders(contender -> planned(game, contender));
  }

  /// DQN and Averaged-DQN, K growing.
  public List<Contender> ladder() {
    return contenders(c -> c.isDqn() || c.isAveraged());
  }

  /// Whether an algorithm is to be trained on a game at all.
  public boolean planned(String game, Contender contender) {
    return plan.contenders(game).contains(contender);
  }

  /// Runs of each algorithm that were asked for.
  public int seeds() {
    return plan.seeds();
  }

  /// The finished runs of an algorithm in a game.
  public Runs runs(String game, Contender contender) {
    Runs found = runs.getOrDefault(game, Map.of()).get(contender);
    if (found == null) {
      throw new IllegalArgumentException("not in this study: " + game + ", " + contender);
    }
    return found;
  }

  /// How many finished runs the algorithms of a game have: `3`, or `2 to 3` where some are missing.
  public String counted(String game) {
    int[] counts =
        contenders(game).stream().mapToInt(c -> runs(game, c).runs().size()).sorted().toArray();
    int least = counts[0];
    int most = counts[counts.length - 1];
    return least == most ? String.valueOf(most) : least + " to " + most;
  }

  /// How many runs there are of each algorithm in each game: `3`, or `0 to 3 (of 30)`.
  public String counted() {
    int[] counts =
        games().stream()
            .flatMap(game -> contenders(game).stream().map(c -> runs(game, c)))
            .mapToInt(found -> found.runs().size())
            .sorted()
            .toArray();
    if (counts.length == 0 || counts[0] == seeds()) {
      return String.valueOf(seeds());
    }
    return "%d to %d (of %d)".formatted(counts[0], counts[counts.length - 1], seeds());
  }

  /// The ids of a table and of a figure of each game.
  ///
  /// @param figure what stands before the game in the figure's id
  public List<String> evidence(String table, String figure) {
    List<String> evidence = new ArrayList<>(List.of(table));
    games().forEach(game -> evidence.add(figure + GameWords.id(game)));
    return evidence;
  }

  /// Rows of a table: each algorithm of each game, how many runs it has, and what is known of them.
  public List<List<String>> rows(Function<Runs, List<String>> cells) {
    List<List<String>> rows = new ArrayList<>();
    for (String game : games()) {
      for (Contender contender : contenders(game)) {
        Runs found = runs(game, contender);
        List<String> row = new ArrayList<>();
        row.add(GameWords.title(game));
        row.add(contender.label());
        row.add(String.valueOf(found.runs().size()));
        row.addAll(cells.apply(found));
        rows.add(row);
      }
    }
    return rows;
  }

  /// A column of a trial that is no run of an algorithm, such as that of a player that learns nothing.
  protected Optional<Sample> sample(Trial trial, String column) {
    double[] values = results.getOrDefault(trial.name(), Map.of()).get(column);
    return Optional.ofNullable(values).map(Sample::of);
  }
}
