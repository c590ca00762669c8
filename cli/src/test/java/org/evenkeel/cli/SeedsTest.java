package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several runs at once: none is forgotten, and none stops the others.
@Timeout(120)
final class SeedsTest {
  private static final List<String> SMALL =
      List.of(
          "--algorithm=dqn",
          "--steps=600",
          "--set=network.hidden=[8]",
          "--set=schedule.learningStartSteps=50",
          "--set=schedule.batchSize=8",
          "--set=schedule.metricsPeriodSteps=100",
          "--set=evaluation.periodSteps=300",
          "--set=evaluation.episodes=2");

  @TempDir private Path folder;

  private static Typed train(String environment, Path to, String... more) {
    return Typed.run(command(environment, to, more).toArray());
  }

  private static List<String> command(String environment, Path to, String... more) {
    List<String> args = new ArrayList<>(List.of("train", environment, "--out", to.toString()));
    args.addAll(SMALL);
    args.addAll(List.of(more));
    return args;
  }

  @Test
  void seedsThatHadNotBegunWhenTheProcessWasKilledAreResumed() throws Exception {
    Path to = folder.resolve("killed");
    // An environment that ends the process when the first seed has begun, as kill -9 does.
    Path classes =
        UserClass.compile(
            folder,
            "Killed",
            "step: if (System.getProperty(\"kill\") != null && steps > 300) Runtime.getRuntime().halt(137);");
    List<String> java =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Devenkeel.kernels=scalar",
                "-Dkill=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.evenkeel.cli.Main"));
    String[] options = {"--seeds=4", "--jobs=1", "--classpath=" + classes};
    java.addAll(command("Killed", to, options));
    Process process = new ProcessBuilder(java).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(137, process.waitFor(), said);

    Typed resumed = Typed.run("resume", to);
    assertEquals(0, resumed.code(), resumed.err());
    assertTrue(resumed.out().contains("\nfinal return over 4 seeds: mean "), resumed.out());

    Path whole = folder.resolve("whole");
    assertEquals(0, train("Killed", whole, options).code());
    assertEquals(results(whole), results(to));
  }

  @Test
  void theSameCommandAgainGoesOnAndWithMoreSeedsStartsTheNewOnes() throws IOException {
    Path to = folder.resolve("a");
    assertEquals(0, train("cartpole", to, "--seeds", "2").code());
    Map<String, String> before = results(to);
    Typed again = train("cartpole", to, "--seeds", "3");
    assertEquals(0, again.code(), again.err());
    assertTrue(
        again.out().contains("continuing 2 of 3 seeds that were started earlier\n"), again.out());
    assertTrue(again.out().contains("\nfinal return over 3 seeds: mean "), again.out());
    String next = "next         evenkeel report %s    compares them on a page\n".formatted(to);
    assertTrue(again.out().endsWith(next), again.out());
    Map<String, String> after = results(to);
    after.keySet().removeIf(name -> name.startsWith("seed3"));
    assertEquals(before, after);
  }

  @Test
  void otherSettingsInTheSameFolderAreRefusedBeforeAnythingIsMade() throws IOException {
    Path to = folder.resolve("a");
    assertEquals(0, train("cartpole", to, "--seed", "2", "--seeds", "1").code());
    Map<String, String> before = Typed.files(to);
    assertRefused(
        train("cartpole", to, "--seeds", "2", "--set=discount=0.5"),
        "'%s' contains another run: discount is 0.99 there, you asked for 0.5; choose another folder with --out"
            .formatted(to.resolve("seed2")));
    assertEquals(before, Typed.files(to));
  }

  @Test
  void aDamagedConfigurationStopsOnlyItsOwnRun() throws IOException {
    Path to = folder.resolve("a");
    assertEquals(0, train("cartpole", to, "--seeds", "3").code());
    Path damaged = to.resolve("seed2").resolve("config.yaml");
    Files.writeString(damaged, "\u0000");
    Typed resumed = Typed.run("resume", to);
    assertEquals(1, resumed.code());
    assertTrue(resumed.err().startsWith("warning: " + damaged + ": "), resumed.err());
    assertTrue(
        resumed.out().contains("       -            0              -   failed: "), resumed.out());
    assertTrue(resumed.out().contains("\nfinal return over 2 seeds: mean "), resumed.out());
  }

  @Test
  void runsOfDifferentKindsAreIntroducedAndSummedUpByKind() {
    Path to = folder.resolve("a");
    assertEquals(0, train("cartpole", to, "--seeds", "2").code());
    assertEquals(0, train("corridor", to.resolve("other")).code());
    Typed resumed = Typed.run("resume", to, "--jobs", "1");
    assertEquals(0, resumed.code(), resumed.err());
    assertTrue(resumed.out().contains("environment  cartpole\n"), resumed.out());
    assertTrue(resumed.out().contains("environment  corridor\n"), resumed.out());
    assertTrue(
        resumed.out().contains("\ncartpole, dqn, 600 steps: final return over 2 seeds: mean "),
        resumed.out());
    assertTrue(!resumed.out().contains("over 3 seeds"), resumed.out());
  }

  @Test
  void theLastSeedMustBeANumberToo() {
    assertRefused(
        train("cartpole", folder.resolve("a"), "--seeds", "2", "--seed", "9223372036854775807"),
        "--seed must be at most 9223372036854775806 for 2 seeds, was 9223372036854775807");
  }

  private static void assertRefused(Typed typed, String sentence) {
    assertEquals(sentence + "\nTry 'evenkeel train --help'.\n", typed.err());
    assertEquals(2, typed.code());
  }

  /// The files that do not depend on when and where they were made.
  private static Map<String, String> results(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>(Typed.files(folder));
    files
        .keySet()
        .removeIf(name -> !name.endsWith("metrics.csv") && !name.endsWith(".safetensors"));
    return files;
  }
}
