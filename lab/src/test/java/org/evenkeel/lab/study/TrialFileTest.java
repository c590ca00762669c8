package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file of a trial gives back every bit, and refuses whatever it would not have written.
final class TrialFileTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("t.csv");
  }

  @Test
  void everyNumberComesBackBitForBit() throws IOException {
    double[] odd = {
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      -0.0,
      0.1 + 0.2,
      Double.MIN_VALUE,
      -Double.MAX_VALUE,
      (float) 0.1
    };
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put("z", odd);
    columns.put("a", new double[] {1});
    columns.put("none", new double[0]);
    TrialFile.write(file(), "odd numbers", new TrialResult.Finished(columns));
    Map<String, double[]> read = columns("odd numbers");
    assertEquals(List.of("z", "a", "none"), List.copyOf(read.keySet()));
    columns.forEach((name, column) -> assertArrayEquals(column, read.get(name)));
    assertEquals(Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits(read.get("z")[3]));
  }

  @Test
  void theTextIsWhatOtherProgramsRead() throws IOException {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put("value", new double[] {0.5, Double.NaN});
    columns.put("short", new double[] {1e-7});
    TrialFile.write(file(), "two columns", new TrialResult.Finished(columns));
    assertEquals(
        """
        # evenkeel trial 2: HASH
        # settings: two columns
        index,value,short
        0,0.5,1.0E-7
        1,NaN,
        # crc32c SUM
        """
            .replace("HASH", TrialText.hash("two columns")),
        Files.readString(file()).replaceFirst("crc32c [0-9a-f]{8}", "crc32c SUM"));
  }

  /// SHA-256 as other programs have it: `printf 'two columns' | sha256sum`.
  @Test
  void theIdentityIsTheHashOfTheSettings() {
    assertEquals(
        "218fa6cfb032bb76ea25f84fe4a7697024680c211c310c251c9983da44d162e5",
        TrialText.hash("two columns"));
  }

  /// Their checksum is in published lists: it must not change with the form of a file.
  @Test
  void aFileOfTheFirstVersionIsReadAndItsChecksumIsThatOfTheSameResultNow() throws IOException {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put("value", new double[] {0.5, Double.NaN});
    columns.put("short", new double[] {1e-7});
    Files.writeString(
        file(),
        """
        # evenkeel trial 1: two columns
        index,value,short
        0,0.5,1.0E-7
        1,NaN,
        # crc32c 3cb2618b
        """);
    Map<String, double[]> read = columns("two columns");
    columns.forEach((name, column) -> assertArrayEquals(column, read.get(name)));
    assertEquals("3cb2618b", TrialFile.checksum("two columns", read));
    assertEquals(
        "'%s' belongs to another trial: it has 'two columns', this one has 'three columns'"
            .formatted(file()),
        assertThrows(IOException.class, () -> TrialFile.read(file(), "three columns"))
            .getMessage());
  }

  @Test
  void aTrialThatFailedComesBackWithItsReason() throws IOException {
    TrialResult failed = new TrialResult.Failed("the loss is\n NaN", 1_234_567);
    TrialFile.write(file(), "s", failed);
    assertEquals(new TrialResult.Failed("the loss is NaN", 1_234_567), TrialFile.read(file(), "s"));
    assertEquals("# failed at step 1234567: the loss is NaN", Files.readAllLines(file()).get(2));
  }

  /// Settings have a thousand letters: of two that differ at the end, the end is shown.
  @Test
  void ofAnotherTrialThatIsShownWhereItDiffers() throws IOException {
    String long1 = "x".repeat(1_000) + " seed 1";
    TrialFile.write(file(), long1, new TrialResult.Finished(Map.of()));
    String said =
        assertThrows(IOException.class, () -> TrialFile.read(file(), "x".repeat(1_000) + " seed 2"))
            .getMessage();
    assertTrue(said.endsWith("xx seed 1', this one has 'xxxxxxxxxxxxxx seed 2'"), said);
  }

  private Map<String, double[]> columns(String settings) throws IOException {
    return ((TrialResult.Finished) TrialFile.read(file(), settings)).columns();
  }

  /// What a text with a right checksum says of itself.
  private String damage(String text) throws IOException {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(UTF_8));
    Files.writeString(file(), text + "# crc32c %08x\n".formatted(sum.getValue()));
    String sentence =
        assertThrows(IOException.class, () -> TrialFile.read(file(), "s")).getMessage();
    String start = "'" + file() + "' is damaged: ";
    assertEquals(start, sentence.substring(0, Math.min(start.length(), sentence.length())));
    return sentence.substring(start.length());
  }

  @Test
  void aRightChecksumIsNotEnough() throws IOException {
    String top = "# evenkeel trial 2: %s\n# settings: s\n".formatted(TrialText.hash("s"));
    assertEquals("its checksum does not match", damage(""));
    assertEquals("it has no column names", damage(top));
    assertEquals("it has no column names", damage("# evenkeel trial 1: s\n"));
    assertEquals("its settings are missing", damage(top.lines().findFirst().orElseThrow() + "\n"));
    assertEquals(
        "its columns must be 'index' and distinct names, were # failed at step x: y",
        damage(top + "# failed at step x: y\n"));
    assertEquals("its columns must be 'index' and distinct names, were a,b", damage(top + "a,b\n"));
    assertEquals(
        "its columns must be 'index' and distinct names, were index,a,a",
        damage(top + "index,a,a\n"));
    assertEquals(
        "row 0 must have its index and 2 numbers, was '0,1.5'", damage(top + "index,a,b\n0,1.5\n"));
    assertEquals(
        "row 1 must have its index and 2 numbers, was '1,1,2,3'",
        damage(top + "index,a,b\n0,1,2\n1,1,2,3\n"));
    assertEquals(
        "row 1 must have its index and 1 numbers, was '2,1'", damage(top + "index,a\n0,1\n2,1\n"));
    assertEquals(
        "row 0 must have its index and 1 numbers, was ''", damage(top + "index,a\n\n0,1\n"));
    assertEquals("'1,5' is not a number".replace(',', '_'), damage(top + "index,a\n0,1_5\n"));
    assertEquals(
        "column a continues at row 1 after its end", damage(top + "index,a,b\n0,,1\n1,2,2\n"));
  }

  @Test
  void aTrialWithoutNumbersIsNoDamage() throws IOException {
    TrialFile.write(file(), "s", new TrialResult.Finished(Map.of()));
    assertEquals(Map.of(), columns("s"));
  }
}
