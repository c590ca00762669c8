package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.watch.PictureFile;
import org.evenkeel.lab.watch.Player;
import org.evenkeel.lab.watch.Scene;
import org.evenkeel.lab.watch.Watched;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel watch`: shows a policy playing.
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a policy playing, with its value estimate for each action, in the terminal or as a picture"
          + " file."
    },
    footer = {
      "",
      "An Atari game is shown as on its screen; elsewhere, colours stand for the channels of the observation."
          + " For each action, a bar shows the value that decides, and dots show the estimates of the K"
          + " snapshots.",
      "",
      "${ROOT-COMMAND-NAME} watch minatar/breakout",
      "${ROOT-COMMAND-NAME} watch runs/minatar-breakout-averaged-10-seed1 --episodes 3",
      "${ROOT-COMMAND-NAME} watch runs/minatar-breakout-averaged-10-seed1 --out breakout.gif"
    })
final class WatchCommand implements Callable<Integer> {
  private static final int FILE_STEPS = 500;
  private static final Path RUNS = Path.of("runs");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "DIR|ENV",
      description =
          "Folder of a run, or the name of an environment: shows its newest run in runs/, or random actions"
              + " if there is none.")
  private String what = "";

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of episodes (default: ${DEFAULT-VALUE}).")
  private int episodes;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "FILE.gif for an animation, FILE.png for a few moments of one episode.")
  private @Nullable Path out;

  @Option(
      names = "--terminal",
      description = "Play in the terminal (default); without a terminal, print plain text.")
  private boolean terminal;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed for all randomness (default: the run's).")
  private @Nullable Long seed;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "Probability of a random action (default: as in the run's evaluations).")
  private @Nullable Double epsilon;

  @Option(
      names = "--env",
      paramLabel = "ENV",
      description =
          "Play another variant of the run's game, such as minatar/breakout:sticky=0 (default: the run's).")
  private @Nullable String variant;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description =
          "Steps shown per second, 1 to 50 (default: 10; for an Atari game, its own speed).")
  private @Nullable Integer framesPerSecond;

  @Option(
      names = "--max-steps",
      paramLabel = "N",
      description =
          "Cut each episode after N steps (default: 500 with --out, no limit in the terminal).")
  private @Nullable Integer maxSteps;

  @Option(
      names = "--frames",
      paramLabel = "N",
      defaultValue = "6",
      description = "Number of moments in a PNG, 1 to 24 (default: ${DEFAULT-VALUE}).")
  private int frames;

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description = "Jars and folders with the environment's class.")
  private String jars = "";

  WatchCommand() {}

  @Override
  public Integer call() throws Exception {
    CommandLine command = spec.commandLine();
    Optional<PictureFile> file = Failures.asked(command, this::file);
    Watched watched = Failures.asked(command, this::find);
    Integer steps = maxSteps;
    int longest = steps != null ? steps : file.isEmpty() ? Evaluation.LONGEST : FILE_STEPS;
    try (Player player = Failures.asked(command, () -> player(watched, longest))) {
      Scene scene = watched.scene(player);
      Integer chosen = framesPerSecond;
      int pace = chosen == null ? player.stepsPerSecond() : chosen;
      if (file.isEmpty()) {
        return show(player, scene, pace);
      }
      PictureShow pictures = new PictureShow(command, episodes);
      PictureFile.Style style = new PictureFile.Style(pace, frames);
      return pictures.draw(player, scene, file.get(), style);
    }
  }

  /// Returns the file to draw to, empty for the terminal; refuses options that exclude each other.
  private Optional<PictureFile> file() throws IOException {
    checkNumbers();
    Path path = out;
    PictureFile file = path == null ? null : PictureFile.named(path);
    if (file != null && file.kind() == PictureFile.Kind.PNG && episodes > 1) {
      throw new IllegalArgumentException(
          "a PNG shows one episode: --episodes must be 1, was " + episodes);
    }
    if (file != null && terminal) {
      throw new IllegalArgumentException("give either --out or --terminal, not both");
    }
    if (file == null && !terminal && !Terminal.out()) {
      String why =
          "dumb".equals(System.getenv("TERM"))
              ? "this terminal (TERM=dumb) cannot draw"
              : "standard output is not a terminal";
      throw new IllegalArgumentException(
          why + ": give --out FILE.gif, --out FILE.png or --terminal");
    }
    return Optional.ofNullable(file);
  }

  private void checkNumbers() {
    Double chosen = epsilon;
    Integer steps = maxSteps;
    Integer pace = framesPerSecond;
    if (episodes < 1) {
      throw new IllegalArgumentException("--episodes must be >= 1, was " + episodes);
    }
    if (chosen != null && !(chosen >= 0 && chosen <= 1)) {
      throw new IllegalArgumentException("--epsilon must be in [0, 1], was " + chosen);
    }
    if (pace != null && (pace < 1 || pace > 50)) {
      throw new IllegalArgumentException("--fps must be 1 to 50, was " + pace);
    }
    if (frames < 1 || frames > 24) {
      throw new IllegalArgumentException("--frames must be 1 to 24, was " + frames);
    }
    if (steps != null && steps < 1) {
      throw new IllegalArgumentException("--max-steps must be >= 1, was " + steps);
    }
  }

  private Player player(Watched watched, int longest) {
    Long root = seed;
    Double random = epsilon;
    return new Player(
        watched.environments(),
        watched.policy(),
        root == null ? watched.defaults().seed() : root,
        random == null ? watched.defaults().epsilon() : random,
        longest);
  }

  /// Finds the run to show, or falls back to random actions.
  private Watched find() throws IOException {
    PrintWriter printer = spec.commandLine().getOut();
    List<String> classpath = EnvironmentChoice.classpath(jars);
    Path folder = folder();
    if (folder != null) {
      Watched watched = Watched.run(folder, classpath, variant);
      watched.notes().forEach(note -> printer.println(Outside.sentence(note)));
      return watched;
    }
    requireEnvironment(classpath);
    if (variant != null) {
      throw new IllegalArgumentException(
          "--env needs the folder of a run; to watch this variant, use '%s'"
              .formatted(Shell.command("watch", variant)));
    }
    Path newest = Watched.newestRun(RUNS, what);
    if (newest == null) {
      printer.println(
          "no run of %s in runs/, so actions are random; '%s' trains one"
              .formatted(what, Shell.command("train", what)));
      return Watched.random(what, classpath);
    }
    printer.println("watching     " + Outside.path(newest) + ", the newest run of " + what);
    Watched watched = Watched.run(newest, classpath, null);
    watched.notes().forEach(note -> printer.println(Outside.sentence(note)));
    return watched;
  }

  /// Returns the folder named by the argument; null if it names an environment.
  private @Nullable Path folder() {
    Path path;
    try {
      path = Path.of(what);
    } catch (InvalidPathException e) {
      return null;
    }
    boolean isRun = Files.exists(path.resolve("config.yaml"));
    if (isRun || !Files.exists(path)) {
      return isRun ? path : null;
    }
    try {
      var _ = Tasks.find(what, Tasks.classpath(jars));
      return null;
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  private void requireEnvironment(List<String> classpath) {
    Path first = Path.of(what).isAbsolute() ? Path.of(what).getRoot() : Path.of(what).getName(0);
    try {
      var _ = Tasks.find(what, classpath);
    } catch (IllegalArgumentException e) {
      if (first != null && Files.isDirectory(first)) {
        throw new IllegalArgumentException("there is no folder '" + what + "'", e);
      }
      throw new IllegalArgumentException(
          e.getMessage() + ", and there is no folder '" + what + "'", e);
    }
  }

  private int show(Player player, Scene scene, int pace) {
    TerminalShow show = new TerminalShow(spec.commandLine().getOut(), pace);
    try (CtrlC ctrlC = new CtrlC(show, spec.commandLine().getErr())) {
      show.play(player, scene, episodes);
      return ctrlC.pressed() ? ctrlC.exitCode() : ExitCode.OK;
    }
  }
}
