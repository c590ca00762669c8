package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrialResult;

/// The results of a study so far. Any part may be missing.
public final class GameResults {
  private final GameStudy study;
  private final List<Contender> contenders;
  private final Map<String, Map<Contender, Runs>> runs = new LinkedHashMap<>();
  private final Map<String, Map<String, double[]>> results;

  /// @param firstSeed the seed of the first run; later runs use the following seeds
  /// @param results the trials that have ended
  GameResults(GameStudy study, long firstSeed, StudyResults results) {
    this.study = study;
    this.results = results.finished();
    contenders = study.contenders();
    GameProtocol protocol = study.protocol();
    double perStep = protocol.clock().axisPerStep();
    for (String game : study.games()) {
      Map<Contender, Runs> ofGame = new LinkedHashMap<>();
      for (Contender contender : contenders) {
        List<Runs.Run> finished = new ArrayList<>();
        int planned = study.contenders(game).contains(contender) ? study.seeds() : 0;
        long end = firstSeed + planned;
        for (long seed = firstSeed; seed < end; seed++) {
          switch (results.all().get(study.trial(game, contender, seed).name())) {
            case TrialResult.Finished f -> finished.add(new Runs.Run(seed, f.columns()));
            case TrialResult.Failed _ -> planned--; // it will never have a result
            case null -> {}
          }
        }
        ofGame.put(
            contender,
            new Runs(game, contender, finished, planned, protocol.lastEvaluations(), perStep));
      }
      runs.put(game, ofGame);
    }
  }

  /// Returns the study.
  public GameStudy study() {
    return study;
  }

  /// Returns the rules by which it was trained and measured.
  GameProtocol protocol() {
    return study.protocol();
  }

  /// Returns the parts of the report that belong to this protocol alone.
  GamePage page() {
    return protocol().page();
  }

  /// Returns an id of the report.
  String id(String word) {
    return protocol().name() + "-" + word;
  }

  /// Returns the title of a section.
  String titled(String title) {
    return protocol().title() + ": " + title;
  }

  /// Returns the paper's claims, tested on these games.
  PaperClaims claims() {
    String said = protocol().isFromThePaper() ? "" : ", about Atari games";
    return new PaperClaims(this, protocol().name(), said);
  }

  /// Returns a short description of a run's score, to start a sentence.
  String score() {
    int last = protocol().lastEvaluations();
    return last == 1
        ? "Score in the evaluation at the end of each run"
        : "Mean return of the last " + last + " evaluations";
  }

  /// Returns the games.
  public List<String> games() {
    return study.games();
  }

  /// Returns the algorithms.
  public List<Contender> contenders() {
    return contenders;
  }

  /// Returns the algorithms of a kind.
  public List<Contender> contenders(Predicate<Contender> kind) {
    return contenders.stream().filter(kind).toList();
  }

  /// Returns the algorithms of a game.
  public List<Contender> contenders(String game) {
    return contenders(contender -> planned(game, contender));
  }

  /// Returns DQN and Averaged-DQN with increasing K.
  public List<Contender> ladder() {
    return contenders(c -> c.isDqn() || c.isAveraged());
  }

  /// Returns whether an algorithm is to be trained on a game at all.
  public boolean planned(String game, Contender contender) {
    return study.contenders(game).contains(contender);
  }

  /// Returns the number of runs requested for each algorithm.
  public int seeds() {
    return study.seeds();
  }

  /// Returns the finished runs of an algorithm in a game.
  public Runs runs(String game, Contender contender) {
    Runs found = runs.getOrDefault(game, Map.of()).get(contender);
    if (found == null) {
      throw new IllegalArgumentException("not in this study: " + game + ", " + contender);
    }
    return found;
  }

  /// Returns the number of finished runs that each algorithm of a game has: `3`, or `2 to 3` if some are missing.
  public String counted(String game) {
    int[] counts =
        contenders(game).stream().mapToInt(c -> runs(game, c).runs().size()).sorted().toArray();
    int least = counts[0];
    int most = counts[counts.length - 1];
    return least == most ? String.valueOf(most) : least + " to " + most;
  }

  /// Returns the number of finished runs that each algorithm has in each game: `3`, or `0 to 3 (of 30)`.
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

  /// Returns the ids of a table and of one figure for each game.
  ///
  /// @param figure the figure's id up to the game
  public List<String> evidence(String table, String figure) {
    List<String> evidence = new ArrayList<>(List.of(table));
    games().forEach(game -> evidence.add(figure + GameWords.id(game)));
    return evidence;
  }

  /// Returns the rows of a table: each algorithm of each game, its number of runs, and further cells.
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

  /// Returns the returns of a player that learns nothing.
  public Optional<Sample> baseline(String game, String player) {
    String trial = protocol().baseline(game, player).name();
    double[] returns = results.getOrDefault(trial, Map.of()).get(BaselineTrial.RETURN);
    return Optional.ofNullable(returns).map(Sample::of);
  }
}
