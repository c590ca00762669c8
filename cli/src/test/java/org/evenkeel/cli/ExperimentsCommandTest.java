package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `experiment` as a user types it, with an experiment that somebody else wrote: it touches nothing but its own jar.
final class ExperimentsCommandTest {
  private static final String KIND =
      """
      package them;

      import java.util.*;
      import java.util.function.DoubleConsumer;
      import org.evenkeel.lab.experiment.*;
      import org.evenkeel.lab.report.*;
      import org.evenkeel.lab.study.*;

      public final class Coins implements ExperimentKind {
        public String name() { return "coins"; }
        public String description() { return "whether 50 % of coins show heads"; }
        public List<ExperimentOption> options() {
          return List.of(new ExperimentOption("coins", "N", "How many (default: 100; about 50 % are heads)."));
        }
        public Experiment of(GivenOptions given) {
          int coins = given.whole("coins", 100);
          if (coins < 1) throw new IllegalArgumentException("--coins must be >= 1, was " + coins);
          return new Asked(coins, given.seed());
        }

        record Asked(int coins, long seed) implements Experiment, Trial {
          public String name() { return "coins"; }
          public Map<String, String> options() { return Map.of("coins", "" + coins); }
          public String sentence() { return coins + " coins."; }
          public List<Trial> trials() { return List.of(this); }
          public Experiment and(Experiment there) { return new Asked(Math.max(coins, ((Asked) there).coins), seed); }
          public List<Section> report(StudyResults results) {
            FAIL
            String measured = results.size() == 0 ? "nothing" : results.finished().get("coins").get("heads")[0] + " heads";
            return List.of(new Section("coins", "Coins", measured, List.of(), List.of(), List.of()));
          }
          public String describe() { return "coins " + coins + " seed " + seed; }
          public double work() { return 1; }
          public Map<String, double[]> run(DoubleConsumer progress) {
            Random random = new Random(seed);
            int heads = 0;
            for (int i = 0; i < coins; i++) heads += random.nextBoolean() ? 1 : 0;
            return Map.of("heads", new double[] {heads});
          }
        }
      }
      """;

  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path jar;

  @BeforeAll
  static void compileTheExperiment() throws IOException {
    jar = compiled(shared.resolve("coins"), "");
  }

  private static Path compiled(Path classes, String fail) throws IOException {
    Path source = Files.createDirectories(classes).resolve("Coins.java");
    Files.writeString(source, KIND.replace("FAIL", fail));
    String[] args = {
      "-proc:none",
      "-cp",
      System.getProperty("java.class.path"),
      "-d",
      classes.toString(),
      source.toString()
    };
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, args));
    Path services = classes.resolve("META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve("org.evenkeel.lab.experiment.ExperimentKind"), "them.Coins\n");
    return classes;
  }

  private Path out() {
    return folder.resolve("out");
  }

  @Test
  void withoutANameTheExperimentsAreListed() {
    Typed list = Typed.run("experiment");
    assertEquals(0, list.code());
    assertEquals("", list.err());
    assertTrue(list.out().startsWith("theory     the paper's formulas"), list::out);
    assertFalse(list.out().contains("coins"), list::out);
    for (Typed more :
        List.of(
            Typed.run("experiment", "--classpath", jar),
            Typed.run("experiment", "--classpath=" + jar))) {
      assertTrue(more.out().contains("\ncoins      whether 50 % of coins show heads\n"), more::out);
    }
  }

  @Test
  void anExperimentOfYourOwnHasItsOptionsInHelpAndCompletion() {
    Typed help = Typed.run("experiment", "coins", "--classpath", jar, "--help");
    assertEquals(0, help.code(), help::err);
    assertTrue(help.out().contains("Whether 50 % of coins show heads."), help::out);
    assertTrue(help.out().contains("--coins=N"), help::out);
    assertTrue(help.out().contains("about 50 % are heads"), help::out);
    assertTrue(help.out().contains("--classpath=JAR[:JAR]"), help::out);
    assertFalse(help.out().contains("--scale"), help::out);
    assertEquals(0, Typed.run("experiment", "coins", "--classpath", jar, "--version").code());
    String script = Typed.run("completion", "bash", "--classpath", jar).out();
    assertTrue(script.contains("--coins"));
    assertFalse(Typed.run("completion", "bash").out().contains("--coins"));
  }

  @Test
  void itIsComputedContinuedShownAgainAndGrows() throws IOException {
    Typed first = Typed.run("experiment", "coins", "--classpath", jar, "--out", out());
    assertEquals(0, first.code(), first::err);
    assertTrue(first.out().contains("\n100 coins.\npage      "), first::out);
    String page = Files.readString(out().resolve("report.html"));
    assertTrue(page.contains("Experiment coins") && page.contains(".0 heads"));
    String command =
        "evenkeel experiment coins --seed 1 --out %s --classpath %s".formatted(out(), jar);
    assertTrue(page.contains(command), page);

    // As the page says.
    Map<String, String> files = Typed.files(out());
    Typed again = Typed.run((Object[]) command.replaceFirst("evenkeel ", "").split(" ", -1));
    assertEquals(0, again.code(), again::err);
    assertEquals("1 of 1 trials already done\n", again.err());
    assertEquals(files, Typed.files(out()));

    // The folder knows its jar.
    Typed shown = Typed.run("report", out());
    assertEquals(0, shown.code(), shown::err);
    assertEquals(files, Typed.files(out()));

    Typed before = Typed.run("experiment", "--classpath", jar, "coins", "--out", out());
    assertEquals(0, before.code(), before::err);
    Typed other =
        Typed.run(
            "experiment", "coins", "--coins=7", "--seed=2", "--classpath", jar, "--out", out());
    other.refused(
        2,
        "experiment coins",
        "'%s' was started with seed 1; you asked for seed 2: choose another folder with --out"
            .formatted(out()));
  }

  @Test
  void whatIsNotUnderstoodIsRefused() {
    Typed.run("experiment", "coins", "--coins=0", "--classpath", jar)
        .refused(2, "experiment coins", "--coins must be >= 1, was 0");
    Typed.run("experiment", "coins", "--coins=many", "--classpath", jar)
        .refused(2, "experiment coins", "--coins must be a whole number, was 'many'");
    Typed.run("experiment", "coin", "--classpath", jar)
        .refused(2, "experiment", "unknown experiment 'coin': did you mean 'coins'?");
    Typed.run("experiment", "coins")
        .refused(
            2,
            "experiment",
            "unknown experiment 'coins': choose one of theory, gridworld, claims, minatar, atari; if it is your own, name its jar"
                + " with --classpath");
    Typed.run("experiment", "coins", "--classpath", "none.jar")
        .refused(
            2,
            "experiment",
            "the class path names '"
                + Path.of("none.jar").toAbsolutePath()
                + "', which does not exist");
    Typed.run("reproduce", "--coins=3").refused(2, "reproduce", "unknown option '--coins=3'");
  }

  @Test
  void aBrokenExperimentIsNamedAndLeavesTheOthersAlone() throws IOException {
    Path bad = folder.resolve("bad/META-INF/services");
    Files.createDirectories(bad);
    Files.writeString(
        bad.resolve("org.evenkeel.lab.experiment.ExperimentKind"), "them.Absent\nthem.Coins\n");
    Typed list = Typed.run("experiment", "--classpath", folder.resolve("bad") + ":" + jar);
    assertEquals(0, list.code());
    assertEquals(
        "warning: an experiment is left out: Provider them.Absent not found\n", list.err());
    assertTrue(list.out().contains("\ncoins "), list::out);

    Path fails =
        compiled(
            folder.resolve("fails"), "if (true) throw new IllegalStateException(\"no coin\");");
    Typed failed = Typed.run("experiment", "coins", "--classpath", fails, "--out", out());
    assertEquals(1, failed.code());
    assertTrue(
        failed
            .err()
            .startsWith(
                "your class failed: java.lang.IllegalStateException: no coin at them.Coins"),
        failed::err);
  }

  /// As its page in docs says, but that its classes are compiled here.
  @Test
  void theExampleRunsFromItsSources() throws IOException {
    Path examples = Path.of("..", "examples", "src", "main");
    Path classes = folder.resolve("classes");
    String service = "META-INF/services/org.evenkeel.lab.experiment.ExperimentKind";
    Files.createDirectories(classes.resolve(service).getParent());
    Files.copy(examples.resolve("resources").resolve(service), classes.resolve(service));
    String[] args = {
      "-proc:none",
      "-cp",
      System.getProperty("java.class.path"),
      "-d",
      classes.toString(),
      examples.resolve("java/org/evenkeel/examples/MaximumBias.java").toString()
    };
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, args));
    Typed typed =
        Typed.run(
            "experiment", "maximum-bias", "--trials=5", "--classpath", classes, "--out", out());
    assertEquals(0, typed.code(), typed::err);
    assertTrue(
        typed.out().contains("\n  supported  Two sets of estimates overestimate less\n"),
        typed::out);
    assertTrue(Files.exists(out().resolve("figures/maximum-bias.svg")));
    Typed more =
        Typed.run(
            "experiment", "maximum-bias", "--trials=7", "--classpath", classes, "--out", out());
    assertEquals("5 of 7 trials already done\n", more.err());
    Typed.run("experiment", "maximum-bias", "--trials=1", "--classpath", classes)
        .refused(2, "experiment maximum-bias", "--trials must be >= 2, was 1");
  }

  @Test
  void theExperimentsOfThePaperAreTheSameByBothCommands() {
    Typed.run("experiment", "gridworld", "--steps=3")
        .refused(
            2,
            "experiment gridworld",
            "--steps is for minatar: 'evenkeel experiment minatar --steps ...'");
    assertTrue(Typed.run("experiment", "gridworld", "--help").out().contains("--trials=N"));
  }
}
