package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A command line of ours on a page.
///
/// @param page where it is
/// @param arguments without the name of the program
record DocumentedCommand(String page, List<String> arguments) {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Set<String> SHELL = Set.of("", "sh");
  private static final Pattern START =
      Pattern.compile("(?:^|&& |<\\(|\\$ )\\s*(?:\\./|bin/)?evenkeel (?!-0)");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  /// Finds all of them in the blocks of a page that have no language, or the shell's.
  static List<DocumentedCommand> on(String page, String markdown) {
    List<DocumentedCommand> commands = new ArrayList<>();
    for (Matcher block = BLOCK.matcher(markdown); block.find(); ) {
      if (!SHELL.contains(block.group(1))) {
        continue;
      }
      String code = block.group(2).replaceAll("\\\\\\n\\s*", "");
      code.lines()
          .filter(line -> !line.contains("[--") && !line.contains("...")) // a synopsis, no command
          .forEach(
              line -> {
                for (Matcher start = START.matcher(line); start.find(); ) {
                  commands.add(new DocumentedCommand(page, words(line.substring(start.end()))));
                }
              });
    }
    return commands;
  }

  /// The words of a command, up to two spaces and an explanation, or to the next command.
  private static List<String> words(String line) {
    String command = line.strip().split(" {2,}| && |\\)$", -1)[0];
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(command); word.find(); ) {
      words.add(word.group().replaceAll("['\"]", "").replace("$rate", "0.001"));
    }
    return words;
  }

  String name() {
    return arguments.getFirst();
  }

  boolean has(String option) {
    return arguments.stream().anyMatch(a -> a.equals(option) || a.startsWith(option + "="));
  }

  /// A copy with an option set to another value.
  DocumentedCommand with(String option, String value) {
    List<String> changed = new ArrayList<>(arguments);
    int at = changed.indexOf(option);
    if (at >= 0) {
      changed.set(at + 1, value);
    } else {
      changed.addAll(List.of(option, value));
    }
    return new DocumentedCommand(page, changed);
  }

  /// A copy with further words.
  DocumentedCommand and(String... words) {
    List<String> changed = new ArrayList<>(arguments);
    changed.addAll(List.of(words));
    return new DocumentedCommand(page, changed);
  }

  /// Whether it is `reproduce` with this experiment.
  boolean isReproducing(String experiment) {
    return name().equals("reproduce")
        && arguments.size() > 1
        && arguments.get(1).equals(experiment);
  }

  @Override
  public String toString() {
    return page + ": evenkeel " + String.join(" ", arguments);
  }
}
