package org.evenkeel.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.RefusedException;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.run.Provenance;
import org.evenkeel.lab.run.WholeFile;
import org.evenkeel.lab.study.FailedTrials;
import org.evenkeel.lab.study.StudyObserver;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRecipe;
import org.evenkeel.lab.study.TrialResult;
import org.evenkeel.lab.study.TrialRunner;

/// A folder with one or more experiments that share a page.
///
/// - `experiment.json`: the requested experiments (`experiments`, each with its `name` and its `options` as text;
///   `seed`; the `classpath` of kinds that are not built in), the `command` to reproduce it, and the machines on which
///   it was `computed`
/// - `trials/`: the trials
/// - `trials.csv`: a checksum of each trial
/// - `report.html` and its files
public final class ExperimentFolder {
  private static final String TRIALS = "trials";
  private static final String CHECKSUMS = "trials.csv";

  /// The duration, in seconds, of the shortest session that may have saved a part of a training run.
  private static final double SHORTEST_SESSION = 5;

  /// The largest size of `trials.csv` in bytes: eight times that for the largest number of trials.
  private static final long LARGEST_CHECKSUMS_BYTES = 1 << 26;

  /// The files that may be next to trials whose `experiment.json` was lost.
  private static final List<String> OURS =
      List.of(TRIALS, CHECKSUMS, "figures", "tables", ReportFolder.PAGE, ReportFolder.VERDICTS);

  private final Path folder;
  private final ExperimentFile contents;

  private ExperimentFolder(Path folder, ExperimentFile contents) {
    this.folder = folder;
    this.contents = contents;
  }

  /// Returns whether a folder contains experiments.
  public static boolean is(Path folder) {
    return ExperimentFile.isIn(folder);
  }

  /// Prepares a folder for experiments: a new or empty one, or one with experiments that can be merged with these,
  /// which are then shown too. Nothing is written yet.
  ///
  /// @param kinds the kinds that created the experiments
  /// @param wanted experiments of different kinds
  /// @throws IllegalArgumentException if the folder contains something else
  public static ExperimentFolder prepare(
      Path folder, ExperimentKinds kinds, List<Experiment> wanted) throws IOException {
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("at least 1 experiment is needed, but there are none");
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("'" + folder + "' is a file: choose another with --out");
    }
    if (!is(folder)) {
      if (Files.exists(folder) && !isFree(folder)) {
        throw new IllegalArgumentException(
            "'%s' is not empty and is not an experiment folder: choose another with --out"
                .formatted(folder));
      }
      return new ExperimentFolder(
          folder, new ExperimentFile(kinds.inOrder(wanted), kinds, new ArrayList<>()));
    }
    ExperimentFile there = ExperimentFile.read(folder, kinds);
    List<Experiment> all;
    try {
      all = together(wanted, there);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' %s: choose another folder with --out".formatted(folder, e.getMessage()), e);
    }
    return new ExperimentFolder(
        folder, new ExperimentFile(there.kinds().inOrder(all), there.kinds(), there.sessions()));
  }

  /// @throws IllegalArgumentException if two experiments cannot be merged ([Experiment#and])
  private static List<Experiment> together(List<Experiment> wanted, ExperimentFile there) {
    for (Experiment asked : wanted) {
      for (Experiment old : there.experiments()) {
        requireShared(asked, old, there.kinds());
      }
    }
    Map<String, Experiment> all = new LinkedHashMap<>();
    there.experiments().forEach(old -> all.put(old.name(), old));
    wanted.forEach(asked -> all.merge(asked.name(), asked, (old, same) -> same.and(old)));
    return List.copyOf(all.values());
  }

  /// Requires that shared options of all experiments in a folder are the same in both.
  private static void requireShared(Experiment asked, Experiment old, ExperimentKinds kinds) {
    if (old.seed() != asked.seed()) {
      throw new IllegalArgumentException(
          "was started with seed %d; you asked for seed %d".formatted(old.seed(), asked.seed()));
    }
    for (ExperimentOption option : kinds.named(old.name()).options()) {
      String before = old.options().get(option.name());
      String now = asked.options().get(option.name());
      if (option.shared() && before != null && now != null && !before.equals(now)) {
        throw new IllegalArgumentException(
            "was started with %s %s; you asked for %s %s"
                .formatted(option.name(), before, option.name(), now));
      }
    }
  }

  /// Returns whether a folder is free; files left by a killed start do not count.
  private static boolean isFree(Path folder) throws IOException {
    Set<String> leftBehind =
        ExperimentFile.names().stream()
            .map(name -> name + AtomicFile.NEXT)
            .collect(Collectors.toSet());
    leftBehind.add(FolderLock.NAME);
    try (Stream<Path> entries = Files.list(folder)) {
      List<String> names = entries.map(e -> e.getFileName().toString()).toList();
      return names.stream()
          .allMatch(n -> leftBehind.contains(n) || (names.contains(TRIALS) && OURS.contains(n)));
    } catch (IOException e) {
      throw new IOException("cannot open folder '" + folder + "': " + Reason.of(e), e);
    }
  }

  /// Opens a folder that contains experiments.
  ///
  /// @param kinds the kinds that create them, such as [ExperimentKinds#installed]; those in a user's jar are loaded
  ///     from the class path that the folder records
  /// @throws IOException if its description cannot be read; the message explains why
  public static ExperimentFolder open(Path folder, ExperimentKinds kinds) throws IOException {
    return new ExperimentFolder(folder, ExperimentFile.read(folder, kinds));
  }

  /// Returns its experiments, in the order of the kinds.
  public List<Experiment> experiments() {
    return contents.experiments();
  }

  /// Returns the command that reproduces it.
  public String command() {
    return new ExperimentCommand(experiments(), contents.kinds()).in(folder);
  }

  /// Returns the path of the folder.
  public Path folder() {
    return folder;
  }

  /// Locks the folder for writing, and creates it if it does not exist.
  public FolderLock take() throws IOException {
    return FolderLock.make(folder, "experiment");
  }

  /// Returns the trials of all its experiments.
  ///
  /// @throws IllegalArgumentException if the name of one does not begin with that of its experiment
  public List<Trial> trials() {
    List<Trial> all = new ArrayList<>();
    for (Experiment experiment : experiments()) {
      for (Trial trial : experiment.trials()) {
        if (!(trial.name() + "/").startsWith(experiment.name() + "/")) {
          throw new RefusedException(
              "the trials of experiment '%s' must have names that begin with '%s/', but one has '%s'"
                  .formatted(experiment.name(), experiment.name(), trial.name()));
        }
        all.add(trial);
      }
    }
    return all;
  }

  /// Returns a runner that saves its trials in this folder.
  public TrialRunner runner(int threads, StudyObserver observer) {
    return new TrialRunner(folder.resolve(TRIALS), threads, observer);
  }

  /// Returns the recipe with which another machine creates a trial.
  public TrialRecipe recipe(Trial trial) {
    for (Experiment experiment : experiments()) {
      if ((trial.name() + "/").startsWith(experiment.name() + "/")) {
        return ExperimentRecipe.of(experiment, contents.kinds().classpath(), trial);
      }
    }
    throw new IllegalArgumentException("'" + trial.name() + "' is not a trial of this folder");
  }

  /// Computes the missing trials and writes the page. This is the method for programs; the same call continues after a
  /// stop.
  ///
  /// @param threads the number of trials computed at the same time, which does not affect the result
  /// @param observer the receiver of the progress
  public Report run(int threads, StudyObserver observer) throws IOException, InterruptedException {
    try (FolderLock _ = take()) {
      long begin = System.nanoTime();
      List<Trial> all = trials();
      int before = runner(threads, StudyObserver.silent()).kept(all).size();
      noteStarted();
      StudyResults results = runner(threads, observer).run(all);
      noteEnded(results.size() - before, (System.nanoTime() - begin) / 1e9);
      return writeReport(results);
    }
  }

  /// Returns the messages of its experiments for the user, before the trials are computed.
  public List<String> announcements(List<TrialRunner.Batch> batches) {
    return experiments().stream()
        .map(experiment -> experiment.announcement(batches))
        .flatMap(Optional::stream)
        .toList();
  }

  /// Records the requested experiments and this machine before anything is computed, so that the trials have a
  /// provenance even if this process is killed.
  public void noteStarted() throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    Provenance.facts().forEach((name, value) -> facts.put(name, String.valueOf(value)));
    facts.put(TRIALS, "unknown: the session ended before they were counted");
    contents.sessions().add(facts);
    contents.write(folder);
  }

  /// Records how many trials were computed since [#noteStarted].
  public void noteEnded(int trials, double seconds) throws IOException {
    Map<String, String> facts = contents.sessions().removeLast();
    // Parts of long trials may have been computed even if none finished.
    boolean parts =
        seconds > SHORTEST_SESSION && experiments().stream().anyMatch(Experiment::hasLongTrials);
    if (trials > 0 || parts) {
      facts.put(TRIALS, String.valueOf(trials));
      facts.put("seconds", String.valueOf(Math.round(seconds)));
      contents.sessions().add(facts);
    }
    contents.write(folder);
  }

  /// Returns the number of trials in the existing report, including failed ones; 0 if there is none.
  public int reported() throws IOException {
    Path file = folder.resolve(CHECKSUMS);
    return Files.isRegularFile(file)
        ? WholeFile.read(file, LARGEST_CHECKSUMS_BYTES).split("\n").length - 1
        : 0;
  }

  private void writeChecksums(StudyResults results) throws IOException {
    StringBuilder text = new StringBuilder("trial,crc32c\n");
    for (Trial trial : trials()) {
      TrialResult result = results.all().get(trial.name());
      if (result != null) {
        String sum =
            switch (result) {
              case TrialResult.Finished f -> TrialRunner.checksum(trial, f.columns());
              case TrialResult.Failed f -> "failed at step " + f.step();
            };
        text.append(trial.name()).append(',').append(sum).append('\n');
      }
    }
    WholeFile.write(folder.resolve(CHECKSUMS), text.toString());
  }

  /// Returns the sections of all experiments, based on the finished trials, and one about failed trials.
  public List<Section> sections(StudyResults results) {
    List<Section> sections = new ArrayList<>();
    for (Experiment experiment : experiments()) {
      sections.addAll(experiment.report(results));
    }
    sections.addAll(new FailedTrials(trials(), results).sections());
    return sections;
  }

  /// Returns the programs and machines that computed the trials, by name.
  public Map<String, String> provenance() {
    Map<String, String> all = new LinkedHashMap<>();
    List<Map<String, String>> sessions = contents.sessions();
    for (int i = 0; i < sessions.size(); i++) {
      String before = sessions.size() == 1 ? "" : "session " + (i + 1) + ", ";
      sessions.get(i).forEach((name, value) -> all.put(before + name, value));
    }
    return all;
  }

  /// Describes the requested experiments in sentences.
  public String sentence() {
    return experiments().stream()
        .map(Experiment::sentence)
        .distinct()
        .collect(Collectors.joining(" "));
  }

  /// Returns the report on these results.
  public Report report(StudyResults results) {
    Set<ExperimentPage> pages = new LinkedHashSet<>();
    experiments().forEach(e -> pages.add(contents.kinds().named(e.name()).page()));
    List<String> lead = new ArrayList<>(pages.stream().map(ExperimentPage::introduction).toList());
    lead.add(sentence());
    lead.add(new FailedTrials(trials(), results).sentence());
    lead.removeIf(String::isEmpty);
    return new Report(
        pages.stream().map(ExperimentPage::title).collect(Collectors.joining("; ")),
        String.join(" ", lead),
        command(),
        provenance(),
        sections(results));
  }

  /// Writes the report on these results to the folder.
  ///
  /// @return the report; its page is [ReportFolder#PAGE]
  public Report writeReport(StudyResults results) throws IOException {
    Report report = report(results);
    writeChecksums(results);
    ReportFolder.write(folder, report);
    return report;
  }
}
