package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Library's defaults, the environment's preset, `--preset`, options, `--set`: later ones win, and contradictions are
/// refused. All of it without training.
final class PrecedenceTest {
  @TempDir private Path folder;

  private static Typed dryRun(Object... more) {
    List<Object> args = new ArrayList<>(List.of("train", "cartpole", "--dry-run"));
    args.addAll(List.of(more));
    return Typed.run(args.toArray());
  }

  private static String config(Object... more) {
    Typed typed = dryRun(more);
    assertEquals(0, typed.code(), typed::err);
    return typed.out();
  }

  private static void assertHas(String text, String... lines) {
    for (String line : lines) {
      assertTrue(
          text.lines().anyMatch(l -> l.strip().matches(line + "( #.*)?")),
          () -> line + " in\n" + text);
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("mine.yaml"), text);
  }

  @Test
  void aDryRunShowsEverythingAndWritesNothing() throws IOException {
    Path to = folder.resolve("a");
    String text = config("--out", to, "--seeds", "2", "--seed", "7");
    assertHas(
        text,
        "# preset       cartpole",
        "# algorithm    averaged\\(5\\)",
        "# memory       [0-9.]+ MB for the replay buffer, .*",
        "# runs         2, seeds 7 to 8, . in parallel; each needs this much memory",
        "# results in   " + to.resolve("seed7"),
        "# results in   " + to.resolve("seed8"),
        "environment: cartpole",
        "nStep: 5");
    assertFalse(Files.exists(to));
    Path preset = file(text);
    assertEquals(
        text.lines().filter(l -> !l.startsWith("#")).toList(),
        config("--preset", preset, "--seed", "7").lines().filter(l -> !l.startsWith("#")).toList());
  }

  @Test
  void laterOnesWin() throws IOException {
    Path mine = file("discount: 0.5\nnStep: 3\nschedule: {steps: 70}\nalgorithm: {name: dqn}\n");
    assertHas(config(), "discount: 0.99", "nStep: 5", "steps: 60000");
    assertHas(
        config("--preset", mine), "discount: 0.5", "nStep: 3", "steps: 70", "algorithm: # dqn");
    String all =
        config("--preset", mine, "--steps", "1_000", "--algorithm", "maxmin", "--set", "nStep=2");
    assertHas(all, "discount: 0.5", "nStep: 2", "steps: 1000", "algorithm: # maxmin\\(10\\)");
  }

  @Test
  void aFileLiesOverTheEnvironmentsPresetUnlessItNamesABase() throws IOException {
    assertHas(
        config("--preset", file("discount: 0.5\n")),
        "# preset       " + folder.resolve("mine.yaml") + ", based on cartpole",
        "nStep: 5",
        "batchSize: 64");
    assertHas(
        config("--preset", file("base: none\ndiscount: 0.5\n")),
        "# preset       " + folder.resolve("mine.yaml") + ", based on the library's defaults",
        "nStep: 1",
        "batchSize: 32");
    assertHas(
        config("--preset", file("base: minatar-freeway\nnetwork: dense\n")),
        "# preset       " + folder.resolve("mine.yaml") + ", based on minatar-freeway",
        "learningRate: 4.88E-4");
    dryRun("--preset", file("base: cartpol\n"))
        .refused(
            2,
            "train",
            "preset %s: base must be none, atari-hour, averaged-dqn-2017, cartpole, machado-2018,"
                    .formatted(folder.resolve("mine.yaml"))
                + " minatar-asterix, minatar-breakout, minatar-freeway, minatar-seaquest,"
                + " minatar-space_invaders or nature-2015, was 'cartpol': did you mean 'cartpole'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --steps=300 --set=schedule.steps=5          | --steps 300                | --set schedule.steps=5
          --k=7 --set=algorithm.estimates.k=3         | --k 7                      | --set algorithm.estimates.k=3
          --algorithm=averaged --k=5 --set=algorithm=dqn | --algorithm averaged --k 5 | --set algorithm=dqn
          --algorithm=dqn --set=algorithm.bootstrap=double | --algorithm dqn       | --set algorithm.bootstrap=double
          """)
  void anOptionAndASettingThatContradictEachOtherAreRefused(
      String typed, String option, String set) {
    dryRun((Object[]) typed.split(" ", -1))
        .refused(
            2,
            "train",
            "'%s' and '%s' contradict each other: give only one of them".formatted(option, set));
  }

  @Test
  void anOptionAndASettingThatAgreeAreOne() {
    assertHas(config("--steps", "300", "--set", "schedule.steps=3e2"), "steps: 300");
    assertHas(config("--k", "3", "--set", "algorithm.combine=min"), "k: 3", "combine: min");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --algorithm=dqn                                      | cartpole-dqn-seed1
          --algorithm=dqn --steps=100                          | cartpole-dqn-seed1
          --algorithm=dqn --set=optimizer.learningRate=3e-4    | cartpole-dqn-learningrate-0.0003-seed1
          --algorithm=dqn --set=optimizer.learningRate=0.001   | cartpole-dqn-seed1
          --algorithm=dqn --set=network.hidden=[64,32]         | cartpole-dqn-hidden-64-32-seed1
          --set=optimizer=sgd --set=optimizer.learningRate=0.1 | cartpole-averaged-5-optimizer-sgd-learningrate-0.1-seed1
          --set=optimizer=sgd                                  | cartpole-averaged-5-optimizer-sgd-seed1
          --set=schedule.steps=70                              | cartpole-averaged-5-steps-70-seed1
          """)
  void theFolderIsNamedAfterWhatIsDifferent(String typed, String name) {
    assertHas(config((Object[]) typed.split(" ", -1)), "# results in   " + Path.of("runs", name));
  }

  @Test
  void manyChangesMakeANameThatIsStillShortAndItsOwn() throws IOException {
    List<String> names = new ArrayList<>();
    for (String last : List.of("0.5", "0.6")) {
      String text =
          config(
              "--set=schedule.learningStartSteps=50",
              "--set=schedule.batchSize=8",
              "--set=schedule.metricsPeriodSteps=100",
              "--set=evaluation.periodSteps=300",
              "--set=evaluation.episodes=2",
              "--set=evaluation.epsilon=" + last);
      names.add(text.lines().filter(l -> l.startsWith("# results in")).findFirst().orElseThrow());
    }
    assertTrue(names.stream().allMatch(n -> n.length() < 150), names::toString);
    assertFalse(names.getFirst().equals(names.getLast()), names::toString);
    assertHas(
        config("--preset", file("discount: 0.5")),
        "# results in   " + Path.of("runs", "cartpole-mine-averaged-5-seed1"));
  }

  @Test
  void aFolderWithAnotherRunSaysWhichIsThereAndWhichWasAskedFor() {
    Path to = folder.resolve("a");
    Object[] small = {
      "train",
      "cartpole",
      "--out",
      to,
      "--steps=300",
      "--set=network.hidden=[8]",
      "--set=evaluation.episodes=1"
    };
    assertEquals(0, Typed.run(small).code());
    List<Object> other = new ArrayList<>(List.of(small));
    other.add("--set=optimizer.learningRate=0.003");
    Typed typed = Typed.run(other.toArray());
    assertEquals(2, typed.code());
    assertEquals(
        "'%s' contains another run: optimizer.learningRate is 0.001 there, you asked for 0.003; choose another folder with --out"
            .formatted(to),
        typed.err().lines().findFirst().orElse(""));
    other.add("--dry-run");
    assertTrue(
        Typed.run(other.toArray())
            .out()
            .contains("\n# refused      '" + to + "' contains another run: "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e3", "1_000", "1000", "1.0e3", "+1000"})
  void wholeNumbersAreReadAsPeopleTypeThem(String typed) {
    assertHas(config("--steps", typed), "steps: 1000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --steps | many                | must be a whole number, was 'many'
          --steps | 1.5                 | must be a whole number, was '1.5'
          --steps | 99999999999999999999 | must be a whole number from -9223372036854775808 to 9223372036854775807, was '99999999999999999999'
          --k     | 99999999999         | must be a whole number from -2147483648 to 2147483647, was '99999999999'
          """)
  void aWrongNumberIsRefusedWithWhatWasWanted(String option, String typed, String reason) {
    dryRun(option, typed)
        .refused(2, "train", "Invalid value for option '%s': %s".formatted(option, reason));
  }

  @Test
  void seedsBeyondTheLargestAreRefused() {
    dryRun("--seed", Long.MAX_VALUE, "--seeds", "2")
        .refused(
            2,
            "train",
            "--seed must be at most 9223372036854775806 for 2 seeds, was 9223372036854775807");
  }
}
