package org.evenkeel.lab.experiment;

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
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.StudyObserver;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Folders that may be used and folders that may not, what they keep, and `experiment.json` in every state.
final class ExperimentFolderTest {
  private static final Experiment WALKS = Walks.asked("walks", 3, 100, 1);
  private static final Experiment HIKES = Walks.asked("hikes", 2, 50, 1);
  private static final String GOOD =
      """
      {"experiments": [{"name": "walks", "options": {"steps": "7"}}], "seed": 1, "computed": []}""";

  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("folder");
  }

  private Path asked() {
    return folder().resolve("experiment.json");
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

  private ExperimentFolder prepared(Experiment... wanted) throws IOException {
    return ExperimentFolder.prepare(folder(), Walks.KINDS, List.of(wanted));
  }

  private ExperimentFolder started(Experiment... wanted) throws IOException {
    ExperimentFolder folder = prepared(wanted);
    try (FolderLock _ = folder.take()) {
      folder.noteStarted();
    }
    return folder;
  }

  private ExperimentFolder opened() throws IOException {
    return ExperimentFolder.open(folder(), Walks.KINDS);
  }

  @Test
  void aNewFolderIsMadeOnlyWhenItIsTaken() throws IOException {
    ExperimentFolder folder = prepared(WALKS);
    assertEquals(List.of(), files());
    assertFalse(ExperimentFolder.is(folder()));
    try (FolderLock _ = folder.take()) {
      assertEquals(List.of("folder", "folder/lock"), files());
      folder.noteStarted();
    }
    assertTrue(ExperimentFolder.is(folder()));
    assertEquals(List.of("folder", "folder/experiment.json", "folder/lock"), files());
    assertEquals(List.of(WALKS), opened().experiments());
  }

  @Test
  void anEmptyFolderWillDoAndWhatAKilledStartLeft() throws IOException {
    Files.createDirectories(folder());
    assertEquals(List.of(WALKS), prepared(WALKS).experiments());
    Files.writeString(folder().resolve("lock"), "1234\n");
    Files.writeString(folder().resolve("experiment.json.next"), "{\"experi");
    started(WALKS);
    assertEquals(List.of("folder", "folder/experiment.json", "folder/lock"), files());
  }

  @Test
  void aFolderWithOtherThingsIsRefusedAndLeftAlone() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("thesis.tex"), "years of work");
    refused(
        "'%s' is not empty and is not an experiment folder: choose another with --out"
            .formatted(folder()),
        () -> prepared(WALKS));
    assertEquals(List.of("folder", "folder/thesis.tex"), files());
  }

  @Test
  void aFileIsRefused() throws IOException {
    Files.writeString(folder(), "mine");
    refused("'%s' is a file: choose another with --out".formatted(folder()), () -> prepared(WALKS));
    ExperimentFolder below =
        ExperimentFolder.prepare(folder().resolve("below"), Walks.KINDS, List.of(WALKS));
    String sentence = assertThrows(IOException.class, below::take).getMessage();
    assertTrue(
        sentence.startsWith("cannot create folder '" + folder().resolve("below") + "': "),
        sentence);
  }

  @Test
  void experimentsComeTogetherInTheOrderOfTheirKindsAndEveryWordComesBack() throws IOException {
    started(HIKES);
    started(WALKS);
    assertEquals(List.of(WALKS, HIKES), opened().experiments());
    assertEquals(5, opened().trials().size());
    started(Walks.asked("walks", 4, 100, 1));
    started(WALKS);
    assertEquals(
        List.of(Walks.asked("walks", 4, 100, 1), HIKES),
        opened().experiments(),
        "what was asked for before stays");
  }

  @Test
  void whatDoesNotFitIsRefusedInOneSentence() throws IOException {
    started(WALKS);
    byte[] before = Files.readAllBytes(asked());
    String start = "'" + folder() + "' was started with ";
    String end = ": choose another folder with --out";
    refused(
        start + "100 steps; you asked for 70" + end,
        () -> prepared(Walks.asked("walks", 3, 70, 1)));
    // These two must be the same in all experiments of a folder.
    refused(
        start + "seed 1; you asked for seed 2" + end,
        () -> prepared(Walks.asked("hikes", 3, 70, 2)));
    refused(
        start + "pace slow; you asked for pace fast" + end,
        () -> prepared(new Walks.Asked("hikes", "fast", 3, 70, 1)));
    assertArrayEquals(before, Files.readAllBytes(asked()));
  }

  @Test
  void withoutARuleOfItsOwnAnExperimentMustHaveTheSameOptions() {
    Experiment plain = new Plain(Map.of("steps", "100"));
    assertEquals(plain, plain.and(new Plain(Map.of("steps", "100"))));
    refused(
        "was started with --steps 70; you asked for 100",
        () -> plain.and(new Plain(Map.of("steps", "70"))));
    refused("was started without --steps; you asked for 100", () -> plain.and(new Plain(Map.of())));
    refused(
        "was started with --steps 100; you asked for no --steps",
        () -> new Plain(Map.of()).and(plain));
  }

  private record Plain(Map<String, String> options) implements Experiment {
    @Override
    public String name() {
      return "plain";
    }

    @Override
    public long seed() {
      return 1;
    }

    @Override
    public String sentence() {
      return "";
    }

    @Override
    public List<Trial> trials() {
      return WALKS.trials();
    }

    @Override
    public List<Section> report(StudyResults results) {
      return List.of();
    }
  }

  @Test
  void theCommandLeavesOutWhatIsTheSameWithoutIt() throws IOException {
    String end = " --seed 1 --out " + folder();
    assertEquals("evenkeel experiment walks --pace slow" + end, prepared(WALKS).command());
    assertEquals(
        "evenkeel experiment walks --pace slow"
            + end
            + " && evenkeel experiment hikes --pace slow --walks 2 --steps 50"
            + end,
        prepared(HIKES, WALKS).command());
  }

  /// The trials are the work: without `experiment.json` they are still good.
  @Test
  void trialsThatAreLeftAreTakenUp() throws IOException {
    started(WALKS);
    Files.createDirectories(folder().resolve("trials/walks"));
    Files.writeString(folder().resolve("report.html"), "page");
    Files.delete(asked());
    assertEquals(List.of(WALKS), prepared(WALKS).experiments());
    Files.writeString(folder().resolve("mine.txt"), "mine");
    assertThrows(IllegalArgumentException.class, () -> prepared(WALKS));
  }

  @Test
  void sessionsAreKeptAndOneThatComputedNothingIsNot() throws IOException {
    ExperimentFolder first = started(WALKS);
    assertEquals(
        "unknown: the session ended before they were counted",
        opened().provenance().get("trials"),
        "killed now");
    first.noteEnded(30, 4.4);
    assertEquals("30", opened().provenance().get("trials"));
    assertEquals("4", opened().provenance().get("seconds"));
    started(WALKS).noteEnded(0, 60);
    assertEquals(first.provenance(), opened().provenance());
    started(HIKES).noteEnded(7, 61.5);
    assertEquals("30", opened().provenance().get("session 1, trials"));
    assertEquals("7", opened().provenance().get("session 2, trials"));
  }

  @Test
  void thePageBeginsWithTheTitlesAndSentencesOfItsExperimentsOnce() throws Exception {
    ExperimentFolder folder = started(WALKS, HIKES);
    StudyResults results = folder.runner(1, StudyObserver.silent()).run(folder.trials());
    Report report = folder.writeReport(results);
    assertEquals("Experiment walks; Experiment hikes", report.title());
    assertEquals(
        "How far random walks get. How far random hikes get. The pace was slow.", report.lead());
    assertEquals(
        List.of("walks-move", "hikes-move"), report.claims().stream().map(c -> c.id()).toList());
    assertEquals(5, folder.reported());
    assertEquals(6, Files.readAllLines(folder().resolve("trials.csv")).size());
    assertEquals(
        report.sections().getFirst().claims(),
        opened()
            .report(opened().runner(1, StudyObserver.silent()).kept(folder.trials()))
            .sections()
            .getFirst()
            .claims());
  }

  @Test
  void aTrialThatCouldBeAnotherExperimentsIsRefused() throws IOException {
    ExperimentKind wrong =
        new ExperimentKind() {
          @Override
          public String name() {
            return "plain";
          }

          @Override
          public String description() {
            return "trials of another name";
          }

          @Override
          public List<ExperimentOption> options() {
            return List.of();
          }

          @Override
          public Experiment of(GivenOptions given) {
            return new Plain(Map.of());
          }
        };
    ExperimentFolder folder =
        ExperimentFolder.prepare(folder(), ExperimentKinds.of(wrong), List.of(new Plain(Map.of())));
    refused(
        "the trials of experiment 'plain' must have names that begin with 'plain/', but one has 'walks/seed1'",
        folder::trials);
  }

  @Test
  void trialsThatFailedAreCountedOnThePageAndInTheListOfChecksums() throws IOException {
    ExperimentFolder folder = started(WALKS);
    Report report =
        folder.writeReport(
            new StudyResults(
                Map.of("walks/seed2", new TrialResult.Failed("the loss is NaN", 1_234))));
    assertTrue(report.lead().contains("1 of 3 trials diverged"), report.lead());
    assertEquals(
        List.of("trial,crc32c", "walks/seed2,failed at step 1234"),
        Files.readAllLines(folder().resolve("trials.csv")));
    assertEquals(1, folder.reported());
  }

  /// As many as can be asked for.
  @Test
  void aLongListOfChecksumsIsRead() throws IOException {
    ExperimentFolder folder = started(WALKS);
    String row = "gridworld/second-20x20-terminal/averaged-10/seed10000,0123abcd\n";
    Files.writeString(folder().resolve("trials.csv"), "trial,crc32c\n" + row.repeat(180_000));
    assertEquals(180_000, folder.reported());
  }

  private void damaged(String text, String how) throws IOException {
    Files.createDirectories(folder());
    Files.writeString(asked(), text);
    assertEquals(
        "'%s' is damaged: %s; delete it and repeat the command, the trials are kept"
            .formatted(asked(), how),
        assertThrows(IOException.class, this::opened).getMessage());
  }

  private void wrong(String good, String bad, String how) throws IOException {
    assertTrue(GOOD.contains(good), good);
    damaged(GOOD.replace(good, bad), how);
  }

  @Test
  void everyPartMustBeThereAndOfItsKind() throws IOException {
    damaged("[]", "it is not a JSON object");
    damaged("", "it is not a JSON object");
    damaged(GOOD + "}", "it is not JSON: Unexpected close marker '}': no open Object to close");
    wrong("\"experiments\"", "\"x\"", "experiments must be a list, was missing");
    wrong(
        "[{\"name\": \"walks\", \"options\": {\"steps\": \"7\"}}]",
        "[]",
        "at least 1 experiment is needed, but there are none");
    wrong(
        "{\"name\": \"walks\", \"options\": {\"steps\": \"7\"}}",
        "3",
        "experiments must be a list of objects, but contains 3");
    wrong("\"name\"", "\"nam\"", "name must be a word, was missing");
    wrong("\"walks\"", "\"walk\"", "unknown experiment 'walk': did you mean 'walks'?");
    wrong("\"steps\"", "\"stpes\"", "unknown option of walks 'stpes': did you mean 'steps'?");
    wrong("\"7\"", "\"x\"", "--steps must be a whole number, was 'x'");
    wrong("\"options\": {\"steps\": \"7\"}", "\"options\": 7", "options must be an object, was 7");
    wrong("\"seed\": 1", "\"seed\": \"one\"", "seed must be a whole number, was \"one\"");
    wrong(
        "\"seed\": 1",
        "\"seed\": 9223372036854775808",
        "seed must be a whole number, was 9223372036854775808");
    wrong("\"computed\": []", "\"computed\": {}", "computed must be a list, was {}");
    wrong("[]}", "[\"once\"]}", "computed must be a list of objects, but contains \"once\"");
    Files.writeString(asked(), GOOD);
    assertEquals(List.of(Walks.asked("walks", 3, 7, 1)), opened().experiments());
  }

  @Test
  void whatIsNoSmallTextIsSaid() throws IOException {
    damaged(
        "[".repeat(100_000),
        "it is not JSON: Document nesting depth (1001) exceeds the maximum allowed (1000, from"
            + " `StreamReadConstraints.getMaxNestingDepth()`)");
    Files.write(asked(), new byte[] {'{', (byte) 0xff, '}'});
    assertEquals(
        "cannot read '" + asked() + "': it is not UTF-8 text",
        assertThrows(IOException.class, this::opened).getMessage());
    Files.write(asked(), new byte[(1 << 20) + 1]);
    assertEquals(
        "cannot read '" + asked() + "': it has 1048577 bytes, but at most 1048576 are allowed",
        assertThrows(IOException.class, this::opened).getMessage());
    Files.delete(asked());
    Files.createDirectories(asked());
    assertFalse(ExperimentFolder.is(folder()));
    refused(
        "'%s' is not empty and is not an experiment folder: choose another with --out"
            .formatted(folder()),
        () -> prepared(WALKS));
  }

  @Test
  void anyTruncationIsSaidInOneSentence() throws IOException {
    started(WALKS).noteEnded(3, 1);
    byte[] whole = Files.readString(asked()).strip().getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      Files.write(asked(), Arrays.copyOf(whole, length));
      String said = assertThrows(IOException.class, this::opened).getMessage();
      assertTrue(said.startsWith("'" + asked() + "' is damaged: it is not "), said);
      assertEquals(1, said.lines().count(), said);
    }
  }

  @Test
  void aJarThatWasMovedIsNoDamage() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(
        asked(),
        GOOD.replace("walks", "swims")
            .replace("\"seed\"", "\"classpath\": [\"gone.jar\"], \"seed\""));
    assertEquals(
        "'%s' contains the experiment 'swims', which was in 'gone.jar' and is no longer there: give its location with 'evenkeel experiment swims --classpath JAR --out %s'"
            .formatted(folder(), folder()),
        assertThrows(IOException.class, this::opened).getMessage());
  }
}
