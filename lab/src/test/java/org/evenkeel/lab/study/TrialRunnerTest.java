package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Trials are computed once, kept at once, and computed again when their file is damaged; nothing is deleted.
final class TrialRunnerTest {
  @TempDir private Path folder;
  private final List<String> computed = Collections.synchronizedList(new ArrayList<>());
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  private double work;
  private String started = "";

  private record Squares(String name, int n, List<String> computed) implements Trial {
    @Override
    public String describe() {
      return "squares of " + n;
    }

    @Override
    public double work() {
      return n;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      computed.add(name);
      double[] squares = new double[n];
      for (int i = 0; i < n; i++) {
        squares[i] = (i + 0.1) * (i + 0.1);
        progress.accept((i + 1.0) / n);
      }
      Map<String, double[]> columns = new LinkedHashMap<>();
      columns.put("square", squares);
      columns.put("last", new double[] {squares[n - 1]});
      return columns;
    }
  }

  private Squares trial(String name, int n) {
    return new Squares(name, n, computed);
  }

  private Map<String, Map<String, double[]>> run(int threads, Trial... trials)
      throws IOException, InterruptedException {
    return run(folder, threads, trials);
  }

  private Map<String, Map<String, double[]>> run(Path folder, int threads, Trial... trials)
      throws IOException, InterruptedException {
    computed.clear();
    work = 0;
    return study(folder, threads).run(Arrays.asList(trials)).finished();
  }

  private TrialRunner study(Path folder, int threads) {
    StudyObserver observer =
        new StudyObserver() {
          @Override
          public void starts(int trials, int failed, int missing, double work) {
            started = trials + " trials, " + missing + " missing, work " + work;
          }

          @Override
          public synchronized void worked(double more) {
            work += more;
          }

          @Override
          public void finished(String name) {
            assertTrue(Files.exists(folder.resolve(name + ".csv")));
          }

          @Override
          public void failed(String name, TrialResult.Failed how) {
            throw new AssertionError(name + " " + how.sentence());
          }

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    return new TrialRunner(folder, threads, observer);
  }

  /// Does what it is told to, in place of a computation.
  private record Told(String name, Function<DoubleConsumer, Map<String, double[]>> job)
      implements Trial {
    @Override
    public String describe() {
      return name;
    }

    @Override
    public double work() {
      return 1;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      return job.apply(progress);
    }
  }

  @Test
  void whatWasBegunBeforeIsNoWork() throws Exception {
    Trial half =
        new Trial() {
          @Override
          public String name() {
            return "half";
          }

          @Override
          public String describe() {
            return "begun";
          }

          @Override
          public double work() {
            return 8;
          }

          @Override
          public double begun(Path folder) {
            return folder.endsWith("half") ? 0.5 : 0;
          }

          @Override
          public Map<String, double[]> run(DoubleConsumer progress) {
            progress.accept(0.75);
            return Map.of("a", new double[] {1});
          }
        };
    var _ = run(1, half);
    assertEquals("1 trials, 1 missing, work 4.0", started);
    assertEquals(4, work);
  }

  /// Takes memory, and says how many threads it was given.
  private record Large(String name, long memoryBytes, int mostThreads) implements Trial {
    @Override
    public String describe() {
      return name;
    }

    @Override
    public double work() {
      return 4;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, double[]> run(
        Path folder, int threads, DoubleConsumer progress, Consumer<String> warnings) {
      return Map.of("threads", new double[] {threads});
    }
  }

  private static final long MACHINE =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();

  /// Of trials of two fifths of the memory two fit, of half of it only one: with the threads of the others.
  @Test
  void asManyRunAtOnceAsFitTheMemoryAndShareTheThreads() throws Exception {
    Large[] trials = {
      new Large("a", MACHINE / 5 * 2, 100),
      new Large("b", MACHINE / 2, 100),
      new Large("c", MACHINE / 5 * 2, 100),
      new Large("d", MACHINE / 2, 3),
      new Large("e", 0, 1),
      new Large("f", MACHINE / 5 * 2, 100),
    };
    List<TrialRunner.Batch> plan = study(folder, 8).plan(List.of(trials));
    assertEquals(
        List.of(
            new TrialRunner.Batch(List.of(trials[0], trials[2], trials[5]), 12, 2, 4),
            new TrialRunner.Batch(List.of(trials[1]), 4, 1, 8),
            new TrialRunner.Batch(List.of(trials[3]), 4, 1, 3),
            new TrialRunner.Batch(List.of(trials[4]), 4, 1, 1)),
        plan);
    var results = run(8, trials);
    assertEquals(List.of("a", "b", "c", "d", "e", "f"), List.copyOf(results.keySet()));
    assertEquals(4, results.get("c").get("threads")[0]);
    assertEquals(8, results.get("b").get("threads")[0]);
    assertEquals(List.of(), study(folder, 8).plan(List.of(trials)), "all are there");
  }

  @Test
  void oneThatDoesNotFitAtAllIsRefusedWithBothNumbersBeforeAnythingIsWritten() throws Exception {
    Trial large = new Large("large", MACHINE, 1);
    String said =
        assertThrows(IllegalArgumentException.class, () -> run(1, trial("a", 3), large))
            .getMessage();
    assertEquals(
        "a trial of this study needs %1$s MB for its replay buffer and networks, but this machine has %1$s MB"
            .formatted(String.format(Locale.ROOT, "%,d", MACHINE / 1_000_000)),
        said);
    assertEquals(Map.of(), files(folder));
  }

  /// Whether the test is over.
  private final AtomicBoolean over = new AtomicBoolean();

  @AfterEach
  void endWhatIsEndless() {
    over.set(true);
  }

  /// One that ends by itself only when the test is over, and has failed.
  private Told endless(String name, CountDownLatch running) {
    return new Told(
        name,
        progress -> {
          progress.accept(0.5);
          running.countDown(); // once: each of them counts
          while (!over.get()) {
            progress.accept(0.5);
            Thread.onSpinWait();
          }
          return Map.of("ended", new double[1]);
        });
  }

  /// Every file, by its name.
  private Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void onlyWhatIsNewIsComputedAndResultsComeInTheirOrder() throws Exception {
    var first = run(2, trial("a/seed1", 3), trial("a/seed2", 4));
    assertEquals(2, computed.size());
    assertEquals(7, work, 1e-9);
    var second = run(2, trial("b/seed1", 5), trial("a/seed2", 4), trial("a/seed1", 3));
    assertEquals(List.of("b/seed1"), computed);
    assertEquals(List.of("b/seed1", "a/seed2", "a/seed1"), List.copyOf(second.keySet()));
    assertArrayEquals(first.get("a/seed2").get("square"), second.get("a/seed2").get("square"));
    assertArrayEquals(first.get("a/seed1").get("last"), second.get("a/seed1").get("last"));
    assertEquals(List.of(), warnings);
  }

  @Test
  void aDamagedOrTornFileIsSaidAndComputedAgain() throws Exception {
    run(1, trial("a", 3));
    Path file = folder.resolve("a.csv");
    String whole = Files.readString(file);
    int times = 0;
    for (String broken :
        List.of(whole.substring(0, whole.length() / 2), "", whole.replaceFirst("4", "5"))) {
      Files.writeString(file, broken);
      warnings.clear();
      run(1, trial("a", 3));
      assertEquals(List.of("a"), computed);
      Path aside = folder.resolve("a-before-%s.csv".formatted(++times));
      assertEquals(
          List.of(
              "'%s' is damaged: its checksum does not match; it is computed again, the file is now '%s'"
                  .formatted(file, aside)),
          warnings);
      assertEquals(whole, Files.readString(file));
      assertEquals(broken, Files.readString(aside));
    }
  }

  @Test
  void aResultOfOtherSettingsIsSaidAndComputedAgain() throws Exception {
    run(1, trial("a", 3));
    run(1, trial("a", 4));
    assertEquals(List.of("a"), computed);
    assertEquals(
        List.of(
            "'%s' belongs to another trial: it has 'squares of 3', this one has 'squares of 4'; it is computed again, the file is now '%s'"
                .formatted(folder.resolve("a.csv"), folder.resolve("a-before-1.csv"))),
        warnings);
    run(1, trial("a-before-1", 3));
    assertEquals(List.of(), computed, "the old result is whole");
  }

  @Test
  void anErrorInATrialEndsTheStudyButNotWhatIsDone() throws Exception {
    Trial bad =
        new Told(
            "bad",
            progress -> {
              throw new IllegalStateException("no numbers today");
            });
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> run(1, trial("a", 3), bad));
    assertEquals(
        "an error in trial bad ended the study: java.lang.IllegalStateException: no numbers today",
        e.getMessage());
    assertTrue(Files.exists(folder.resolve("a.csv")));
  }

  @Test
  void badInputIsRefused() {
    assertEquals(
        "threads must be 1 to 256, was 0",
        assertThrows(IllegalArgumentException.class, () -> run(0, trial("a", 1))).getMessage());
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anErrorInATrialEndsTheOthersAtOnce() {
    CountDownLatch running = new CountDownLatch(1);
    Trial bad =
        new Told(
            "bad",
            progress -> {
              await(running);
              throw new IllegalStateException("no numbers today");
            });
    assertThrows(IllegalStateException.class, () -> run(2, endless("endless", running), bad));
    assertFalse(Files.exists(folder.resolve("endless.csv")));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void stoppedItGivesUpWhatRunsAndKeepsWhatIsDone() throws Exception {
    CountDownLatch running = new CountDownLatch(2);
    TrialRunner study = study(folder, 2);
    List<Trial> all =
        List.of(
            trial("a", 3),
            endless("endless/1", running),
            endless("endless/2", running),
            trial("z", 3));
    AtomicReference<Map<String, Map<String, double[]>>> results = new AtomicReference<>();
    Thread runner = new Thread(() -> results.set(quietly(study, all)));
    runner.start();
    running.await();
    study.stop();
    runner.join();
    assertEquals(List.of("a"), List.copyOf(results.get().keySet()));
    assertEquals(List.of("a.csv"), List.copyOf(files(folder).keySet()));
    assertEquals(List.of(), warnings);
    run(1, trial("a", 3), trial("z", 3));
    assertEquals(List.of("z"), computed);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anInterruptedThreadGivesUpWhatRuns() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicReference<Exception> thrown = new AtomicReference<>();
    Thread runner =
        new Thread(
            () -> {
              try {
                run(1, endless("endless", running));
              } catch (IOException | InterruptedException e) {
                thrown.set(e);
              }
            });
    runner.start();
    running.await();
    runner.interrupt();
    runner.join();
    assertTrue(thrown.get() instanceof InterruptedException, String.valueOf(thrown.get()));
    assertFalse(Files.exists(folder.resolve("endless.csv")));
  }

  private static Map<String, Map<String, double[]>> quietly(TrialRunner study, List<Trial> trials) {
    try {
      return study.run(trials).finished();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void lookingAtWhatIsKeptComputesAndWritesNothing() throws Exception {
    Path nowhere = folder.resolve("nowhere");
    assertEquals(0, study(nowhere, 1).kept(List.of(trial("a", 3))).size());
    assertFalse(Files.exists(nowhere));
    run(1, trial("a", 3), trial("b", 3));
    Files.writeString(folder.resolve("b.csv"), "half");
    Map<String, String> before = files(folder);
    computed.clear();
    var kept =
        study(folder, 1).kept(List.of(trial("b", 3), trial("c", 3), trial("a", 3))).finished();
    assertEquals(List.of("a"), List.copyOf(kept.keySet()));
    assertEquals(1, warnings.size());
    assertEquals(List.of(), computed);
    assertEquals(before, files(folder));
  }

  @Test
  void moreTrialsComputeOnlyTheNewOnes() throws Exception {
    run(1, trial("k5/seed1", 3), trial("k5/seed2", 4));
    assertEquals("2 trials, 2 missing, work 7.0", started);
    Map<String, String> before = files(folder);
    run(2, trial("k5/seed1", 3), trial("k5/seed2", 4), trial("k5/seed3", 5), trial("k9/seed1", 6));
    assertEquals("4 trials, 2 missing, work 11.0", started);
    assertEquals(Set.of("k5/seed3", "k9/seed1"), Set.copyOf(computed));
    assertEquals(11, work, 1e-9);
    assertTrue(files(folder).entrySet().containsAll(before.entrySet()));
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBytes() throws Exception {
    Trial[] trials = new Trial[20];
    for (int i = 0; i < trials.length; i++) {
      trials[i] = trial("a/seed" + i, 1 + i * 7 % 20);
    }
    run(folder.resolve("one"), 1, trials);
    assertEquals(20, computed.size());
    run(folder.resolve("four"), 4, trials);
    assertEquals(20, computed.size());
    assertEquals(files(folder.resolve("one")), files(folder.resolve("four")));
    assertEquals(20, files(folder.resolve("one")).size());
  }

  @Test
  void everyTruncationAndEveryFlippedBitIsFound() throws Exception {
    run(1, trial("a", 2));
    Path file = folder.resolve("a.csv");
    byte[] whole = Files.readAllBytes(file);
    TrialRunner study = study(folder, 1);
    for (int length = 0; length < whole.length; length++) {
      damaged(study, Arrays.copyOf(whole, length));
    }
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      damaged(study, flipped);
    }
    damaged(study, Arrays.copyOf(whole, whole.length + 1));
    Files.write(file, whole);
    assertEquals(1, study.kept(List.of(trial("a", 2))).size());
  }

  private void damaged(TrialRunner study, byte[] bytes) throws IOException {
    Path file = folder.resolve("a.csv");
    Files.write(file, bytes);
    warnings.clear();
    assertEquals(0, study.kept(List.of(trial("a", 2))).size());
    assertEquals(1, warnings.size());
    String said = warnings.getFirst();
    assertTrue(
        said.equals("'" + file + "' is damaged: its checksum does not match; it counts as missing")
            || said.equals("'" + file + "' is damaged: it is not UTF-8 text; it counts as missing"),
        said);
  }

  @Test
  void aFolderInPlaceOfTheFileIsSaidAndNothingIsLost() throws Exception {
    Path file = Files.createDirectories(folder.resolve("a.csv"));
    Files.writeString(file.resolve("mine"), "mine");
    String sentence = assertThrows(IOException.class, () -> run(1, trial("a", 3))).getMessage();
    assertEquals("cannot read '" + file + "': it is a folder", sentence);
    assertEquals(List.of(), computed);
    assertEquals(Map.of(Path.of("a.csv", "mine").toString(), "mine"), files(folder));
  }

  @Test
  void whatAKilledWriteLeftIsNothing() throws Exception {
    Path half = folder.resolve("a.csv.next");
    Files.writeString(half, "# evenkeel trial 2: 00\nindex,sq");
    run(1, trial("a", 3));
    assertEquals(List.of("a"), computed);
    assertEquals(List.of(), warnings);
    assertEquals(List.of("a.csv"), List.copyOf(files(folder).keySet()));
  }
}
