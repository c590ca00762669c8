package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.evenkeel.envs.Catalog;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.lab.config.Presets;
import org.evenkeel.lab.config.Tasks;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The names that a shell completes and `--help` shows: environments and presets, including those of families on a class
/// path. They are looked up only when needed.
final class Candidates {
  private static final String SECTION = "environments";

  private Candidates() {}

  /// The names of environments, for completion.
  record OfEnvironments(List<String> classpath) implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Tasks.catalog(classpath).names().iterator();
    }
  }

  /// The names of presets, for completion.
  record OfPresets(List<String> classpath) implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Presets.of(Tasks.catalog(classpath)).names().iterator();
    }
  }

  /// Creates candidates with a class path.
  static IFactory factory(List<String> classpath) {
    IFactory others = CommandLine.defaultFactory();
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        return type == OfEnvironments.class
            ? type.cast(new OfEnvironments(classpath))
            : type == OfPresets.class ? type.cast(new OfPresets(classpath)) : others.create(type);
      }
    };
  }

  /// Adds a list of environments, including those on its `--classpath`, to the help of a command with an ENV argument.
  static void listInHelp(CommandLine command) {
    List<String> keys = new ArrayList<>(command.getHelpSectionKeys());
    keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), SECTION);
    command.setHelpSectionKeys(keys);
    command.getHelpSectionMap().put(SECTION, Candidates::environments);
  }

  private static String environments(Help help) {
    OptionSpec jars = help.commandSpec().findOption("--classpath");
    String given = jars != null && jars.getValue() instanceof String text ? text : "";
    Catalog catalog = catalog(given);
    StringBuilder names = new StringBuilder("Environments: ");
    catalog.names().stream()
        .filter(name -> catalog.familyBefore(name).isEmpty())
        .forEach(name -> names.append(name).append(", "));
    for (EnvironmentFamily family : catalog.families()) {
      names.append("%s/GAME (%d games), ".formatted(family.id(), family.games().size()));
    }
    names.replace(names.length() - 2, names.length(), ".");
    StringBuilder wrapped = new StringBuilder(System.lineSeparator());
    return Help.join(
            help.colorScheme().ansi(),
            help.commandSpec().usageMessage().width(),
            true,
            new String[] {names.toString()},
            wrapped)
        .toString();
  }

  private static Catalog catalog(String jars) {
    try {
      return Tasks.catalog(EnvironmentChoice.classpath(jars));
    } catch (IllegalArgumentException e) {
      return Tasks.catalog(
          List.of()); // help is shown anyway; the command itself refuses the class path
    }
  }
}
