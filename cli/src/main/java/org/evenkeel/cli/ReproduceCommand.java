package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.lab.minatar.MinAtarSettings;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.reproduce.Reproduction;
import org.evenkeel.lab.reproduce.ReproductionFolder;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.Scale;
import org.evenkeel.lab.study.Study;
import org.evenkeel.lab.study.Trial;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel reproduce`: the paper's theory and experiments, with a verdict on each claim.
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Computes the paper's theory and its Gridworld experiments here, and its Atari experiments on the games of"
          + " MinAtar, and writes a page that says of each claim what was measured and whether it holds."
    },
    footer = {
      "",
      "Every finished trial is kept: the same command goes on where it was stopped or killed, and with more"
          + " --trials, --seeds, --games or --k only the new ones are computed. A training run on MinAtar goes on from its last checkpoint.",
      "",
      "evenkeel reproduce                            theory and Gridworld in seconds",
      "evenkeel reproduce --scale paper              what the paper ran, in about 22 minutes on two cores",
      "evenkeel reproduce minatar                    Breakout, short, in about five minutes on two cores",
      "evenkeel reproduce minatar --scale paper --seeds 3 --steps 300000    five games, an estimated four hours of two cores",
      "evenkeel reproduce minatar --scale paper      30 runs of 5,000,000 steps of each: an estimated four weeks"
    })
final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "WHAT",
      description =
          "theory, gridworld, minatar, several of them, or all (default: theory gridworld).")
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
          "Games of MinAtar, with commas between: asterix, breakout, freeway, seaquest, space_invaders (default:"
              + " quick breakout; paper all).")
  private @Nullable List<String> games;

  @Option(
      names = "--k",
      paramLabel = "K",
      split = ",",
      description =
          "Averaged networks in MinAtar, with commas between; 1 is DQN (default: quick 1,5,10; paper 1,5,10,15).")
  private @Nullable List<Integer> ks;

  @Option(
      names = "--others",
      paramLabel = "WHICH",
      split = ",",
      description =
          "Algorithms of MinAtar beside DQN and Averaged-DQN: double, ensemble (K = 5, five times the work), both, or"
              + " none (default: double,ensemble).")
  private @Nullable List<String> others;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Runs of each algorithm in each game of MinAtar (default: quick 3; paper 30).")
  private @Nullable Integer seeds;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of each run in MinAtar (default: quick 40000; paper 5000000).")
  private @Nullable Long steps;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "The seed of the first trial; the next has the next (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Trials at once (default: one for each core); the result is the same.")
  private @Nullable Integer threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where everything goes (default: runs/reproduce-SCALE).")
  private @Nullable Path out;

  ReproduceCommand() {}

  @Override
  public Integer call() throws Exception {
    try {
      Reproduction wanted = wanted();
      int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
      Path folder = out == null ? Path.of("runs", "reproduce-" + wanted.scaleWord()) : out;
      StudyProgress progress = new StudyProgress(spec.commandLine().getErr());
      ReproductionFolder asked = ReproductionFolder.prepare(folder, wanted);
      Study study = asked.study(atOnce, progress);
      try (FolderLock _ = asked.take()) {
        // Again, as another process may have written there before it let go.
        return run(ReproductionFolder.prepare(folder, wanted), study, progress);
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /// What the words mean.
  Reproduction wanted() {
    Integer asked = trials;
    if (asked != null && asked < 1) {
      throw new IllegalArgumentException("--trials must be >= 1, was " + asked);
    }
    List<String> experiments = Reproduction.named(what);
    if (asked != null && experiments.equals(List.of("minatar"))) {
      throw new IllegalArgumentException(
          "--trials is for the Gridworld: MinAtar has --seeds, runs of each algorithm");
    }
    Scale size = Reproduction.scaleNamed(scale);
    MinAtarSettings settings = minatar(size);
    Reproduction wanted =
        new Reproduction(experiments, size, asked == null ? 0 : asked, settings, seed);
    if (!wanted.hasMinAtar()) {
      refuse("--games", games);
      refuse("--k", ks);
      refuse("--others", others);
      refuse("--seeds", seeds);
      refuse("--steps", steps);
    }
    return wanted;
  }

  private MinAtarSettings minatar(Scale size) {
    MinAtarSettings settings = MinAtarSettings.of(size);
    List<String> words = games;
    if (words != null) {
      settings = settings.games(words.stream().map(MinAtarSettings::game).toList());
    }
    settings = ks == null ? settings : settings.ks(ks);
    settings = others == null ? settings : settings.others(others);
    settings = seeds == null ? settings : settings.seeds(seeds);
    return steps == null ? settings : settings.steps(steps);
  }

  private static void refuse(String option, @Nullable Object given) {
    if (given != null) {
      throw new IllegalArgumentException(
          option + " is for MinAtar: name it, as in 'evenkeel reproduce minatar'");
    }
  }

  private int run(ReproductionFolder reproduction, Study study, StudyProgress progress)
      throws IOException, InterruptedException {
    PrintWriter printer = spec.commandLine().getOut();
    reproduction.noteStarted();
    List<Trial> all = reproduction.trials();
    if (!reproduction.asked().equals(wanted())) {
      progress.note(
          "this folder holds more than that: all of it is computed and shown, as by '%s'"
              .formatted(reproduction.asked().command()));
    }
    // Ctrl-C: what is done stays; of what is being computed, training runs keep how far they are.
    try (CtrlC ctrlC = new CtrlC(study::stop)) {
      Map<String, Map<String, double[]>> results = study.run(all);
      progress.erase();
      reproduction.noteEnded(progress.computed(), progress.seconds());
      if (ctrlC.pressed()) {
        printer.printf(
            Locale.ROOT,
            "stopped with %,d of %,d trials done; the same command goes on%n",
            results.size(),
            all.size());
      } else {
        tell(reproduction, reproduction.writeReport(results));
      }
      printer.flush();
      return ctrlC.pressed() ? CtrlC.EXIT : ExitCode.OK;
    }
  }

  private void tell(ReproductionFolder reproduction, Report report) {
    PrintWriter printer = spec.commandLine().getOut();
    Verdicts.print(report, printer);
    printer.println(reproduction.asked().scaleSentence());
    printer.printf("page      %s%n", reproduction.folder().resolve(ReportFolder.PAGE));
    printer.printf("numbers   %s%n", reproduction.folder().resolve(ReportFolder.VERDICTS));
  }
}
