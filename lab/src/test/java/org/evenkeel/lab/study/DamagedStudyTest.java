package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every file of a study is damaged in every way, one at a time: the study ends with the same results, it says a
/// sentence when a result file was touched, it trains no finished run again, and whatever a file held is still there.
final class DamagedStudyTest {
  private static final int STEPS = 1_000;
  private static final List<Trial> TRIALS = SmallStudy.trials(STEPS);

  @TempDir private static Path whole;
  private static final Map<String, String> WANTED = new TreeMap<>();

  @TempDir private Path folder;
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  private final List<String> computed = Collections.synchronizedList(new ArrayList<>());

  /// What is done to a file.
  private enum Damage {
    DELETED,
    EMPTY,
    TRUNCATED,
    FIRST_BIT_FLIPPED,
    MIDDLE_BIT_FLIPPED,
    DIGIT_CHANGED,
    ZEROS,
    LONGER,
    /// That of another trial.
    FOREIGN;

    byte[] of(byte[] bytes, byte[] foreign) {
      byte[] changed = bytes.clone();
      switch (this) {
        case DELETED, EMPTY -> changed = new byte[0];
        case TRUNCATED -> changed = Arrays.copyOf(bytes, bytes.length * 2 / 3);
        case FIRST_BIT_FLIPPED -> changed[0] ^= (byte) 1;
        case MIDDLE_BIT_FLIPPED -> changed[bytes.length / 2] ^= (byte) 4;
        case DIGIT_CHANGED -> {
          int at = bytes.length / 2;
          while (at < bytes.length - 1 && (bytes[at] < '0' || bytes[at] > '8')) {
            at++;
          }
          changed[at]++;
        }
        case ZEROS -> Arrays.fill(changed, (byte) 0);
        case LONGER -> changed = Arrays.copyOf(bytes, bytes.length + 10);
        case FOREIGN -> changed = foreign;
      }
      return changed;
    }
  }

  private StudyResults run(Path where, List<Trial> trials)
      throws IOException, InterruptedException {
    StudyObserver observer =
        new StudyObserver() {
          @Override
          public void starts(int trials, int failed, int missing, double work) {}

          @Override
          public void worked(double work) {}

          @Override
          public void finished(String name) {
            computed.add(name);
          }

          @Override
          public void failed(String name, TrialResult.Failed how) {
            computed.add(name);
          }

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    return new TrialRunner(where, 1, observer).run(trials);
  }

  private static Map<String, String> checksums(StudyResults results) {
    Map<String, String> sums = new TreeMap<>();
    for (Trial trial : TRIALS) {
      TrialResult result = results.all().get(trial.name());
      sums.put(
          trial.name(),
          result instanceof TrialResult.Finished f
              ? TrialRunner.checksum(trial, f.columns())
              : String.valueOf(result));
    }
    return sums;
  }

  @BeforeAll
  static void computeOnce() throws Exception {
    WANTED.putAll(checksums(new DamagedStudyTest().run(whole, TRIALS)));
  }

  /// The files of three trials of each kind are enough: others are like them.
  static List<Arguments> cases() throws IOException {
    List<Arguments> cases = new ArrayList<>();
    for (String trial :
        List.of(
            "run/dqn/seed1",
            "run/averaged-2/seed2",
            "run/wild/seed1",
            "sweep/tame/seed1",
            "sweep/wild/seed1")) {
      for (Path file : files(whole.resolve(trial).getParent())) {
        String name = whole.relativize(file).toString();
        if (name.startsWith(trial) && !name.endsWith("lock")) {
          for (Damage damage : Damage.values()) {
            cases.add(Arguments.of(name, damage));
          }
        }
      }
    }
    assertTrue(cases.size() >= 100, "cases: " + cases.size());
    return cases;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.forEach(
          path -> {
            try {
              Path target = to.resolve(from.relativize(path).toString());
              if (Files.isDirectory(path)) {
                Files.createDirectories(target);
              } else {
                Files.copy(path, target);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theStudyEndsWithTheSameResultsAndNothingIsLost(String name, Damage damage) throws Exception {
    copy(whole, folder);
    Path file = folder.resolve(name);
    byte[] good = Files.readAllBytes(file);
    byte[] foreign = Files.readAllBytes(folder.resolve(foreign(name)));
    byte[] bad = damage.of(good, foreign);
    if (damage == Damage.DELETED) {
      Files.delete(file);
    } else {
      Files.write(file, bad);
    }
    boolean finishedRun = name.startsWith("run/") && !name.startsWith("run/wild");
    boolean result = name.matches("[^.]*seed\\d\\.csv");

    assertEquals(WANTED, checksums(run(folder, TRIALS)));

    if (!result) {
      assertEquals(List.of(), computed, "its result is there");
      assertEquals(List.of(), warnings);
      return;
    }
    if (finishedRun) {
      assertEquals(List.of(), computed, "its run is there");
    }
    if (damage == Damage.DELETED) {
      assertEquals(finishedRun ? 1 : 0, warnings.size(), warnings::toString);
    } else {
      assertEquals(1, warnings.size(), warnings::toString);
      Path aside = Path.of(folder.resolve(name).toString().replace(".csv", "-before-1.csv"));
      assertTrue(
          warnings.getFirst().endsWith("the file is now '" + aside + "'"), warnings::toString);
      assertEquals(-1, Arrays.mismatch(bad, Files.readAllBytes(aside)), "moved, not deleted");
    }
    assertEquals(-1, Arrays.mismatch(good, Files.readAllBytes(file)), "the same bytes again");
  }

  /// A file of the same kind of another trial.
  private static String foreign(String name) {
    return name.startsWith("run/")
        ? (name.startsWith("run/wild")
            ? name.replace("run/wild", "run/dqn")
            : name.contains("seed1")
                ? name.replace("seed1", "seed2")
                : name.replace("seed2", "seed1"))
        : name.startsWith("sweep/wild") ? "sweep/tame/seed1.csv" : "sweep/tame/seed2.csv";
  }

  /// Two at once, the result file and a file of the run: the run cannot be believed, and is trained again; what it was
  /// is still there.
  @ParameterizedTest
  @MethodSource("filesOfARun")
  void aLostResultWithADamagedRunIsComputedAgainAndTheOldRunIsMovedAside(String name, Damage damage)
      throws Exception {
    copy(whole.resolve("run/dqn"), folder.resolve("run/dqn"));
    Files.delete(folder.resolve("run/dqn/seed1.csv"));
    Path file = folder.resolve("run/dqn/seed1").resolve(name);
    byte[] foreign = Files.readAllBytes(folder.resolve("run/dqn/seed2").resolve(name));
    byte[] bad = damage.of(Files.readAllBytes(file), foreign);
    if (damage == Damage.DELETED) {
      Files.delete(file);
    } else {
      Files.write(file, bad);
    }
    List<Trial> trial = List.of(TRIALS.getFirst());
    StudyResults results = run(folder, trial);
    assertEquals(
        WANTED.get("run/dqn/seed1"),
        TrialRunner.checksum(trial.getFirst(), results.finished().get("run/dqn/seed1")));
    assertEquals(1, warnings.size(), warnings::toString);
    Path aside = folder.resolve("run/dqn/seed1-before-1");
    if (Files.exists(aside)) {
      assertTrue(warnings.getFirst().contains("moved to '" + aside + "'"), warnings::toString);
      if (damage != Damage.DELETED) {
        assertEquals(-1, Arrays.mismatch(bad, Files.readAllBytes(aside.resolve(name))));
      }
    }
  }

  static List<Arguments> filesOfARun() {
    return List.of(
        Arguments.of("config.yaml", Damage.DELETED),
        Arguments.of("config.yaml", Damage.EMPTY),
        Arguments.of("config.yaml", Damage.TRUNCATED),
        Arguments.of("config.yaml", Damage.FOREIGN),
        Arguments.of("metrics.csv", Damage.DELETED),
        Arguments.of("metrics.csv", Damage.EMPTY),
        Arguments.of("metrics.csv", Damage.TRUNCATED),
        Arguments.of("metrics.csv", Damage.ZEROS),
        Arguments.of("metrics.csv", Damage.DIGIT_CHANGED),
        Arguments.of("metrics.csv", Damage.FOREIGN),
        Arguments.of("checksums.txt", Damage.EMPTY),
        Arguments.of("provenance.json", Damage.EMPTY));
  }
}
