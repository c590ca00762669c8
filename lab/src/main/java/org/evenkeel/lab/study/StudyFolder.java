package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.compare.RunsReport;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.run.Provenance;
import org.evenkeel.lab.run.RunDirectory;

/// A user's study on disk.
///
/// - `study.yaml`: the study as last requested; earlier versions are `study-before-1.yaml` and so on
/// - `trials/ENVIRONMENT/GROUP/seedN`: each run, a folder like those of `evenkeel train`, with its result next to it
/// - `looks.csv`: a count of the looks at the results
/// - `report.html` and its files
///
/// A study may grow by seeds, environments, algorithms and values. Runs with different settings are an error and stay
/// unchanged; runs that are no longer requested stay unchanged too.
public final class StudyFolder {
  /// The file with the text of the study.
  public static final String FILE = "study.yaml";

  private static final String TRIALS = "trials";

  private final Path folder;
  private final StudyFile.Read study;
  private final List<RunTrial> trials;

  private StudyFolder(Path folder, StudyFile.Read study) {
    this.folder = folder;
    this.study = study;
    List<RunTrial> all = new ArrayList<>();
    // Seed by seed, so that a stopped study has some runs of each combination.
    for (long seed : study.design().seeds()) {
      study.cells().forEach(cell -> all.add(cell.trial(seed)));
    }
    trials = List.copyOf(all);
  }

  /// Prepares a study in a folder that is new, empty, or contains this study. Nothing is written.
  ///
  /// @throws IllegalArgumentException if the folder contains something else, or runs with other settings
  public static StudyFolder prepare(Path folder, Study study) throws IOException {
    return prepare(folder, new StudyFile.Read(StudyFile.write(study), study, Cell.of(study)));
  }

  /// Prepares a study that was read from a file. Its text is kept, including comments.
  public static StudyFolder prepare(Path folder, StudyFile.Read study) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("'" + folder + "' is a file: choose another with --out");
    }
    if (Files.isDirectory(folder) && !is(folder)) {
      try (Stream<Path> entries = Files.list(folder)) {
        if (entries.anyMatch(e -> !e.endsWith(FolderLock.NAME))) {
          throw new IllegalArgumentException(
              "'" + folder + "' is not empty and is not a study folder: choose another with --out");
        }
      }
    }
    StudyFolder prepared = new StudyFolder(folder, study);
    prepared.requireSameSettings();
    return prepared;
  }

  /// Opens the study in a folder.
  ///
  /// @throws IllegalArgumentException if there is none
  public static StudyFolder open(Path folder) throws IOException {
    if (!is(folder)) {
      throw new IllegalArgumentException(
          "there is no study in '%s': it has no %s".formatted(folder, FILE));
    }
    return new StudyFolder(folder, StudyFile.read(folder.resolve(FILE)));
  }

  /// Returns whether a folder contains a study.
  public static boolean is(Path folder) {
    return Files.isRegularFile(folder.resolve(FILE)) && Files.isDirectory(folder);
  }

  private void requireSameSettings() throws IOException {
    for (RunTrial trial : trials) {
      Path run = run(trial);
      if (RunDirectory.isRun(run)) {
        RunConfig there = RunDirectory.config(run);
        if (!there.withClasspath(List.of()).equals(trial.config().withClasspath(List.of()))) {
          throw new IllegalArgumentException(
              "'%s' was run with other settings: %s; restore the old value, or choose another folder with --out"
                  .formatted(
                      run, Differences.thereAndAsked(Differences.between(there, trial.config()))));
        }
      }
    }
  }

  /// Locks the folder, and creates it if necessary.
  public FolderLock take() throws IOException {
    return FolderLock.make(folder, "study");
  }

  /// Writes the text of the study to the folder.
  public void noteStarted() throws IOException {
    Path file = folder.resolve(FILE);
    if (Files.exists(file)) {
      if (ConfigYaml.text(file).equals(study.text())) {
        return;
      }
      var _ = Aside.move(file);
    }
    AtomicFile.write(file, out -> out.write(study.text().getBytes(UTF_8)));
  }

  /// Returns a runner for its trials.
  public TrialRunner runner(int threads, StudyObserver observer) {
    return new TrialRunner(folder.resolve(TRIALS), threads, observer);
  }

  /// Returns the recipe with which another machine creates a trial of this study.
  public static TrialRecipe recipe(Trial trial) {
    return RunRecipe.of((RunTrial) trial);
  }

  /// Returns the study.
  public Study design() {
    return study.design();
  }

  /// Returns its combinations.
  public List<Cell> cells() {
    return study.cells();
  }

  /// Returns its runs, seed by seed.
  public List<RunTrial> trials() {
    return trials;
  }

  /// Returns the folder of a run.
  public Path run(RunTrial trial) {
    return folder.resolve(TRIALS).resolve(trial.folderName());
  }

  /// Returns the folder of the study.
  public Path folder() {
    return folder;
  }

  /// Returns the runs in the folder that are no longer part of the study.
  public List<Path> others() throws IOException {
    Path below = folder.resolve(TRIALS);
    if (!Files.isDirectory(below)) {
      return List.of();
    }
    Set<Path> ours = new HashSet<>(trials.stream().map(this::run).toList());
    // A search confirms its result with seeds that are not in the file.
    boolean confirms = design().search() != null;
    Set<Path> groups = new HashSet<>();
    study.cells().forEach(cell -> groups.add(folder.resolve(TRIALS).resolve(cell.folder())));
    return RunsReport.find(below).stream()
        .filter(run -> !ours.contains(run) && !(confirms && groups.contains(run.getParent())))
        .toList();
  }

  /// The outcome of a study.
  ///
  /// @param complete whether everything was run
  /// @param trials the trials of the study; for a search, those of the rounds so far
  /// @param results the trials that have ended
  /// @param compared the runs on which the comparison on the page is based
  /// @param search the section of the page about a search; none if there was no search
  public record Outcome(
      boolean complete,
      List<RunTrial> trials,
      StudyResults results,
      List<RunTrial> compared,
      List<Section> search) {}

  /// Runs the missing trials.
  public Outcome run(TrialRunner engine) throws IOException, InterruptedException {
    return outcome(engine::run);
  }

  private Outcome outcome(Searched.Engine engine) throws IOException, InterruptedException {
    Search search = design().search();
    if (search == null) {
      StudyResults results = engine.of(trials);
      return new Outcome(results.size() == trials.size(), trials, results, trials, List.of());
    }
    Searched searched = Searched.run(design(), search, study.cells(), engine);
    return new Outcome(
        searched.complete(),
        searched.trials(),
        searched.results(),
        searched.confirming(),
        List.of(new SearchSection(design(), search, searched).section()));
  }

  /// Writes the page, and counts it as a look at the results.
  ///
  /// @param command the command that reproduces the page
  /// @param warnings the receiver of a sentence about everything that is left out
  public Path writeReport(Outcome outcome, String command, Consumer<String> warnings)
      throws IOException {
    Looks looks = Looks.read(folder).at(outcome.results.finished().size());
    Path page = ReportFolder.write(folder, report(outcome, looks, command, warnings));
    looks.write(folder);
    return page;
  }

  /// Returns the page without writing it or counting a look.
  Report report(Outcome outcome, Looks looks, String command, Consumer<String> warnings)
      throws IOException {
    List<Path> runs = runs(outcome);
    FailedTrials failed = new FailedTrials(outcome.trials, outcome.results);
    List<Section> sections = new ArrayList<>();
    // The learning curves belong next to the answer, so that a figure comes first.
    List<Figure> curves = new ArrayList<>();
    List<Section> details = new ArrayList<>();
    for (Section section : RunsReport.sections(runs, warnings)) {
      Map<Boolean, List<Figure>> parted =
          section.figures().stream()
              .collect(Collectors.partitioningBy(f -> f.id().endsWith(RunsReport.RETURN_FIGURE)));
      curves.addAll(parted.getOrDefault(true, List.of()));
      details.add(section.withFigures(parted.getOrDefault(false, List.of())));
    }
    sections.add(answer(RunsReport.answers(runs, warnings), curves, looks, failed));
    sections.addAll(outcome.search);
    sections.addAll(details);
    sections.addAll(failed.sections());
    Map<String, String> provenance = new LinkedHashMap<>();
    Provenance.facts().forEach((name, value) -> provenance.put(name, value.toString()));
    return new Report(design().title(), lead(), command, provenance, sections);
  }

  private List<Path> runs(Outcome outcome) {
    return outcome.compared.stream().map(this::run).filter(RunDirectory::isRun).toList();
  }

  private Section answer(
      List<String> answers, List<Figure> curves, Looks looks, FailedTrials failed)
      throws IOException {
    List<String> paragraphs = new ArrayList<>();
    if (!design().question().isEmpty()) {
      paragraphs.add("Question: " + design().question());
    }
    paragraphs.addAll(
        answers.isEmpty()
            ? List.of("There is only one combination, so nothing is compared.")
            : answers);
    paragraphs.add(
        "Returns are those of the last evaluation, with mean and standard deviation over runs. The 95 % interval of a"
            + " difference is Welch's; p-values are two-sided and corrected by Holm for the number of groups that the best"
            + " is compared with. "
            + (design().search() == null
                ? "The best was chosen by these same runs, so its mean is slightly too high; runs with new seeds would"
                    + " give an unbiased one."
                : "The compared runs have seeds that the search did not use."));
    paragraphs.add(looks.sentence());
    if (!failed.sentence().isEmpty()) {
      paragraphs.add(failed.sentence());
    }
    int others = others().size();
    if (others > 0) {
      paragraphs.add(
          "%s runs in the folder are no longer part of the study and are not on this page."
              .formatted(others));
    }
    return new Section(
        "answer", "Answer", String.join("\n\n", paragraphs), List.of(), curves, List.of());
  }

  /// Returns sentences that say which combination is best.
  public List<String> answers(Outcome outcome, Consumer<String> warnings) throws IOException {
    return RunsReport.answers(runs(outcome), warnings);
  }

  /// Returns a sentence on how often the results were looked at.
  public String looks() throws IOException {
    return Looks.read(folder).sentence();
  }

  private String lead() {
    Study d = design();
    Search search = d.search();
    String what =
        search == null
            ? Counted.of(study.cells().size(), "combination")
                + " of environment, algorithm and settings"
            : "A search over "
                + Counted.of(search.configurations(), "configuration")
                + " for each environment and algorithm";
    return "%s, on %s, with %s."
        .formatted(what, String.join(", ", d.environments()), Counted.of(d.seeds().size(), "seed"));
  }
}
