package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.run.FolderLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `reproduce` as a user types it.
@Tag("slow")
final class ReproduceCommandTest {
  private static final ExperimentKinds KINDS = ExperimentKinds.installed();
  private static final List<String> NAMES =
      List.of("theory", "gridworld", "claims", "minatar", "atari", "all");

  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("reproduction");
  }

  private void refused(int code, String sentence, Object... args) throws IOException {
    Map<String, String> before = Typed.files(parent);
    String first = args.length == 0 ? "" : args[0].toString();
    boolean named = NAMES.contains(first);
    Typed.run(Stream.concat(Stream.of("reproduce"), Stream.of(args)).toArray())
        .refused(code, named ? "reproduce " + first : "reproduce", sentence);
    assertEquals(before, Typed.files(parent), "something was written or lost");
  }

  @Test
  void badNumbersAreRefusedBeforeAnythingIsWritten() throws IOException {
    refusedOf("gridworld", "--trials must be >= 1, was 0", "--trials=0");
    refusedOf("gridworld", "--trials must be >= 1, was -1", "--trials=-1");
    refusedOf("gridworld", "trials must be 1 to 10000, was 10001", "--trials=10001");
    refusedOf("gridworld", "--trials must be a whole number, was 'many'", "--trials=many");
    refused(2, "threads must be 1 to 256, was 0", "--threads", 0, "--out", folder());
    refused(2, "threads must be 1 to 256, was -2", "theory", "--threads=-2", "--out", folder());
    refused(2, "threads must be 1 to 256, was 257", "all", "--threads=257", "--out", folder());
    refused(
        2,
        "Invalid value for option '--seed': must be a whole number, was 'x'",
        "--seed=x",
        "--out",
        folder());
  }

  @Test
  void anOptionOfAnotherExperimentIsToldWhereItBelongs() throws IOException {
    String steps = "--steps is for minatar: 'evenkeel reproduce minatar --steps ...'";
    refused(2, steps, "--steps=100", "--out", folder());
    for (String name : List.of("theory", "gridworld", "claims", "atari", "all")) {
      refusedOf(name, steps, "--steps=100");
    }
    refused(
        2,
        "--trials is for gridworld: 'evenkeel reproduce gridworld --trials ...'",
        "--trials",
        3,
        "--out",
        folder());
    refusedOf(
        "minatar",
        "--trials is for gridworld: 'evenkeel reproduce gridworld --trials ...'",
        "--trials=3");
    refusedOf(
        "minatar", "--frames is for atari: 'evenkeel reproduce atari --frames ...'", "--frames=80");
    refusedOf(
        "theory", "--k is for minatar and atari: 'evenkeel reproduce minatar --k ...'", "--k=1");
  }

  @Test
  void oneExperimentIsAskedForAtATimeAndItsOptionsStandAfterIt() throws IOException {
    refused(
        2,
        "give one experiment at a time: run 'evenkeel reproduce atari' separately; with the same --out both share a page",
        "theory",
        "atari",
        "--out",
        folder());
    Typed before = Typed.run("reproduce", "--scale=paper", "--seed=2", "theory", "--out", folder());
    before.refused(
        2,
        "reproduce theory",
        "--scale, --seed must come after 'theory': 'evenkeel reproduce theory --scale ...'");
    Typed.run("reproduce", "--scale=paper", "all", "--out", folder())
        .refused(
            2,
            "reproduce all",
            "--scale must come after 'all': 'evenkeel reproduce all --scale ...'");
  }

  @Test
  void eachExperimentHasHelpOnItsOwnOptionsAlone() {
    assertTrue(
        Typed.run("reproduce", "--help")
            .out()
            .contains("\nevenkeel reproduce\n    theory, gridworld, in seconds\n"));
    Typed theory = Typed.run("reproduce", "theory", "--help");
    assertEquals(0, theory.code());
    for (String option : List.of("--scale", "--seed", "--threads", "--out", "--retry-failed")) {
      for (String name : NAMES) {
        assertTrue(Typed.run("reproduce", name, "--help").out().contains(option), name);
      }
    }
    for (String option : List.of("--trials", "--games", "--steps", "--frames", "--classpath")) {
      assertFalse(theory.out().contains(option), option);
    }
    Typed minatar = Typed.run("reproduce", "minatar", "--help");
    assertTrue(minatar.out().contains("--steps=N"), minatar::out);
    assertFalse(minatar.out().contains("--frames"), minatar::out);
    assertTrue(
        minatar.out().contains("\nevenkeel reproduce minatar --scale paper\n    30 runs of"),
        minatar::out);
  }

  @Test
  void unknownWordsAreToldTheNearest() throws IOException {
    refused(2, "unknown experiment 'teory': did you mean 'theory'?", "teory", "--out", folder());
    refused(
        2,
        "unknown experiment 'chess': choose one of theory, gridworld, claims, minatar, atari, all",
        "chess",
        "--out",
        folder());
    refused(2, "unknown scale 'quik': did you mean 'quick'?", "--scale", "quik");
    refused(2, "unknown option '--trails'; did you mean '--trials'?", "gridworld", "--trails", 1);
  }

  @Test
  void theSettingsOfGamesAreRefusedBeforeAnythingIsWritten() throws IOException {
    refusedOf(
        "minatar", "unknown game 'brakout': did you mean 'breakout'?", "--games=freeway,brakout");
    refusedOf("minatar", "--k must be a whole number, was 'x'", "--k=x");
    refusedOf("minatar", "seeds must be 1 to 100, was 0", "--seeds=0");
    refusedOf(
        "minatar", "steps must be 200 to 1000000000 and a multiple of 20, was 10", "--steps=10");
    refusedOf("atari", "unknown game 'brakout': did you mean 'breakout'?", "--games=brakout");
    refusedOf("atari", "k must be 1 to 100, was 0", "--k=1,0");
    refusedOf(
        "atari",
        "frames must be 4,800 to 2,000,000,000 and a multiple of 80 (of 2,000,000 above 20,000,000), was 100",
        "--frames=100");
  }

  private void refusedOf(String experiment, String sentence, String option) throws IOException {
    refused(2, sentence, experiment, option, "--out", folder());
  }

  @Test
  void aFolderWithOtherThingsOrAFileIsRefused() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("thesis.tex"), "years of work");
    refused(
        2,
        "'%s' is not empty and is not an experiment folder: choose another with --out"
            .formatted(folder()),
        "theory",
        "--out",
        folder());
    Path file = folder().resolve("thesis.tex");
    refused(
        2, "'%s' is a file: choose another with --out".formatted(file), "theory", "--out", file);
    Path below = file.resolve("below");
    Typed typed = Typed.run("reproduce", "theory", "--out", below);
    assertEquals(1, typed.code());
    assertTrue(typed.err().startsWith("cannot create folder '" + below + "': "), typed.err());
    assertEquals(1, typed.err().lines().count());
  }

  @Test
  void anUnwritableFolderIsSaid() throws IOException {
    Files.createDirectories(folder());
    assertTrue(folder().toFile().setWritable(false));
    try {
      assumeFalse(Files.isWritable(folder()), "may write everywhere, as root may");
      refused(
          1, "cannot write to '" + folder() + "': permission denied", "theory", "--out", folder());
    } finally {
      assertTrue(folder().toFile().setWritable(true));
    }
  }

  private ExperimentFolder begin(List<Experiment> asked) throws IOException {
    ExperimentFolder folder = ExperimentFolder.prepare(folder(), KINDS, asked);
    try (FolderLock _ = folder.take()) {
      folder.noteStarted();
    }
    return folder;
  }

  /// @param options as typed, without the scale: `seeds=2`
  private static Experiment made(String name, String scale, String... options) {
    Map<String, String> given = new LinkedHashMap<>(Map.of("scale", scale));
    Stream.of(options)
        .forEach(o -> given.put(o.replaceFirst("=.*", ""), o.replaceFirst(".*=", "")));
    return KINDS.make(name, given, -5);
  }

  @Test
  void anotherScaleADamagedFileAndAFolderInUseAreRefused() throws IOException {
    begin(List.of(KINDS.make("theory", Map.of("scale", "paper"), 1)));
    refused(
        2,
        "'%s' was started with scale paper; you asked for scale quick: choose another folder with --out"
            .formatted(folder()),
        "theory",
        "--out",
        folder());
    try (FolderLock _ = FolderLock.take(folder(), "test")) {
      refused(
          1,
          "'%s' is in use by another experiment (process %d)"
              .formatted(folder(), ProcessHandle.current().pid()),
          "theory",
          "--scale=paper",
          "--out",
          folder());
    }
    Path asked = folder().resolve("experiment.json");
    Files.writeString(asked, "{}");
    refused(
        1,
        ("'%s' is damaged: experiments must be a list, was missing; delete it and repeat the command,"
                + " the trials are kept")
            .formatted(asked),
        "theory",
        "--out",
        folder());
  }

  /// What the page says to type must mean what was asked for.
  @Test
  void theCommandsThatAreShownMeanWhatWasTyped() throws IOException {
    for (List<Experiment> asked :
        List.of(
            List.of(made("theory", "quick")),
            List.of(made("gridworld", "paper", "trials=3")),
            List.of(made("theory", "quick"), made("gridworld", "quick")),
            List.of(made("theory", "paper"), made("gridworld", "paper"), made("minatar", "paper")),
            List.of(
                made("theory", "paper"),
                made("minatar", "paper", "games=breakout,freeway", "k=1,10", "steps=1000")),
            List.of(made("minatar", "quick", "others=none"), made("atari", "quick", "k=1")),
            List.of(made("atari", "paper")),
            List.of(made("atari", "paper", "others=none", "frames=2400000")))) {
      String command = ExperimentFolder.prepare(folder(), KINDS, asked).command();
      List<Experiment> read = new ArrayList<>();
      for (String one : command.split(" && ", -1)) {
        List<String> words = List.of(one.split(" ", -1));
        assertEquals("evenkeel", words.getFirst());
        read.addAll(read(words.subList(1, words.size())));
      }
      assertEquals(asked, read, command);
    }
  }

  private static List<Experiment> read(List<String> words) {
    var parsed = Main.commandLine().parseArgs(words.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return switch (parsed.commandSpec().userObject()) {
      case KindCommand command -> command.wanted();
      case ReproduceCommand command -> command.wanted();
      case ReproduceCommand.All command -> command.wanted();
      default -> throw new AssertionError(words);
    };
  }

  /// As a user does with what the page says.
  @Test
  void theCommandsThatAreShownRun() throws IOException {
    assertEquals(0, Typed.run("experiment", "theory", "--out", folder()).code());
    begin(List.of(KINDS.make("minatar", Map.of("seeds", "2"), 1)));
    String[] commands = ExperimentFolder.open(folder(), KINDS).command().split(" && ", -1);
    assertEquals(2, commands.length);
    // Each would train for minutes. With a wrong number of threads, refused last, nothing starts.
    for (String command : commands) {
      List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
      words.add("--threads=0");
      Typed typed = Typed.run(words.subList(1, words.size()).toArray());
      assertTrue(typed.err().startsWith("threads must be 1 to 256, was 0\n"), typed::err);
    }
    Files.delete(folder().resolve("experiment.json"));
    Typed theory = Typed.run(List.of(commands[0].split(" ", -1)).stream().skip(1).toArray());
    assertEquals(0, theory.code(), theory::err);
    assertTrue(theory.err().matches("(\\d+) of \\1 trials already done\\n"), theory::err);
  }

  @Test
  void aFailedTrialIsComputedAgainOnlyIfAskedFor() throws IOException {
    assertEquals(0, Typed.run("reproduce", "theory", "--out", folder()).code());
    Path file = folder().resolve("trials/theory/chain-dqn/seed1.csv");
    String finished = Files.readString(file);
    String failed =
        String.join("\n", finished.lines().limit(2).toList())
            + "\n# failed at step 7: the loss is NaN\n";
    CRC32C sum = new CRC32C();
    sum.update(failed.getBytes(UTF_8));
    Files.writeString(
        file, failed + "# crc32c " + HexFormat.of().toHexDigits((int) sum.getValue()) + "\n");

    Typed again = Typed.run("reproduce", "theory", "--out", folder());
    assertEquals(0, again.code(), again::err);
    assertTrue(
        again.err().endsWith(", 1 of them failed (--retry-failed repeats those)\n"), again::err);
    assertTrue(again.out().contains("1 of "), again::out);
    assertEquals(failed, Files.readString(file).substring(0, failed.length()));

    Typed retried = Typed.run("reproduce", "theory", "--retry-failed", "--out", folder());
    assertEquals(0, retried.code(), retried::err);
    assertTrue(
        retried
            .err()
            .startsWith(
                "warning: theory/chain-dqn/seed1 failed earlier and is computed again; the old result is in '"),
        retried::err);
    assertEquals(finished, Files.readString(file));
  }

  /// The whole way, once: computed, already done, shown again, a trial damaged, computed again.
  @Test
  void theTheoryFromNothingToThePage() throws IOException {
    Typed first = Typed.run("reproduce", "theory", "--threads=2", "--out", folder());
    assertEquals(0, first.code(), first::err);
    assertFalse(first.err().contains("warning"), first::err);
    assertTrue(first.out().startsWith("\nMain claims: 1 supported\n  supported"), first::out);
    assertTrue(
        first.out().matches("(?s).*\\nOther claims: \\d+ supported, \\d+ contradicted\\n.*"),
        first::out);
    assertTrue(first.out().contains("\npage      " + folder().resolve("report.html") + "\n"));
    assertTrue(first.out().endsWith("\nnumbers   " + folder().resolve("verdicts.json") + "\n"));
    Map<String, String> files = Typed.files(folder());
    assertTrue(
        files.keySet().stream().noneMatch(f -> f.endsWith(".next")), files.keySet()::toString);
    assertTrue(files.get("report.html").contains("evenkeel reproduce theory --scale quick"));

    Typed second = Typed.run("reproduce", "theory", "--threads=1", "--out", folder());
    assertEquals(first.out(), second.out());
    assertTrue(second.err().matches("(\\d+) of \\1 trials already done\\n"), second::err);
    assertEquals(files, Typed.files(folder()), "nothing was computed: the same page");

    Typed shown = Typed.run("report", folder());
    assertEquals(0, shown.code(), shown::err);
    assertEquals("", shown.err());
    assertEquals(files, Typed.files(folder()));
    String verdicts = shown.out().substring(0, shown.out().indexOf("\npage "));
    assertTrue(first.out().startsWith(verdicts), shown::out);

    Path trial = folder().resolve("trials/theory/chain-dqn/seed1.csv");
    Files.writeString(trial, files.get("trials/theory/chain-dqn/seed1.csv").substring(1));
    Typed damaged = Typed.run("report", folder());
    assertEquals(2, damaged.code(), damaged::err);
    assertTrue(
        damaged
            .err()
            .startsWith(
                """
                warning: '%s' is damaged: its checksum does not match; it counts as missing
                warning: 1 of %d trials are missing; evenkeel reproduce theory --scale quick --seed 1 --out %s computes them
                the report in '%s' covers"""
                    .formatted(trial, count(second.err()), folder(), folder())),
        damaged::err);
    assertEquals(files.get("report.html"), Typed.files(folder()).get("report.html"));

    Typed again = Typed.run("reproduce", "theory", "--out", folder());
    assertEquals(0, again.code(), again::err);
    assertEquals(
        files.get("trials/theory/chain-dqn/seed1.csv"),
        Typed.files(folder()).get("trials/theory/chain-dqn/seed1.csv"));
    assertEquals(
        files.get("figures/theory-chain-states.csv"),
        Typed.files(folder()).get("figures/theory-chain-states.csv"));
    assertEquals("1", ExperimentFolder.open(folder(), KINDS).provenance().get("session 2, trials"));
  }

  private static int count(String said) {
    return Integer.parseInt(said.substring(0, said.indexOf(' ')));
  }
}
