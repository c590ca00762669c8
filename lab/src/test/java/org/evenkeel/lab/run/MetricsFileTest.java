package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Metrics;
import org.evenkeel.core.train.RunEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsFileTest {
  private static final String HEADER =
      "step,updates,episodes,meanReturn,meanLength,epsilon,loss,tdError,gradientNorm,heldOutValue,"
          + "freshOnlineValue,heldOutTargetValue,evalEpisodes,evalMeanReturn,evalStandardDeviation,"
          + "evalMinReturn,evalMaxReturn,evalMeanLength,evalValueEstimate,evalDiscountedReturn,"
          + "evalMeanReturnWithin,evalOverestimation\n";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("metrics.csv");
  }

  static RunEvent.Measured at(long step) {
    return new RunEvent.Measured(
        new Metrics(step, 2, 3, 0.1, Double.NaN, 1, 1e-7, 1e10, 0, -0.0, Double.NaN, 7), null);
  }

  private static String row(long step) {
    return step + ",2,3,0.1,,1.0,1.0E-7,1.0E10,0.0,-0.0,,7.0,,,,,,,,,,\n";
  }

  @Test
  void aRowHasEveryMeasurement() throws IOException {
    EvaluationResult evaluation = new EvaluationResult(10, 1, Double.NaN, 2, 3, 4, 6.5, 6, 8);
    try (MetricsFile metrics = new MetricsFile(folder)) {
      metrics.start();
      metrics.add(at(1000));
      assertEquals(HEADER + row(1000), Files.readString(file)); // at once
      metrics.add(new RunEvent.Measured(at(2000).metrics(), evaluation));
    }
    assertEquals(
        HEADER
            + row(1000)
            + "2000,2,3,0.1,,1.0,1.0E-7,1.0E10,0.0,-0.0,,7.0,10,1.0,,2.0,3.0,4.0,6.5,6.0,8.0,0.5\n",
        Files.readString(file));
  }

  @Test
  void resumeDropsWhatCameAfterTheCheckpoint() throws IOException {
    Files.writeString(file, HEADER + row(1000) + row(2000) + row(3000));
    try (MetricsFile metrics = new MetricsFile(folder)) {
      assertEquals(1, metrics.cut(2500));
      metrics.add(at(3000));
      metrics.add(at(4000));
    }
    assertEquals(HEADER + row(1000) + row(2000) + row(3000) + row(4000), Files.readString(file));
    assertFalse(Files.exists(folder.resolve("metrics.csv.next")));
  }

  @Test
  void columnsAreFoundByTheirNames() throws IOException {
    Files.writeString(
        file, HEADER.replace("step,", "more,step,") + row(1000).replace("1000,", "5,1000,"));
    MetricsRows rows = MetricsRows.read(folder);
    assertEquals(1000, rows.lastStep());
    assertEquals(7, rows.at(MetricsRows.Measure.HELD_OUT_TARGET, 1000));
    assertEquals(0.1, rows.at(MetricsRows.Measure.TRAINING, 1000));
  }

  @Test
  void aFileThatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(3_000_000_000L);
    }
    String sentence =
        "cannot read '"
            + file
            + "': it must have at most 268,435,456 bytes, but has 3,000,000,000 bytes";
    assertEquals(sentence, refused(() -> MetricsRows.read(folder)));
    assertEquals(sentence, refused(() -> new MetricsFile(folder).cut(5)));
  }

  @Test
  void resumeDropsATornLineWhereverItWasTorn() throws IOException {
    String torn = row(2000);
    for (int length = 1; length < torn.length(); length++) {
      Files.writeString(file, HEADER + row(1000) + torn.substring(0, length));
      try (MetricsFile metrics = new MetricsFile(folder)) {
        assertEquals(1, metrics.cut(1000));
        metrics.add(at(2000));
      }
      assertEquals(HEADER + row(1000) + row(2000), Files.readString(file));
    }
  }

  /// Also one that a power cut left full of zeros.
  @Test
  void aRunWithoutACheckpointStartsAgainWhateverIsInItsFile() throws IOException {
    for (String text : List.of("", HEADER.substring(0, 20), HEADER, "\0".repeat(4096))) {
      Files.writeString(file, text);
      try (MetricsFile metrics = new MetricsFile(folder)) {
        assertEquals(Optional.empty(), metrics.startAgain());
      }
      assertEquals(HEADER, Files.readString(file));
    }
    Files.delete(file);
    try (MetricsFile metrics = new MetricsFile(folder)) {
      assertEquals(Optional.empty(), metrics.startAgain());
    }
    assertEquals(HEADER, Files.readString(file));
  }

  @Test
  void aRunThatStartsAgainKeepsTheRowsThatWereThere() throws IOException {
    for (int i = 1; i <= 2; i++) {
      Files.writeString(file, HEADER + row(1) + row(2));
      try (MetricsFile metrics = new MetricsFile(folder)) {
        assertEquals(
            Optional.of("the old rows of metrics.csv are in 'metrics-before-" + i + ".csv'"),
            metrics.startAgain());
      }
      assertEquals(HEADER, Files.readString(file));
      assertEquals(
          HEADER + row(1) + row(2),
          Files.readString(folder.resolve("metrics-before-" + i + ".csv")));
    }
  }

  @Test
  void rowsThatNoCheckpointHasAndThatAreGoneAreRefused() throws IOException {
    String sentence =
        "'"
            + file
            + "' is missing or empty, and the checkpoint has no copy of its rows: restore the file from"
            + " a copy, or start the run again in another folder";
    assertEquals(sentence, refused(() -> new MetricsFile(folder).cut(5)));
    Files.writeString(file, HEADER.substring(0, 20));
    assertEquals(sentence, refused(() -> new MetricsFile(folder).cut(5)));
  }

  @Test
  void theRowsOfTheCheckpointAreWrittenAgainWhereTheFileHasOthers() throws IOException {
    String rows = HEADER + row(1) + row(2);
    Map<String, String> faults = new LinkedHashMap<>();
    faults.put(rows, "");
    faults.put(rows + row(3) + "4,", ""); // of a future that did not happen
    faults.put(HEADER + row(1), "line 3 of metrics.csv is damaged or missing");
    faults.put(HEADER + row(2), "line 2 of metrics.csv is damaged or missing");
    faults.put(
        rows.replace("2,2,3,0.1", "2,2,3,0.2"), "line 3 of metrics.csv is damaged or missing");
    faults.put("\0".repeat(5_000), "line 1 of metrics.csv is damaged or missing");
    for (Map.Entry<String, String> fault : faults.entrySet()) {
      Files.writeString(file, fault.getKey());
      assertEquals(fault.getValue(), restored(rows));
    }
    Files.delete(file);
    assertEquals("metrics.csv is missing", restored(rows));
    assertEquals(
        "the checkpoint has different columns of metrics.csv than this version writes: finish the run"
            + " with the version of Evenkeel that started it",
        refused(() -> new MetricsFile(folder).restore("step,loss\n")));
  }

  private String restored(String rows) throws IOException {
    try (MetricsFile metrics = new MetricsFile(folder)) {
      String told = metrics.restore(rows).orElse("");
      assertEquals(rows, Files.readString(file));
      metrics.add(at(9));
      assertEquals(rows + row(9), metrics.sync());
      return told.replace("; its rows are restored from the checkpoint", "");
    }
  }

  @Test
  void aFileOfOtherColumnsIsRefused() throws IOException {
    Files.writeString(file, "step,loss\n1,2\n");
    assertEquals(
        "'" + file + "' has different columns than this version writes",
        refused(() -> new MetricsFile(folder).cut(5)));
    assertEquals("step,loss\n1,2\n", Files.readString(file));
  }

  @Test
  void aDamagedLineAmongGoodOnesIsRefused() throws IOException {
    Files.writeString(file, HEADER + row(1) + "2,\0\0\n" + row(3));
    assertEquals(
        "line 3 of '" + file + "' is damaged", refused(() -> new MetricsFile(folder).cut(5)));
  }

  @Test
  void rowsThatCannotBeWrittenAreKeptAndWrittenLater() throws IOException {
    Path moved = folder.resolve("moved");
    MetricsFile metrics = new MetricsFile(folder);
    metrics.start();
    metrics.add(at(1));
    metrics.close(); // so that the next row opens the file again
    Files.move(file, moved);
    Files.createDirectory(file);
    assertThrows(IOException.class, () -> metrics.add(at(2)));
    assertThrows(IOException.class, () -> metrics.add(at(3)));
    assertThrows(IOException.class, metrics::sync);
    assertEquals(2, metrics.unsaved());
    Files.delete(file);
    Files.move(moved, file);
    metrics.add(at(4));
    assertEquals(0, metrics.unsaved());
    metrics.close();
    assertEquals(HEADER + row(1) + row(2) + row(3) + row(4), Files.readString(file));
  }

  @Test
  void whatAFailedWriteLeftBehindIsCutOff() throws IOException {
    try (MetricsFile metrics = new MetricsFile(folder)) {
      metrics.start();
      Files.writeString(file, "1,2" + ",3".repeat(100), StandardOpenOption.APPEND);
      metrics.add(at(1));
    }
    assertEquals(HEADER + row(1), Files.readString(file));
  }

  @Test
  void aFullDiskIsSaidInTheWordsOfTheSystem() throws IOException {
    assumeTrue(Files.isWritable(Path.of("/dev/full")));
    Files.createSymbolicLink(file, Path.of("/dev/full"));
    try (MetricsFile metrics = new MetricsFile(folder)) {
      assertEquals("No space left on device", refused(() -> metrics.add(at(1))));
      assertEquals(1, metrics.unsaved());
      assertEquals("cannot write '" + file + "': No space left on device", refused(metrics::start));
    }
  }

  @Test
  void timesGoToAFileOfTheirOwn() throws IOException {
    TimingFile timing = new TimingFile(folder);
    timing.startAt(1000);
    timing.add(2000, 64, 32);
    new TimingFile(folder).add(3000, 5, 6);
    String text = Files.readString(folder.resolve("timing.csv"));
    assertTrue(
        text.matches(
            """
            step,secondsOfThisProcess,stepsPerSecond,targetPasses,targetPassesSaved,time
            2000,\\d+\\.\\d{3},\\d+\\.\\d,64,32,20\\d\\d-\\S+Z
            3000,\\S+Z
            """),
        text);
  }

  private static String refused(org.junit.jupiter.api.function.Executable writing) {
    return assertThrows(IOException.class, writing).getMessage();
  }
}
