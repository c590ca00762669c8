package org.evenkeel.paper.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrialResult;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Folders that may be used and folders that may not, and `reproduction.json` in every state.
final class ReproductionFolderTest {
  private static final GameStudy QUICK_GAMES = new MinAtarProtocol().usual(Scale.QUICK);
  private static final Reproduction THEORY = new Reproduction(List.of("theory"), Scale.QUICK, 0, 1);
  private static final Reproduction GRIDWORLD =
      new Reproduction(List.of("gridworld"), Scale.QUICK, 2, 1);
  private static final String GOOD =
      """
      {"experiments": ["theory"], "scale": "quick", "trials": 0, "seed": 1, "computed": []}""";

  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("reproduction");
  }

  private Path asked() {
    return folder().resolve("reproduction.json");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(parent)) {
      return all.map(file -> parent.relativize(file).toString().replace('\\', '/'))
          .filter(name -> !name.isEmpty())
          .sorted()
          .toList();
    }
  }

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  private ReproductionFolder started(Reproduction wanted) throws IOException {
    ReproductionFolder folder = ReproductionFolder.prepare(folder(), wanted);
    try (FolderLock _ = folder.take()) {
      folder.noteStarted();
    }
    return folder;
  }

  @Test
  void trialsThatFailedAreCountedOnThePageAndInTheListOfChecksums() throws IOException {
    ReproductionFolder folder = started(GRIDWORLD);
    String name = "gridworld/first-10x10/dqn/seed2";
    assertTrue(folder.trials().stream().anyMatch(trial -> trial.name().equals(name)));
    StudyResults results =
        new StudyResults(Map.of(name, new TrialResult.Failed("the loss is NaN", 1_234)));
    Report report = folder.writeReport(results);
    String count = "1 of %s trials diverged".formatted(folder.trials().size());
    assertTrue(report.lead().contains(count), report.lead());
    String page = Files.readString(folder().resolve("report.html"));
    assertTrue(page.contains(count));
    assertTrue(page.contains("gridworld/first-10x10/dqn: 1 of 2 trials diverged"));
    assertEquals(
        List.of("trial,crc32c", name + ",failed at step 1234"),
        Files.readAllLines(folder().resolve("trials.csv")));
    assertEquals(
        List.of("trial,step,reason", name + ",1234,the loss is NaN"),
        Files.readAllLines(folder().resolve("tables/failed-trials.csv")));
    assertEquals(1, folder.reported());
  }

  /// As many as can be asked for.
  @Test
  void aLongListOfChecksumsIsRead() throws IOException {
    ReproductionFolder folder = started(GRIDWORLD);
    String row = "gridworld/second-20x20-terminal/averaged-10/seed10000,0123abcd\n";
    Files.writeString(folder().resolve("trials.csv"), "trial,crc32c\n" + row.repeat(180_000));
    assertEquals(180_000, folder.reported());
  }

  @Test
  void aNewFolderIsMadeOnlyWhenItIsTaken() throws IOException {
    ReproductionFolder folder = ReproductionFolder.prepare(folder(), THEORY);
    assertEquals(List.of(), files());
    assertEquals(THEORY, folder.asked());
    assertFalse(ReproductionFolder.is(folder()));
    try (FolderLock _ = folder.take()) {
      assertEquals(List.of("reproduction", "reproduction/lock"), files());
      folder.noteStarted();
    }
    assertTrue(ReproductionFolder.is(folder()));
    assertEquals(
        List.of("reproduction", "reproduction/lock", "reproduction/reproduction.json"), files());
    assertEquals(THEORY, ReproductionFolder.open(folder()).asked());
  }

  @Test
  void anEmptyFolderWillDoAndWhatAKilledStartLeft() throws IOException {
    Files.createDirectories(folder());
    assertEquals(THEORY, ReproductionFolder.prepare(folder(), THEORY).asked());
    Files.writeString(folder().resolve("lock"), "1234\n");
    Files.writeString(folder().resolve("reproduction.json.next"), "{\"experi");
    assertEquals(THEORY, ReproductionFolder.prepare(folder(), THEORY).asked());
    started(THEORY);
    assertEquals(
        List.of("reproduction", "reproduction/lock", "reproduction/reproduction.json"), files());
  }

  @Test
  void aFolderWithOtherThingsIsRefusedAndLeftAlone() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("thesis.tex"), "years of work");
    refused(
        "'%s' is not empty and is not a reproduction folder: choose another with --out"
            .formatted(folder()),
        () -> ReproductionFolder.prepare(folder(), THEORY));
    assertEquals(List.of("reproduction", "reproduction/thesis.tex"), files());
    assertEquals("years of work", Files.readString(folder().resolve("thesis.tex")));
  }

  @Test
  void aFileIsRefused() throws IOException {
    Files.writeString(folder(), "mine");
    refused(
        "'%s' is a file: choose another with --out".formatted(folder()),
        () -> ReproductionFolder.prepare(folder(), THEORY));
    assertEquals("mine", Files.readString(folder()));
    Path below = folder().resolve("below");
    ReproductionFolder prepared = ReproductionFolder.prepare(below, THEORY);
    String sentence = assertThrows(IOException.class, prepared::take).getMessage();
    assertTrue(sentence.startsWith("cannot make the folder '" + below + "': "), sentence);
  }

  @Test
  void anotherScaleIsRefusedAndBothAreNamed() throws IOException {
    started(THEORY);
    byte[] before = Files.readAllBytes(asked());
    refused(
        "'%s' was started with scale quick; you asked for scale paper: choose another folder with --out"
            .formatted(folder()),
        () ->
            ReproductionFolder.prepare(
                folder(), new Reproduction(List.of("theory"), Scale.PAPER, 0, 1)));
    assertArrayEquals(before, Files.readAllBytes(asked()));
  }

  @Test
  void experimentsComeTogetherAndEveryWordComesBack() throws IOException {
    started(THEORY);
    started(GRIDWORLD);
    Reproduction both = new Reproduction(Reproduction.USUAL, Scale.QUICK, 2, 1);
    ReproductionFolder read = ReproductionFolder.open(folder());
    assertEquals(both, read.asked());
    assertEquals(both.all().stream().mapToInt(e -> e.trials().size()).sum(), read.trials().size());
    started(THEORY);
    assertEquals(2, ReproductionFolder.open(folder()).asked().trials());
    started(new Reproduction(List.of("gridworld"), Scale.QUICK, 3, 1));
    assertEquals(3, ReproductionFolder.open(folder()).asked().trials());
  }

  @Test
  void theSettingsOfMinAtarAreKept() throws IOException {
    GameStudy one = QUICK_GAMES.games(List.of("freeway")).ks(List.of(1, 10)).seeds(2).length(1000);
    Reproduction asked = new Reproduction(List.of("minatar"), Scale.QUICK, 0, one, 1);
    started(asked);
    assertEquals(asked, ReproductionFolder.open(folder()).asked());
    started(THEORY);
    assertEquals(one, ReproductionFolder.open(folder()).asked().minatar());
    started(
        new Reproduction(List.of("minatar"), Scale.QUICK, 0, one.games(List.of("breakout")), 1));
    assertEquals(
        one.games(List.of("breakout", "freeway")),
        ReproductionFolder.open(folder()).asked().minatar());
    refused(
        "'%s' was started with 1000 steps of MinAtar; you asked for 40000: choose another folder with --out"
            .formatted(folder()),
        () ->
            ReproductionFolder.prepare(
                folder(), new Reproduction(List.of("minatar"), Scale.QUICK, 0, 1)));
  }

  @Test
  void theSettingsOfAtariAreKept() throws IOException {
    GameStudy one = new AtariProtocol().usual(Scale.QUICK).games(List.of("pong")).seeds(2);
    started(new Reproduction(Scale.QUICK, one, 1));
    assertEquals(one, ReproductionFolder.open(folder()).asked().atari());
    started(new Reproduction(Scale.QUICK, one.games(List.of("breakout")).ks(List.of(15)), 1));
    assertEquals(
        one.games(List.of("breakout", "pong")).ks(List.of(1, 10, 15)),
        ReproductionFolder.open(folder()).asked().atari());
    refused(
        "'%s' was started with 360000 frames of Atari; you asked for 480000: choose another folder with --out"
            .formatted(folder()),
        () ->
            ReproductionFolder.prepare(
                folder(), new Reproduction(Scale.QUICK, one.length(480_000), 1)));
    started(new Reproduction(List.of("theory"), Scale.QUICK, 0, 1));
    assertEquals(
        List.of("theory", "atari"), ReproductionFolder.open(folder()).asked().experiments());
  }

  @Test
  void whatThePaperLeavesOutIsNotAddedByTwoRequests() throws IOException {
    GameStudy paper = new AtariProtocol().usual(Scale.PAPER);
    started(new Reproduction(Scale.PAPER, paper.ks(List.of(1, 5)), 1));
    refused(
        "'%s' was started with --k or --others; you asked for Atari without: choose another folder with --out"
            .formatted(folder()),
        () -> ReproductionFolder.prepare(folder(), new Reproduction(Scale.PAPER, paper, 1)));
  }

  @Test
  void damagedSettingsOfMinAtarAreSaid() throws IOException {
    Files.createDirectories(folder());
    String good =
        "{'games': ['freeway'], 'k': [1], 'seeds': 2, 'steps': 1000, 'others': ['double']}";
    String whole =
        "{'experiments': ['minatar'], 'scale': 'quick', 'trials': 0, 'minatar': %s, 'seed': 1, 'computed': []}";
    Map<String, String> reasons =
        Map.of(
            "7",
            "minatar must be an object, was 7",
            good.replace("freeway", "freway"),
            "unknown game 'freway': did you mean 'freeway'?",
            good.replace("[1]", "['x']"),
            "k must be whole numbers, has \"x\"",
            good.replace("'seeds': 2, ", ""),
            "seeds must be a whole number, was missing",
            good.replace("['double']", "['triple']"),
            "others must be double, ensemble, double,ensemble or none, was 'triple'",
            good.replace("1000", "1001"),
            "steps must be 200 to 1000000000 and a multiple of 20, was 1001");
    for (Map.Entry<String, String> e : reasons.entrySet()) {
      Files.writeString(asked(), whole.formatted(e.getKey()).replace('\'', '"'));
      assertEquals(
          "'%s' is damaged: %s; delete it and give the command again, the trials beside it are kept"
              .formatted(asked(), e.getValue()),
          assertThrows(IOException.class, () -> ReproductionFolder.open(folder())).getMessage());
    }
    Files.writeString(asked(), whole.formatted(good).replace('\'', '"'));
    assertEquals(2, ReproductionFolder.open(folder()).asked().minatar().seeds());
    assertEquals(List.of("double"), ReproductionFolder.open(folder()).asked().minatar().others());
  }

  @Test
  void anotherSeedIsRefused() throws IOException {
    started(new Reproduction(List.of("theory"), Scale.QUICK, 0, Long.MIN_VALUE));
    assertEquals(Long.MIN_VALUE, ReproductionFolder.open(folder()).asked().seed());
    byte[] before = Files.readAllBytes(asked());
    refused(
        "'%s' was started with seed %d; you asked for seed 1: choose another folder with --out"
            .formatted(folder(), Long.MIN_VALUE),
        () -> ReproductionFolder.prepare(folder(), THEORY));
    assertArrayEquals(before, Files.readAllBytes(asked()));
  }

  /// The trials are the work: without `reproduction.json` they are still good.
  @Test
  void trialsThatAreLeftAreTakenUp() throws IOException {
    started(THEORY);
    Files.createDirectories(folder().resolve("trials/theory"));
    Files.writeString(folder().resolve("report.html"), "page");
    Files.delete(asked());
    assertEquals(THEORY, ReproductionFolder.prepare(folder(), THEORY).asked());
    Files.writeString(folder().resolve("mine.txt"), "mine");
    assertThrows(
        IllegalArgumentException.class, () -> ReproductionFolder.prepare(folder(), THEORY));
  }

  @Test
  void sessionsAreKeptAndOneThatComputedNothingIsNot() throws IOException {
    ReproductionFolder first = started(THEORY);
    first.noteEnded(30, 4.4);
    assertEquals("30", ReproductionFolder.open(folder()).provenance().get("trials"));
    assertEquals("4", ReproductionFolder.open(folder()).provenance().get("seconds"));
    started(THEORY).noteEnded(0, 1);
    assertEquals(first.provenance(), ReproductionFolder.open(folder()).provenance());
    started(GRIDWORLD).noteEnded(7, 61.5);
    Map<String, String> provenance = ReproductionFolder.open(folder()).provenance();
    assertEquals("30", provenance.get("session 1, trials"));
    assertEquals("7", provenance.get("session 2, trials"));
    assertEquals("62", provenance.get("session 2, seconds"));
    assertEquals(System.getProperty("os.name"), firstWord(provenance.get("session 1, os")));
  }

  private static String firstWord(String text) {
    return text.substring(0, text.lastIndexOf(' '));
  }

  @Test
  void aKilledSessionLeavesWordOfItself() throws IOException {
    started(THEORY);
    started(THEORY).noteEnded(3, 1);
    Map<String, String> provenance = ReproductionFolder.open(folder()).provenance();
    assertEquals("some: it ended before they were counted", provenance.get("session 1, trials"));
    assertEquals("3", provenance.get("session 2, trials"));
    assertTrue(provenance.containsKey("session 1, commit"));
  }

  @Test
  void oneProcessWritesAtATime() throws IOException {
    ReproductionFolder folder = ReproductionFolder.prepare(folder(), THEORY);
    try (FolderLock _ = folder.take()) {
      assertEquals(
          "'%s' is in use by another reproduction (process %d)"
              .formatted(folder(), ProcessHandle.current().pid()),
          assertThrows(IOException.class, folder::take).getMessage());
    }
    folder.take().close();
  }

  private void damaged(String json, String how) throws IOException {
    damaged(
        json.getBytes(UTF_8),
        "'%s' is damaged: %s; delete it and give the command again, the trials beside it are kept"
            .formatted(asked(), how));
  }

  private void damaged(byte[] json, String sentence) throws IOException {
    Files.createDirectories(folder());
    Files.write(asked(), json);
    for (Executable call :
        List.<Executable>of(
            () -> ReproductionFolder.open(folder()),
            () -> ReproductionFolder.prepare(folder(), THEORY))) {
      String said = assertThrows(IOException.class, call).getMessage();
      assertEquals(sentence, said);
      assertEquals(1, said.lines().count());
    }
    assertArrayEquals(json, Files.readAllBytes(asked()));
    assertEquals(List.of("reproduction", "reproduction/reproduction.json"), files());
  }

  @Test
  void theGoodOneIsGood() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(asked(), GOOD);
    assertEquals(THEORY, ReproductionFolder.open(folder()).asked());
  }

  @Test
  void whatIsNotJsonIsSaid() throws IOException {
    damaged("", "it is not a JSON object");
    damaged("[]", "it is not a JSON object");
    damaged("null", "it is not a JSON object");
    damaged(GOOD.substring(0, 30), "it is not JSON: Unexpected end-of-input in field name");
    damaged(GOOD + "}", "it is not JSON: Unexpected close marker '}': no open Object to close");
    damaged(
        "[".repeat(100_000),
        "it is not JSON: Document nesting depth (1001) exceeds the maximum allowed (1000, from"
            + " `StreamReadConstraints.getMaxNestingDepth()`)");
    damaged(
        new byte[] {'{', (byte) 0xff, '}'},
        "cannot read '" + asked() + "': it is not text in UTF-8");
    damaged(
        new byte[(1 << 20) + 1],
        "cannot read '" + asked() + "': it has 1048577 bytes, at most 1048576 are read");
  }

  @Test
  void anyTruncationIsSaidInOneSentence() throws IOException {
    started(THEORY).noteEnded(3, 1);
    byte[] whole = Files.readString(asked()).strip().getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      Files.write(asked(), Arrays.copyOf(whole, length));
      String said =
          assertThrows(IOException.class, () -> ReproductionFolder.open(folder())).getMessage();
      assertTrue(said.startsWith("'" + asked() + "' is damaged: it is not "), said);
      assertEquals(1, said.lines().count(), said);
    }
  }

  @Test
  void everyPartMustBeThereAndOfItsKind() throws IOException {
    wrong("\"experiments\": [\"theory\"]", "\"x\": 1", "experiments must be a list, was missing");
    wrong("[\"theory\"]", "\"theory\"", "experiments must be a list, was \"theory\"");
    wrong(
        "[\"theory\"]",
        "[]",
        "there must be an experiment: there are theory, gridworld, minatar, atari");
    wrong("[\"theory\"]", "[\"theori\"]", "unknown experiment 'theori': did you mean 'theory'?");
    wrong(
        "[\"theory\"]",
        "[3]",
        "unknown experiment '3': there are theory, gridworld, minatar, atari");
    wrong("\"quick\"", "7", "scale must be a word, was 7");
    wrong("\"quick\"", "\"huge\"", "unknown scale 'huge': there are quick, paper");
    wrong("\"trials\": 0", "\"trials\": -3", "trials must be 1 to 10000, was -3");
    wrong("\"trials\": 0", "\"trials\": \"4\"", "trials must be a whole number, was \"4\"");
    wrong("\"trials\": 0", "\"trials\": 1.5", "trials must be a whole number, was 1.5");
    wrong(
        "\"trials\": 0", "\"trials\": 4294967300", "trials must be a whole number, was 4294967300");
    wrong("\"trials\": 0", "\"trials\": null", "trials must be a whole number, was null");
    wrong("\"seed\": 1", "\"seed\": \"one\"", "seed must be a whole number, was \"one\"");
    wrong("\"seed\": 1", "\"sed\": 1", "seed must be a whole number, was missing");
    wrong(
        "\"seed\": 1",
        "\"seed\": 9223372036854775808",
        "seed must be a whole number, was 9223372036854775808");
    wrong("\"computed\": []", "\"computed\": {}", "computed must be a list, was {}");
    wrong("[]}", "[\"once\"]}", "computed must be a list of objects, has \"once\"");
    wrong(
        "\"quick\"",
        "[" + "1,".repeat(100) + "1]",
        "scale must be a word, was [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1...");
  }

  private void wrong(String good, String bad, String how) throws IOException {
    assertTrue(GOOD.contains(good), good);
    damaged(GOOD.replace(good, bad), how);
  }

  @Test
  void aFolderInPlaceOfTheFileIsNoReproduction() throws IOException {
    Files.createDirectories(asked());
    assertFalse(ReproductionFolder.is(folder()));
    refused(
        "'%s' is not empty and is not a reproduction folder: choose another with --out"
            .formatted(folder()),
        () -> ReproductionFolder.prepare(folder(), THEORY));
  }

  /// A study that was killed early can be shown.
  @Test
  void aReportOfNoTrialsDecidesNothingThatWasToBeMeasured() {
    Reproduction all = new Reproduction(Reproduction.USUAL, Scale.QUICK, 1, 1);
    for (var experiment : all.all()) {
      for (var section : experiment.report(Map.of())) {
        for (var claim : section.claims()) {
          assertTrue(
              claim.verdict() == Verdict.NOT_TESTED || experiment.name().equals("theory"),
              claim::id);
        }
      }
    }
  }
}
