package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;

/// A study of games: its games, algorithms and sizes.
///
/// @param protocol the rules by which the games are trained and measured
/// @param games the words of the games, in alphabetical order
/// @param ks the numbers of averaged networks, increasing; 1 is DQN
/// @param seeds the number of trials of each algorithm in each game
/// @param length the length of each trial, in units of the protocol's clock
/// @param others further algorithms, in the order of [Choices#OTHERS]
/// @param gaps whether combinations that the paper left out are left out ([GameProtocol#inPaper])
public record GameStudy(
    GameProtocol protocol,
    List<String> games,
    List<Integer> ks,
    int seeds,
    long length,
    List<String> others,
    boolean gaps) {
  /// The name of the option for games. Every protocol has this option and the following ones.
  static final String GAMES = "games";

  static final String KS = "k";
  static final String SEEDS = "seeds";
  static final String OTHERS = "others";

  /// Checks every component and sorts games and numbers.
  public GameStudy {
    if (games.isEmpty()) {
      throw new IllegalArgumentException("at least one game is required, for example breakout");
    }
    games.forEach(protocol::requireGame);
    Choices.once(games);
    ks = Choices.ks(ks);
    Choices.seeds(seeds);
    protocol.requireLength(length);
    games = games.stream().sorted().toList();
    others = Choices.others(others);
  }

  /// Returns a copy with other games.
  public GameStudy games(List<String> wanted) {
    return new GameStudy(protocol, wanted, ks, seeds, length, others, gaps);
  }

  /// Returns a copy with other numbers of averaged networks, in every game.
  public GameStudy ks(List<Integer> wanted) {
    return new GameStudy(protocol, games, wanted, seeds, length, others, false);
  }

  /// Returns a copy with another number of trials.
  public GameStudy seeds(int wanted) {
    return new GameStudy(protocol, games, ks, wanted, length, others, gaps);
  }

  /// Returns a copy with trials of another length.
  public GameStudy length(long wanted) {
    return new GameStudy(protocol, games, ks, seeds, wanted, others, gaps);
  }

  /// Returns a copy with these further algorithms in every game; `none` means none.
  public GameStudy others(List<String> wanted) {
    return new GameStudy(protocol, games, ks, seeds, length, Choices.othersNamed(wanted), false);
  }

  /// Returns the names of all options, in the order in which they are typed.
  public List<String> allOptions() {
    return List.of(GAMES, KS, SEEDS, protocol.clock().units(), OTHERS);
  }

  /// Returns the names of the options that reproduce this study. Naming algorithms selects them in every game, so a study
  /// with gaps does not name them.
  public List<String> options() {
    return allOptions().stream()
        .filter(name -> !gaps || !(name.equals(KS) || name.equals(OTHERS)))
        .toList();
  }

  /// Returns the text of an option.
  ///
  /// @throws IllegalArgumentException if there is no such option
  public String option(String name) {
    return switch (known(name)) {
      case GAMES -> Choices.joined(games);
      case KS -> Choices.joined(ks);
      case SEEDS -> String.valueOf(seeds);
      case OTHERS -> Choices.othersTyped(others);
      default -> String.valueOf(length);
    };
  }

  private String known(String name) {
    if (!allOptions().contains(name)) {
      throw new IllegalArgumentException(
          "unknown option '%s' of %s: choose one of %s"
              .formatted(name, protocol.title(), String.join(", ", allOptions())));
    }
    return name;
  }

  /// Returns the reason why another study cannot share a folder with this one, as the end of a sentence that starts
  /// with the folder's name; empty if it can.
  public Optional<String> conflict(GameStudy wanted, Scale scale) {
    if (length != wanted.length) {
      return Optional.of(
          "was started with %d %s of %s; you asked for %d"
              .formatted(length, protocol.clock().units(), protocol.title(), wanted.length));
    }
    // The union of the studies would add months of runs that neither requests: the combinations
    // that the paper leaves out.
    return scale == Scale.PAPER && gaps != wanted.gaps
        ? Optional.of(
            "was started %s --k or --others; you asked for %s %s them"
                .formatted(
                    gaps ? "without" : "with", protocol.title(), wanted.gaps ? "without" : "with"))
        : Optional.empty();
  }

  /// Returns the union of two studies.
  ///
  /// @throws IllegalArgumentException if the protocols or the lengths differ
  public GameStudy and(GameStudy other) {
    if (!protocol.equals(other.protocol) || length != other.length) {
      throw new IllegalArgumentException(
          "studies must have the same protocol and length to be joined, were %s with %d and %s with %d"
              .formatted(protocol.title(), length, other.protocol.title(), other.length));
    }
    return new GameStudy(
        protocol,
        Choices.both(games, other.games),
        Choices.bothGrowing(ks, other.ks),
        Math.max(seeds, other.seeds),
        length,
        Choices.both(others, other.others),
        gaps && other.gaps);
  }

  /// Returns the size of the study in a sentence.
  public String sentence() {
    return protocol.page().size(this);
  }

  /// Returns the algorithms trained on a game.
  public List<Contender> contenders(String game) {
    return Contender.all(ks, others).stream()
        .filter(contender -> !gaps || protocol.inPaper(game, contender))
        .toList();
  }

  /// Returns the algorithms of all games: DQN and Averaged-DQN with increasing K first, then the others.
  public List<Contender> contenders() {
    return games.stream()
        .flatMap(game -> contenders(game).stream())
        .distinct()
        .sorted(Comparator.comparingInt(GameStudy::order))
        .toList();
  }

  private static int order(Contender contender) {
    int others = contender.isDouble() ? 1 : contender.isEnsemble() ? 2 : 0;
    return 1_000 * others + contender.k();
  }

  /// Returns one of the runs.
  GameTrial trial(String game, Contender contender, long seed) {
    return new GameTrial(
        protocol,
        game,
        protocol.environment(game),
        protocol.training(game, contender.algorithm(), length),
        seed);
  }

  /// Returns all runs, ordered by seed, so that a study that is stopped has some runs of each algorithm. Within a seed
  /// the longest come first, so that no core is left waiting for a long run at the end.
  ///
  /// @param first the seed of the first run of each algorithm; later runs use the following seeds
  List<Trial> trials(long first) {
    List<Trial> trials = new ArrayList<>();
    for (long seed = first; seed < first + seeds; seed++) {
      List<Trial> ofSeed = new ArrayList<>();
      for (Contender contender : contenders()) {
        for (String game : games) {
          if (contenders(game).contains(contender)) {
            ofSeed.add(trial(game, contender, seed));
          }
        }
      }
      ofSeed.sort(Comparator.comparingDouble(Trial::work).reversed());
      trials.addAll(ofSeed);
    }
    return trials;
  }
}
