package org.evenkeel.lab.compare;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.internal.RefusedException;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.compare.RunComparisons.Pair;
import org.evenkeel.lab.config.Look;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.run.ReadRun;
import org.evenkeel.lab.run.RunDirectory;
import org.jspecify.annotations.Nullable;

/// Reports on the folders of some training runs. The runs of each environment are in groups that differ only in the
/// seed. The report has their learning curves, their final results and comparisons of the groups.
///
/// Folders are only read. Runs that are unfinished or still training are included up to their latest step, and the text
/// says so.
public final class RunsReport {
  /// The number of folder levels that are searched for runs: environments, algorithms, settings, seeds, and one more.
  private static final int DEPTH = 5;

  /// The end of the id of a figure with learning curves.
  public static final String RETURN_FIGURE = "-return";

  private RunsReport() {}

  /// Returns the folders of runs at or below a folder, sorted. Links below it are not followed, and the folders of runs
  /// are not searched.
  ///
  /// @throws IllegalArgumentException if it is not a folder
  public static List<Path> find(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new RefusedException(
          Files.exists(folder)
              ? "'" + folder + "' is a file, not a folder of runs"
              : "there is no folder '" + folder + "'");
    }
    List<Path> found = new ArrayList<>();
    find(folder, DEPTH, found);
    found.sort(null);
    return found;
  }

  private static void find(Path folder, int depth, List<Path> found) throws IOException {
    if (RunDirectory.isRun(folder)) {
      found.add(folder);
      return;
    }
    if (depth == 0) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          find(entry, depth - 1, found);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw new IOException(
          "cannot open folder '" + folder + "': " + Reason.of(Objects.requireNonNull(e.getCause())),
          e);
    } catch (FileSystemException e) {
      throw new IOException("cannot open folder '" + folder + "': " + Reason.of(e), e);
    }
  }

  /// Returns whether there is a run at or below a folder; false if it is not a folder.
  public static boolean holdsRuns(Path folder) throws IOException {
    return Files.isDirectory(folder) && !find(folder).isEmpty();
  }

  /// Returns a section for each environment, in the order of their first runs, and one section over all environments if
  /// several have the same groups.
  ///
  /// @param runFolders folders of runs, or folders with such folders below them; groups are in their order
  /// @throws IllegalArgumentException if there is nothing to show: no run, or no evaluated one
  /// @throws IOException if a file of a run is damaged or cannot be read
  public static List<Section> sections(List<Path> runFolders) throws IOException {
    return sections(runFolders, null);
  }

  /// Returns the same as [#sections(List)], without damaged runs.
  ///
  /// @param warnings the receiver of a sentence about each damaged run; null to throw instead
  public static List<Section> sections(List<Path> runFolders, @Nullable Consumer<String> warnings)
      throws IOException {
    if (runFolders.isEmpty()) {
      throw new IllegalArgumentException("at least 1 folder of runs is needed, but there are none");
    }
    List<EnvironmentRuns> environments = environments(read(runFolders, warnings));
    if (environments.stream().allMatch(runs -> runs.measured().isEmpty())) {
      boolean evaluated =
          environments.stream()
              .flatMap(runs -> runs.groups().stream())
              .anyMatch(group -> !group.runs().isEmpty());
      throw new RefusedException(
          evaluated
              ? "the runs in %s were never evaluated at the same step, so there is nothing to show"
                  .formatted(named(runFolders))
              : "no run in %s has been evaluated yet, so there is nothing to show"
                  .formatted(named(runFolders)));
    }
    Map<String, Integer> colours = colours(environments);
    List<Section> sections = new ArrayList<>();
    for (EnvironmentRuns runs : environments) {
      sections.add(section(runs, colours));
    }
    AcrossEnvironments.section(environments, List.copyOf(colours.keySet()))
        .ifPresent(sections::add);
    return List.copyOf(sections);
  }

  /// Assigns the same colour to a name on all environments: that of its algorithm, unless another name has it.
  private static Map<String, Integer> colours(List<EnvironmentRuns> environments) {
    Map<String, Algorithm> algorithms = new LinkedHashMap<>();
    environments.forEach(
        runs ->
            runs.groups()
                .forEach(g -> algorithms.putIfAbsent(g.label(), g.training().algorithm())));
    List<Look> looks = Look.together(List.copyOf(algorithms.values()));
    Map<String, Integer> colours = new LinkedHashMap<>();
    algorithms.keySet().forEach(label -> colours.put(label, looks.get(colours.size()).colour()));
    return colours;
  }

  /// Returns sentences that say which group is best on each environment; none if there is nothing to compare.
  ///
  /// @param warnings the receiver of a sentence about each damaged run, which is left out
  public static List<String> answers(List<Path> runFolders, Consumer<String> warnings)
      throws IOException {
    return environments(read(runFolders, warnings)).stream()
        .flatMap(runs -> RunAnswers.of(runs).stream())
        .toList();
  }

  /// Reads all runs that can be read, each once, even if it was given several times.
  private static List<ReadRun> read(List<Path> folders, @Nullable Consumer<String> warnings)
      throws IOException {
    Map<Path, Path> real = new LinkedHashMap<>();
    for (Path folder : folders) {
      List<Path> runs = find(folder);
      if (runs.isEmpty()) {
        throw new RefusedException("there is no run in '" + folder + "' or below it");
      }
      for (Path run : runs) {
        real.putIfAbsent(run.toRealPath(), run);
      }
    }
    List<ReadRun> read = new ArrayList<>();
    for (Path run : real.values()) {
      try {
        read.add(ReadRun.of(run));
      } catch (IOException e) {
        if (warnings == null || real.size() == 1) {
          throw e;
        }
        warnings.accept("'%s' is left out: %s".formatted(run, e.getMessage()));
      }
    }
    if (read.isEmpty()) {
      throw new IOException("no run in %s can be read".formatted(named(folders)));
    }
    return read;
  }

  private static List<EnvironmentRuns> environments(List<ReadRun> all) {
    Map<String, List<ReadRun>> byName = new LinkedHashMap<>();
    for (ReadRun run : all) {
      byName.computeIfAbsent(run.config().environment(), name -> new ArrayList<>()).add(run);
    }
    Set<String> ids = new HashSet<>();
    List<EnvironmentRuns> environments = new ArrayList<>();
    byName.forEach(
        (full, runs) -> {
          String title = Environments.title(full);
          boolean alone =
              byName.keySet().stream().filter(n -> Environments.title(n).equals(title)).count()
                  == 1;
          String name = alone ? title : full;
          String id = id(name);
          String free = id;
          for (int i = 2; !ids.add(free); i++) {
            free = id + "-" + i;
          }
          environments.add(EnvironmentRuns.of(name, free, runs));
        });
    return environments;
  }

  private static String id(String environment) {
    String plain = environment.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return "runs-" + plain.replaceAll("^-|-$", "");
  }

  private static Section section(EnvironmentRuns runs, Map<String, Integer> colours) {
    List<Table> tables = new ArrayList<>();
    tables.add(RunTables.finals(runs));
    List<Pair> pairs = RunComparisons.pairs(runs.measured());
    if (!pairs.isEmpty()) {
      tables.add(RunComparisons.table(runs, pairs));
    }
    if (!runs.differences().isEmpty()) {
      tables.add(runs.settings());
    }
    return new Section(
        runs.id(),
        "Runs on " + runs.environment(),
        runs.text(),
        List.of(),
        new RunFigures(runs, colours).all(),
        tables);
  }

  private static String named(List<Path> folders) {
    return String.join(", ", folders.stream().map(folder -> "'" + folder + "'").toList());
  }
}
