package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A family of environments that somebody else wrote: it touches nothing but its own jar.
final class ThirdPartyFamilyTest {
  private static final String SERVICE = "META-INF/services/org.evenkeel.envs.EnvironmentFamily";

  private static final String FAMILY =
      """
      package them;

      import java.util.List;
      import org.evenkeel.envs.*;

      public final class NAME implements EnvironmentFamily {
        private static final List<FamilyOption> OPTIONS =
            List.of(new FamilyOption("start", "left", "left, anywhere", "Where an episode starts."));

        public String id() { return "ID"; }
        public String description() { return "two mazes"; }
        public List<String> games() { return List.of(GAMES); }
        public List<FamilyOption> options() { return OPTIONS; }
        public List<FamilyPreset> presets() {
          return List.of(new FamilyPreset("PRESET", \"""
              # Mazes are easy. Nothing is tuned.
              environmentOptions: start=anywhere
              algorithm: {name: averaged, k: 3}
              network: {kind: dense, hidden: [8]}
              schedule: {steps: 600, learningStartSteps: 100, metricsPeriodSteps: 200}
              evaluation: {periodSteps: 300, episodes: 2}
              \""", List.of("small")));
        }
        public Environments.Entry entry(String game) {
          ENTRY
          return entry(game, "start=left");
        }
        public Environments.Entry entry(String game, String options) {
          OptionValues values = OptionValues.parse("Maze", OPTIONS, options);
          Corridor.Start start = values.constant("start", Corridor.Start.class);
          int cells = game.equals("small") ? 4 : 9;
          return new Environments.Entry("ID/" + game + (options.equals("start=left") ? "" : ":" + values),
              "a maze of " + cells + " cells", () -> new Corridor(cells, start));
        }
      }
      """;

  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path maze;

  @BeforeAll
  static void compileTheFamily() throws IOException {
    maze = shared.resolve("maze");
    write(maze, "Mazes", "maze", "\"large\", \"small\"", "maze-small", "");
    compile(maze);
    services(maze, "them.Mazes");
  }

  private static void write(
      Path classes, String name, String id, String games, String preset, String entry)
      throws IOException {
    String text =
        FAMILY
            .replace("NAME", name)
            .replace("ID", id)
            .replace("GAMES", games)
            .replace("PRESET", preset)
            .replace("ENTRY", entry);
    Path source = Files.createDirectories(classes).resolve(name + ".java");
    Files.writeString(source, text);
  }

  private static void compile(Path classes) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
    try (Stream<Path> files = Files.list(classes)) {
      files.map(Path::toString).filter(f -> f.endsWith(".java")).forEach(args::add);
    }
    assertEquals(
        0, ToolProvider.getSystemJavaCompiler().run(null, null, null, args.toArray(String[]::new)));
  }

  private static void services(Path classes, String... names) throws IOException {
    Path file = classes.resolve(SERVICE);
    Files.createDirectories(file.getParent());
    Files.write(file, List.of(names));
  }

  @Test
  void isListedWithItsGamesItsOptionsAndItsPreset() {
    Typed envs = Typed.run("envs", "--classpath", maze);
    assertEquals(0, envs.code());
    assertEquals("", envs.err());
    assertTrue(envs.out().contains("\nmaze/large              a maze of 9 cells\n"), envs::out);
    assertTrue(envs.out().contains("\nmaze/large:start=left\n"), envs::out);
    assertTrue(
        envs.out().contains("\n    start  left, anywhere  Where an episode starts.\n"), envs::out);
    assertFalse(Typed.run("envs").out().contains("maze"));

    Typed presets = Typed.run("presets", "--classpath", maze);
    assertTrue(presets.out().contains("\nmaze-small              Mazes are easy.\n"), presets::out);
    assertTrue(
        Typed.run("presets", "maze-small", "--classpath", maze)
            .out()
            .startsWith("# Mazes are easy. Nothing is tuned.\nenvironmentOptions: "));
    Typed.run("presets", "maze-smal", "--classpath", maze)
        .refused(2, "presets", "there is no preset 'maze-smal': did you mean 'maze-small'?");
  }

  @Test
  void isInTheHelpOfTrainAndInCompletion() {
    Typed plain = Typed.run("train", "--help");
    assertEquals(0, plain.code());
    assertTrue(
        words(plain.out())
            .contains(
                "Environments: cartpole, chain, corridor, gridworld, gridworld/terminal, identity,"
                    + " minatar/GAME (5 games), atari/GAME (104 games)."),
        plain::out);
    Typed help = Typed.run("train", "--classpath", maze, "--help");
    assertTrue(words(help.out()).contains("maze/GAME (2 games), minatar/GAME"), help::out);
    assertEquals(0, Typed.run("train", "--classpath", "none.jar", "--help").code());

    String script = Typed.run("completion", "bash", "--classpath", maze).out();
    for (String name : List.of("maze/small", "maze-small", "atari/pong", "cartpole")) {
      assertTrue(script.contains("\"" + name + "\""), name);
    }
    assertFalse(Typed.run("completion", "bash").out().contains("maze"));
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void trainsWithItsPresetAndOptionsAndResumesToTheSameBytes() throws IOException {
    Path whole = folder.resolve("whole");
    Typed trained = Typed.run("train", "maze/small", "--classpath", maze, "--out", whole);
    assertEquals(0, trained.code(), trained::err);
    assertTrue(trained.out().contains("preset       maze-small\n"), trained::out);
    String config = Files.readString(whole.resolve("config.yaml"));
    assertTrue(config.startsWith("environment: maze/small:start=anywhere\n"), config);
    assertTrue(config.contains("steps: 600"), config);

    Path own = folder.resolve("own");
    assertEquals(
        0,
        Typed.run(
                "train", "maze/small:start=left", "--classpath", maze, "--steps", 300, "--out", own)
            .code());
    assertTrue(
        Files.readString(own.resolve("config.yaml")).startsWith("environment: maze/small\n"));

    Path longer = folder.resolve("longer");
    assertEquals(
        0,
        Typed.run("train", "maze/small", "--classpath", maze, "--steps", 300, "--out", longer)
            .code());
    Typed resumed = Typed.run("resume", longer, "--steps", 600);
    assertEquals(0, resumed.code(), resumed::err);
    for (String file : List.of("policy.safetensors", "metrics.csv", "config.yaml")) {
      assertEquals(Typed.files(whole).get(file), Typed.files(longer).get(file), file);
    }
    assertEquals(0, Typed.run("evaluate", longer, "--episodes", 2).code());
    assertEquals(
        "no problems found in maze/large:start=anywhere\n",
        Typed.run("check", "maze/large:start=anywhere", "--classpath", maze).out());
  }

  @Test
  void aJarIsAsGoodAsAFolder() throws IOException {
    Path jar = folder.resolve("maze.jar");
    int packed =
        java.util.spi.ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "cf", jar.toString(), "-C", maze.toString(), ".");
    assertEquals(0, packed);
    assertTrue(Typed.run("envs", "--classpath", jar).out().contains("\nmaze/small "));
  }

  @Test
  void aStudyComparesItsGames() throws IOException {
    Path file = folder.resolve("mazes.yaml");
    Files.writeString(
        file,
        """
        environments: [maze/small, "maze/large:start=anywhere"]
        classpath: ["%s"]
        preset: maze-small
        algorithms: [dqn, {name: averaged, k: 2}]
        settings: {schedule.steps: 300}
        seeds: 1
        """
            .formatted(maze));
    Path out = folder.resolve("study");
    Typed study = Typed.run("study", file, "--out", out, "--jobs", 1);
    assertEquals(0, study.code(), study::err);
    assertTrue(Files.exists(out.resolve("report.html")));
    assertTrue(
        Typed.run("study", file, "--out", out, "--dry-run").out().contains("; 0 to compute"));

    Files.writeString(file, Files.readString(file).replace("maze/small", "maze/smal"));
    Typed wrong = Typed.run("study", file, "--out", folder.resolve("b"));
    assertEquals(2, wrong.code());
    assertTrue(
        wrong.err().contains("unknown environment 'maze/smal': did you mean 'maze/small'?"),
        wrong::err);
  }

  @Test
  void wrongNamesAndOptionsAreRefusedInASentence() {
    refused("maze/small: start must be left or anywhere, was 'right'", "maze/small:start=right");
    refused(
        "maze/small: unknown option 'stat': did you mean 'start'? (Maze has start)",
        "maze/small:stat=left");
    refused("maze/large: option 'start' was given twice", "maze/large:start=left,start=left");
    refused(
        "unknown environment 'maze/smal': did you mean 'maze/small'? (evenkeel envs lists them)",
        "maze/smal");
    refused(
        "class 'maze' was not found in " + maze + ": name a game, for example 'maze/large'",
        "maze");
    refused("class 'smal' was not found in " + maze + ": did you mean 'maze/small'?", "smal");
    Typed.run("train", "maze/small")
        .refused(2, "train", "unknown environment 'maze/small' (evenkeel envs lists them)");
    Typed.run("train", "maze/small", "--classpath", maze, "--preset", "maze-smal")
        .refused(2, "train", "there is no preset or file 'maze-smal': did you mean 'maze-small'?");
  }

  private static void refused(String sentence, String environment) {
    Typed.run("train", environment, "--classpath", maze).refused(2, "train", sentence);
  }

  @Test
  void aBrokenFamilyIsNamedAndLeavesTheOthersAlone() throws IOException {
    Path bad = folder.resolve("bad");
    write(bad, "Mazes", "maze", "\"large\", \"small\"", "cartpole", "");
    write(bad, "Again", "maze", "\"small\"", "again", "");
    write(bad, "Ours", "minatar", "\"small\"", "ours", "");
    write(bad, "Task", "gridworld", "\"small\"", "task", "");
    write(bad, "Shouts", "Maze", "\"small\"", "shouts", "");
    write(bad, "Spaces", "spaces", "\"a b\", \"small\"", "spaces", "");
    write(bad, "Nothing", "nothing", "", "nothing", "");
    write(bad, "Elsewhere", "elsewhere", "\"large\"", "elsewhere", "");
    write(
        bad,
        "Throws",
        "throws",
        "\"small\"",
        "throwing",
        "if (true) throw new IllegalStateException(\"no maze\");");
    write(
        bad, "Overflows", "overflows", "\"small\"", "overflowing", "if (true) return entry(game);");
    write(bad, "Nulls", "nulls", "\"small\"", "nulls", "if (true) return null;");
    write(bad, "Last", "last", "\"small\"", "last", "");
    List<String> names = new ArrayList<>();
    for (String name :
        List.of(
            "Mazes",
            "Again",
            "Ours",
            "Task",
            "Shouts",
            "Spaces",
            "Nothing",
            "Elsewhere",
            "Throws",
            "Overflows",
            "Nulls",
            "Absent",
            "Last")) {
      names.add("them." + name);
    }
    compile(bad);
    services(bad, names.toArray(String[]::new));

    Typed envs = Typed.run("envs", "--classpath", bad);
    assertEquals(0, envs.code());
    assertEquals(
        """
        warning: family them.Again is left out: its name 'maze' is already used by them.Mazes
        warning: family them.Ours is left out: its name 'minatar' is already used by org.evenkeel.envs.minatar.MinAtarFamily
        warning: family them.Task is left out: its name 'gridworld' is already used by an environment of Evenkeel
        warning: family them.Shouts is left out: id() must be lower case letters, digits, - and _, was 'Maze'
        warning: family them.Spaces is left out: each of games() must be lower case letters, digits, - and _, was 'a b'
        warning: family them.Nothing is left out: it has no games
        warning: family them.Elsewhere is left out: its preset 'elsewhere' is for 'small', which is not one of its games
        warning: family them.Throws is left out: throws/small: family them.Throws failed: java.lang.IllegalStateException: no maze
        warning: family them.Overflows is left out: overflows/small: family them.Overflows failed: java.lang.StackOverflowError
        warning: family them.Nulls is left out: nulls/small: family them.Nulls must return an entry of that name, returned null
        warning: a family is left out: Provider them.Absent not found
        warning: preset 'cartpole' of the family 'maze' is ignored: Evenkeel has a preset with that name
        """,
        envs.err());
    for (String name : List.of("maze/small", "last/small", "minatar/breakout", "cartpole")) {
      assertTrue(envs.out().contains("\n" + name + " ") || envs.out().startsWith(name), name);
    }
    Typed presets = Typed.run("presets", "--classpath", bad);
    assertEquals(envs.err(), presets.err());
    assertTrue(presets.out().contains("\nlast "), presets::out);

    Typed wrong = Typed.run("train", "throws/small", "--classpath", bad);
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("; family them.Throws is left out: "), wrong::err);
    assertEquals(0, Typed.run("train", "last/small", "--classpath", bad, "--dry-run").code());
  }

  @Test
  void aServiceFileThatCannotBeReadIsSaid() throws IOException {
    Path bad = folder.resolve("bad");
    services(bad, "no class");
    Typed envs = Typed.run("envs", "--classpath", bad);
    assertEquals(0, envs.code());
    assertTrue(envs.err().startsWith("warning: a family is left out: "), envs::err);
    assertTrue(envs.err().contains("services"), envs::err);
    assertTrue(envs.out().contains("\nminatar/breakout "), envs::out);
    Typed.run("envs", "--classpath", "none.jar")
        .refused(
            2,
            "envs",
            "the class path names '"
                + Path.of("none.jar").toAbsolutePath()
                + "', which does not exist");
  }
}
