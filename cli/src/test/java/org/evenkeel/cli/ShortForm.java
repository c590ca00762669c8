package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.evenkeel.atari.Roms;

/// The short form of a documented command, which a test runs in about a second, or the place that runs it.
final class ShortForm {
  private static final String STEPS = "150";

  /// A part of the build that runs commands that cannot be made short.
  ///
  /// @param why why they are not run here
  /// @param file where they are run
  /// @param text the line there
  record Elsewhere(String why, Predicate<DocumentedCommand> commands, String file, String text) {
    boolean exists() throws IOException {
      return Files.readString(Checkout.ROOT.resolve(file)).contains(text);
    }
  }

  static final List<Elsewhere> ELSEWHERE =
      List.of(
          new Elsewhere(
              "needs a JMH jar",
              c -> c.name().equals("bench"),
              ".ci/run",
              "./evenkeel bench --only '^cartpole$'"),
          new Elsewhere(
              "follows every link of the site",
              c -> c.name().equals("docs"),
              ".ci/run",
              "\n./evenkeel docs\n"),
          new Elsewhere(
              "needs a GPU, which that test emulates",
              c -> c.has("--device"),
              "cli/src/test/java/org/evenkeel/cli/DeviceTest.java",
              "void seedsOnTheGpuHaveTheFilesOfTheCpu()"),
          new Elsewhere(
              "downloads",
              c -> c.arguments().equals(List.of("roms", "install")),
              ".ci/run",
              "./evenkeel roms install"),
          new Elsewhere(
              "needs those files",
              c -> c.name().equals("roms") && c.has("--from"),
              "cli/src/test/java/org/evenkeel/cli/RomsCommandTest.java",
              "void realRomsAreInstalledAndWrongOnesReplaced()"),
          new Elsewhere(
              "takes minutes at its smallest",
              c -> c.isReproducing("atari"),
              "paper/src/test/java/org/evenkeel/paper/atari/AtariTrialTest.java",
              "@Test"),
          new Elsewhere(
              "needs evaluations of Atari games, which take minutes",
              c -> c.name().equals("report") && isAtari(c),
              "cli/src/test/java/org/evenkeel/cli/ReportCommandTest.java",
              "@Test"),
          new Elsewhere(
              "takes 22 minutes; its results are in the repository, and this test checks them",
              c -> c.arguments().equals(List.of("reproduce", "--scale", "paper")),
              "paper/src/test/java/org/evenkeel/paper/reproduce/CommittedResultsTest.java",
              "PAPER"),
          new Elsewhere(
              "takes an hour; its controls are small tests, and its report is tested without trials",
              c -> c.isReproducing("claims"),
              "paper/src/test/java/org/evenkeel/paper/claims/PrimarySectionTest.java",
              "void trueClaimsAreSupported()"),
          new Elsewhere(
              "its second half, Gridworld, takes too long on the kernels of a test",
              c -> c.arguments().equals(List.of("reproduce")),
              ".ci/run",
              "./evenkeel reproduce gridworld --trials 1"));

  private ShortForm() {}

  static Optional<Elsewhere> elsewhere(DocumentedCommand command) {
    return ELSEWHERE.stream().filter(place -> place.commands().test(command)).findFirst();
  }

  /// Whether it plays Atari games, which needs the ROMs.
  static boolean isAtari(DocumentedCommand command) {
    return command.arguments().stream().anyMatch(word -> word.contains("atari"));
  }

  static boolean hasRoms() {
    String given = System.getenv().getOrDefault("EVENKEEL_ROMS", "");
    return !given.isBlank() && new Roms(Path.of(given)).complete();
  }

  static DocumentedCommand of(DocumentedCommand command) {
    return switch (command.name()) {
      case "train" -> command.has("--dry-run") ? command : training(command);
      case "resume" -> command.has("--steps") ? command.with("--steps", "300") : command;
      case "evaluate" -> command.with("--episodes", "2");
      case "watch" -> watching(command);
      case "reproduce" -> reproducing(command);
      default -> command; // CommandsInAFolder makes studies short
    };
  }

  private static DocumentedCommand training(DocumentedCommand command) {
    DocumentedCommand few = command.has("--seeds") ? command.with("--seeds", "2") : command;
    if (isAtari(command)) {
      DocumentedCommand named =
          command.has("--k") && !command.has("--out")
              ? few.with("--out", "runs/atari-breakout-averaged-10-seed1") // as without --set
              : few;
      return named
          .with("--steps", "20")
          .and("--set", "evaluation.periodSteps=0")
          .and("--set", "replay.capacity=1000");
    }
    // A policy that has learned nothing stays at Seaquest's surface for 10,000 steps of each
    // evaluated episode.
    return command.arguments().toString().contains("seaquest")
        ? few.with("--steps", STEPS).and("--set", "evaluation.periodSteps=0")
        : few.with("--steps", STEPS);
  }

  private static DocumentedCommand watching(DocumentedCommand command) {
    DocumentedCommand few = command.with("--max-steps", "3");
    if (!command.has("--out")) {
      return few.and("--terminal").with("--fps", "50");
    }
    String run = few.arguments().get(1).replace("averaged-10-500000/seed3", "dqn-200/seed1");
    return few.with("watch", run).with("--out", "picture.gif");
  }

  private static DocumentedCommand reproducing(DocumentedCommand command) {
    return command.isReproducing("minatar")
        ? command
            .with("--scale", "quick")
            .with("--games", "breakout")
            .with("--k", "1")
            .with("--seeds", "1")
            .with("--steps", "200")
            .with("--others", "none")
        : new DocumentedCommand(command.page(), List.of("reproduce", "theory"));
  }
}
