package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/// Every command on a page is understood and runs: a short form of it here, in the order of the page and in a folder that has
/// nothing but the examples and the files of the pages, or in another part of the build ([ShortForm#ELSEWHERE]).
final class DocumentedCommandsTest {
  private static final Pattern FILE =
      Pattern.compile("(?ms)^<!-- (\\S+\\.yaml) -->\\n```yaml\\n(.*?)^```$");

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
  void commandsAfterABlockInAnotherLanguageAreFound() {
    String page =
        """
        ```yaml
        discount: 0.9
        ```
        ```
        ./evenkeel envs
        ```
        """;
    assertEquals(
        List.of(List.of("envs")),
        DocumentedCommand.on("p", page).stream().map(DocumentedCommand::arguments).toList());
  }

  @Test
  void whatRunsElsewhereRunsThereAndIsStillOnAPage() throws IOException {
    Set<ShortForm.Elsewhere> used = new HashSet<>();
    for (Path page : pages()) {
      commands(page).forEach(command -> ShortForm.elsewhere(command).ifPresent(used::add));
    }
    for (ShortForm.Elsewhere place : ShortForm.ELSEWHERE) {
      assertTrue(place.exists(), place.file() + " has no '" + place.text() + "'");
      assertTrue(used.contains(place), "no page has a command that " + place.why());
    }
  }

  @Test
  @Tag("slow")
  void everyOtherCommandRunsInAShortForm() throws Exception {
    compileExamples();
    Set<List<String>> once = new HashSet<>();
    List<String> wrong = new ArrayList<>();
    int run = 0;
    for (Path page : pages()) {
      Path place = Files.createTempDirectory(folder, "page");
      Files.createSymbolicLink(place.resolve("examples"), folder.resolve("examples"));
      Files.createSymbolicLink(place.resolve("docs"), Checkout.ROOT.resolve("docs"));
      writeFiles(page, place);
      List<DocumentedCommand> shortened =
          commands(page).stream()
              .filter(command -> isRunHere(command, once))
              .map(ShortForm::of)
              .distinct() // shortened, some are the same; a dry run of a study measures for seconds
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
          .forEach(line -> wrong.add(page + ": " + line + "\n" + ended.text()));
      assertEquals(0, ended.code(), ended::text);
      run += shortened.size();
    }
    assertEquals("", String.join("\n", wrong));
    assertTrue(run > 65, "only " + run + " commands were run");
  }

  /// What takes seconds even in its short form, the paper's experiments and Atari games, is run on one page only.
  private static boolean isRunHere(DocumentedCommand command, Set<List<String>> once) {
    if (command.name().equals("reproduce") && command.arguments().size() == 1) {
      return once.add(command.arguments());
    }
    if (ShortForm.elsewhere(command).isPresent()) {
      return false;
    }
    if (ShortForm.isAtari(command)) {
      return ShortForm.hasRoms() && once.add(command.arguments());
    }
    return !command.isReproducing("minatar") || once.add(List.of("reproduce", "minatar"));
  }

  /// Writes the files that a page asks its reader to save: a block after `<!-- name.yaml -->`.
  private static void writeFiles(Path page, Path place) throws IOException {
    for (Matcher file = FILE.matcher(Files.readString(page)); file.find(); ) {
      Files.writeString(place.resolve(file.group(1)), file.group(2));
    }
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
