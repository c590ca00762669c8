package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.FailedTrials;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.atari.AtariPace;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.evenkeel.paper.reproduce.Reproduction;
import org.evenkeel.paper.reproduce.ReproductionFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel reproduce`: the paper's theory and experiments, with a verdict on each claim.
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Computes the paper's theory and its experiments here, those on Atari games also on the small games of MinAtar,"
          + " and writes a page that says of each claim what was measured and whether it holds."
    },
    footer = {
      "",
      "Every finished trial is kept: the same command continues a study that was stopped or killed, and with more"
          + " --trials, --seeds, --games or --k only the new trials are computed. A training run on MinAtar or Atari"
          + " continues from its last checkpoint. A trial that diverges is kept as failed and shown on the page; the"
          + " others continue.",
      "",
      "${ROOT-COMMAND-NAME} reproduce",
      "    theory and Gridworld, in seconds",
      "${ROOT-COMMAND-NAME} reproduce --scale paper",
      "    what the paper ran, in about 22 minutes on two cores",
      "${ROOT-COMMAND-NAME} reproduce minatar",
      "    Breakout, short, in about five minutes on two cores",
      "${ROOT-COMMAND-NAME} reproduce minatar --scale paper --seeds 3 --steps 300000",
      "    five games, an estimated four hours of two cores",
      "${ROOT-COMMAND-NAME} reproduce minatar --scale paper",
      "    30 runs of 5,000,000 steps of each: an estimated four weeks",
      "${ROOT-COMMAND-NAME} reproduce atari",
      "    Breakout, K = 1 and 10, short, in about half an hour on two cores",
      "${ROOT-COMMAND-NAME} reproduce atari --scale paper",
      "    the paper's table 1: months on two cores; says how long first",
      "",
      "Atari needs ROMs ('${ROOT-COMMAND-NAME} roms'), is not in 'all', and is asked for alone; its results go to a"
          + " folder of their own unless --out names another."
    })
final class ReproduceCommand implements Callable<Integer> {
  private static final String GAMES = "MinAtar and Atari";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "WHAT",
      description =
          "theory, gridworld, minatar, several of them, or all of these three; or atari (default: theory gridworld).")
  private List<String> what = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      defaultValue = "quick",
      description = "quick or paper (default: ${DEFAULT-VALUE}).")
  private String scale = "quick";

  @Option(
      names = "--trials",
      paramLabel = "N",
      description =
          "Trials of each algorithm in the Gridworld (default: quick 4; paper 40 in the first experiment, 20 in"
              + " the others).")
  private @Nullable Integer trials;

  @Option(
      names = "--games",
      paramLabel = "GAME",
      split = ",",
      description =
          "Games, with commas between. MinAtar: asterix, breakout, freeway, seaquest, space_invaders (default: quick"
              + " breakout; paper all). Atari: any that '${ROOT-COMMAND-NAME} roms list' names (default: quick breakout; paper"
              + " asterix,breakout,seaquest).")
  private @Nullable List<String> games;

  @Option(
      names = "--k",
      paramLabel = "K",
      split = ",",
      description =
          "Averaged networks in MinAtar or Atari, with commas between; 1 is DQN (default: quick 1,5,10, in Atari 1,10;"
              + " paper 1,5,10,15, in Atari's Breakout not 15, as in the paper, unless this or --others is given).")
  private @Nullable List<Integer> ks;

  @Option(
      names = "--others",
      paramLabel = "WHICH",
      split = ",",
      description =
          "Algorithms of MinAtar or Atari beside DQN and Averaged-DQN: double, ensemble (K = 5, five times the work),"
              + " both, or none (default: double,ensemble; in Atari quick none, paper double in Asterix alone).")
  private @Nullable List<String> others;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Runs of each algorithm in each game of MinAtar (default: quick 3; paper 30) or Atari (quick 1; paper 7).")
  private @Nullable Integer seeds;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of each run in MinAtar (default: quick 40000; paper 5000000).")
  private @Nullable Long steps;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description =
          "Frames of each run in Atari, four to a step (default: quick 360000; paper 120000000). In runs of less than"
              + " 20000000 the schedule shrinks with them.")
  private @Nullable Long frames;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Seed of the first trial; later trials use the following seeds (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Trials to run in parallel (default: one per core). If memory allows fewer, the spare threads share a"
              + " trial. The result is the same.")
  private @Nullable Integer threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where everything goes (default: runs/reproduce-SCALE, of Atari runs/reproduce-atari-SCALE).")
  private @Nullable Path out;

  @Option(
      names = "--retry-failed",
      description =
          "Computes trials again that diverged before. With the same program they diverge again at the same step.")
  private boolean retryFailed;

  ReproduceCommand() {}

  @Override
  public Integer call() throws Exception {
    CommandLine command = spec.commandLine();
    StudyProgress progress = new StudyProgress(command.getErr());
    Planned planned = Failures.asked(command, () -> plan(progress));
    try (FolderLock _ = planned.folder.take()) {
      AtariPace.sentence(planned.batches).ifPresent(progress::note);
      // Again, as another process may have written there before it let go.
      ReproductionFolder folder =
          Failures.asked(
              command, () -> ReproductionFolder.prepare(planned.folder.folder(), planned.wanted));
      return run(planned, folder, progress);
    }
  }

  /// What was asked for, and checked.
  private record Planned(
      Reproduction wanted,
      ReproductionFolder folder,
      TrialRunner runner,
      List<TrialRunner.Batch> batches) {}

  private Planned plan(StudyProgress progress) throws IOException {
    Reproduction wanted = wanted();
    int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    String place = wanted.hasAtari() ? "reproduce-atari-" : "reproduce-";
    Path where = out == null ? Path.of("runs", place + wanted.scaleWord()) : out;
    ReproductionFolder folder = ReproductionFolder.prepare(where, wanted);
    TrialRunner runner = folder.runner(atOnce, progress).retryFailed(retryFailed);
    return new Planned(wanted, folder, runner, runner.plan(folder.trials()));
  }

  /// What the words mean.
  Reproduction wanted() {
    Integer asked = trials;
    if (asked != null && asked < 1) {
      throw new IllegalArgumentException("--trials must be >= 1, was " + asked);
    }
    List<String> experiments = Reproduction.named(what);
    boolean atari = experiments.contains("atari");
    if (asked != null && (atari || experiments.equals(List.of("minatar")))) {
      throw new IllegalArgumentException(
          "--trials is for the Gridworld: %s has --seeds, runs of each algorithm"
              .formatted(atari ? "Atari" : "MinAtar"));
    }
    Scale size = Reproduction.scaleNamed(scale);
    if (atari) {
      refuse("--steps", steps, "MinAtar", "Atari has --frames, four to a step");
      return new Reproduction(size, study(new AtariProtocol().usual(size), frames), seed);
    }
    refuse("--frames", frames, "Atari", nameIt("atari"));
    if (!experiments.contains("minatar")) {
      String name = nameIt("minatar");
      refuse("--games", games, GAMES, name);
      refuse("--k", ks, GAMES, name);
      refuse("--others", others, GAMES, name);
      refuse("--seeds", seeds, GAMES, name);
      refuse("--steps", steps, "MinAtar", name);
    }
    GameStudy minatar = study(new MinAtarProtocol().usual(size), steps);
    return new Reproduction(experiments, size, asked == null ? 0 : asked, minatar, seed);
  }

  /// The usual study with what was typed.
  private GameStudy study(GameStudy usual, @Nullable Long length) {
    GameStudy study = usual;
    if (games != null) {
      games.forEach(usual.protocol()::requirePlayable);
      study = study.games(games);
    }
    study = ks == null ? study : study.ks(ks);
    study = others == null ? study : study.others(others);
    study = seeds == null ? study : study.seeds(seeds);
    return length == null ? study : study.length(length);
  }

  private static String nameIt(String experiment) {
    return "name it, as in '" + Shell.command("reproduce", experiment) + "'";
  }

  private static void refuse(String option, @Nullable Object given, String of, String instead) {
    if (given != null) {
      throw new IllegalArgumentException("%s is for %s: %s".formatted(option, of, instead));
    }
  }

  private int run(Planned planned, ReproductionFolder reproduction, StudyProgress progress)
      throws IOException, InterruptedException {
    PrintWriter printer = spec.commandLine().getOut();
    TrialRunner runner = planned.runner;
    reproduction.noteStarted();
    List<Trial> all = reproduction.trials();
    if (!reproduction.asked().equals(planned.wanted)) {
      progress.note(
          "this folder already holds a larger study; all of it is computed and shown, as by: "
              + reproduction.command());
    }
    // Ctrl-C: what is done stays; of what is being computed, training runs keep how far they are.
    try (CtrlC ctrlC =
        new CtrlC(new StudyStopping(runner, progress), spec.commandLine().getErr())) {
      StudyResults results = runner.run(all);
      progress.erase();
      reproduction.noteEnded(progress.computed(), progress.seconds());
      if (ctrlC.pressed()) {
        printer.printf(
            Locale.ROOT,
            "stopped with %,d of %,d trials done; the same command continues%n",
            results.size(),
            all.size());
      } else {
        tell(reproduction, reproduction.writeReport(results));
        String failed = new FailedTrials(all, results).sentence();
        if (!failed.isEmpty()) {
          printer.println(failed);
        }
      }
      printer.flush();
      return ctrlC.pressed() ? ctrlC.exitCode() : ExitCode.OK;
    }
  }

  private void tell(ReproductionFolder reproduction, Report report) {
    PrintWriter printer = spec.commandLine().getOut();
    Verdicts.print(report, printer);
    printer.println(reproduction.asked().scaleSentence());
    printer.printf(
        "page      %s%n", Outside.path(reproduction.folder().resolve(ReportFolder.PAGE)));
    printer.printf(
        "numbers   %s%n", Outside.path(reproduction.folder().resolve(ReportFolder.VERDICTS)));
  }
}
