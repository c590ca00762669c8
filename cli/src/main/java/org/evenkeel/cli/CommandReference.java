package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.Shell;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The reference of all commands in Markdown, made from the commands themselves: the output of their `--help` as pages.
final class CommandReference {
  private static final String FOLDER = "commands/";

  private CommandReference() {}

  /// Returns the pages: address on the site, then Markdown. A subcommand has a chapter on the page of its command.
  static Map<String, String> pages(CommandLine evenkeel) {
    Map<String, String> pages = new LinkedHashMap<>();
    StringBuilder index = new StringBuilder("# Commands\n\n");
    index.append(
        """
        In a source checkout start `./evenkeel`, in an unpacked archive `bin/evenkeel`. `evenkeel COMMAND --help` prints what
        these pages say. Exit codes: 0 success, 1 failure, 2 a command line that cannot be understood.

        | command | |
        |---|---|
        """);
    Map<String, CommandLine> commands = shown(evenkeel);
    commands.forEach(
        (name, command) -> {
          String address = FOLDER + name + ".html";
          index.append(
              "| [`%s`](%s) | %s |\n".formatted(name, address, cell(description(command))));
          StringBuilder page = new StringBuilder("# evenkeel " + name + "\n\n");
          describe(page, command);
          shown(command)
              .forEach(
                  (part, subcommand) -> {
                    page.append("## evenkeel %s %s\n\n".formatted(name, part));
                    describe(page, subcommand);
                  });
          pages.put(address, page.toString());
        });
    pages.put(FOLDER + "index.html", index.toString());
    return pages;
  }

  private static Map<String, CommandLine> shown(CommandLine command) {
    Map<String, CommandLine> shown = new LinkedHashMap<>();
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              boolean hidden = subcommand.getCommandSpec().usageMessage().hidden();
              if (!hidden && !name.equals("help")) {
                shown.put(name, subcommand);
              }
            });
    return shown;
  }

  private static void describe(StringBuilder page, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    page.append(description(command)).append("\n\n");
    page.append("```\n").append(synopsis(spec)).append("\n```\n\n");
    List<String> rows = new ArrayList<>();
    for (ArgSpec argument : spec.positionalParameters()) {
      if (!argument.hidden()) {
        rows.add(row(argument.paramLabel(), argument, spec));
      }
    }
    for (OptionSpec option : spec.options()) {
      if (!option.hidden() && !option.usageHelp() && !option.versionHelp()) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        rows.add(row(String.join(", ", option.names()) + label, option, spec));
      }
    }
    if (!rows.isEmpty()) {
      page.append("| option | |\n|---|---|\n").append(String.join("", rows)).append('\n');
    }
    footer(page, spec);
  }

  private static String synopsis(CommandSpec spec) {
    StringBuilder synopsis = new StringBuilder(spec.qualifiedName());
    for (ArgSpec argument : spec.positionalParameters()) {
      String label = argument.paramLabel();
      boolean optional = argument.arity().min() == 0 && !label.startsWith("[");
      synopsis.append(' ').append(optional ? "[" + label + "]" : label);
      if (argument.arity().max() > 1) {
        synopsis.append("...");
      }
    }
    boolean options =
        spec.options().stream().anyMatch(o -> !o.hidden() && !o.usageHelp() && !o.versionHelp());
    return synopsis.append(options ? " [OPTIONS]" : "").toString();
  }

  private static String row(String name, ArgSpec argument, CommandSpec spec) {
    String standard = argument.defaultValueString();
    String words =
        plain(
            String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(standard)),
            spec);
    return "| `%s` | %s |\n".formatted(name.replace("|", "\\|"), cell(words));
  }

  private static String description(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    return plain(String.join(" ", spec.usageMessage().description()), spec);
  }

  /// Writes the text below the options: sentences unchanged, commands with their explanations as code.
  private static void footer(StringBuilder page, CommandSpec spec) {
    List<String> code = new ArrayList<>();
    for (String line : spec.usageMessage().footer()) {
      for (String words : named(line, spec).split("\n", -1)) {
        boolean isCode =
            words.startsWith("evenkeel ")
                || words.startsWith("    ")
                || words.startsWith("source ");
        if (!isCode) {
          end(page, code);
          page.append(words.replace("<", "\\<")).append('\n');
        } else {
          code.add(words);
        }
      }
    }
    end(page, code);
    page.append('\n');
  }

  private static void end(StringBuilder page, List<String> code) {
    if (!code.isEmpty()) {
      page.append("\n```\n").append(String.join("\n", code)).append("\n```\n\n");
      code.clear();
    }
  }

  /// Returns a help text without markup and variables.
  private static String plain(String text, CommandSpec spec) {
    return named(text, spec).replace("%n", " ").replaceAll("\\s+", " ").strip();
  }

  /// Returns a text with `evenkeel` as the name of the program, however the program was started.
  private static String named(String text, CommandSpec spec) {
    String words =
        text.replace("${ROOT-COMMAND-NAME}", "evenkeel")
            .replace("${COMMAND-FULL-NAME}", spec.qualifiedName());
    return Ansi.OFF.string(words.replace(Shell.program() + " ", "evenkeel "));
  }

  private static String cell(String words) {
    return words.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*").replace("_", "\\_");
  }
}
