package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.evenkeel.paper.reproduce.Reproduction;
import org.evenkeel.paper.reproduce.ReproductionFolder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `reproduce` as a user types it.
@Tag("slow")
final class ReproduceCommandTest {
  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("reproduction");
  }

  private void refused(int code, String sentence, Object... args) throws IOException {
    Map<String, String> before = Typed.files(parent);
    Typed.run(Stream.concat(Stream.of("reproduce"), Stream.of(args)).toArray())
        .refused(code, "reproduce", sentence);
    assertEquals(before, Typed.files(parent), "something was written or lost");
  }

  @Test
  void badNumbersAreRefusedBeforeAnythingIsWritten() throws IOException {
    refused(2, "--trials must be >= 1, was 0", "--trials", 0, "--out", folder());
    refused(2, "--trials must be >= 1, was -1", "--trials", -1, "--out", folder());
    refused(2, "trials must be 1 to 10000, was 10001", "--trials", 10001, "--out", folder());
    refused(2, "threads must be 1 to 256, was 0", "--threads", 0, "--out", folder());
    refused(2, "threads must be 1 to 256, was -2", "--threads", -2, "--out", folder());
    refused(2, "threads must be 1 to 256, was 257", "--threads", 257, "--out", folder());
    refused(
        2,
        "Invalid value for option '--trials': must be a whole number, was 'many'",
        "--trials=many",
        "--out",
        folder());
    refused(
        2,
        "Invalid value for option '--seed': must be a whole number, was 'x'",
        "--seed=x",
        "--out",
        folder());
  }

  @Test
  void anOptionOfAnotherExperimentIsNamedBeforeItsRange() throws IOException {
    refused(
        2,
        "--steps is for MinAtar: name it, as in 'evenkeel reproduce minatar'",
        "--steps=100",
        "--out",
        folder());
  }

  @Test
  void unknownWordsAreToldTheNearest() throws IOException {
    refused(2, "unknown experiment 'teory': did you mean 'theory'?", "teory", "--out", folder());
    refused(
        2,
        "unknown experiment 'chess': there are theory, gridworld, minatar, atari, all",
        "chess",
        "--out",
        folder());
    refused(2, "unknown scale 'quik': did you mean 'quick'?", "--scale", "quik");
    refused(2, "unknown experiment 'gridwrold': did you mean 'gridworld'?", "theory", "gridwrold");
    refused(2, "unknown option '--trails'; did you mean '--trials'?", "--trails", 1);
  }

  @Test
  void theSettingsOfMinAtarAreRefusedBeforeAnythingIsWritten() throws IOException {
    refusedMinAtar("unknown game 'brakout': did you mean 'breakout'?", "--games=freeway,brakout");
    refusedMinAtar(
        "unknown game 'pong': there are asterix, breakout, freeway, seaquest, space_invaders",
        "--games=pong");
    refusedMinAtar("each game must be there once, were freeway,freeway", "--games=freeway,freeway");
    refusedMinAtar("k must be 1 to 100, was 0", "--k=1,0");
    refusedMinAtar("each k must be there once, were 5,5", "--k=5,5");
    refusedMinAtar("seeds must be 1 to 100, was 0", "--seeds=0");
    refusedMinAtar("steps must be 200 to 1000000000 and a multiple of 20, was 10", "--steps=10");
    refusedMinAtar("Invalid value for option '--k' (K): must be a whole number, was 'x'", "--k=x");
    refusedMinAtar(
        "--trials is for the Gridworld: MinAtar has --seeds, runs of each algorithm", "--trials=3");
    for (String option : List.of("--games=freeway", "--k=1", "--seeds=2", "--steps=1000")) {
      String name = option.substring(0, option.indexOf('='));
      for (String what : List.of("theory", "gridworld")) {
        refused(
            2,
            "%s is for MinAtar%s: name it, as in 'evenkeel reproduce minatar'"
                .formatted(name, name.equals("--steps") ? "" : " and Atari"),
            what,
            option,
            "--out",
            folder());
      }
    }
  }

  @Test
  void theSettingsOfAtariAreRefusedBeforeAnythingIsWritten() throws IOException {
    refusedAtari("k must be 1 to 100, was 0", "--k=1,0");
    refusedAtari("seeds must be 1 to 100, was 0", "--seeds=0");
    refusedAtari(
        "frames must be 4,800 to 2,000,000,000 and a multiple of 80 (of 2,000,000 above 20,000,000), was 100",
        "--frames=100");
    refusedAtari("--steps is for MinAtar: Atari has --frames, four to a step", "--steps=1000");
    refusedAtari(
        "--trials is for the Gridworld: Atari has --seeds, runs of each algorithm", "--trials=3");
    refused(
        2,
        "--frames is for Atari: name it, as in 'evenkeel reproduce atari'",
        "minatar",
        "--frames=48000",
        "--out",
        folder());
    refused(
        2,
        "run atari separately from theory, gridworld, minatar: it has its own --games, --k, --seeds and --others; give both"
            + " commands the same --out to get one page",
        "all",
        "atari",
        "--out",
        folder());
  }

  private void refusedAtari(String sentence, String option) throws IOException {
    refused(2, sentence, "atari", option, "--out", folder());
  }

  private void refusedMinAtar(String sentence, String option) throws IOException {
    refused(2, sentence, "minatar", option, "--out", folder());
  }

  @Test
  void aFolderWithOtherThingsOrAFileIsRefused() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("thesis.tex"), "years of work");
    refused(
        2,
        "'%s' is not empty and is not a reproduction folder: choose another with --out"
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
    assertTrue(typed.err().startsWith("cannot make the folder '" + below + "': "), typed.err());
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

  private void begin(Reproduction asked) throws IOException {
    ReproductionFolder folder = ReproductionFolder.prepare(folder(), asked);
    try (FolderLock _ = folder.take()) {
      folder.noteStarted();
    }
  }

  @Test
  void anotherScaleADamagedFileAndAFolderInUseAreRefused() throws IOException {
    begin(new Reproduction(List.of("theory"), Scale.PAPER, 0, 1));
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
          "'%s' is in use by another reproduction (process %d)"
              .formatted(folder(), ProcessHandle.current().pid()),
          "theory",
          "--scale=paper",
          "--out",
          folder());
    }
    Path asked = folder().resolve("reproduction.json");
    Files.writeString(asked, "{}");
    refused(
        1,
        ("'%s' is damaged: experiments must be a list, was missing; delete it and give the command"
                + " again, the trials beside it are kept")
            .formatted(asked),
        "theory",
        "--out",
        folder());
  }

  /// What the page says to type must mean what was asked for.
  @Test
  void theCommandThatIsShownIsTheOneThatWasTyped() {
    for (Reproduction asked :
        List.of(
            new Reproduction(List.of("theory"), Scale.QUICK, 0, 1),
            new Reproduction(List.of("gridworld"), Scale.PAPER, 3, -5),
            new Reproduction(Reproduction.USUAL, Scale.QUICK, 0, 1),
            new Reproduction(
                List.of("theory", "minatar"),
                Scale.PAPER,
                0,
                new MinAtarProtocol()
                    .usual(Scale.QUICK)
                    .games(List.of("breakout", "freeway"))
                    .ks(List.of(1, 10))
                    .seeds(2)
                    .length(1000),
                1),
            new Reproduction(
                List.of("minatar"),
                Scale.QUICK,
                0,
                new MinAtarProtocol().usual(Scale.QUICK).others(List.of("none")),
                1),
            new Reproduction(
                List.of("minatar"),
                Scale.QUICK,
                0,
                new MinAtarProtocol().usual(Scale.QUICK).others(List.of("ensemble")),
                1),
            new Reproduction(Scale.PAPER, new AtariProtocol().usual(Scale.PAPER), 4),
            new Reproduction(
                Scale.PAPER,
                new AtariProtocol().usual(Scale.PAPER).others(List.of("none")).length(2_400_000),
                4),
            new Reproduction(Reproduction.ALL_NAMES, Scale.QUICK, 10_000, Long.MAX_VALUE))) {
      List<String> words = List.of(asked.command(folder()).split(" ", -1));
      assertEquals("evenkeel", words.getFirst());
      var parsed =
          Main.commandLine()
              .parseArgs(words.subList(1, words.size()).toArray(String[]::new))
              .subcommand();
      assertEquals("reproduce", parsed.commandSpec().name());
      ReproduceCommand command = (ReproduceCommand) parsed.commandSpec().userObject();
      assertEquals(asked, command.wanted());
    }
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
        again.err().endsWith(", 1 of them failed (--retry-failed computes those again)\n"),
        again::err);
    assertTrue(again.out().contains("1 of "), again::out);
    assertEquals(failed, Files.readString(file).substring(0, failed.length()));

    Typed retried = Typed.run("reproduce", "theory", "--retry-failed", "--out", folder());
    assertEquals(0, retried.code(), retried::err);
    assertTrue(
        retried
            .err()
            .startsWith(
                "warning: theory/chain-dqn/seed1 failed before and is computed again; the old result is in '"),
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
                warning: '%s' is damaged: its checksum does not fit; it counts as missing
                warning: 1 of %d trials are missing; evenkeel reproduce theory --scale quick --seed 1 --out %s computes them
                the report in '%s' is of"""
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
    assertEquals("1", ReproductionFolder.open(folder()).provenance().get("session 2, trials"));
  }

  private static int count(String said) {
    return Integer.parseInt(said.substring(0, said.indexOf(' ')));
  }
}
