package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.train.DivergedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run survives what a disk may do, and says at its end what is missing.
final class RunDriverTest {
  @TempDir private Path folder;
  private final List<String> warnings = new ArrayList<>();
  private RunLog log;
  private FakeWork work;

  /// The time on the driver's clock.
  private long nanos;

  @BeforeEach
  void start() throws IOException {
    log = new RunLog(folder, warnings::add);
    log.start();
    work = new FakeWork();
  }

  /// A hundred steps of a millisecond each, a row every ten.
  private final class FakeWork implements Work {
    private long step;
    private volatile boolean stopped;
    private final List<String> done = new ArrayList<>();
    private @Nullable IOException checkpointFails;
    private @Nullable RuntimeException failsAt50;
    private Runnable at30 = () -> {};
    private Runnable at70 = () -> {};
    private @Nullable FolderChangedException folderChanged;

    @Override
    public long step() {
      return step;
    }

    @Override
    public boolean finished() {
      return step == 100;
    }

    @Override
    public void run(long untilStep) {
      while (step < untilStep && !finished() && !stopped) {
        step++;
        nanos += 1_000_000;
        if (step == 30) {
          at30.run();
        }
        if (step == 70) {
          at70.run();
        }
        if (step == 50 && failsAt50 != null) {
          throw failsAt50;
        }
        if (step % 10 == 0) {
          log.measured(MetricsFileTest.at(step), 0, 0);
          return;
        }
      }
    }

    @Override
    public void stop() {
      stopped = true;
    }

    @Override
    public void requireHeld() throws FolderChangedException {
      if (folderChanged != null) {
        throw folderChanged;
      }
    }

    @Override
    public void checkpoint(String rows) throws IOException {
      assertEquals(Files.readString(folder.resolve("metrics.csv")), rows);
      if (checkpointFails != null) {
        throw checkpointFails;
      }
      done.add("checkpoint " + step + " with " + rows() + " rows");
    }

    @Override
    public void savePolicy() {
      done.add("policy " + step);
    }

    @Override
    public void seal(String rows) {
      done.add("seal " + rows.lines().count());
    }
  }

  private int rows() throws IOException {
    return Files.readAllLines(folder.resolve("metrics.csv")).size() - 1;
  }

  private RunDriver driver(double checkpointSeconds) {
    return new RunDriver(work, log, checkpointSeconds, () -> nanos);
  }

  @Test
  void aRunEndsWithItsPolicyAndACheckpoint() throws Exception {
    assertEquals(RunDriver.Outcome.FINISHED, driver(1e9).drive());
    assertEquals(List.of("checkpoint 100 with 10 rows", "policy 100", "seal 11"), work.done);
    assertEquals(List.of(), warnings);
  }

  @Test
  void checkpointsComeByTheClockAndAfterTheirRows() throws Exception {
    driver(1e-9).drive();
    assertEquals(12, work.done.size(), work.done::toString);
    for (int row = 1; row <= 10; row++) {
      assertEquals("checkpoint %d with %d rows".formatted(10 * row, row), work.done.get(row - 1));
    }
  }

  @Test
  void theFirstCheckpointComesSoonWhateverTheClockSays() throws Exception {
    work.at30 = () -> nanos += 2_000_000_000L;
    driver(1e9).drive();
    assertEquals(
        List.of(
            "checkpoint 30 with 3 rows", "checkpoint 100 with 10 rows", "policy 100", "seal 11"),
        work.done);
  }

  @Test
  void aStoppedRunEndsWithACheckpointAndNoPolicy() throws Exception {
    RunDriver driver = driver(1e9);
    work.at30 = driver::stop;
    assertEquals(RunDriver.Outcome.STOPPED, driver.drive());
    driver.awaitEnd();
    assertEquals(List.of("checkpoint 30 with 3 rows"), work.done);
  }

  @Test
  void aCheckpointThatCannotBeWrittenIsToldOnceAndTriedAgain() throws Exception {
    work.at30 = () -> work.checkpointFails = new IOException("No space left on device");
    work.at70 = () -> work.checkpointFails = null;
    driver(1e-9).drive();
    assertEquals(
        List.of(
            "cannot write checkpoint: No space left on device; the run continues, the last good"
                + " checkpoint is at step 29",
            "checkpoints are written again, the last at step 29"),
        warnings.stream().map(w -> w.replaceAll("step \\d+", "step 29")).toList());
    assertTrue(work.done.contains("checkpoint 80 with 8 rows"), work.done::toString);
  }

  @Test
  void timesThatCannotBeWrittenSayNothingOfCheckpoints() throws Exception {
    Files.createDirectory(folder.resolve("timing.csv"));
    driver(1e-9).drive();
    assertEquals(List.of("cannot write timing.csv: Is a directory; the run continues"), warnings);
  }

  @Test
  void noCheckpointComesWhileRowsAreUnsaved() throws Exception {
    work.at30 = this::breakMetrics;
    work.at70 = this::mendMetrics;
    driver(1e-9).drive();
    assertEquals(3, warnings.size(), warnings::toString);
    assertEquals(
        "cannot write metrics.csv: Is a directory; the run continues and keeps its rows in memory",
        warnings.getFirst());
    assertTrue(
        warnings
            .get(1)
            .matches(
                "no checkpoint while rows of metrics.csv cannot be written: Is a directory; the run"
                    + " continues, the last good checkpoint is at step \\d+"),
        warnings::toString);
    assertTrue(
        work.done.stream().noneMatch(d -> d.matches("checkpoint [3-6]\\d .*")),
        work.done::toString);
    assertEquals("checkpoint 100 with 10 rows", work.done.get(work.done.size() - 3));
    assertEquals(10, rows());
  }

  @Test
  void rowsThatAreMissingAtTheEndFailTheRun() {
    work.at30 = this::breakMetrics;
    assertEquals(
        "the run in '"
            + folder
            + "' is at step 100, but the last 8 rows of metrics.csv cannot be written: Is a"
            + " directory; there is no checkpoint yet",
        assertThrows(RunFailure.class, () -> driver(1e9).drive()).getMessage());
    assertEquals(List.of("policy 100"), work.done);
  }

  @Test
  void aLastCheckpointThatIsMissingFailsTheRun() {
    work.checkpointFails = new AccessDeniedException("checkpoint");
    assertEquals(
        "the run in '"
            + folder
            + "' is at step 100, but the checkpoint cannot be written: permission denied; there is"
            + " no checkpoint yet",
        assertThrows(RunFailure.class, () -> driver(1e9).drive()).getMessage());
  }

  @Test
  void divergenceStopsTheRunAndKeepsTheLastGoodCheckpoint() throws Exception {
    work.run(20);
    work.failsAt50 = new DivergedException(50, "the loss is NaN");
    String message = assertThrows(RunFailure.class, () -> driver(1e9).drive()).getMessage();
    assertTrue(message.startsWith("diverged at step 50: the loss is NaN. Check "), message);
    assertTrue(message.endsWith("; the last good checkpoint is at step 10"), message);
    assertEquals(List.of(), work.done);
  }

  @Test
  void anEnvironmentThatThrowsIsSaid() {
    work.failsAt50 = new IllegalStateException("the motor is off");
    RunDriver driver = driver(1e9);
    String message = assertThrows(RunFailure.class, driver::drive).getMessage();
    assertTrue(
        message.matches(
            "failed at step 50: java.lang.IllegalStateException: the motor is off at \\S+; there is no"
                + " checkpoint yet; the full stack trace is in '\\S+failure.txt'"),
        message);
  }

  @Test
  void aFolderThatIsNotTheRunsAnyMoreEndsItAndNothingMoreIsWritten() {
    work.at30 = () -> work.folderChanged = new FolderChangedException("'f' was removed");
    assertEquals(
        "the run ended at step 30: 'f' was removed (the last checkpoint was written at step 29)",
        failureOf(driver(1e-9)).replaceAll("at step (1[0-9]|2[0-9])", "at step 29"));
    assertTrue(work.done.stream().noneMatch(d -> d.startsWith("policy")), work.done::toString);
  }

  @Test
  void aFolderThatIsNoticedOnlyAtTheEndIsNotCalledFinished() {
    work.at70 = () -> work.folderChanged = new FolderChangedException("'f' was removed");
    assertEquals(
        "the run ended at step 100: 'f' was removed (no checkpoint had been written)",
        failureOf(driver(1e9)));
    assertEquals(List.of(), work.done);
  }

  /// Removed, replaced by a file of the same content, changed in a digit, cut: each ends the run with what to do.
  @Test
  void metricsThatSomebodyElseChangesEndTheRun() throws IOException {
    Path file = folder.resolve("metrics.csv");
    List<Runnable> faults =
        List.of(
            () -> change(() -> Files.delete(file)),
            () ->
                change(
                    () -> {
                      String text = Files.readString(file);
                      Files.move(file, folder.resolve("moved"));
                      Files.writeString(file, text);
                    }),
            () ->
                change(() -> Files.writeString(file, Files.readString(file).replace("0.1", "0.2"))),
            () -> change(() -> Files.writeString(file, "step\n")));
    for (Runnable fault : faults) {
      Files.deleteIfExists(file);
      start();
      work.at30 = fault;
      String message = failureOf(driver(1e-9));
      assertTrue(
          message.matches(
              "the run ended at step [34]\\d: '.*metrics.csv' was (changed|removed or replaced) by another program"
                  + " while the run was training. Continue from the last checkpoint, which restores the rows, with: evenkeel resume .*"
                  + " \\(the last checkpoint was written at step [12]\\d\\)"),
          message);
      log.close();
    }
  }

  private interface Change {
    void make() throws IOException;
  }

  private static void change(Change change) {
    try {
      change.make();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String failureOf(RunDriver driver) {
    return assertThrows(RunFailure.class, driver::drive).getMessage();
  }

  private void breakMetrics() {
    try {
      log.close();
      Files.move(folder.resolve("metrics.csv"), folder.resolve("moved"));
      Files.createDirectory(folder.resolve("metrics.csv"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void mendMetrics() {
    try {
      Files.delete(folder.resolve("metrics.csv"));
      Files.move(folder.resolve("moved"), folder.resolve("metrics.csv"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
