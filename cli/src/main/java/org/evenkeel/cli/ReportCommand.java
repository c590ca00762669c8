package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.RefusedException;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.compare.RunsReport;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.run.Provenance;
import org.evenkeel.lab.watch.RunPictures;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel report`: builds a page from existing results.
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {"Builds a report page from existing results. Computes nothing new."},
    footer = {
      "",
      "DIR is a folder written by '${ROOT-COMMAND-NAME} reproduce' or '${ROOT-COMMAND-NAME} experiment', a run of '${ROOT-COMMAND-NAME} train', or a folder that contains runs."
          + " Runs that differ only in their seed share one line in a figure.",
      "",
      "${ROOT-COMMAND-NAME} report runs/reproduce-quick",
      "${ROOT-COMMAND-NAME} report runs/cartpole-* --out runs/comparison"
    })
final class ReportCommand implements Callable<Integer> {
  /// Files that a report leaves in the folder if it is killed before its page is written.
  private static final Set<String> OURS =
      Set.of(
          FolderLock.NAME,
          "figures",
          "tables",
          "pictures",
          ReportFolder.VERDICTS,
          ReportFolder.VERDICTS + AtomicFile.NEXT,
          ReportFolder.PAGE + AtomicFile.NEXT);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders with results.")
  private List<Path> folders = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for the page (default: the folder of an experiment, otherwise runs/report).")
  private @Nullable Path out;

  ReportCommand() {}

  @Override
  public Integer call() throws IOException {
    List<Path> experiments = new ArrayList<>();
    List<Path> runs = new ArrayList<>();
    for (Path folder : folders) {
      if (ExperimentFolder.is(folder)) {
        experiments.add(folder);
      } else if (RunsReport.holdsRuns(folder)) {
        runs.add(folder);
      } else {
        if (!Files.exists(folder)) {
          throw new RefusedException("there is no folder '" + folder + "'");
        }
        throw new RefusedException(
            "'%s' has no results: give a folder written by '%s', '%s' or '%s'"
                .formatted(
                    folder,
                    Shell.command("reproduce"),
                    Shell.command("experiment"),
                    Shell.command("train")));
      }
    }
    if (experiments.size() > 1) {
      throw new RefusedException(
          "a page shows one experiment folder; got %d: %s"
              .formatted(experiments.size(), experiments));
    }
    Path own = runs.isEmpty() ? experiments.getFirst() : null;
    Path target = out != null ? out : own != null ? own : Path.of("runs", "report");
    boolean inPlace = own != null && Files.exists(target) && Files.isSameFile(target, own);
    if (!inPlace) {
      requireFree(target);
    }
    Report report = assemble(experiments, runs, inPlace);
    try (FolderLock _ = FolderLock.make(target, "experiment or report")) {
      Path page = ReportFolder.write(target, report);
      PrintWriter printer = spec.commandLine().getOut();
      if (!report.claims().isEmpty()) {
        Verdicts.print(report, printer);
      }
      printer.printf("page      %s%n", Outside.path(page));
      printer.flush();
    }
    return ExitCode.OK;
  }

  /// Requires a new or empty folder, or one with an earlier report; not an experiment, which has its own page.
  private static void requireFree(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new RefusedException("'" + folder + "' is a file: choose another with --out");
    }
    if (ExperimentFolder.is(folder)) {
      throw new RefusedException(
          "'%s' contains an experiment, whose page would be lost: choose another folder with --out"
              .formatted(folder));
    }
    if (!Files.exists(folder) || Files.exists(folder.resolve(ReportFolder.PAGE))) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      if (!entries.map(e -> e.getFileName().toString()).allMatch(OURS::contains)) {
        throw new RefusedException(
            "'%s' is not empty and is not a report folder: choose another folder with --out"
                .formatted(folder));
      }
    }
  }

  private Report assemble(List<Path> experiments, List<Path> runs, boolean inPlace)
      throws IOException {
    List<Section> sections = new ArrayList<>();
    Map<String, String> provenance = new LinkedHashMap<>();
    if (!experiments.isEmpty()) {
      ExperimentFolder folder =
          ExperimentFolder.open(experiments.getFirst(), ExperimentKinds.installed());
      StudyProgress warnings = new StudyProgress(spec.commandLine().getErr());
      var trials = folder.trials();
      var results = folder.runner(1, warnings).kept(trials);
      if (results.size() < trials.size()) {
        warnings.warning(
            String.format(
                Locale.ROOT,
                "%,d of %,d trials are missing; %s computes them",
                trials.size() - results.size(),
                trials.size(),
                folder.command()));
      }
      if (inPlace && results.size() < folder.reported()) {
        throw new RefusedException(
            "the report in '%s' covers %d trials, of which only %d still exist: it would be lost, so choose another folder with --out"
                .formatted(folder.folder(), folder.reported(), results.size()));
      }
      if (runs.isEmpty()) {
        return folder.report(results);
      }
      sections.addAll(folder.sections(results));
      provenance.putAll(folder.provenance());
    }
    StudyProgress progress = new StudyProgress(spec.commandLine().getErr());
    Consumer<String> warnings = sentence -> progress.warning(Outside.sentence(sentence));
    sections.addAll(RunsReport.sections(runs, warnings));
    sections.addAll(RunPictures.section(runs, warnings));
    Provenance.facts().forEach((name, value) -> provenance.put("page, " + name, value.toString()));
    return new Report(
        "Training runs",
        "Results from the folders "
            + String.join(", ", folders.stream().map(Path::toString).toList())
            + ".",
        command(),
        provenance,
        sections);
  }

  private String command() {
    List<Object> words = new ArrayList<>(List.of("report"));
    words.addAll(folders);
    Path chosen = out;
    if (chosen != null) {
      words.addAll(List.of("--out", chosen));
    }
    return Shell.command(words.toArray());
  }
}
