package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    TrialFile.write(file(), "odd numbers", columns);
    Map<String, double[]> read = TrialFile.read(file(), "odd numbers");
    assertEquals(List.of("z", "a", "none"), List.copyOf(read.keySet()));
    columns.forEach((name, column) -> assertArrayEquals(column, read.get(name)));
    assertEquals(Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits(read.get("z")[3]));
  }

  @Test
  void theTextIsWhatOtherProgramsRead() throws IOException {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put("value", new double[] {0.5, Double.NaN});
    columns.put("short", new double[] {1e-7});
    TrialFile.write(file(), "two columns", columns);
    assertEquals(
        """
        # evenkeel trial 1: two columns
        index,value,short
        0,0.5,1.0E-7
        1,NaN,
        # crc32c 3cb2618b
        """,
        Files.readString(file()));
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
    String top = "# evenkeel trial 1: s\n";
    assertEquals("its checksum does not fit", damage(""));
    assertEquals("it names no columns", damage(top));
    assertEquals(
        "its columns must be 'index' and different names, were a,b", damage(top + "a,b\n"));
    assertEquals(
        "its columns must be 'index' and different names, were index,a,a",
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
        "column a goes on at row 1 after its end", damage(top + "index,a,b\n0,,1\n1,2,2\n"));
  }

  @Test
  void aTrialWithoutNumbersIsNoDamage() throws IOException {
    TrialFile.write(file(), "s", Map.of());
    assertEquals(Map.of(), TrialFile.read(file(), "s"));
  }
}
