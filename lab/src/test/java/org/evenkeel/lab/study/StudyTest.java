package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trials are computed once, kept at once, and computed again when their file is damaged.
final class StudyTest {
  @TempDir private Path folder;
  private final List<String> computed = Collections.synchronizedList(new ArrayList<>());
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  private double work;

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
    computed.clear();
    work = 0;
    StudyObserver observer =
        new StudyObserver() {
          @Override
          public void starts(int trials, int missing, double work) {}

          @Override
          public synchronized void worked(double more) {
            work += more;
          }

          @Override
          public void finished(String name) {
            assertTrue(Files.exists(folder.resolve(name + ".csv")));
          }

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    return new Study(folder, threads, observer).run(Arrays.asList(trials));
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
    for (String broken :
        List.of(whole.substring(0, whole.length() / 2), "", whole.replaceFirst("4", "5"))) {
      Files.writeString(file, broken);
      warnings.clear();
      run(1, trial("a", 3));
      assertEquals(List.of("a"), computed);
      assertEquals(
          List.of("'" + file + "' is damaged: its checksum does not fit; it counts as missing"),
          warnings);
      assertEquals(whole, Files.readString(file));
    }
  }

  @Test
  void aResultOfOtherSettingsIsSaidAndComputedAgain() throws Exception {
    run(1, trial("a", 3));
    run(1, trial("a", 4));
    assertEquals(List.of("a"), computed);
    assertEquals(
        List.of(
            "'%s' is of another trial: it has squares of 3, wanted was squares of 4; it counts as"
                    .formatted(folder.resolve("a.csv"))
                + " missing"),
        warnings);
  }

  @Test
  void aTrialThatFailsFailsTheStudyButNotWhatIsDone() throws Exception {
    Trial bad =
        new Trial() {
          @Override
          public String name() {
            return "bad";
          }

          @Override
          public String describe() {
            return "bad";
          }

          @Override
          public double work() {
            return 1;
          }

          @Override
          public Map<String, double[]> run(DoubleConsumer progress) {
            throw new IllegalStateException("no numbers today");
          }
        };
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> run(1, trial("a", 3), bad));
    assertEquals(
        "a trial failed: java.lang.IllegalStateException: no numbers today", e.getMessage());
    assertTrue(Files.exists(folder.resolve("a.csv")));
  }

  @Test
  void badInputIsRefused() {
    assertEquals(
        "threads must be 1 to 256, was 0",
        assertThrows(IllegalArgumentException.class, () -> run(0, trial("a", 1))).getMessage());
  }
}
