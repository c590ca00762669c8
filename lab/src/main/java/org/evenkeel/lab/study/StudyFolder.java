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
/// - `study.yaml`: the study, as it was asked for last; earlier texts are `study-before-1.yaml` and so on
/// - `trials/ENVIRONMENT/GROUP/seedN`: each run, a folder like those of `evenkeel train`, and beside it its result
/// - `looks.csv`: how often the results were looked at
/// - `report.html` and what belongs to it
///
/// A study may grow: more seeds, environments, algorithms, values. What was run with other settings is refused and left
/// alone; what is no longer asked for is left alone.
public final class StudyFolder {
  /// The study's own text.
  public static final String FILE = "study.yaml";

  private static final String TRIALS = "trials";

  private final Path folder;
  private final StudyFile.Read study;
  private final List<RunTrial> trials;

  private StudyFolder(Path folder, StudyFile.Read study) {
    this.folder = folder;
    this.study = study;
    List<RunTrial> all = new ArrayList<>();
    // Seed by seed: a study that is stopped has something of each combination.
    for (long seed : study.design().seeds()) {
      study.cells().forEach(cell -> all.add(cell.trial(seed)));
    }
    trials = List.copyOf(all);
  }

  /// A study in a folder that is new, empty, or holds this study. Nothing is written.
  ///
  /// @throws IllegalArgumentException if the folder holds something else, or runs with other settings
  public static StudyFolder prepare(Path folder, Study study) throws IOException {
    return prepare(folder, new StudyFile.Read(StudyFile.write(study), study, Cell.of(study)));
  }

  /// The same of a study that was read from a file: its text is kept, comments included.
  public static StudyFolder prepare(Path folder, StudyFile.Read study) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("'" + folder + "' is a file: choose another with --out");
    }
    if (Files.isDirectory(folder) && !is(folder)) {
      try (Stream<Path> entries = Files.list(folder)) {
        if (entries.anyMatch(e -> !e.endsWith(FolderLock.NAME))) {
          throw new IllegalArgumentException(
              "'" + folder + "' holds other things and no study: choose another with --out");
        }
      }
    }
    StudyFolder prepared = new StudyFolder(folder, study);
    prepared.requireSameSettings();
    return prepared;
  }

  /// A study that was run before, as its folder has it.
  ///
  /// @throws IllegalArgumentException if there is none
  public static StudyFolder open(Path folder) throws IOException {
    if (!is(folder)) {
      throw new IllegalArgumentException(
          "there is no study in '%s': it has no %s".formatted(folder, FILE));
    }
    return new StudyFolder(folder, StudyFile.read(folder.resolve(FILE)));
  }

  /// Whether a folder holds a study.
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
              "'%s' was run with other settings: %s; put the old value back, or choose another folder with --out"
                  .formatted(
                      run, Differences.thereAndAsked(Differences.between(there, trial.config()))));
        }
      }
    }
  }

  /// Keeps others out, and makes the folder if need be.
  public FolderLock take() throws IOException {
    return FolderLock.make(folder, "study");
  }

  /// Writes down what is asked for.
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

  /// The engine for its trials.
  public TrialRunner runner(int threads, StudyObserver observer) {
    return new TrialRunner(folder.resolve(TRIALS), threads, observer);
  }

  /// How a trial of it is made on another machine.
  public static TrialRecipe recipe(Trial trial) {
    return RunRecipe.of((RunTrial) trial);
  }

  /// What it compares.
  public Study design() {
    return study.design();
  }

  /// Its combinations.
  public List<Cell> cells() {
    return study.cells();
  }

  /// Its runs, seed by seed.
  public List<RunTrial> trials() {
    return trials;
  }

  /// Where a run has its folder.
  public Path run(RunTrial trial) {
    return folder.resolve(TRIALS).resolve(trial.folderName());
  }

  /// Where it is.
  public Path folder() {
    return folder;
  }

  /// Runs in the folder that the study does not ask for any more.
  public List<Path> others() throws IOException {
    Path below = folder.resolve(TRIALS);
    if (!Files.isDirectory(below)) {
      return List.of();
    }
    Set<Path> ours = new HashSet<>(trials.stream().map(this::run).toList());
    // A search confirms with seeds that are not in the file.
    boolean confirms = design().search() != null;
    Set<Path> groups = new HashSet<>();
    study.cells().forEach(cell -> groups.add(folder.resolve(TRIALS).resolve(cell.folder())));
    return RunsReport.find(below).stream()
        .filter(run -> !ours.contains(run) && !(confirms && groups.contains(run.getParent())))
        .toList();
  }

  /// What came out.
  ///
  /// @param complete whether everything was run
  /// @param trials what was asked for; of a search, the rounds that were
  /// @param results those that have ended
  /// @param compared the runs that the comparison on the page rests on
  /// @param search the part of the page about a search; none if there was none
  public record Outcome(
      boolean complete,
      List<RunTrial> trials,
      StudyResults results,
      List<RunTrial> compared,
      List<Section> search) {}

  /// Runs what is missing.
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

  /// Writes the page, and counts the look at it.
  ///
  /// @param command what to type to have it again
  /// @param warnings hears of what is left out
  public Path writeReport(Outcome outcome, String command, Consumer<String> warnings)
      throws IOException {
    Looks looks = Looks.read(folder).at(outcome.results.finished().size());
    Path page = ReportFolder.write(folder, report(outcome, looks, command, warnings));
    looks.write(folder);
    return page;
  }

  /// The same as a value; a look at it is not counted.
  Report report(Outcome outcome, Looks looks, String command, Consumer<String> warnings)
      throws IOException {
    List<Path> runs = runs(outcome);
    FailedTrials failed = new FailedTrials(outcome.trials, outcome.results);
    List<Section> sections = new ArrayList<>();
    // The learning curves belong beside the answer: a picture first.
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
      paragraphs.add("The question: " + design().question());
    }
    paragraphs.addAll(
        answers.isEmpty() ? List.of("There is one combination: nothing to compare.") : answers);
    paragraphs.add(
        "Returns are those of the last evaluation, mean and standard deviation over runs. A difference has its 95 %"
            + " interval by Welch; p-values are two-sided and corrected by Holm for the number of groups that the best"
            + " is compared with. "
            + (design().search() == null
                ? "The best was chosen by looking at these very runs, so its mean is a little too high: new seeds"
                    + " decide."
                : "The runs compared have seeds that the search did not use."));
    paragraphs.add(looks.sentence());
    if (!failed.sentence().isEmpty()) {
      paragraphs.add(failed.sentence());
    }
    int others = others().size();
    if (others > 0) {
      paragraphs.add(
          "%s runs in the folder are not part of the study any more and are not on this page."
              .formatted(others));
    }
    return new Section(
        "answer", "Answer", String.join("\n\n", paragraphs), List.of(), curves, List.of());
  }

  /// Which combination is best, in sentences.
  public List<String> answers(Outcome outcome, Consumer<String> warnings) throws IOException {
    return RunsReport.answers(runs(outcome), warnings);
  }

  /// How often the results were looked at, a sentence.
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
