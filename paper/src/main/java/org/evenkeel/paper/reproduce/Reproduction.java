package org.evenkeel.paper.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Experiment;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameExperiment;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.gridworld.GridworldExperiment;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.evenkeel.paper.theory.TheoryExperiment;

/// What is to be reproduced of the paper.
///
/// @param experiments their names, in the order of [#NAMES]
/// @param scale how large
/// @param trials trials of each algorithm of the Gridworld, 0 for the scale's own numbers
/// @param minatar how large MinAtar's study is; the scale's own if it is not among the experiments
/// @param atari how large Atari's study is; the scale's own if it is not among the experiments
/// @param seed the seed of the first trial
public record Reproduction(
    List<String> experiments,
    Scale scale,
    int trials,
    GameStudy minatar,
    GameStudy atari,
    long seed) {
  /// The experiments there are.
  public static final List<String> NAMES = List.of("theory", "gridworld", "minatar", "atari");

  /// What `all` means: Atari needs ROMs and, at the paper's scale, months; it is asked for by its name.
  public static final List<String> ALL_NAMES = List.of("theory", "gridworld", "minatar");

  /// Those that take seconds at the quick scale, and minutes at the paper's: what is meant where nothing is said.
  public static final List<String> USUAL = List.of("theory", "gridworld");

  private static final String ALL = "all";

  /// The one that takes a number of trials.
  private static final String WITH_TRIALS = "gridworld";

  private static final String MINATAR = "minatar";
  private static final String ATARI = "atari";
  private static final int MOST_TRIALS = 10_000;

  /// Checks every part.
  public Reproduction {
    for (String name : experiments) {
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(unknown("experiment", name, NAMES));
      }
    }
    if (experiments.isEmpty()) {
      throw new IllegalArgumentException(
          "there must be an experiment: there are " + String.join(", ", NAMES));
    }
    experiments = NAMES.stream().filter(experiments::contains).toList();
    if (trials < 0 || trials > MOST_TRIALS) {
      throw new IllegalArgumentException(
          "trials must be 1 to %d, was %d".formatted(MOST_TRIALS, trials));
    }
    if (!experiments.contains(MINATAR)) {
      minatar = new MinAtarProtocol().usual(scale);
    }
    if (!experiments.contains(ATARI)) {
      atari = new AtariProtocol().usual(scale);
    }
  }

  /// With the scale's own numbers for Atari.
  public Reproduction(
      List<String> experiments, Scale scale, int trials, GameStudy minatar, long seed) {
    this(experiments, scale, trials, minatar, new AtariProtocol().usual(scale), seed);
  }

  /// With the scale's own numbers for MinAtar and Atari.
  public Reproduction(List<String> experiments, Scale scale, int trials, long seed) {
    this(experiments, scale, trials, new MinAtarProtocol().usual(scale), seed);
  }

  /// Atari alone.
  public Reproduction(Scale scale, GameStudy atari, long seed) {
    this(List.of(ATARI), scale, 0, new MinAtarProtocol().usual(scale), atari, seed);
  }

  /// The experiments that words on the command line mean; without any, the usual ones.
  public static List<String> named(List<String> words) {
    List<String> known = new ArrayList<>(NAMES);
    known.add(ALL);
    for (String word : words) {
      if (!known.contains(word)) {
        throw new IllegalArgumentException(unknown("experiment", word, known));
      }
    }
    if (words.isEmpty()) {
      return USUAL;
    }
    List<String> named =
        NAMES.stream()
            .filter(n -> words.contains(n) || (words.contains(ALL) && ALL_NAMES.contains(n)))
            .toList();
    if (named.contains(ATARI) && named.size() > 1) {
      throw new IllegalArgumentException(
          "run atari separately from %s: it has its own --games, --k, --seeds and --others; give both commands the same --out to get one page"
              .formatted(String.join(", ", named.subList(0, named.size() - 1))));
    }
    return named;
  }

  /// Whether MinAtar is among the experiments.
  public boolean hasMinAtar() {
    return experiments.contains(MINATAR);
  }

  /// Whether Atari is among the experiments.
  public boolean hasAtari() {
    return experiments.contains(ATARI);
  }

  /// Whether a trial may take hours, and so be stopped and taken up again.
  boolean hasLongTrials() {
    return hasMinAtar() || hasAtari();
  }

  /// A scale by its word.
  public static Scale scaleNamed(String word) {
    return switch (word) {
      case "quick" -> Scale.QUICK;
      case "paper" -> Scale.PAPER;
      default ->
          throw new IllegalArgumentException(unknown("scale", word, List.of("quick", "paper")));
    };
  }

  private static String unknown(String what, String given, List<String> known) {
    String question = Nearest.question(given, known);
    return "unknown %s '%s'%s"
        .formatted(
            what, given, question.isEmpty() ? ": there are " + String.join(", ", known) : question);
  }

  /// The experiments as values.
  public List<Experiment> all() {
    return experiments.stream().map(this::experiment).toList();
  }

  private Experiment experiment(String name) {
    return switch (name) {
      case "theory" -> new TheoryExperiment(scale, seed);
      case "gridworld" -> new GridworldExperiment(scale, trials, seed);
      case MINATAR -> new GameExperiment(minatar, seed);
      case ATARI -> new GameExperiment(atari, seed);
      default -> throw new IllegalStateException(name);
    };
  }

  /// The word of the scale.
  public String scaleWord() {
    return scale.name().toLowerCase(Locale.ROOT);
  }

  /// What the scale means, for a reader.
  public String scaleSentence() {
    List<String> sentences = new ArrayList<>();
    if (!List.of(MINATAR, ATARI).containsAll(experiments)) {
      sentences.add(
          switch (scale) {
            case QUICK ->
                "This is the quick scale: a Gridworld of 10x10 cells instead of 20x20, few trials and iterations."
                    + " Verdicts may differ from those at the paper's scale, which are in docs/results.";
            case PAPER -> "This is the paper's scale.";
          });
    }
    if (hasMinAtar()) {
      sentences.add(minatar.sentence());
    }
    if (hasAtari()) {
      sentences.add(atari.sentence());
    }
    return String.join(" ", sentences);
  }

  /// What to type to have it in a folder: two commands if Atari is not alone.
  public String command(Path folder) {
    List<String> commands = new ArrayList<>();
    List<String> others = experiments.stream().filter(name -> !name.equals(ATARI)).toList();
    if (!others.isEmpty()) {
      String what =
          others.equals(ALL_NAMES)
              ? " " + ALL
              : others.equals(USUAL) ? "" : " " + String.join(" ", others);
      commands.add(
          typed(what, (trials == 0 ? "" : " --trials " + trials) + minatar.flags(scale), folder));
    }
    if (hasAtari()) {
      commands.add(typed(" " + ATARI, atari.flags(scale), folder));
    }
    return String.join(" && ", commands);
  }

  private String typed(String what, String flags, Path folder) {
    return Shell.command("reproduce")
        + what
        + " --scale "
        + scaleWord()
        + flags
        + " --seed "
        + seed
        + " --out "
        + Shell.quote(folder.toString());
  }

  /// The same with the experiments of another one too.
  Reproduction and(Reproduction other) {
    List<String> both = new ArrayList<>(experiments);
    both.addAll(other.experiments);
    GameStudy games =
        !hasMinAtar() ? other.minatar : other.hasMinAtar() ? minatar.and(other.minatar) : minatar;
    GameStudy roms = !hasAtari() ? other.atari : other.hasAtari() ? atari.and(other.atari) : atari;
    return new Reproduction(both, scale, trialsBeside(other), games, roms, seed);
  }

  /// Asking for the theory must not compute more of the Gridworld, and asking for the scale's own number must
  /// not take trials out of the page.
  private int trialsBeside(Reproduction other) {
    if (!experiments.contains(WITH_TRIALS)) {
      return other.trials;
    }
    int usual = new GridworldExperiment(scale, 0, seed).mostTrials();
    return trials == 0 && other.trials > usual ? other.trials : trials;
  }
}
