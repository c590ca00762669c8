package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every file of a run is damaged in every way, and the run resumed: it ends with the bytes of a run never touched, or
/// one sentence says what is wrong. Never is there a silent difference.
///
/// `.ci/fault-test` sets `EVENKEEL_FAULTS`, the number of rounds, and `EVENKEEL_FAULTS_SEED`.
@Tag("slow")
final class RunFaultTest {
  private static final int ROUNDS = number("EVENKEEL_FAULTS", 1);
  private static final int SEED = number("EVENKEEL_FAULTS_SEED", 1);

  private static final RunConfig CONFIG =
      new RunConfig(
          "cartpole",
          List.of(),
          1,
          Training.of(Algorithm.averaged(2))
              .hidden(4)
              .replay(new Memory.Frames(150, new Sampling.Uniform()))
              .schedule(new Schedule(240, 40, 2, 1, 4, 50, 20))
              .evaluation(new EvaluationPlan(120, 1, 0, 20)));
  private static final RunOnDisk.Machine SELDOM = new RunOnDisk.Machine(1, 1e9);
  private static final RunOnDisk.Machine OFTEN = new RunOnDisk.Machine(1, 1e-9);
  private static final List<String> RESULTS = List.of("metrics.csv", "policy.safetensors");

  private enum Fault {
    FLIP,
    BYTE,
    DIGIT,
    TRUNCATE,
    LINE_LOST,
    ZEROS,
    APPEND,
    EMPTY,
    OTHER,
    DELETE
  }

  private enum Outcome {
    SAME,
    REFUSED
  }

  @TempDir private Path parent;
  private final Random random = new Random(SEED);
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private Path whole;
  private Path earlier;
  private Path killed;
  private Path begun;
  private Path studied;

  private static int number(String name, int otherwise) {
    String given = System.getenv(name);
    return given == null ? otherwise : Integer.parseInt(given);
  }

  /// A finished run, copies of it as a kill would have left it at three instants, and what a study keeps of it.
  @BeforeEach
  void runs() throws Exception {
    whole = parent.resolve("whole");
    earlier = parent.resolve("earlier");
    killed = parent.resolve("killed");
    begun = parent.resolve("begun");
    studied = parent.resolve("studied");
    RunObserver copying =
        new RunObserver() {
          @Override
          public void measured(RunEvent.Measured measured) {
            long step = measured.metrics().step();
            if (step == 100 || step == 180) {
              copy(whole, step == 100 ? earlier : killed);
            }
          }

          @Override
          public void warning(String sentence) {
            throw new AssertionError(sentence);
          }
        };
    RunOnDisk.start(CONFIG, begun, SELDOM, copying).close();
    try (RunOnDisk run = RunOnDisk.start(CONFIG, whole, OFTEN, copying)) {
      run.drive();
    }
    copy(whole, studied);
    Checkpoint.delete(studied);
  }

  @Test
  void damageIsMendedOrToldWhateverItHits() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (Path state : List.of(begun, killed, whole, studied)) {
        for (String name : chosen(state)) {
          for (Fault fault : Fault.values()) {
            tried(state, name, fault);
          }
        }
      }
    }
    int cases = outcomes.values().stream().mapToInt(Integer::intValue).sum();
    assertTrue(cases >= 300 * ROUNDS, "cases: " + outcomes);
    assertTrue(outcomes.get(Outcome.SAME) > cases / 4, "most can be mended: " + outcomes);
    if (ROUNDS > 1) {
      System.out.println("faults: " + outcomes + ", no silent difference");
    }
  }

  /// All files, but of the many with stored steps only three.
  private List<String> chosen(Path state) throws IOException {
    List<String> chosen = new ArrayList<>(names(state));
    List<String> replay = new ArrayList<>(chosen);
    replay.removeIf(name -> !name.startsWith("replay-"));
    chosen.removeAll(replay);
    while (replay.size() > 3) {
      replay.remove(random.nextInt(replay.size()));
    }
    chosen.addAll(replay);
    return chosen;
  }

  private void tried(Path state, String name, Fault fault) throws Exception {
    Path folder = parent.resolve("tried");
    clear(folder);
    copy(state, folder);
    Path file = folder.resolve(name);
    byte[] good = Files.readAllBytes(file);
    byte[] bad = damaged(good, fault, state, name);
    if (fault == Fault.DELETE) {
      Files.delete(file);
    } else if (Arrays.equals(good, bad)) {
      return;
    } else {
      Files.write(file, bad);
    }
    String what = state.getFileName() + " with " + fault + " in " + name;
    boolean finished = Files.exists(folder.resolve("policy.safetensors"));
    if (finished) {
      readsTheSame(folder, what);
    }
    Outcome outcome = state.equals(studied) ? Outcome.SAME : resumed(folder, what);
    outcomes.merge(outcome, 1, Integer::sum);
  }

  /// What `resume` does.
  private Outcome resumed(Path folder, String what) throws Exception {
    List<String> told = new ArrayList<>();
    try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), SELDOM, told::add)) {
      told.addAll(run.notes());
      if (!run.complete()) {
        run.drive();
      }
    } catch (IOException | IllegalArgumentException | RunFailure e) {
      requireSentence(what, e.getMessage());
      return Outcome.REFUSED;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
    told.forEach(sentence -> requireSentence(what, sentence));
    for (String name : RESULTS) {
      assertTrue(
          Arrays.equals(
              Files.readAllBytes(whole.resolve(name)), Files.readAllBytes(folder.resolve(name))),
          () -> what + ": a silent difference in " + name + ", told was " + told);
    }
    return Outcome.SAME;
  }

  /// What `report` and `evaluate` do with a finished run.
  private void readsTheSame(Path folder, String what) throws IOException {
    try {
      ReadRun read = ReadRun.of(folder);
      ReadRun good = ReadRun.of(whole);
      assertTrue(
          read.rows().equals(good.rows()) && read.config().equals(good.config()),
          () -> what + ": read differently, and nothing said");
    } catch (IOException | IllegalArgumentException e) {
      requireSentence(what, e.getMessage());
    }
    try {
      KeptPolicy kept = KeptPolicy.of(folder, List.of());
      assertTrue(
          kept.policy()
              .tensors()
              .metadata()
              .equals(KeptPolicy.of(whole, List.of()).policy().tensors().metadata()),
          () -> what + ": another policy, and nothing said");
    } catch (IOException | IllegalArgumentException e) {
      requireSentence(what, e.getMessage());
    }
  }

  private static void requireSentence(String what, String sentence) {
    String at = what + ": " + sentence;
    assertTrue(sentence != null && !sentence.isBlank() && sentence.lines().count() == 1, at);
    assertTrue(!sentence.contains("Exception") && !sentence.contains("null"), at);
    assertTrue(sentence.length() < 1_500, at);
  }

  private byte[] damaged(byte[] good, Fault fault, Path state, String name) throws IOException {
    byte[] bad = good.clone();
    int at = random.nextInt(Math.max(1, good.length));
    switch (fault) {
      case FLIP -> {
        if (bad.length > 0) {
          bad[at] ^= (byte) (1 << random.nextInt(8));
        }
      }
      case BYTE -> {
        if (bad.length > 0) {
          bad[at] = (byte) random.nextInt(256);
        }
      }
      case DIGIT -> {
        for (int i = 0; i < bad.length; i++) {
          int place = (at + i) % bad.length;
          if (bad[place] >= '0' && bad[place] <= '9') {
            bad[place] = (byte) ('0' + (bad[place] - '0' + 1) % 10);
            break;
          }
        }
      }
      case TRUNCATE -> bad = Arrays.copyOf(good, at);
      case LINE_LOST -> {
        int from = at;
        while (from > 0 && good[from - 1] != '\n') {
          from--;
        }
        int to = at;
        while (to < good.length && good[to] != '\n') {
          to++;
        }
        to = Math.min(good.length, to + 1);
        bad = Arrays.copyOf(good, good.length - (to - from));
        System.arraycopy(good, to, bad, from, good.length - to);
      }
      case ZEROS -> Arrays.fill(bad, at, Math.min(bad.length, at + 512), (byte) 0);
      case APPEND -> {
        bad = Arrays.copyOf(good, good.length + 30);
        Arrays.fill(bad, good.length, bad.length, (byte) "7,\n\0".charAt(random.nextInt(4)));
      }
      case EMPTY -> bad = new byte[0];
      case OTHER -> bad = Files.readAllBytes(other(state, name));
      case DELETE -> {}
    }
    return bad;
  }

  /// An older version of a file, or one of the same kind.
  private Path other(Path state, String name) throws IOException {
    String kind = name.replaceAll("[-.].*", "");
    for (Path folder : List.of(earlier, state)) {
      for (String candidate : names(folder)) {
        boolean same = candidate.equals(name) && folder.equals(state);
        if (!same && candidate.replaceAll("[-.].*", "").equals(kind)) {
          return folder.resolve(candidate);
        }
      }
    }
    return state.resolve(name);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> String.valueOf(f.getFileName())).sorted().toList();
    }
  }

  private static void clear(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (String name : names(folder)) {
        Files.delete(folder.resolve(name));
      }
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to);
      for (String name : names(from)) {
        Files.copy(from.resolve(name), to.resolve(name));
      }
    } catch (IOException e) {
      throw new AssertionError(String.format(Locale.ROOT, "%s to %s", from, to), e);
    }
  }
}
