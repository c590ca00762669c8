package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;

/// Runs commands in turn in its own folder: one JVM for all commands of a page.
final class CommandsInAFolder {
  private CommandsInAFolder() {}

  /// Runs them.
  ///
  /// @param args a file with a command on each line, its words separated by tabs
  public static void main(String[] args) throws IOException {
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] words =
          Stream.of(line.split("\t", -1))
              .flatMap(word -> expanded(word).stream())
              .toArray(String[]::new);
      shorten(words);
      int code = Main.commandLine().execute(words);
      if (code != 0) {
        System.out.println("failed: " + String.join(" ", words) + " (exit code " + code + ")");
      }
    }
    System.exit(0);
  }

  /// Replaces the file of a study by a short version of it, in another folder.
  private static void shorten(String[] words) throws IOException {
    for (int i = 1; i < words.length && words[0].equals("study"); i++) {
      if (words[i].endsWith(".yaml")) {
        Path file = Path.of(words[i]);
        String study = Files.readString(file);
        Path copy = Path.of("short").resolve(file.getFileName());
        Files.createDirectories(copy.getParent());
        Files.writeString(
            copy,
            study
                .replaceAll("(?m)^(\\s+schedule\\.steps: ).*", "$1300\n  evaluation.episodes: 1")
                .replaceAll("(?m)^(\\s+evaluation\\.periodSteps: ).*", "$1100")
                .replaceAll("(?m)^(seeds|  confirm): \\d+", "$1: 2"));
        words[i] = copy.toString();
      }
    }
  }

  /// As a shell expands `runs/cartpole-*`.
  private static List<String> expanded(String word) {
    if (!word.contains("*")) {
      return List.of(word);
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + word);
    try (Stream<Path> files = Files.list(Path.of(word).getParent())) {
      return files.filter(matcher::matches).map(Path::toString).sorted().toList();
    } catch (IOException e) {
      return List.of(word);
    }
  }
}
