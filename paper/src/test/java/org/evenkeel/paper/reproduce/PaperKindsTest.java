package org.evenkeel.paper.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.PaperKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// What can be asked for of the paper, what it means, and what fits together in a folder.
final class PaperKindsTest {
  private static final ExperimentKinds KINDS = ExperimentKinds.installed();

  @TempDir private Path folder;

  /// @param typed the name, then options as a user types them
  static Experiment made(String... typed) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 1; i < typed.length; i += 2) {
      options.put(typed[i].substring(2), typed[i + 1]);
    }
    return KINDS.make(typed[0], options, 1);
  }

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  private static List<String> names(List<? extends ExperimentKind> kinds) {
    return kinds.stream().map(ExperimentKind::name).toList();
  }

  @Test
  void theExperimentsAreFoundInTheirOrderAndAtariIsAskedForByItsName() {
    assertEquals(List.of(), KINDS.problems());
    assertEquals(
        List.of("theory", "gridworld", "claims", "minatar", "atari"), names(PaperKind.all()));
    assertEquals(List.of("theory", "gridworld"), names(PaperKind.byDefault()));
    assertEquals(List.of("theory", "gridworld", "minatar"), names(PaperKind.withAll()));
  }

  /// On another machine a trial is made from a few words; it must be the same one.
  @Test
  void everyTrialIsTheSameWhereItIsMadeAgain() throws IOException {
    for (PaperKind kind : PaperKind.all()) {
      ExperimentFolder study =
          ExperimentFolder.prepare(folder.resolve(kind.name()), KINDS, List.of(made(kind.name())));
      for (Trial trial : study.trials()) {
        Trial again = study.recipe(trial).make();
        assertEquals(trial.name(), again.name());
        assertEquals(trial.describe(), again.describe());
      }
    }
  }

  /// Programs on the class path read the file, programs on the module path the descriptor.
  @Test
  void theFileOfServicesHasWhatTheModuleProvides() throws IOException {
    Path services = Path.of("src/main/resources/META-INF/services");
    String module = Files.readString(Path.of("src/main/java/module-info.java"));
    for (String service : List.of("ExperimentKind", "EarlierFormat")) {
      List<String> lines =
          Files.readAllLines(services.resolve("org.evenkeel.lab.experiment." + service));
      assertTrue(
          module.contains(
              "provides org.evenkeel.lab.experiment.%s with\n      %s;"
                  .formatted(service, String.join(",\n      ", lines))),
          service);
    }
  }

  @Test
  void anExperimentIsMadeAgainOfItsOptions() {
    for (Experiment asked :
        List.of(
            made("theory"),
            made("theory", "--scale", "paper"),
            made("gridworld", "--trials", "3"),
            made("minatar"),
            made("minatar", "--others", "none", "--games", "freeway,breakout", "--k", "10,1"),
            made("atari"),
            made("atari", "--scale", "paper"),
            made("atari", "--scale", "paper", "--k", "1,15"),
            made("atari", "--scale", "paper", "--others", "none", "--frames", "2400000"))) {
      assertEquals(asked, KINDS.make(asked.name(), asked.options(), 1));
    }
  }

  @Test
  void whatIsNotUnderstoodIsRefused() {
    refused(
        "unknown scale 'papers': did you mean 'paper'?", () -> made("theory", "--scale", "papers"));
    refused("unknown scale '': choose quick or paper", () -> made("minatar", "--scale", ""));
    refused("--trials must be >= 1, was 0", () -> made("gridworld", "--trials", "0"));
    refused("trials must be 1 to 10000, was 10001", () -> made("gridworld", "--trials", "10001"));
    refused(
        "unknown game 'space-invaders': did you mean 'space_invaders'?",
        () -> made("minatar", "--games", "space-invaders"));
    refused(
        "unknown game 'pong': choose one of asterix, breakout, freeway, seaquest, space_invaders",
        () -> made("minatar", "--games", "pong"));
    refused(
        "each game must be given only once, was freeway,freeway",
        () -> made("minatar", "--games", "freeway,freeway"));
    refused("k must be 1 to 100, was 0", () -> made("minatar", "--k", "1,0"));
    refused("each k must be given only once, was 5,1,5", () -> made("minatar", "--k", "5,1,5"));
    refused("seeds must be 1 to 100, was 101", () -> made("minatar", "--seeds", "101"));
    refused(
        "steps must be 200 to 1000000000 and a multiple of 20, was 1010",
        () -> made("minatar", "--steps", "1010"));
    refused(
        "others must be double, ensemble, double,ensemble or none, was 'dueling'",
        () -> made("minatar", "--others", "double,dueling"));
    refused(
        "frames must be 4,800 to 2,000,000,000 and a multiple of 80 (of 2,000,000 above 20,000,000), was 100",
        () -> made("atari", "--frames", "100"));
  }

  private String command(Experiment... asked) throws IOException {
    return ExperimentFolder.prepare(Path.of("my runs"), KINDS, List.of(asked)).command();
  }

  @Test
  void theCommandSaysAllThatDecidesAndIsOneWhereThatIsEnough() throws IOException {
    String end = " --seed 1 --out 'my runs'";
    assertEquals("evenkeel reproduce theory --scale quick" + end, command(made("theory")));
    assertEquals(
        "evenkeel reproduce --scale quick" + end, command(made("gridworld"), made("theory")));
    assertEquals(
        "evenkeel reproduce all --scale quick" + end,
        command(made("minatar"), made("gridworld"), made("theory")));
    assertEquals(
        "evenkeel reproduce theory --scale quick"
            + end
            + " && evenkeel reproduce gridworld --scale quick --trials 3"
            + end,
        command(made("gridworld", "--trials", "3"), made("theory")));
    assertEquals(
        "evenkeel reproduce minatar --scale paper --games breakout,freeway --k 1,10 --seeds 2 --steps 1000"
            + end,
        command(
            made(
                "minatar",
                "--scale",
                "paper",
                "--games",
                "freeway,breakout",
                "--k",
                "10,1",
                "--seeds",
                "2",
                "--steps",
                "1000")));
    assertEquals(
        "evenkeel reproduce atari --scale paper" + end, command(made("atari", "--scale", "paper")));
    assertEquals(
        "evenkeel reproduce atari --scale paper --k 1,5" + end,
        command(made("atari", "--scale", "paper", "--k", "1,5")));
  }

  private ExperimentFolder started(Experiment... wanted) throws IOException {
    ExperimentFolder prepared = ExperimentFolder.prepare(folder, KINDS, List.of(wanted));
    try (FolderLock _ = prepared.take()) {
      prepared.noteStarted();
    }
    return ExperimentFolder.open(folder, KINDS);
  }

  private void refusedThere(String sentence, Experiment wanted) {
    refused(
        "'%s' %s: choose another folder with --out".formatted(folder, sentence),
        () -> ExperimentFolder.prepare(folder, KINDS, List.of(wanted)));
  }

  @Test
  void theGamesOfBothAreShownAndRunsOfAnotherLengthAreRefused() throws IOException {
    started(
        made("minatar", "--games", "freeway", "--k", "1,10", "--seeds", "5", "--steps", "1000"));
    started(made("theory"));
    Experiment both =
        made(
            "minatar",
            "--games",
            "breakout,freeway",
            "--k",
            "1,5,10",
            "--seeds",
            "5",
            "--steps",
            "1000");
    assertEquals(
        List.of(made("theory"), both),
        started(
                made(
                    "minatar",
                    "--games",
                    "breakout,freeway",
                    "--k",
                    "5",
                    "--seeds",
                    "2",
                    "--steps",
                    "1000"))
            .experiments());
    refusedThere("was started with 1000 steps of MinAtar; you asked for 40000", made("minatar"));
    refusedThere(
        "was started with scale quick; you asked for scale paper",
        made("gridworld", "--scale", "paper"));
  }

  @Test
  void theRunsOfBothOnAtariAreShownAndThoseOfAnotherLengthAreRefused() throws IOException {
    started(made("atari", "--games", "pong", "--seeds", "2"));
    assertEquals(
        List.of(made("atari", "--games", "breakout,pong", "--seeds", "2", "--k", "1,10,15")),
        started(made("atari", "--games", "breakout", "--seeds", "2", "--k", "15")).experiments());
    refusedThere(
        "was started with 360000 frames of Atari; you asked for 480000",
        made("atari", "--frames", "480000"));
  }

  @Test
  void whatThePaperLeavesOutIsNotAddedByTwoRequests() throws IOException {
    started(made("atari", "--scale", "paper", "--k", "1,5"));
    refusedThere(
        "was started with --k or --others; you asked for Atari without them",
        made("atari", "--scale", "paper"));
  }

  /// The theory has no number of trials: what was computed of the Gridworld is still all that is wanted of it.
  @Test
  void askingAgainTakesNoTrialsOfTheGridworldAway() throws IOException {
    started(made("gridworld", "--trials", "2"));
    assertEquals(
        List.of(made("theory"), made("gridworld", "--trials", "2")),
        started(made("theory")).experiments());
    assertEquals(
        List.of(made("theory"), made("gridworld")), started(made("gridworld")).experiments());
    started(made("gridworld", "--trials", "41"));
    assertEquals(
        made("gridworld", "--trials", "41"),
        started(made("gridworld")).experiments().getLast(),
        "none is lost");
  }

  @Test
  void moreTrialsAreTheOldOnesAndNewOnes() {
    List<String> few =
        made("gridworld", "--trials", "2").trials().stream().map(Trial::name).toList();
    List<String> many =
        made("gridworld", "--trials", "3").trials().stream().map(Trial::name).toList();
    assertTrue(many.containsAll(few));
    assertEquals(few.size() / 2 * 3, many.size());
    assertEquals(many.size(), many.stream().distinct().count());
  }

  /// A session of hours may finish no training run and still be part of the result.
  @Test
  void aSessionOfTrainingRunsThatFinishedNoneIsKept() throws IOException {
    ExperimentFolder theory = ExperimentFolder.prepare(folder, KINDS, List.of(made("theory")));
    theory.noteStarted();
    theory.noteEnded(0, 60);
    assertEquals(Map.of(), theory.provenance());
    ExperimentFolder games = ExperimentFolder.prepare(folder, KINDS, List.of(made("minatar")));
    games.noteStarted();
    games.noteEnded(0, 4);
    assertEquals(Map.of(), games.provenance());
    games.noteStarted();
    games.noteEnded(0, 60);
    assertEquals("0", games.provenance().get("trials"));
  }

  /// A study that was killed early can be shown.
  @Test
  void aReportOfNoTrialsDecidesNothingThatWasToBeMeasured() throws IOException {
    ExperimentFolder both =
        ExperimentFolder.prepare(
            folder.resolve("x"),
            KINDS,
            List.of(made("theory"), made("gridworld", "--trials", "1")));
    assertEquals("Averaged-DQN, reproduced", both.report(new StudyResults(Map.of())).title());
    assertEquals(
        "This is the quick scale: a Gridworld of 10x10 cells instead of 20x20, with fewer trials and iterations. Verdicts may"
            + " differ from those at the paper's scale, which are in docs/results.",
        both.sentence(),
        "once");
    for (var section : made("gridworld", "--trials", "1").report(StudyResults.of(Map.of()))) {
      for (var claim : section.claims()) {
        assertEquals(Verdict.NOT_TESTED, claim.verdict(), claim.id());
      }
    }
  }

  @Test
  void whatWasAskedForIsSaid() {
    assertEquals(
        "Atari: breakout. Requested: 1 run of 360,000 frames for each algorithm, with a shortened schedule; the paper has 7"
            + " runs of 120,000,000 frames.",
        made("atari").sentence());
  }
}
