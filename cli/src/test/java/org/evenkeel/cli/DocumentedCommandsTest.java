package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/// Every command on a page is understood, and those that can be made short run, in the order of the page and in a folder
/// that has nothing but the examples and the files of the pages.
final class DocumentedCommandsTest {
  /// Commands that are only parsed: they are run by .ci/run, by other tests, or need what a test has not.
  private static final Set<String> PARSED_ONLY = Set.of("reproduce", "bench", "docs", "help");

  @TempDir Path folder;

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(Checkout.ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "docs/results/README.md").map(Checkout.ROOT::resolve),
              files.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  private static List<DocumentedCommand> commands(Path page) throws IOException {
    return DocumentedCommand.on(Checkout.ROOT.relativize(page).toString(), Files.readString(page));
  }

  @Test
  void everyCommandIsUnderstood() throws IOException {
    List<String> wrong = new ArrayList<>();
    int all = 0;
    for (Path page : pages()) {
      for (DocumentedCommand command : commands(page)) {
        all++;
        if (command.name().equals("experiment") && command.has("--classpath")) {
          continue; // its options are in that class path; it is run below
        }
        try {
          Main.commandLine().parseArgs(command.arguments().toArray(String[]::new));
        } catch (ParameterException e) {
          wrong.add(command + ": " + e.getMessage());
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
    assertTrue(all > 80, "only " + all + " commands were found");
  }

  @Test
  void commandsAreFoundAsAUserWouldTypeThem() {
    String page =
        """
        ```
        ./evenkeel train cartpole --out runs/a    trains it
        ./evenkeel study init && ./evenkeel study study.yaml \\
            --jobs 2
        source <(./evenkeel completion bash)
        mvn verify
        ./evenkeel bench [--json FILE]
        ```
        ```sh
        bin/evenkeel train x --set 'network.hidden=[64, 64]'
        ```
        """;
    assertEquals(
        List.of(
            List.of("train", "cartpole", "--out", "runs/a"),
            List.of("study", "init"),
            List.of("study", "study.yaml", "--jobs", "2"),
            List.of("completion", "bash"),
            List.of("train", "x", "--set", "network.hidden=[64, 64]")),
        DocumentedCommand.on("p", page).stream().map(DocumentedCommand::arguments).toList());
  }

  @Test
  @Tag("slow")
  void whatCanBeMadeShortRuns() throws Exception {
    compileExamples();
    int run = 0;
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      Path place = Files.createTempDirectory(folder, "page");
      Files.createSymbolicLink(place.resolve("examples"), folder.resolve("examples"));
      Files.createSymbolicLink(place.resolve("docs"), Checkout.ROOT.resolve("docs"));
      List<DocumentedCommand> shortened =
          commands(page).stream()
              .filter(DocumentedCommandsTest::isShort)
              .map(DocumentedCommandsTest::shortened)
              .toList();
      if (shortened.isEmpty()) {
        continue;
      }
      Path list = place.resolve("commands.txt");
      Files.write(list, shortened.stream().map(c -> String.join("\t", c.arguments())).toList());
      CliProcess.Ended ended = CliProcess.finish(start(place, list));
      ended
          .text()
          .lines()
          .filter(line -> line.startsWith("failed: "))
          .forEach(line -> wrong.add(page + ": " + line));
      assertEquals(0, ended.code(), ended::text);
      run += shortened.size();
    }
    assertEquals("", String.join("\n", wrong));
    assertTrue(run > 30, "only " + run + " commands were run");
  }

  /// What needs ROMs, a cluster, a terminal or minutes is not run here. In Seaquest a policy that has learned nothing stays
  /// at the surface for 10,000 steps of each evaluated episode.
  private static boolean isShort(DocumentedCommand command) {
    boolean elsewhere =
        PARSED_ONLY.contains(command.name())
            || command.has("--on")
            || command.arguments().stream()
                .anyMatch(
                    a ->
                        a.contains("atari")
                            || a.contains("minatar-learning")
                            || a.contains("seaquest"))
            || command.arguments().equals(List.of("roms", "install"))
            || (command.name().equals("roms") && command.has("--from"))
            || (command.name().equals("watch") && !command.has("--out"))
            || (command.name().equals("study") && !command.page().equals("docs/studies.md"))
            || (command.name().equals("study") && command.arguments().contains("status"))
            || (command.name().equals("report") && command.arguments().contains("runs/study"));
    return !elsewhere;
  }

  private static DocumentedCommand shortened(DocumentedCommand command) {
    return switch (command.name()) {
      case "train" -> command.has("--dry-run") ? command : shortTraining(command);
      case "resume" -> command.has("--steps") ? command.with("--steps", "300") : command;
      case "evaluate" -> command.with("--episodes", "2");
      case "watch" -> command.with("--max-steps", "3");
      case "study" -> command.arguments().contains("init") ? command : command.with("--dry-run");
      default -> command;
    };
  }

  private static DocumentedCommand shortTraining(DocumentedCommand command) {
    DocumentedCommand few = command.has("--seeds") ? command.with("--seeds", "2") : command;
    return few.with("--steps", "150");
  }

  private void compileExamples() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("examples/target/classes"));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
    Path sources = Checkout.ROOT.resolve("examples/src/main");
    try (Stream<Path> files = Files.walk(sources.resolve("java/org"))) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, code);
    try (Stream<Path> files = Files.walk(sources.resolve("resources"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = classes.resolve(sources.resolve("resources").relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private static Process start(Path place, Path commands) throws IOException {
    List<String> line = CliProcess.command(List.of(), List.of());
    line.set(line.size() - 1, CommandsInAFolder.class.getName());
    line.add(commands.toString());
    return new ProcessBuilder(line).directory(place.toFile()).redirectErrorStream(true).start();
  }
}
